package msgpack_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// listOf returns the list that an error is.
func listOf(t testing.TB, err error) *fault.List {
	t.Helper()
	var list *fault.List
	if !errors.As(err, &list) {
		t.Fatalf("want a list of faults, got %v", err)
	}
	return list
}

func TestFaults(t *testing.T) {
	deep := strings.Repeat("91", 5) + "c0"
	for _, c := range []struct {
		name string
		hex  string
		opts []calque.Option
		want string // what is kept "value" and the lines of the error
	}{
		{"nothing", "", nil, "null\noffset 0: unexpected end: want value, got end of input"},
		{"no value", "c1", nil, "null\noffset 0: invalid head: want value, got byte 0xC1"},
		{"no value inside", "82a161c0a16293c3c1", nil, `{"a":null,"b":[true]}` + "\n/b/1: offset 8: invalid head: want value, got byte 0xC1"},
		{"cut number", "cd01", nil, "null\noffset 2: unexpected end: want uint16, got end of input"},
		{"cut string", "92c3d90361", nil, "[true]\n/1: offset 5: unexpected end: want str8, 3 bytes, got end of input"},
		{"cut length", "da01", nil, "null\noffset 2: unexpected end: want str16, got end of input"},
		{"cut bin", "c4", nil, "null\noffset 1: unexpected end: want bin8, got end of input"},
		{"cut ext", "d6", nil, "null\noffset 1: unexpected end: want fixext 4, got end of input"},
		{"cut ext content", "c703050000", nil, "null\noffset 5: unexpected end: want ext8, type 5, 3 bytes, got end of input"},
		{"cut timestamp", "c70cff000000", nil, "null\noffset 6: unexpected end: want timestamp 96, got end of input"},
		{"cut array", "930102", nil, "[1,2]\n/2: offset 3: unexpected end: want value, got end of input"},
		{"cut map before a key", "82a16101", nil, `{"a":1}` + "\noffset 4: unexpected end: want value, got end of input"},
		{"cut map in a key", "82a16101a3", nil, `{"a":1}` + "\noffset 5: unexpected end: want fixstr, 3 bytes, got end of input"},
		{"cut map before a value", "82a16101a162", nil, `{"a":1}` + "\n/b: offset 6: unexpected end: want value, got end of input"},
		{"cut behind a key", "82c0c3920102929293", nil, `{null:true,[1,2]:[[[]]]}` + "\n/[1,2]/0/0/0: offset 9: unexpected end: want value, got end of input"},
		{"cut inside a key", "9282c0c392920102", nil, `[{null:true}]` + "\n/0: offset 8: unexpected end: want value, got end of input"},
		{"more than there is", "dd7ffffffe", nil, "[]\n/0: offset 5: unexpected end: want value, got end of input"},
		{"string of 4 GB", "dbfffffff061", nil, "null\noffset 6: unexpected end: want str32, 4294967280 bytes, got end of input"},
		{"string of 2^31 bytes", "db8000000061616161", nil, "null\noffset 9: unexpected end: want str32, 2147483648 bytes, got end of input"},
		{"bin of 2^32-1 bytes", "c6ffffffff00", nil, "null\noffset 6: unexpected end: want bin32, 4294967295 bytes, got end of input"},
		{"ext of 2^32-1 bytes", "c9ffffffff0500", nil, "null\noffset 7: unexpected end: want ext32, type 5, 4294967295 bytes, got end of input"},
		{"map of 2^32-1 members", "dfffffffffc0c0", nil, "{null:null}\noffset 7: unexpected end: want value, got end of input"},
		{"data behind", "01c0", nil, "1\noffset 1: data after the value: want end of input, got byte 0xC0"},
		{"UTF-8", "93a261ffa0a3e28261", nil, "[\"a\uFFFD\",\"\",\"\uFFFDa\"]\n/0: offset 3: invalid UTF-8: byte 0xFF\n/2: offset 6: invalid UTF-8: byte 0xE2"},
		{"UTF-8 in a key", "81a2ff6101", nil, "{\"\uFFFDa\":1}\n/\uFFFDa: offset 2: invalid UTF-8: byte 0xFF"},
		{"timestamp of 3 bytes", "93c0c703ff000000c3", nil, "[null,(ext -1 000000),true]\n/1: offset 2: wrong number of elements: want timestamp of 4, 8 or 12 bytes, got 3 bytes"},
		{"nanoseconds", "c70cff3b9aca000000000000000000", nil, "(ext -1 3b9aca000000000000000000)\noffset 3: number out of range: want at most 999999999 nanoseconds, got 1000000000"},
		{"nanoseconds in 8 bytes", "d7ffee6b280000000000", nil, "(ext -1 ee6b280000000000)\noffset 2: number out of range: want at most 999999999 nanoseconds, got 1000000000"},
		{"too deep", deep, []calque.Option{calque.MaxDepth(4)}, "[[[[]]]]\n/0/0/0/0: offset 4: nested too deep: want at most 4 levels"},
		{"too deep a map", "81a16180", []calque.Option{calque.MaxDepth(1)}, "{}\n/a: offset 3: nested too deep: want at most 1 level"},
		{"too many", "9201930102dc", []calque.Option{calque.MaxItems(4)}, "[1]\n/1: offset 2: too many elements: want at most 4 values"},
		{"too large", "9201c0", []calque.Option{calque.MaxBytes(2)}, "null\noffset 0: too large: want at most 2 bytes, got 3"},
		{"first fault only", "92a1ffa1ff", []calque.Option{calque.FailFast()}, "[]\n/0: offset 2: invalid UTF-8: byte 0xFF"},
		{"two faults kept", "94a1ffa1ffa1ff01", []calque.Option{calque.MaxErrors(2)}, "[\"\uFFFD\",\"\uFFFD\",\"\uFFFD\",1]\n/0: offset 2: invalid UTF-8: byte 0xFF\n/1: offset 4: invalid UTF-8: byte 0xFF\n1 more"},
		{"the one that ends is kept", "94a1ffa1ffa1ff", []calque.Option{calque.MaxErrors(2)}, "[\"\uFFFD\",\"\uFFFD\",\"\uFFFD\"]\n/0: offset 2: invalid UTF-8: byte 0xFF\n/3: offset 7: unexpected end: want value, got end of input\n2 more"},
		{"escaped path", "81a57e302f612f91c1", nil, `{"~0/a/":[]}` + "\n/~00~1a~1/0: offset 8: invalid head: want value, got byte 0xC1"},
	} {
		data := unhex(t, c.hex)
		v, err := msgpack.Parse[value.Value](data, c.opts...)
		if err == nil {
			t.Errorf("%s: no error, read %s", c.name, show(v))
			continue
		}
		got := show(v)
		for line := range strings.Lines(err.Error()) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "calque: ")
			if !strings.HasSuffix(line, "faults") {
				got += "\n" + strings.TrimPrefix(line, "msgpack: ")
			}
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		for _, e := range listOf(t, err).Errors {
			if e.Format != "msgpack" || e.Offset < 0 || e.Excerpt == "" && e.Code != fault.TooLarge {
				t.Errorf("%s: %+v", c.name, e)
			}
		}
		if err2 := msgpack.Valid(data, c.opts...); err2 == nil || err2.Error() != err.Error() {
			t.Errorf("%s: Valid returns\n%v\nwant\n%v", c.name, err2, err)
		}
	}
}

