package msgpack_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// vectors are values with their encodings, the one that is written first.
var vectors = []struct {
	name string
	v    value.Value
	hex  []string
}{
	{"nil", value.Null(), []string{"c0"}},
	{"false", value.Bool(false), []string{"c2"}},
	{"true", value.Bool(true), []string{"c3"}},
	{"0", value.Int(0), []string{"00", "cc00", "cd0000", "ce00000000", "cf0000000000000000", "d000", "d10000", "d200000000", "d30000000000000000"}},
	{"127", value.Int(127), []string{"7f", "cc7f", "cd007f", "d07f", "d1007f"}},
	{"128", value.Int(128), []string{"cc80", "cd0080", "d10080"}},
	{"255", value.Int(255), []string{"ccff", "d100ff"}},
	{"256", value.Int(256), []string{"cd0100", "d10100"}},
	{"65535", value.Int(65535), []string{"cdffff", "d20000ffff"}},
	{"65536", value.Int(65536), []string{"ce00010000", "d200010000"}},
	{"2^32-1", value.Int(math.MaxUint32), []string{"ceffffffff", "d300000000ffffffff"}},
	{"2^32", value.Int(1 << 32), []string{"cf0000000100000000", "d30000000100000000"}},
	{"2^63-1", value.Int(math.MaxInt64), []string{"cf7fffffffffffffff", "d37fffffffffffffff"}},
	{"2^63", value.Uint(1 << 63), []string{"cf8000000000000000"}},
	{"2^64-1", value.Uint(math.MaxUint64), []string{"cfffffffffffffffff"}},
	{"-1", value.Int(-1), []string{"ff", "d0ff", "d1ffff", "d2ffffffff", "d3ffffffffffffffff"}},
	{"-32", value.Int(-32), []string{"e0", "d0e0"}},
	{"-33", value.Int(-33), []string{"d0df", "d1ffdf"}},
	{"-128", value.Int(-128), []string{"d080"}},
	{"-129", value.Int(-129), []string{"d1ff7f"}},
	{"-32768", value.Int(-32768), []string{"d18000"}},
	{"-32769", value.Int(-32769), []string{"d2ffff7fff"}},
	{"-2^31", value.Int(math.MinInt32), []string{"d280000000"}},
	{"-2^31-1", value.Int(math.MinInt32 - 1), []string{"d3ffffffff7fffffff"}},
	{"-2^63", value.Int(math.MinInt64), []string{"d38000000000000000"}},
	{"53 bits and more", value.Int(-4503599627370498), []string{"d3ffeffffffffffffe"}},
	{"float32", value.Float32(0.5), []string{"ca3f000000"}},
	{"float32 NaN", value.Float32(float32(math.NaN())), []string{"ca7fc00000"}},
	{"float32 infinity", value.Float32(float32(math.Inf(-1))), []string{"caff800000"}},
	{"float64", value.Float(0.5), []string{"cb3fe0000000000000"}},
	{"float64 -0", value.Float(math.Copysign(0, -1)), []string{"cb8000000000000000"}},
	{"float64 NaN with a payload", value.Float(math.Float64frombits(0xfff8000000000abc)), []string{"cbfff8000000000abc"}},
	{"float64 infinity", value.Float(math.Inf(1)), []string{"cb7ff0000000000000"}},
	{"empty str", value.String(""), []string{"a0", "d900", "da0000", "db00000000"}},
	{"str", value.String("aé"), []string{"a361c3a9", "d90361c3a9", "da000361c3a9", "db0000000361c3a9"}},
	{"empty bin", value.Bytes([]byte{}), []string{"c400", "c50000", "c600000000"}},
	{"bin", value.Bytes([]byte{0, 255}), []string{"c40200ff", "c5000200ff", "c60000000200ff"}},
	{"empty array", value.Array(), []string{"90", "dc0000", "dd00000000"}},
	{"array", value.Array(value.Null()), []string{"91c0", "dc0001c0", "dd00000001c0"}},
	{"empty map", value.Object(), []string{"80", "de0000", "df00000000"}},
	{"map", value.Object(value.Pair("a", value.Int(1))), []string{"81a16101", "de0001a16101", "df00000001a16101"}},
	{"map with other keys", value.Object(
		value.Member{Key: value.Int(1), Value: value.String("a")},
		value.Member{Key: value.Null(), Value: value.Int(2)},
		value.Member{Key: value.Array(value.Int(1)), Value: value.Int(3)},
		value.Member{Key: value.Object(), Value: value.Int(4)},
		value.Member{Key: value.Bytes([]byte("x")), Value: value.Int(5)},
	), []string{"8501a161c00291010380 04c4017805"}},
	{"ext 0", value.Ext(5, value.Bytes([]byte{})), []string{"c70005", "c8000005", "c90000000005"}},
	{"ext 1", value.Ext(-128, value.Bytes([]byte{1})), []string{"d48001", "c7018001"}},
	{"ext 2", value.Ext(127, value.Bytes([]byte{1, 2})), []string{"d57f0102"}},
	{"ext 3", value.Ext(0, value.Bytes([]byte{1, 2, 3})), []string{"c70300010203"}},
	{"ext 4", value.Ext(-2, value.Bytes([]byte{1, 2, 3, 4})), []string{"d6fe01020304", "c704fe01020304"}},
	{"ext 8", value.Ext(1, value.Bytes(make([]byte, 8))), []string{"d7010000000000000000"}},
	{"ext 16", value.Ext(1, value.Bytes(make([]byte, 16))), []string{"d80100000000000000000000000000000000"}},
	{"time 32", value.Time(time.Unix(1, 0)), []string{"d6ff00000001", "d7ff0000000000000001", "c70cff000000000000000000000001"}},
	{"time 32 last", value.Time(time.Unix(math.MaxUint32, 0)), []string{"d6ffffffffff"}},
	{"time 64", value.Time(time.Unix(1, 1)), []string{"d7ff0000000400000001", "c708ff0000000400000001"}},
	{"time 64 first", value.Time(time.Unix(1<<32, 0)), []string{"d7ff0000000100000000"}},
	{"time 64 last", value.Time(time.Unix(1<<34-1, 999999999)), []string{"d7ffee6b27ffffffffff"}},
	{"time 96 first", value.Time(time.Unix(1<<34, 0)), []string{"c70cff000000000000000400000000"}},
	{"time before 1970", value.Time(time.Unix(-2, 500000000)), []string{"c70cff1dcd6500fffffffffffffffe"}},
	{"time of year 1", value.Time(time.Unix(-62135596800, 999999999)), []string{"c70cff3b9ac9fffffffff1886e0900"}},
}

