package json_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

var keepSpelling = calque.KeepSpelling()

// text returns the JSON text of v; NaN and infinities as words.
func text(t testing.TB, v value.Value) string {
	t.Helper()
	b, err := json.Marshal(v, json.NonFinite(json.NonFiniteLiteral))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// accepted are inputs and what they are written as again.
var accepted = []struct {
	in, want string
	opts     []calque.Option
}{
	{in: "null", want: "null"},
	{in: " \t\r\n[ ]\n ", want: "[]"},
	{in: "{ }", want: "{}"},
	{in: "[true , false,null]", want: "[true,false,null]"},
	{in: `{"b":{"a":[{}],"c":[[],[0]]},"a":1}`, want: `{"b":{"a":[{}],"c":[[],[0]]},"a":1}`},
	{in: `""`, want: `""`},
	{in: `{"":""}`, want: `{"":""}`},
	{in: `"\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00"`, want: `"\"\\/\b\f\n\r\tAé€😀"`},
	{in: `"\u0000"`, want: `"\u0000"`},
	{in: `"\uD834\udD1e\uFFFF"`, want: `"𝄞` + "\uffff" + `"`},
	{in: "\"\x7f\u2028é日本😀\"", want: "\"\x7f\u2028é日本😀\""},
	{in: "\ufeff[1]", want: "[1]"},
	{in: `[0,-0,-1,9223372036854775807,-9223372036854775808]`, want: `[0,-0,-1,9223372036854775807,-9223372036854775808]`},
	{in: `[9223372036854775808,18446744073709551615]`, want: `[9223372036854775808,18446744073709551615]`},
	{in: `[18446744073709551616,-9223372036854775809]`, want: `[18446744073709551616,-9223372036854775809]`},
	{in: `[1.0,1e2,1E+2,100e-2,0.1,-0.0,1e-7,5e-324,1.7976931348623157e308]`, want: `[1,100,100,1,0.1,-0,1e-7,5e-324,1.7976931348623157e+308]`},
	{in: `[1e400,0.1000000000000000055,1e-400,123456789012345678901234567890]`, want: `[1e400,0.1000000000000000055,1e-400,123456789012345678901234567890]`},
	{in: `[1.0,1e2,0.10,1,-0,1E5]`, want: `[1.0,1e2,0.10,1,-0,1E5]`, opts: []calque.Option{keepSpelling}},
	{in: "[1] // c", want: "[1]", opts: []calque.Option{json.Comments()}},
	{in: "/**/ // a\r\n/* b */ { /*c*/ \"a\" /*d*/ : /*e*/ 1 /*f*/ , /*g*/ \"b\" : [ /*h*/ 1 /*i*/ , /*j*/ 2 /***/ ] } //", want: `{"a":1,"b":[1,2]}`, opts: []calque.Option{json.Comments()}},
	{in: "[ /* é */ ]", want: "[]", opts: []calque.Option{json.Comments()}},
	{in: "{ // c\n}", want: "{}", opts: []calque.Option{json.Comments()}},
	{in: `["/* no */ // no"]`, want: `["/* no */ // no"]`, opts: []calque.Option{json.Comments()}},
	{in: `{"a":[1,2,],}`, want: `{"a":[1,2]}`, opts: []calque.Option{json.TrailingCommas()}},
	{in: `[[],{},]`, want: `[[],{}]`, opts: []calque.Option{json.TrailingCommas()}},
	{in: "[1, // c\n ]", want: "[1]", opts: []calque.Option{json.TrailingCommas(), json.Comments()}},
	{in: `[NaN,Infinity,-Infinity,{"a":NaN}]`, want: `[NaN,Infinity,-Infinity,{"a":NaN}]`, opts: []calque.Option{json.NonFinite(json.NonFiniteLiteral)}},
	{in: `-Infinity`, want: `-Infinity`, opts: []calque.Option{json.NonFinite(json.NonFiniteLiteral)}},
	{in: "\"a\xff\xc0\xafz\"", want: `"a` + "\ufffd\ufffd\ufffd" + `z"`, opts: []calque.Option{calque.UTF8(calque.ReplaceUTF8)}},
	{in: "[\"\xf0\x9f\x98z\xe2\x82\",\"\xed\xa0\x80\"]", want: "[\"\ufffdz\ufffd\",\"\ufffd\ufffd\ufffd\"]", opts: []calque.Option{calque.UTF8(calque.ReplaceUTF8)}},
	{in: "{\"k\xff\":\"\xf4\x90\x80\x80é\"}", want: `{"k":"é"}`, opts: []calque.Option{calque.UTF8(calque.Ignore)}},
	{in: `["\ud83d","a\ude00\ud83d\ude00","\ud83d\ud83d\ude00","\ud800\n"]`, want: `["�","a�😀","�😀","�\n"]`, opts: []calque.Option{calque.UTF8(calque.ReplaceUTF8)}},
	{in: `["\ud83d","a\ude00\ud83d\ude00","\ud83dé\t"]`, want: `["","a😀","é\t"]`, opts: []calque.Option{calque.UTF8(calque.Ignore)}},
	{in: "[1] // \xff", want: "[1]", opts: []calque.Option{json.Comments(), calque.UTF8(calque.Ignore)}},
}

func TestParse(t *testing.T) {
	for _, c := range accepted {
		for _, more := range [][]calque.Option{nil, {calque.Positions()}, {calque.Context(t.Context())}, {calque.MaxItems(1000)}} {
			v, err := json.Parse[value.Value]([]byte(c.in), append(more, c.opts...)...)
			if err != nil {
				t.Errorf("%q: %v", c.in, err)
			} else if got := text(t, v); got != c.want {
				t.Errorf("%q: got %s, want %s", c.in, got, c.want)
			}
		}
	}
}

func TestKinds(t *testing.T) {
	v, err := json.Parse[value.Value]([]byte(`[null,true,1,-1,9223372036854775808,1.5,1e400,"",[],{},-0]`))
	if err != nil {
		t.Fatal(err)
	}
	want := []value.Kind{
		value.KindNull, value.KindBool, value.KindInt, value.KindInt, value.KindUint, value.KindFloat,
		value.KindNumber, value.KindString, value.KindArray, value.KindObject, value.KindFloat,
	}
	for i, x := range v.Elements() {
		if x.Kind() != want[i] {
			t.Errorf("%d: %v, want %v", i, x.Kind(), want[i])
		}
	}
	if f := v.At(10).Float(); f != 0 || !math.Signbit(f) {
		t.Errorf("-0: %v", f)
	}
}

func TestParseAny(t *testing.T) {
	v, err := json.Parse[any]([]byte(`{"a":[1,2.5,"x",null,true,1e400]}`))
	if err != nil {
		t.Fatal(err)
	}
	a := v.(map[string]any)["a"].([]any)
	want := []any{int64(1), 2.5, "x", nil, true, value.Num("1e400")}
	for i := range want {
		if a[i] != want[i] {
			t.Errorf("%d: %#v, want %#v", i, a[i], want[i])
		}
	}
}

// TestInputUntouched proves that a value does not depend on the input.
func TestInputUntouched(t *testing.T) {
	in := []byte(`{"k1":"v1","esc":"a\nb","raw":[1, 2e400]}`)
	for _, opts := range [][]calque.Option{nil, {option.Flag(option.ShareInput)}, {calque.Positions()}} {
		data := append([]byte(nil), in...)
		v, err := json.Parse[value.Value](data, opts...)
		if err != nil || string(data) != string(in) {
			t.Fatalf("%v, input now %q", err, data)
		}
		for i := range data {
			data[i] = 0xFF
		}
		if got := text(t, v); got != `{"k1":"v1","esc":"a\nb","raw":[1,2e400]}` {
			t.Errorf("got %s", got)
		}
	}
}

func TestPartialResult(t *testing.T) {
	for in, want := range map[string]string{
		``:                               `null`,
		`x`:                              `null`,
		`1 x`:                            `1`,
		`[`:                              `[]`,
		`{"a":1,"b":[1,{"c":2,"d":x`:     `{"a":1,"b":[1,{"c":2}]}`,
		`{"a":1,"b`:                      `{"a":1}`,
		`{"a":1,"b" 2`:                   `{"a":1}`,
		`[1,[2,[3,"\q"]]]`:               `[1,[2,[3]]]`,
		`[[1],{"a":{}},[2] 3`:            `[[1],{"a":{}},[2]]`,
		`{"a":1,"a":2,"b":[{"c":3,"c":`:  `{"a":1,"a":2,"b":[{"c":3}]}`,
		"[\"\x00\"]":                     `[]`,
		`{"a":[1,2,3],"b":tru}`:          `{"a":[1,2,3]}`,
		`{"":{"":{"":{"":[[[[{"":01`:     `{"":{"":{"":{"":[[[[{}]]]]}}}}`,
		`[1,2,3,4,5,6,7,8,9,10,11,12,13`: `[1,2,3,4,5,6,7,8,9,10,11,12,13]`,
	} {
		v, err := json.Parse[value.Value]([]byte(in))
		if err == nil {
			t.Errorf("%q: no error", in)
		}
		if got := text(t, v); got != want {
			t.Errorf("%q: holds %s, want %s", in, got, want)
		}
		var a any
		if err := json.Unmarshal([]byte(in), &a); err == nil {
			t.Errorf("%q: no error", in)
		}
	}
}

func TestTargets(t *testing.T) {
	data := []byte(`[1]`)
	var doc value.Doc
	if err := json.Unmarshal(data, &doc); err != nil || text(t, doc.Root()) != "[1]" {
		t.Errorf("value.Doc: %v, %v", err, doc.Root())
	}
	var n int
	for _, v := range []any{nil, n, &n, (*any)(nil), (*value.Value)(nil), (*value.Doc)(nil), value.Value{}, make(chan int)} {
		err := json.Unmarshal(data, v)
		if !errors.Is(err, fault.BadType) {
			t.Errorf("%T: %v", v, err)
		}
		if _, err = json.UnmarshalFirst(data, v); !errors.Is(err, fault.BadType) {
			t.Errorf("%T: %v", v, err)
		}
	}
	if _, err := json.Parse[[]int](data); !errors.Is(err, fault.BadType) {
		t.Errorf("[]int: %v", err)
	}
	if _, err := json.Parse[value.Value](data, calque.Duplicates(9)); !errors.Is(err, fault.BadOption) {
		t.Errorf("unknown policy: %v", err)
	}
}

func TestParseDocReuse(t *testing.T) {
	var d value.Doc
	docs := []string{`{"a":[1,2,3,"x\ny"]}`, `[]`, strings.Repeat("[", 50) + strings.Repeat("]", 50), `"s"`, `{"z":{"y":[{"a":1,"b":null}]}}`}
	for range 3 {
		for _, in := range docs {
			v, err := json.ParseDoc(&d, []byte(in))
			if err != nil {
				t.Fatal(err)
			}
			if got := text(t, v); got != strings.ReplaceAll(in, "\\n", `\n`) {
				t.Errorf("got %s, want %s", got, in)
			}
		}
	}
	data := []byte(docs[0])
	if n := testing.AllocsPerRun(100, func() {
		if _, err := json.ParseDoc(&d, data); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations with memory to use again", n)
	}
}

func TestUnmarshalFirst(t *testing.T) {
	for in, want := range map[string][2]string{
		`1`:                     {"1", ""},
		` [1] x`:                {"[1]", " x"},
		`{"a":1}{"b":2}`:        {`{"a":1}`, `{"b":2}`},
		`true false`:            {"true", " false"},
		`"a""b"`:                {`"a"`, `"b"`},
		`12"x"`:                 {"12", `"x"`},
		"12\x00":                {"12", "\x00"},
		"\ufeff[]1":             {"[]", "1"},
		`1 2`:                   {"1", " 2"},
		`nullnull`:              {"null", "null"},
		"[1,2]\xff\xff\xff\xff": {"[1,2]", "\xff\xff\xff\xff"},
	} {
		for _, pad := range []int{0, 500, 507, 508, 509, 510, 511, 512, 513, 2048, 5000} {
			data := strings.Repeat(" ", pad) + in
			if strings.HasPrefix(in, "\ufeff") {
				data = in
			}
			var v value.Value
			rest, err := json.UnmarshalFirst([]byte(data), &v)
			if err != nil || text(t, v) != want[0] || string(rest) != want[1] {
				t.Errorf("%q behind %d: %v, rest %q, %v", in, pad, v, rest, err)
			}
		}
	}
	for in, code := range map[string]fault.Code{
		``: fault.Truncated, `[1`: fault.Truncated, `x`: fault.Syntax, `1-2`: fault.BadNumber, `01`: fault.BadNumber,
		`1.5.5`: fault.BadNumber, `1e5e`: fault.BadNumber, `-`: fault.Truncated, `tru`: fault.Truncated, "\"\xff\"": fault.BadUTF8,
	} {
		var v value.Value
		rest, err := json.UnmarshalFirst([]byte(in), &v)
		if rest != nil || !errors.Is(err, code) {
			t.Errorf("%q: rest %q, %v", in, rest, err)
		}
	}
	var v value.Value
	rest, err := json.UnmarshalFirst([]byte(`{"a":1,"a":2} 3`), &v)
	if !errors.Is(err, fault.Duplicate) || string(rest) != " 3" {
		t.Errorf("a fault of meaning: rest %q, %v", rest, err)
	}
	for limit := range int64(12) {
		rest, err = json.UnmarshalFirst([]byte(`[1,2,3] 4`), &v, calque.MaxBytes(limit))
		if ok := limit == 0 || limit >= 7; ok != (err == nil) || err != nil && !errors.Is(err, fault.TooLarge) {
			t.Errorf("at most %d bytes: rest %q, %v", limit, rest, err)
		}
	}
}

// TestUnmarshalFirstLinear proves that the rest costs nothing.
func TestUnmarshalFirstLinear(t *testing.T) {
	data := []byte(strings.Repeat(`{"a":[1,2,3]} `, 20_000))
	var d value.Doc
	n := 0
	for rest := data; len(strings.TrimSpace(string(rest[:min(len(rest), 8)]))) > 0; n++ {
		var err error
		if rest, err = json.UnmarshalFirst(rest, &d); err != nil {
			t.Fatal(err)
		}
	}
	if n != 20_000 {
		t.Errorf("%d values", n)
	}
	if size := d.Size(); size > 64<<10 {
		t.Errorf("the document of a small value holds %d bytes", size)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := json.Parse[value.Value]([]byte("["+strings.Repeat("1,", 100_000)+"1]"), calque.Context(ctx))
	if !errors.Is(err, context.Canceled) || !errors.Is(err, fault.Canceled) {
		t.Errorf("got %v", err)
	}
}
