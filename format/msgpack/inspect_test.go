package msgpack_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// inspect returns the items of data as lines, and the error at their end.
func inspect(t *testing.T, data []byte, opts ...calque.Option) string {
	t.Helper()
	in, ok := msgpack.Format.(calque.Inspector)
	if !ok {
		t.Fatal("the format is no inspector")
	}
	var b strings.Builder
	for it, err := range in.Inspect(data, opts...) {
		if err != nil {
			if it != (calque.Item{}) {
				t.Errorf("an item with an error: %+v", it)
			}
			fmt.Fprintln(&b, err)
			continue
		}
		fmt.Fprintf(&b, "%d+%d %d.%d %q %s", it.Offset, it.Len, it.Record, it.Depth, it.Path, it.Meaning)
		if it.Value != "" {
			fmt.Fprintf(&b, " = %s", it.Value)
		}
		if it.Key {
			b.WriteString(" (key)")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestInspect(t *testing.T) {
	for _, c := range []struct{ name, hex, want string }{
		{"kinds", "9d c0 c2 05 ff cc80 d1ff00 ca3f000000 cb3ff8000000000000 a3616263 c40301ff00 d40507 c70205 aabb d6ff5a4af6a5", `
0+1 1.0 "" fixarray, 13 elements
1+1 1.1 "/0" nil = null
2+1 1.1 "/1" false = false
3+1 1.1 "/2" positive fixint = 5
4+1 1.1 "/3" negative fixint = -1
5+2 1.1 "/4" uint8 = 128
7+3 1.1 "/5" int16 = -256
10+5 1.1 "/6" float32 = 0.5
15+9 1.1 "/7" float64 = 1.5
24+4 1.1 "/8" fixstr, 3 bytes = "abc"
28+5 1.1 "/9" bin8, 3 bytes = "Af8A"
33+3 1.1 "/10" fixext 1, type 5 = "Bw=="
36+5 1.1 "/11" ext8, type 5, 2 bytes = "qrs="
41+6 1.1 "/12" timestamp 32 = "2018-01-02T03:04:05Z"
`},
		{"nested", "82 a161 91 81 01 a0 c0 90", `
0+1 1.0 "" fixmap, 2 members
1+2 1.1 "/a" fixstr, 1 byte = "a" (key)
3+1 1.1 "/a" fixarray, 1 element
4+1 1.2 "/a/0" fixmap, 1 member
5+1 1.3 "/a/0/1" positive fixint = 1 (key)
6+1 1.3 "/a/0/1" fixstr, 0 bytes = ""
7+1 1.1 "/null" nil = null (key)
8+1 1.1 "/null" fixarray, 0 elements
`},
		{"keys that are containers", "81 9201c0 c3", `
0+1 1.0 "" fixmap, 1 member
1+1 1.1 "/[1,null]" fixarray, 2 elements (key)
2+1 1.2 "" positive fixint = 1
3+1 1.2 "" nil = null
4+1 1.1 "/[1,null]" true = true
`},
		{"several values", "01 9102 a0", `
0+1 1.0 "" positive fixint = 1
1+1 2.0 "" fixarray, 1 element
2+1 2.1 "/0" positive fixint = 2
3+1 3.0 "" fixstr, 0 bytes = ""
`},
		{"numbers that JSON has not", "94 cb7ff8000000000000 ca7f800000 cbfff0000000000000 cfffffffffffffffff", `
0+1 1.0 "" fixarray, 4 elements
1+9 1.1 "/0" float64 = NaN
10+5 1.1 "/1" float32 = Infinity
15+9 1.1 "/2" float64 = -Infinity
24+9 1.1 "/3" uint64 = 18446744073709551615
`},
		{"times", "93 d7ff0000000400000001 c70cff00000000ffffffffffffffff c70cff000000007fffffffffffffff", `
0+1 1.0 "" fixarray, 3 elements
1+10 1.1 "/0" timestamp 64 = "1970-01-01T00:00:01.000000001Z"
11+15 1.1 "/1" timestamp 96 = "1969-12-31T23:59:59Z"
26+15 1.1 "/2" timestamp 96 = "9223372036854775807 s, 0 ns"
`},
		{"escapes", "a9 22 5c 0a 09 0d 01 7f c3 a9", `
0+10 1.0 "" fixstr, 9 bytes = "\"\\\n\t\r\u0001\u007fé"
`},
		{"cut", "92 01 a361", `
0+1 1.0 "" fixarray, 2 elements
1+1 1.1 "/0" positive fixint = 1
calque: msgpack: /1: offset 4: unexpected end: want fixstr, 3 bytes, got end of input
`},
		{"no value", "01 81 a161 c1", `
0+1 1.0 "" positive fixint = 1
1+1 2.0 "" fixmap, 1 member
2+2 2.1 "/a" fixstr, 1 byte = "a" (key)
calque: msgpack: record 2: /a: offset 4: invalid head: want value, got byte 0xC1
`},
		{"nothing", "", `
calque: msgpack: offset 0: unexpected end: want value, got end of input
`},
		{"faults behind which it goes on", "93 a2ff61 c701ff00 05", `
0+1 1.0 "" fixarray, 3 elements
1+3 1.1 "/0" fixstr, 2 bytes = "` + "\uFFFD" + `a"
4+4 1.1 "/1" ext8, type -1, 1 byte = "AA=="
8+1 1.1 "/2" positive fixint = 5
calque: 2 faults
calque: msgpack: /0: offset 2: invalid UTF-8: byte 0xFF
calque: msgpack: /1: offset 4: wrong number of elements: want timestamp of 4, 8 or 12 bytes, got 1 byte
`},
	} {
		if got := inspect(t, unhex(t, c.hex)); got != c.want[1:] {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want[1:])
		}
	}
	long := inspect(t, append([]byte("\xd9\xc8"), strings.Repeat("é", 100)...))
	if len(long) > 120 || !strings.Contains(long, "éé…\"") {
		t.Errorf("a long string is shown as %s", long)
	}
	deep := inspect(t, bytes.Repeat([]byte{0x91}, 20), calque.MaxDepth(10))
	if !strings.Contains(deep, "nested too deep") || strings.Count(deep, "\n") != 11 {
		t.Errorf("got\n%s", deep)
	}
	for _, err := range msgpack.Format.(calque.Inspector).Inspect(unhex(t, "920102")) {
		if err != nil {
			t.Error(err)
		}
		break // must not go on
	}
}

// TestInspectDeep shows many pieces at a great depth, which must not take time
// for the depth.
func TestInspectDeep(t *testing.T) {
	data := []byte(strings.Repeat("\x91", 8000) + "\xdd\x00\x00\x4e\x20" + strings.Repeat("\x91\xc0", 20_000))
	start, pieces := time.Now(), 0
	for it, err := range msgpack.Format.(calque.Inspector).Inspect(data) {
		if pieces++; err != nil || len(it.Path) > 5000 {
			t.Fatal(it, err)
		}
	}
	if took := time.Since(start); pieces != 48_001 || took > time.Minute { // seconds, also on a busy machine or an emulated one
		t.Errorf("%d pieces in %v", pieces, took)
	}
}

// TestInspectAll checks that the items of random values are all bytes, in
// order, with the paths that Pointer takes.
func TestInspectAll(t *testing.T) {
	for seed := range uint64(60) {
		r := newRandom(seed, 200)
		data := append(model(r.value(5, false)), model(r.value(5, true))...)
		first, err := msgpack.UnmarshalFirst(data, new(any))
		if err != nil {
			t.Fatal(err)
		}
		var d value.Doc
		if _, err := msgpack.ParseDoc(&d, data[:len(data)-len(first)], calque.Positions()); err != nil {
			t.Fatal(err)
		}
		at := int64(0)
		for it, err := range msgpack.Format.(calque.Inspector).Inspect(data) {
			if err != nil || it.Offset != at || it.Len <= 0 || len(it.Value) > 100 {
				t.Fatalf("seed %d: %+v, %v, want offset %d", seed, it, err, at)
			}
			at += int64(it.Len)
			if it.Record > 1 || it.Key || len(it.Path) > 4000 {
				continue
			}
			v, err := d.Root().Pointer(it.Path)
			if start, _, ok := d.Span(v); err != nil || !ok || start != it.Offset {
				t.Fatalf("seed %d: %.60q leads to offset %d, %.60v, want %d", seed, it.Path, start, err, it.Offset)
			}
		}
		if at != int64(len(data)) {
			t.Fatalf("seed %d: %d bytes shown of %d", seed, at, len(data))
		}
	}
}

// sniffed returns how sure the format is of a prefix.
func sniffed(prefix []byte) int {
	info, _ := format.About("msgpack")
	return info.Sniff(prefix)
}

func TestSniff(t *testing.T) {
	people, err := msgpack.Marshal(mixed())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, prefix string
		low, high    int
	}{
		{"nothing", "", 0, 0},
		{"map", "\x81\xa1a\x01", 90, 100},
		{"empty map", "\x80", 90, 100},
		{"array", "\x93\x01\x02\x03", 90, 100},
		{"two maps", "\x81\xa1a\x01\x81\xa1a\x02", 90, 100},
		{"beginning of a large array", string(people[:512]), 80, 90},
		{"cut array", "\x93\x01\x02", 1, 30},
		{"map with integers as keys", "\x81\x01\x02", 1, 50},
		{"string", "\xa3abc", 1, 20},
		{"timestamp", "\xd6\xff\x00\x00\x00\x00", 1, 20},
		{"byte that begins nothing", "\x92\x01\xc1", 0, 0},
		{"string that is not UTF-8", "\x91\xa1\xff", 0, 0},
		{"no timestamp", "\x91\xd4\xff\x00", 0, 0},
		{"CBOR map", "\xa2\x61a\x01\x61b\x02", 0, 0},
		{"CBOR array", "\x83\x01\x02\x03", 0, 30},
		{"JSON object", `{"a":1}`, 0, 0},
		{"JSON array", `[1,2,3]`, 0, 0},
		{"JSON number", "12", 0, 0},
		{"JSON string", `"é"`, 0, 0},
		{"JSON with blanks", " \n\t[1]", 0, 0},
		{"YAML", "---\na: 1\n", 0, 0},
		{"text", "Привет, мир", 0, 0},
		{"text of CJK", "日本語テキスト", 0, 0},
		{"text of Latin letters", "été à la mer", 0, 0},
		{"text of emoji", "😀 hello", 0, 0},
		{"gzip", "\x1f\x8b\x08\x00", 0, 0},
		{"zstd", "\x28\xb5\x2f\xfd", 0, 0},
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", 0, 30},
	} {
		if got := sniffed([]byte(c.prefix)); got < c.low || got > c.high {
			t.Errorf("%s: %d, want %d to %d", c.name, got, c.low, c.high)
		}
	}
	for seed := range uint64(100) {
		r := newRandom(seed, 50)
		v := r.value(4, false)
		if data := model(v); v.Len() > 0 && len(data) > 100 && data[0] >= 0x80 && data[0] < 0xa0 && sniffed(data[:80]) < 80 {
			t.Errorf("seed %d: not sure of %x", seed, data[:80])
		}
	}
}

func TestRegistered(t *testing.T) {
	for _, name := range []string{"a.msgpack", "b.mpk", "c.MP", "d.msgp"} {
		if f, ok := format.ByExtension(name); !ok || f.Name() != "msgpack" {
			t.Errorf("%s is not msgpack", name)
		}
	}
	for _, m := range []string{"application/vnd.msgpack", "application/msgpack; charset=x", "application/x-msgpack"} {
		if f, ok := format.ByMediaType(m); !ok || f.Name() != "msgpack" {
			t.Errorf("%s is not msgpack", m)
		}
	}
	f, err := format.Parse("msgpack:compact-floats")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := f.Append(nil, 0.5); err != nil || hexOf(out) != "ca3f000000" {
		t.Errorf("wrote %x, %v", out, err)
	}
	if f, err = format.Parse("msgpack:reflect-cpp"); err != nil {
		t.Fatal(err)
	}
	if out, err := f.With(calque.MaxDepth(5)).Append(nil, float32(0.5)); err != nil || hexOf(out) != "cb3fe0000000000000" {
		t.Errorf("wrote %x, %v", out, err)
	}
	for _, spec := range []string{"msgpack:nothing", "msgpack:compact-floats=1", "msgpack:"} {
		if _, err := format.Parse(spec); !errors.Is(err, fault.BadOption) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}
