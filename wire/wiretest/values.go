package wiretest

import (
	"bytes"
	"math"
	"strings"
	"time"

	"example.com/calque"
	"example.com/calque/value"
)

// Values returns values of every kind that a format with capabilities c holds.
func Values(c calque.Capabilities) []value.Value {
	long := strings.Repeat("text, é 日本 😀 \"\\ \n ", 6000)
	vs := []value.Value{
		value.Bool(true), value.Bool(false), value.String(""), value.String("plain"), value.String("é日本😀\x00\x7f\"\\\n/"),
		value.String(long), value.Array(), value.Object(), value.Object(value.Pair("", value.Array())),
		value.Object(value.Pair("a/b~", value.Object(value.Pair("c", value.Array(value.Int(1), value.Int(2)))))),
		value.Object(value.Pair(long, value.String(long)), value.Pair("b", value.Bool(true))),
		value.Float(0.1), value.Float(-1.5e300), value.Float(5e-324), value.Float(math.Copysign(0, -1)), value.Float(math.MaxFloat64),
	}
	for _, n := range []int64{0, 1, 31, 32, 127, 128, 255, 256, math.MaxUint16, 1 << 16, math.MaxUint32, 1 << 32, math.MaxInt64} {
		vs = append(vs, value.Int(n), value.Int(-n), value.Int(-n-1))
	}
	vs = append(vs, value.Uint(1<<63), value.Uint(math.MaxUint64), many(20), many(300), members(20), members(300))
	if c.Null {
		vs = append(vs, value.Null(), value.Array(value.Null(), value.Null()))
	}
	if c.Float32 {
		vs = append(vs, value.Float32(0.1), value.Float32(-1e-40))
	}
	if c.NonFinite {
		vs = append(vs, value.Float(math.NaN()), value.Float(math.Inf(1)), value.Float(math.Inf(-1)))
	}
	if c.BigNumbers {
		for _, text := range []string{"1e999", "-123456789012345678901234567890", "0.1000000000000000055511151231257827"} {
			if v, err := value.Number(text); err == nil {
				vs = append(vs, v)
			}
		}
	}
	if c.Bytes {
		vs = append(vs, value.Bytes(nil), value.Bytes([]byte{0, 255}), value.Bytes(bytes.Repeat([]byte{1, 2, 3}, 30_000)))
	}
	if c.Time {
		vs = append(vs, value.Time(time.Unix(0, 0)), value.Time(time.Unix(-5, 7)), value.Time(time.Unix(1<<33, 999_999_999)))
	}
	if c.Ext {
		vs = append(vs, value.Ext(5, value.Bytes([]byte("payload"))), value.Array(value.Ext(0, value.Bytes([]byte{1})), value.Int(1)))
	}
	if c.AnyKeys {
		vs = append(vs, value.Object(
			value.Member{Key: value.Int(-1), Value: value.Int(1)},
			value.Member{Key: value.Bool(true), Value: value.Object()},
			value.Member{Key: value.Float(1.5), Value: value.Array(value.Int(2))},
			value.Pair("s", value.String("t")),
		))
	}
	return append(vs, value.Array(vs...))
}

// many returns an array of n elements.
func many(n int) value.Value {
	elems := make([]value.Value, n)
	for i := range elems {
		elems[i] = value.Int(int64(i % 3))
	}
	return value.Array(elems...)
}

// members returns an object of n members.
func members(n int) value.Value {
	ms := make([]value.Member, n)
	for i := range ms {
		ms[i] = value.Pair("key "+strings.Repeat("k", i%40)+string(rune('a'+i)), value.Bool(i%2 == 0))
	}
	return value.Object(ms...)
}