// show returns a value as text in which kinds can be told apart.
func show(v value.Value) string {
	switch v.Kind() {
	case value.KindArray:
		var parts []string
		for _, e := range v.Elements() {
			parts = append(parts, show(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case value.KindObject:
		var parts []string
		for k, e := range v.Pairs() {
			parts = append(parts, show(k)+":"+show(e))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case value.KindExt:
		tag, payload, _ := v.Ext()
		return "(ext " + show(value.Int(tag)) + " " + hexOf(payload.Bytes()) + ")"
	}
	return v.String()
}

// TestPrefixes cuts valid documents at every byte: each is one fault, whose
// place is the end.
func TestPrefixes(t *testing.T) {
	docs := [][]byte{unhex(t, "85a16101a16292c2c3a163c403010203a164cb3fb999999999999aa165d6ff00000001")}
	for _, c := range vectors {
		for _, h := range c.hex {
			docs = append(docs, unhex(t, h))
		}
	}
	for seed := range uint64(40) {
		r := newRandom(seed, 60)
		if data := model(r.value(6, true)); len(data) < 5000 {
			docs = append(docs, data)
		}
	}
	var d value.Doc
	for _, data := range docs {
		for n := range data {
			_, err := msgpack.ParseDoc(&d, data[:n])
			list := listOf(t, err)
			if list.Total != 1 || list.Errors[0].Code != fault.Truncated || list.Errors[0].Offset != int64(n) {
				t.Fatalf("%x cut to %d bytes: %v", data, n, err)
			}
			if !errors.Is(err, fault.Truncated) || !fault.Fatal(err) {
				t.Fatalf("%x cut to %d bytes: %v", data, n, err)
			}
			if again := msgpack.Valid(data[:n]); again == nil || again.Error() != err.Error() {
				t.Fatalf("%x cut to %d bytes: Valid returns %v, want %v", data, n, again, err)
			}
			if _, err := msgpack.Marshal(&d); err != nil {
				t.Fatalf("%x cut to %d bytes: what was kept cannot be written: %v", data, n, err)
			}
		}
	}
}

func TestUTF8(t *testing.T) {
	data := unhex(t, "92 a9 61 f0808041 e282 ff 62 a0")
	for _, c := range []struct {
		policy uint8
		want   string
	}{
		{calque.ReplaceUTF8, "a\uFFFD\uFFFD\uFFFDA\uFFFD\uFFFDb"},
		{calque.Ignore, "aAb"},
	} {
		v, err := msgpack.Parse[value.Value](data, calque.UTF8(c.policy))
		if err != nil || v.At(0).Text() != c.want {
			t.Errorf("policy %d: read %q, %v, want %q", c.policy, v.At(0).Text(), err, c.want)
		}
		if err := msgpack.Valid(data, calque.UTF8(c.policy)); err != nil {
			t.Errorf("policy %d: %v", c.policy, err)
		}
		out, err := msgpack.Marshal(value.String("a\xf0\x80\x80A\xe2\x82\xffb"), calque.UTF8(c.policy))
		if back, _ := msgpack.Parse[value.Value](out); err != nil || back.Text() != c.want {
			t.Errorf("policy %d: wrote %q, %v, want %q", c.policy, back.Text(), err, c.want)
		}
	}
	if _, err := msgpack.Marshal(value.String("a\xff")); !errors.Is(err, fault.BadUTF8) {
		t.Errorf("strict: %v", err)
	}
	// Many strings to mend, so that the text grows behind the input.
	var b bytes.Buffer
	b.WriteString("\xdc\x10\x00")
	for range 4096 {
		b.WriteString("\xa2\xffa")
	}
	v, err := msgpack.Parse[value.Value](b.Bytes(), calque.UTF8(calque.ReplaceUTF8))
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range v.Elements() {
		if e.Text() != "\uFFFDa" {
			t.Fatalf("element %d is %q", i, e.Text())
		}
	}
	// Strings that differ only in what is mended are one key.
	_, err = msgpack.Parse[value.Value](unhex(t, "82a1ff01a1fe02"), calque.UTF8(calque.ReplaceUTF8))
	if !errors.Is(err, fault.Duplicate) {
		t.Errorf("mended keys: %v", err)
	}
}

func TestPositions(t *testing.T) {
	data := unhex(t, "83 a161 92 01 cd0100 a162 d6ff00000000 c3 81 a163 c7020501 02")
	var d value.Doc
	if _, err := msgpack.ParseDoc(&d, data, calque.Positions()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ptr        string
		start, end int64
	}{
		{"", 0, 25}, {"/a", 3, 8}, {"/a/0", 4, 5}, {"/a/1", 5, 8}, {"/b", 10, 16},
	} {
		v, err := d.Root().Pointer(c.ptr)
		if err != nil {
			t.Fatal(err)
		}
		if start, end, ok := d.Span(v); !ok || start != c.start || end != c.end {
			t.Errorf("%q is at %d to %d, %v, want %d to %d", c.ptr, start, end, ok, c.start, c.end)
		}
	}
	for k, v := range d.Root().Pairs() {
		if k.Kind() != value.KindBool {
			continue
		}
		if start, end, _ := d.Span(v); start != 17 || end != int64(len(data)) {
			t.Errorf("the last value is at %d to %d", start, end)
		}
		inner, _ := v.Get("c")
		_, payload, _ := inner.Ext()
		if start, end, _ := d.Span(payload); start != 23 || end != 25 {
			t.Errorf("the payload is at %d to %d", start, end)
		}
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	v := value.Array(value.String(strings.Repeat("x", 100_000)), value.Int(1))
	data, err := msgpack.Marshal(v, calque.Context(ctx))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := msgpack.Parse[value.Value](data, calque.Context(ctx)); err != nil {
		t.Fatal(err)
	}
	cancel()
	_, parseErr := msgpack.Parse[value.Value](data, calque.Context(ctx))
	_, marshalErr := msgpack.Marshal(v, calque.Context(ctx))
	var x value.Value
	decodeErr := msgpack.NewDecoder(bytes.NewReader(data), calque.Context(ctx)).Decode(&x)
	for _, err := range []error{parseErr, marshalErr, decodeErr, msgpack.Valid(data, calque.Context(ctx))} {
		if !errors.Is(err, context.Canceled) || !errors.Is(err, fault.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}

func TestTargets(t *testing.T) {
	data := unhex(t, "82a16101a162 93cb3fe0000000000000c40101d6ff00000001")
	var x any
	if err := msgpack.Unmarshal(data, &x); err != nil {
		t.Fatal(err)
	}
	m, ok := x.(map[string]any)
	if !ok || m["a"] != int64(1) || m["b"].([]any)[0] != 0.5 || m["b"].([]any)[2] != time.Unix(1, 0).UTC() {
		t.Errorf("read %#v", x)
	}
	if y, err := msgpack.Parse[any](data); err != nil || len(y.(map[string]any)) != 2 {
		t.Errorf("read %#v, %v", y, err)
	}
	var d value.Doc
	for range 2 {
		if err := msgpack.Unmarshal(data, &d); err != nil || d.Root().Len() != 2 {
			t.Errorf("read %v, %v", d.Root(), err)
		}
	}
	var n int
	var none *value.Value
	for _, v := range []any{n, &n, nil, none, value.Value{}} {
		if err := msgpack.Unmarshal(data, v); !errors.Is(err, fault.BadType) {
			t.Errorf("into %T: %v", v, err)
		}
	}
	if _, err := msgpack.Parse[int](data); !errors.Is(err, fault.BadType) {
		t.Errorf("parse an int: %v", err)
	}
	if _, err := msgpack.Marshal(struct{}{}); !errors.Is(err, fault.BadType) {
		t.Errorf("write a struct: %v", err)
	}
	out, err := msgpack.Marshal(map[string]any{"a": []any{uint64(math.MaxUint64), nil}})
	if err != nil || hexOf(out) != "81a16192cfffffffffffffffffc0" {
		t.Errorf("wrote %x, %v", out, err)
	}
}