func TestVectors(t *testing.T) {
	for _, c := range vectors {
		for i, h := range c.hex {
			data := unhex(t, h)
			v, err := msgpack.Parse[value.Value](data)
			if err != nil || !v.Equal(c.v) || v.Kind() != c.v.Kind() {
				t.Errorf("%s: read %s as %v, %v", c.name, h, v, err)
			}
			if err := msgpack.Valid(data); err != nil {
				t.Errorf("%s: %s is not valid: %v", c.name, h, err)
			}
			if i > 0 {
				continue
			}
			for _, w := range []value.Value{c.v, v} {
				if out, err := msgpack.Marshal(w); err != nil || !bytes.Equal(out, data) {
					t.Errorf("%s: wrote %x, %v, want %s", c.name, out, err, h)
				}
			}
		}
	}
}

// TestLengths reads and writes everything that has a length, at the edges of
// the heads.
func TestLengths(t *testing.T) {
	lengths := []int{0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 255, 256, 257, 65535, 65536, 70000}
	for _, n := range lengths {
		text := strings.Repeat("x", n)
		elems := make([]value.Value, n)
		members := make([]value.Member, n)
		for i := range n {
			elems[i] = value.Int(int64(i % 128))
			members[i] = value.Member{Key: value.String(fmt.Sprint(i)), Value: value.Null()}
		}
		for _, v := range []value.Value{
			value.String(text), value.Bytes([]byte(text)), value.Ext(3, value.Bytes([]byte(text))),
			value.Array(elems...), value.Object(members...), value.Array(value.String(text), value.Int(1)),
		} {
			data, err := msgpack.Marshal(v)
			if err != nil || !bytes.Equal(data, model(v)) {
				t.Fatalf("%v of %d: wrote %.40x, %v", v.Kind(), n, data, err)
			}
			got, err := msgpack.Parse[value.Value](data)
			if err != nil || !got.Equal(v) {
				t.Fatalf("%v of %d: read back wrong: %v", v.Kind(), n, err)
			}
			if again, err := msgpack.Marshal(got); err != nil || !bytes.Equal(again, data) {
				t.Fatalf("%v of %d: wrote differently from the document: %v", v.Kind(), n, err)
			}
		}
	}
}

