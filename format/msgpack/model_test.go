package msgpack_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"example.com/calque/value"
)

// model writes v in the plainest way, straight from the specification: what
// Marshal must write.
func model(v value.Value) []byte {
	var b bytes.Buffer
	put := func(parts ...any) {
		for _, p := range parts {
			if err := binary.Write(&b, binary.BigEndian, p); err != nil {
				panic(err)
			}
		}
	}
	length := func(n int, fix byte, fixed int, h8, h16, h32 byte) {
		switch {
		case n < fixed:
			put(fix | byte(n))
		case n < 1<<8 && h8 != 0:
			put(h8, uint8(n))
		case n < 1<<16:
			put(h16, uint16(n))
		default:
			put(h32, uint32(n))
		}
	}
	switch v.Kind() {
	case value.KindNull:
		put(byte(0xc0))
	case value.KindBool:
		if v.Bool() {
			put(byte(0xc3))
		} else {
			put(byte(0xc2))
		}
	case value.KindInt, value.KindUint:
		if v.Kind() == value.KindInt && v.Int() < 0 {
			switch i := v.Int(); {
			case i >= -32:
				put(int8(i))
			case i >= math.MinInt8:
				put(byte(0xd0), int8(i))
			case i >= math.MinInt16:
				put(byte(0xd1), int16(i))
			case i >= math.MinInt32:
				put(byte(0xd2), int32(i))
			default:
				put(byte(0xd3), i)
			}
			break
		}
		switch u := v.Uint(); {
		case u < 128:
			put(byte(u))
		case u <= math.MaxUint8:
			put(byte(0xcc), uint8(u))
		case u <= math.MaxUint16:
			put(byte(0xcd), uint16(u))
		case u <= math.MaxUint32:
			put(byte(0xce), uint32(u))
		default:
			put(byte(0xcf), u)
		}
	case value.KindFloat:
		put(byte(0xcb), math.Float64bits(v.Float()))
	case value.KindFloat32:
		put(byte(0xca), math.Float32bits(v.Float32()))
	case value.KindString:
		length(v.Len(), 0xa0, 32, 0xd9, 0xda, 0xdb)
		b.WriteString(v.Text())
	case value.KindBytes:
		length(v.Len(), 0, 0, 0xc4, 0xc5, 0xc6)
		b.Write(v.Bytes())
	case value.KindTime:
		t := v.Time()
		switch s, ns := t.Unix(), uint64(t.Nanosecond()); {
		case s >= 0 && s < 1<<32 && ns == 0:
			put(byte(0xd6), int8(-1), uint32(s))
		case s >= 0 && s < 1<<34:
			put(byte(0xd7), int8(-1), ns<<34|uint64(s))
		default:
			put(byte(0xc7), byte(12), int8(-1), uint32(ns), s)
		}
	case value.KindExt:
		tag, payload, _ := v.Ext()
		switch n := payload.Len(); n {
		case 1, 2, 4, 8, 16:
			put(byte(0xd4 + strings.Index("\x01\x02\x04\x08\x10", string(rune(n)))))
		default:
			length(n, 0, 0, 0xc7, 0xc8, 0xc9)
		}
		put(int8(tag))
		b.Write(payload.Bytes())
	case value.KindArray:
		length(v.Len(), 0x90, 16, 0, 0xdc, 0xdd)
		for _, e := range v.Elements() {
			b.Write(model(e))
		}
	case value.KindObject:
		length(v.Len(), 0x80, 16, 0, 0xde, 0xdf)
		for k, e := range v.Pairs() {
			b.Write(model(k))
			b.Write(model(e))
		}
	}
	return b.Bytes()
}

// random makes values of every kind, with a taste for the edges.
type random struct {
	*rand.Rand
	left int // values still to make
}

func newRandom(seed uint64, size int) *random {
	return &random{rand.New(rand.NewPCG(seed, 1)), size}
}

func pick[T any](r *random, xs ...T) T { return xs[r.IntN(len(xs))] }

// length returns a length near the edges between heads.
func (r *random) length() int {
	if r.IntN(4) > 0 {
		return r.IntN(20)
	}
	return max(0, pick(r, 0, 8, 16, 24, 32, 48, 255, 300)+r.IntN(4)-1)
}

func (r *random) word() uint64 {
	return 1<<r.IntN(64) + uint64(r.IntN(5)) - 2
}

func (r *random) text() string {
	n := r.length()
	if r.IntN(400) == 0 {
		n += 65530
	}
	letters := pick(r, "abcdefgh", "ab\"\\\n\x7f", "äöüß", "日本語", "a😀é")
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(string(pick(r, []rune(letters)...)))
	}
	return b.String()
}

func (r *random) bytes() []byte {
	b := make([]byte, r.length())
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func (r *random) scalar() value.Value {
	switch r.IntN(13) {
	case 0:
		return value.Null()
	case 1:
		return value.Bool(r.IntN(2) == 0)
	case 2, 3:
		return value.Int(int64(r.word()))
	case 4:
		return value.Int(-int64(r.word() >> 1))
	case 5:
		return value.Uint(r.word())
	case 6:
		return value.Float(pick(r, 0, math.Copysign(0, -1), 1.5, 0.1, 1e300, 5e-324, math.Inf(1), math.NaN(), r.NormFloat64()))
	case 7:
		return value.Float32(pick(r, 0, 0.1, -1.5, float32(math.Inf(-1)), float32(r.NormFloat64())))
	case 8:
		return value.Bytes(r.bytes())
	case 9:
		seconds := pick(r, 0, 1, -1, 1<<32-1, 1<<32, 1<<34-1, 1<<34, -62135596800, int64(r.word()>>8))
		return value.Time(time.Unix(seconds, pick(r, int64(0), 0, 1, 999_999_999)))
	case 10:
		tag := int64(int8(r.Uint32()))
		if tag == -1 {
			tag = -2
		}
		return value.Ext(tag, value.Bytes(r.bytes()))
	default:
		return value.String(r.text())
	}
}

// value returns a value of at most a number of levels. Keys are of any kind
// where odd is true, and no map has one twice.
func (r *random) value(levels int, odd bool) value.Value {
	r.left--
	if levels == 0 || r.left <= 0 || r.IntN(3) == 0 {
		return r.scalar()
	}
	n := min(r.length(), max(r.left, 0))
	if r.IntN(2) == 0 {
		elems := make([]value.Value, n)
		for i := range elems {
			elems[i] = r.value(levels-1, odd)
		}
		return value.Array(elems...)
	}
	var members []value.Member
	seen := map[string]bool{}
	var odds []value.Value
	for range n {
		key := value.String(r.text())
		if odd && r.IntN(3) == 0 {
			if key = r.value(min(levels-1, 2), odd); has(odds, key) {
				continue
			}
			odds = append(odds, key)
		}
		if key.Kind() == value.KindString {
			if seen[key.Text()] {
				continue
			}
			seen[key.Text()] = true
		}
		members = append(members, value.Member{Key: key, Value: r.value(levels-1, odd)})
	}
	return value.Object(members...)
}

func has(vs []value.Value, v value.Value) bool {
	for _, w := range vs {
		if w.Equal(v) {
			return true
		}
	}
	return false
}
