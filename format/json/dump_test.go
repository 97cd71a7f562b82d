package json

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// dumpString returns the JSON text of v, or its faults as text.
func dumpString(v value.Value, opts ...calque.Option) string {
	s := option.Resolve(opts)
	b, err := appendValue(nil, v, &s)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// parsed returns the value of a JSON text.
func parsed(t testing.TB, text string, opts ...calque.Option) value.Value {
	t.Helper()
	v, err := ParseDoc(new(value.Doc), []byte(text), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestDump(t *testing.T) {
	str, obj, arr := value.String, value.Object, value.Array
	at := time.Date(2024, 2, 29, 12, 30, 45, 120_000_000, time.FixedZone("", 3600))
	nested := obj(value.Pair("a", arr()), value.Pair("b", obj()),
		value.Pair("c", arr(value.Int(1), obj(value.Pair("d", value.Null())))))
	allow := calque.Lossy(calque.Allow)
	for _, c := range []struct {
		name string
		v    value.Value
		opts []calque.Option
		want string
	}{
		{"null", value.Null(), nil, `null`},
		{"true", value.Bool(true), nil, `true`},
		{"false", value.Bool(false), nil, `false`},
		{"int", value.Int(math.MinInt64), nil, `-9223372036854775808`},
		{"uint", value.Uint(math.MaxUint64), nil, `18446744073709551615`},
		{"float", value.Float(0.1), nil, `0.1`},
		{"float32", value.Float32(0.1), nil, `0.1`},
		{"large float", value.Float(1e21), nil, `1e+21`},
		{"small float", value.Float(1e-7), nil, `1e-7`},
		{"minus zero", value.Float(math.Copysign(0, -1)), nil, `-0`},
		{"number", parsed(t, `1.00000000000000000000001`), nil, `1.00000000000000000000001`},
		{"string", str("a\"b\\c/d\x00\x1f\x7f\b\t\n\f\r"), nil, `"a\"b\\c/d\u0000\u001f` + "\x7f" + `\b\t\n\f\r"`},
		{"time", value.Time(at), nil, `"2024-02-29T11:30:45.12Z"`},
		{"bytes", value.Bytes([]byte{0, 1, 254, 255}), nil, `"AAH+/w=="`},
		{"no bytes", value.Bytes(nil), nil, `""`},
		{"nested", nested, nil, `{"a":[],"b":{},"c":[1,{"d":null}]}`},

		{
			"indent 2", nested,
			[]calque.Option{Indent(2)},
			"{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": null\n    }\n  ]\n}",
		},
		{
			"indent 0", nested,
			[]calque.Option{Indent(0)},
			"{\n\"a\": [],\n\"b\": {},\n\"c\": [\n1,\n{\n\"d\": null\n}\n]\n}",
		},
		{"indent of runes", arr(value.Int(1)), []calque.Option{Indent(2), IndentChar('→')}, "[\n→→1\n]"},
		{"indent far below 0", nested, []calque.Option{Indent(-2_000_000_000)}, `{"a":[],"b":{},"c":[1,{"d":null}]}`},
		{"compact again", arr(value.Int(1)), []calque.Option{Indent(2), Compact()}, `[1]`},

		{"ascii", str("aé\x7f\uffff😀"), []calque.Option{EnsureASCII()}, `"a\u00e9\u007f\uffff\ud83d\ude00"`},
		{"html", str("<a href='x'>&\u2028"), []calque.Option{EscapeHTML()}, `"\u003ca href='x'\u003e\u0026` + "\u2028" + `"`},
		{"js", str("<\u2028\u2029>"), []calque.Option{EscapeJS()}, `"<\u2028\u2029>"`},
		{"html in a document", parsed(t, `{"<":">"}`), []calque.Option{EscapeHTML()}, `{"\u003c":"\u003e"}`},

		{"nan", value.Float(math.NaN()), nil, `calque: json: number is not finite: want a finite number, got NaN`},
		{"nan as null", value.Float(math.NaN()), []calque.Option{NonFinite(NonFiniteNull)}, `null`},
		{"inf as string", value.Float(math.Inf(1)), []calque.Option{NonFinite(NonFiniteString)}, `"Infinity"`},
		{"float32 inf as literal", value.Float32(float32(math.Inf(-1))), []calque.Option{NonFinite(NonFiniteLiteral)}, `-Infinity`},

		{"es6 minus zero", value.Float(math.Copysign(0, -1)), []calque.Option{Floats(ES6Floats)}, `0`},
		{"es6 float32 minus zero", value.Float32(float32(math.Copysign(0, -1))), []calque.Option{Floats(ES6Floats)}, `0`},
		{"es6 float32", value.Float32(0.1), []calque.Option{Floats(ES6Floats)}, `0.1`},
		{"nlohmann", value.Float(1), []calque.Option{Floats(NlohmannFloats)}, `1.0`},
		{"nlohmann float32", value.Float32(0.1), []calque.Option{Floats(NlohmannFloats)}, `0.10000000149011612`},
		{"nlohmann digits", value.Float(1e23), []calque.Option{Floats(NlohmannFloats)}, `9.999999999999999e+22`},

		{
			"bytes as object", arr(value.BytesSub([]byte{1, 2, 255}, 42), value.Bytes(nil)),
			[]calque.Option{BytesAs(BytesObject)},
			`[{"bytes":[1,2,255],"subtype":42},{"bytes":[],"subtype":null}]`,
		},
		{
			"bytes as pretty object", arr(value.Bytes([]byte{1, 2})),
			[]calque.Option{BytesAs(BytesObject), Indent(1)},
			"[\n {\n  \"bytes\": [1, 2],\n  \"subtype\": null\n }\n]",
		},
		{
			"bytes as error", arr(value.Bytes(nil)),
			[]calque.Option{BytesAs(BytesError)},
			`calque: json: /0: target cannot hold it: want a kind that JSON has, got bytes`,
		},
		{
			"subtype", value.BytesSub([]byte{1}, 2), nil,
			`calque: json: target cannot hold it: want bytes without subtype, got bytes with subtype`,
		},
		{"subtype allowed", value.BytesSub([]byte{1}, 2), []calque.Option{allow}, `"AQ=="`},

		{
			"year 10000", value.Time(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)), nil,
			`calque: json: number out of range: want a year from 0 to 9999, got 10000`,
		},
		{"year 0", value.Time(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)), nil, `"0000-01-01T00:00:00Z"`},

		{
			"ext", arr(value.Ext(5, value.Bytes([]byte{1}))), nil,
			`calque: json: /0: target cannot hold it: want a kind that JSON has, got extension`,
		},
		{
			"ext allowed", arr(value.Ext(5, arr(value.Ext(-6, value.Null())))),
			[]calque.Option{allow},
			`[{"tag":5,"payload":[{"tag":-6,"payload":null}]}]`,
		},
		{
			"ext pretty", value.Ext(5, value.Null()),
			[]calque.Option{allow, Indent(2)},
			"{\n  \"tag\": 5,\n  \"payload\": null\n}",
		},
		{
			"fault in ext", arr(value.Ext(5, str("\xff"))),
			[]calque.Option{allow},
			`calque: json: /0/payload: invalid UTF-8: byte 0xFF at index 0`,
		},

		{
			"odd keys", obj(value.Member{Key: value.Int(1), Value: value.Null()}, value.Member{Key: arr(), Value: value.Null()}), nil,
			"calque: 2 faults\ncalque: json: /1: invalid key: want string, got integer\n" +
				"calque: json: /array: invalid key: want string, got array",
		},
		{
			"odd keys allowed", obj(
				value.Member{Key: value.Int(-1), Value: value.Null()}, value.Member{Key: value.Float(1.5), Value: value.Null()},
				value.Member{Key: value.Bool(true), Value: value.Null()}, value.Member{Key: value.Null(), Value: value.Null()},
				value.Member{Key: value.Bytes([]byte{1}), Value: value.Null()}, value.Member{Key: value.Float(math.NaN()), Value: value.Null()},
				value.Member{Key: value.Time(at), Value: value.Null()}, value.Pair("s", value.Null()),
			),
			[]calque.Option{allow},
			`{"-1":null,"1.5":null,"true":null,"null":null,"AQ==":null,"NaN":null,"2024-02-29T11:30:45.12Z":null,"s":null}`,
		},

		{
			"sorted", obj(value.Pair("b", value.Int(1)), value.Pair("a", obj(value.Pair("z", value.Int(2)), value.Pair("y", value.Int(3)))),
				value.Pair("b", value.Int(4)), value.Pair("", value.Int(5)), value.Pair("aaaaaaaab", value.Int(6)), value.Pair("aaaaaaaaa", value.Int(7))),
			[]calque.Option{SortKeys()},
			`{"":5,"a":{"y":3,"z":2},"aaaaaaaaa":7,"aaaaaaaab":6,"b":1,"b":4}`,
		},
		{
			"sorted document", parsed(t, `[{"é":1,"z":[{"b":[],"a":{}}],"":3,"a\u0000":4,"a":5},6]`),
			[]calque.Option{SortKeys()},
			`[{"":3,"a":5,"a\u0000":4,"z":[{"a":{},"b":[]}],"é":1},6]`,
		},

		{"replaced", str("a\xe2\x82z\xff"), []calque.Option{calque.UTF8(calque.ReplaceUTF8)}, "\"a\uFFFDz\uFFFD\""},
		{"replaced in ascii", str("a\xe2\x82z"), []calque.Option{calque.UTF8(calque.ReplaceUTF8), EnsureASCII()}, `"a\ufffdz"`},
		{"ignored", str("a\xe2\x82z\xff"), []calque.Option{calque.UTF8(calque.Ignore)}, `"az"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := dumpString(c.v, c.opts...); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestDumpUTF8 has the table of ill-formed sequences between an a and a z: the
// fault, and how many characters replace them.
func TestDumpUTF8(t *testing.T) {
	for _, c := range []struct {
		bad     string
		fault   string
		replace int
		kept    string // behind the replacement
	}{
		{"\xff", "byte 0xFF at index 1", 1, ""},
		{"\x80", "byte 0x80 at index 1", 1, ""},
		{"\xc0\xaf", "byte 0xC0 at index 1", 2, ""},
		{"\xc3\x28", "byte 0x28 at index 2", 1, "("},
		{"\xe2\x82", "byte 0x7A at index 3", 1, ""},
		{"\xe0\x80\x80", "byte 0x80 at index 2", 3, ""},
		{"\xed\xa0\x80", "byte 0xA0 at index 2", 3, ""},
		{"\xf0\x80\x80\x80", "byte 0x80 at index 2", 4, ""},
		{"\xf4\x90\x80\x80", "byte 0x90 at index 2", 4, ""},
		{"\xf5\x80\x80\x80", "byte 0xF5 at index 1", 4, ""},
		{"\xf1\x80\x80\x41", "byte 0x41 at index 4", 1, "A"},
		{"\xf0\x9f\xf0\x9f\x98\x80", "byte 0xF0 at index 3", 1, "😀"},
	} {
		v := value.Array(value.String("a" + c.bad + "z"))
		want := "calque: json: /0: invalid UTF-8: " + c.fault
		if got := dumpString(v); got != want {
			t.Errorf("% x: got %q, want %q", c.bad, got, want)
		}
		want = `["a` + strings.Repeat("\uFFFD", c.replace) + c.kept + `z"]`
		if got := dumpString(v, calque.UTF8(calque.ReplaceUTF8)); got != want {
			t.Errorf("% x replaced: got %q, want %q", c.bad, got, want)
		}
		want = `["a` + c.kept + `z"]`
		if got := dumpString(v, calque.UTF8(calque.Ignore)); got != want {
			t.Errorf("% x ignored: got %q, want %q", c.bad, got, want)
		}
	}
	for bad, last := range map[string]string{"\xe2\x82": "0x82", "\xc3": "0xC3", "\xf0\x9f\x98": "0x98", "\xe4": "0xE4"} {
		want := "calque: json: invalid UTF-8: incomplete at the end of the string, last byte " + last
		if got := dumpString(value.String("abc" + bad)); got != want {
			t.Errorf("% x at the end: got %q, want %q", bad, got, want)
		}
	}
}

func TestDumpCollectsFaults(t *testing.T) {
	v := value.Object(
		value.Pair("ok", value.String("fine")),
		value.Pair("a/b~", value.Array(value.Int(1), value.String("\xff"), value.Float(math.NaN()))),
		value.Pair("bad\xffkey", value.Object(value.Pair("x", value.String("\xc3")))),
	)
	s := option.Default
	got, err := appendValue([]byte("before "), v, &s)
	want := "calque: 4 faults\n" +
		"calque: json: /a~1b~0/1: invalid UTF-8: byte 0xFF at index 0\n" +
		"calque: json: /a~1b~0/2: number is not finite: want a finite number, got NaN\n" +
		"calque: json: /bad\uFFFDkey: invalid UTF-8: byte 0xFF at index 3\n" +
		"calque: json: /bad\uFFFDkey/x: invalid UTF-8: incomplete at the end of the string, last byte 0xC3"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if want := `before {"ok":"fine","a/b~":[1,"`; string(got) != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	s.MaxErrors = 2
	_, err = appendValue(nil, v, &s)
	var list *fault.List
	if !errors.As(err, &list) || len(list.Errors) != 2 || list.Total != 4 || !list.Cut {
		t.Errorf("MaxErrors(2): %+v", list)
	}
	s.FailFast = true
	_, err = appendValue(nil, v, &s)
	if !errors.As(err, &list) || len(list.Errors) != 1 || list.Total != 1 || list.Errors[0].Path != "/a~1b~0/1" {
		t.Errorf("FailFast: %+v", list)
	}
}

func TestDumpBadOptions(t *testing.T) {
	for name, o := range map[string]calque.Option{
		"indent char": IndentChar(0xD800), "floats": Floats(9), "nonfinite": NonFinite(9), "bytes": BytesAs(9), "utf8": calque.UTF8(9),
	} {
		s := option.Resolve([]calque.Option{o})
		if _, err := appendValue(nil, value.Null(), &s); !errors.Is(err, fault.BadOption) {
			t.Errorf("%s: got %v", name, err)
		}
		if err := writeValue(new(bytes.Buffer), value.Null(), &s); !errors.Is(err, fault.BadOption) {
			t.Errorf("%s, to a writer: got %v", name, err)
		}
	}
}

func TestDumpTooLarge(t *testing.T) {
	v := value.Array(value.Array(value.Int(1)))
	indents := []int{math.MaxInt, math.MaxInt / 2}
	if strconv.IntSize == 32 {
		indents = indents[:1] // a line of half the address space can be had, and starves the other tests
	}
	for _, indent := range indents {
		s := option.Resolve([]calque.Option{Indent(indent)})
		if _, err := appendValue(nil, v, &s); !errors.Is(err, fault.TooLarge) {
			t.Errorf("indent %d: got %v", indent, err)
		}
	}
}

func TestDumpContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := option.Resolve([]calque.Option{calque.Context(ctx)})
	elems := make([]value.Value, 100_000)
	for k := range elems {
		elems[k] = value.Int(int64(k))
	}
	v := value.Array(elems...)
	plain := dumpString(v)
	if got, err := appendValue(nil, v, &s); err != nil || string(got) != plain {
		t.Fatalf("with a context: %v", err)
	}
	cancel()
	if _, err := appendValue(nil, v, &s); !errors.Is(err, fault.Canceled) || !errors.Is(err, context.Canceled) {
		t.Errorf("append: got %v", err)
	}
	var out bytes.Buffer
	if err := writeValue(&out, v, &s); !errors.Is(err, fault.Canceled) || out.Len() > 2*bufSize {
		t.Errorf("write: got %v and %d bytes", err, out.Len())
	}
}

// TestDumpAppendsInPlace tells that memory behind the text is used where there
// is enough, and that what was in front of it stays.
func TestDumpAppendsInPlace(t *testing.T) {
	s := option.Default
	v := parsed(t, `{"a":[1,2,3]}`)
	dst := make([]byte, 3, 10_000)
	copy(dst, "abc")
	got, err := appendValue(dst, v, &s)
	if err != nil || string(got) != `abc{"a":[1,2,3]}` || &got[0] != &dst[0] {
		t.Errorf("got %q, %v", got, err)
	}
	got, err = appendValue(dst[:3:3], v, &s)
	if err != nil || string(got) != `abc{"a":[1,2,3]}` {
		t.Errorf("got %q, %v", got, err)
	}
	if n := testing.AllocsPerRun(100, func() { _, _ = appendValue(dst, v, &s) }); n != 0 {
		t.Errorf("%v allocations into a buffer that is large enough", n)
	}
}

// TestDumpAsEncodingJSON compares with encoding/json for what both can hold.
func TestDumpAsEncodingJSON(t *testing.T) {
	for _, text := range samples {
		var x any
		dec := stdjson.NewDecoder(strings.NewReader(text))
		dec.UseNumber()
		if err := dec.Decode(&x); err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		enc := stdjson.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(x); err != nil {
			t.Fatal(err)
		}
		v := parsed(t, text, calque.KeepSpelling())
		if got := dumpString(v, SortKeys(), EscapeJS()); got+"\n" != want.String() {
			t.Errorf("got  %s\nwant %s", got, want.Bytes())
		}
		for _, indent := range []string{"", " ", "\t", "        "} {
			want.Reset()
			if err := stdjson.Indent(&want, []byte(dumpString(v)), "", indent); err != nil {
				t.Fatal(err)
			}
			opts := []calque.Option{Indent(len(indent))}
			if indent == "\t" {
				opts = append(opts, IndentChar('\t'))
			}
			if got := dumpString(v, opts...); got != want.String() {
				t.Errorf("indent %q: got\n%s\nwant\n%s", indent, got, want.Bytes())
			}
		}
	}
}

// samples are JSON texts with everything that JSON has.
var samples = []string{
	`null`, `true`, `[]`, `{}`, `""`, `-0.5`, `[[[]],{"a":{}}]`,
	`{"id":9007199254740993,"name":"Grüße, 世界 😀","tags":["a","b\n","\u0000"],"x":{"y":[1,2.5,-3e100,true,false,null]},"":[]}`,
	`[18446744073709551615,-9223372036854775808,1e-7,1e21,123456789012345678901234567890,0.1]`,
}