// TestRandom round-trips random values: written as the model has it, from
// owned values and from documents, whole and through an io.Writer.
func TestRandom(t *testing.T) {
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	for seed := range uint64(rounds) {
		r := newRandom(seed, 300)
		v := r.value(6, seed%2 == 0)
		data, err := msgpack.Marshal(v)
		if want := model(v); err != nil || !bytes.Equal(data, want) {
			t.Fatalf("seed %d: wrote %x, %v, want %x", seed, data, err, want)
		}
		var d value.Doc
		if _, err := msgpack.ParseDoc(&d, data); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !d.Root().Equal(v) {
			t.Fatalf("seed %d: read back another value", seed)
		}
		if again, err := msgpack.Marshal(&d); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("seed %d: wrote %x from the document, %v, want %x", seed, again, err, data)
		}
		if err := msgpack.Valid(data); err != nil {
			t.Fatalf("seed %d: not valid: %v", seed, err)
		}
		var out bytes.Buffer
		if err := calque.Encode(&out, msgpack.Format, v); err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Fatalf("seed %d: encoded differently: %v", seed, err)
		}
		compact, err := msgpack.Marshal(&d, msgpack.CompactFloats())
		if err != nil || len(compact) > len(data) {
			t.Fatalf("seed %d: compact form of %d bytes for %d, %v", seed, len(compact), len(data), err)
		}
		if w, err := msgpack.Parse[value.Value](compact); err != nil || !w.Equal(v) {
			t.Fatalf("seed %d: compact form is another value: %v", seed, err)
		}
	}
}

// TestEdited writes documents of which parts were moved out by edits.
func TestEdited(t *testing.T) {
	for seed := range uint64(200) {
		r := newRandom(seed, 100)
		data := model(value.Array(r.value(5, true), r.value(5, true), r.value(5, false)))
		v, err := msgpack.Parse[value.Value](data)
		if err != nil {
			t.Fatal(err)
		}
		edit(t, r, v)
		if out, err := msgpack.Marshal(v); err != nil || !bytes.Equal(out, model(v)) {
			t.Fatalf("seed %d: wrote %x, %v, want %x", seed, out, err, model(v))
		}
	}
}

// edit changes some of the containers in v.
func edit(t *testing.T, r *random, v value.Value) {
	t.Helper()
	for _, e := range v.Elements() {
		edit(t, r, e)
	}
	for _, e := range v.Pairs() {
		edit(t, r, e)
	}
	var err error
	switch {
	case r.IntN(2) == 0:
	case v.Kind() == value.KindArray:
		err = v.Append(r.value(2, true))
	case v.Kind() == value.KindObject:
		err = v.Set("edited", r.value(2, true))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestFloats(t *testing.T) {
	f32, f64 := value.Float32(0.1), value.Float(0.5)
	for _, c := range []struct {
		v    value.Value
		opts []calque.Option
		want string
	}{
		{f32, nil, "ca3dcccccd"},
		{f64, nil, "cb3fe0000000000000"},
		{f64, []calque.Option{msgpack.CompactFloats()}, "ca3f000000"},
		{value.Float(0.1), []calque.Option{msgpack.CompactFloats()}, "cb3fb999999999999a"},
		{value.Float(math.Inf(1)), []calque.Option{msgpack.CompactFloats()}, "ca7f800000"},
		{f32, []calque.Option{msgpack.ReflectCPP()}, "cb3fb99999a0000000"},
	} {
		out, err := msgpack.Marshal(c.v, c.opts...)
		if err != nil || hex.EncodeToString(out) != c.want {
			t.Errorf("%v: wrote %x, %v, want %s", c.v, out, err, c.want)
		}
	}
}

// TestLossy writes what MessagePack cannot hold.
func TestLossy(t *testing.T) {
	big, _ := msgpack.Marshal(value.String(strings.Repeat("9", 400)))
	for _, c := range []struct {
		name string
		v    value.Value
		want string
	}{
		{"big integer", number(t, "18446744073709551616"), "cb43f0000000000000"},
		{"many digits", number(t, "0.1000000000000000000001"), "cb3fb999999999999a"},
		{"above float64", number(t, strings.Repeat("9", 400)), hex.EncodeToString(big)},
		{"subtype", value.BytesSub([]byte{1}, 128), "c40101"},
		{"tag", value.Ext(128, value.Bytes([]byte{1})), "c40101"},
		{"tag below", value.Ext(-129, value.Bytes([]byte{1})), "c40101"},
		{"payload", value.Ext(1, value.Array(value.Int(1), value.Ext(700, value.Null()))), "9201c0"},
		{"no timestamp", value.Ext(-1, value.Bytes([]byte{1})), "c40101"},
		{"timestamp with too many nanoseconds", value.Ext(-1, value.Bytes([]byte("\xff\xff\xff\xff\x00\x00\x00\x00"))), "c408ffffffff00000000"},
	} {
		if out, err := msgpack.Marshal(value.Array(value.Int(1), c.v)); !errors.Is(err, fault.Lossy) || string(out) != "\x92\x01" {
			t.Errorf("%s: wrote %x, %v", c.name, out, err)
		}
		out, err := msgpack.Marshal(c.v, calque.Lossy(calque.Allow))
		if err != nil || hex.EncodeToString(out) != c.want {
			t.Errorf("%s: wrote %x, %v, want %s", c.name, out, err, c.want)
		}
		out, err = msgpack.Marshal(c.v, calque.Lossy(calque.Warn))
		if !errors.Is(err, fault.Lossy) || hex.EncodeToString(out) != c.want {
			t.Errorf("%s: wrote %x, %v, want %s and a warning", c.name, out, err, c.want)
		}
	}
	out, err := msgpack.Marshal(value.BytesSub([]byte{1, 2, 3}, 7))
	if err != nil || hex.EncodeToString(out) != "c70307010203" {
		t.Errorf("bytes with a subtype: wrote %x, %v", out, err)
	}
}

func number(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Number(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestWritePaths checks where faults of writing are placed.
func TestWritePaths(t *testing.T) {
	bad := value.BytesSub(nil, 1000)
	inner, err := msgpack.Parse[value.Value](unhex(t, "83 a161 92 01 02 a162 81 a163 90 05 c0"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := inner.Pointer("/b/c")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Append(value.Int(1), bad); err != nil {
		t.Fatal(err)
	}
	v := value.Array(
		value.Int(1), bad,
		value.Object(value.Pair("x/y", value.Array(bad)), value.Member{Key: value.Int(7), Value: bad}),
		inner,
		value.Object(value.Member{Key: value.Array(bad), Value: value.Null()}),
		value.String("\xff"),
	)
	_, err = msgpack.Marshal(v)
	var list *fault.List
	if !errors.As(err, &list) {
		t.Fatal(err)
	}
	var paths []string
	for _, e := range list.Errors {
		paths = append(paths, e.Path)
	}
	want := "[/1 /2/x~1y/0 /2/7 /3/b/c/1 /4 /5]"
	if fmt.Sprint(paths) != want {
		t.Errorf("paths %v, want %s", paths, want)
	}
}

func hexOf(b []byte) string { return hex.EncodeToString(b) }
