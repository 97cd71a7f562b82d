package json_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// each is all that Each says of a stream.
func each(r io.Reader, opts ...calque.Option) string {
	var b strings.Builder
	for v, err := range json.Each[value.Value](r, opts...) {
		out, _ := json.Marshal(v)
		b.Write(out)
		if list, ok := errors.AsType[*fault.List](err); ok {
			for _, e := range list.Errors {
				fmt.Fprintf(&b, " (%d %s %d:%d@%d %s)", e.Record, e.Path, e.Line, e.Column, e.Offset, e.Code.String())
			}
			if fault.Fatal(err) {
				b.WriteString(" the end")
			}
		}
		b.WriteByte(';')
	}
	return b.String()
}

func TestEach(t *testing.T) {
	for _, c := range []struct {
		in   string
		opts []calque.Option
		want string
	}{
		{in: "", want: ""},
		{in: " \n", want: ""},
		{in: "1", want: "1;"},
		// Lines, and a bad one among them.
		{in: "{\"a\":1}\n{\"a\":2}\n", want: `{"a":1};{"a":2};`},
		{in: "{\"a\":1}\n{\"a\":x}\n{\"a\n{\"a\":3}\n\n{\"a\":4,\"a\":5}\n6", want: `{"a":1};{} (2 /a 2:6@13 syntax);{} (3  3:4@19 truncated);{"a":3};{"a":4,"a":5} (5 /a 6:8@36 duplicate);6;`},
		{in: "{\"a\":x}\n{\"a\":2}\n", want: `{} (1 /a 1:6@5 syntax);{"a":2};`},
		{in: "{\"a\":\"x\n{\"a\":2}\n", want: `{} (1 /a 1:8@7 truncated);{"a":2};`},
		{in: "[1,2]\n[3]\n", want: `[1,2];[3];`},
		{in: "\n\n[1]\r\n[2]\r\n", want: `[1];[2];`},
		{in: "1\n2\n", want: "1;2;"},
		// The elements of an array.
		{in: "[]", want: ""},
		{in: "[1,2,3]", want: "1;2;3;"},
		{in: "[1,2,3]\n\n", want: "1;2;3;"},
		{in: "[ {\"a\":1},\n  {\"a\":2} ,\n [3]\n]\n", want: `{"a":1};{"a":2};[3];`},
		{in: "[\n1,\n[2]\n]\n", want: `1;[2];`},
		{in: "[\n{\"a\":1},\n{\"a\":x},\n{\"a\":2},\n{\"b\":0,\"b\":1},\n{\"a\":3}]", want: `{"a":1};{} (2 /1/a 3:6@16 syntax);{"a":2};{"b":0,"b":1} (4 /3/b 5:8@36 duplicate);{"a":3};`},
		{in: "[\n1,\nx,\n2]", want: "1;null (2 /1 3:1@5 syntax);2;"},
		{in: "[\n1,\n[2 3],\n4]", want: "1;[2] (2 /1 3:4@8 syntax);4;"},
		{in: "[\n1", want: "1;null (0  2:2@3 truncated) the end;"},
		{in: "[\n1,", want: "1;null (0 /1 2:3@4 truncated) the end;"},
		{in: "[\n", want: "null (0  2:1@2 truncated) the end;"},
		{in: "[\n1 2]", want: "1;null (0  2:3@4 syntax) the end;"},
		{in: "[\n1,]", want: "1;null (2 /1 2:3@4 syntax) the end;"},
		{in: "[\n1,]", opts: []calque.Option{json.TrailingCommas()}, want: "1;"},
		{in: "[\n,1]", want: "null (1 /0 2:1@2 syntax) the end;"},
		{in: "[\n1] 2", want: "1;null (0  2:4@5 trailing) the end;"},
		{in: "[\n1, // c\n/* d */ 2 /* e */]//f", opts: []calque.Option{json.Comments()}, want: "1;2;"},
		// Values, one behind the other.
		{in: "{\n\"a\":1\n}\n{\n\"a\":2\n}", want: `{"a":1};{"a":2};`},
		{in: "1 2 [3] 4", want: "1;2;[3];4;"},
		{in: "[1] [2]", want: "[1];[2];"},
		{in: "{\"a\":1} {\"a\":x} {\"a\":3}", want: `{"a":1};{} (2 /a 1:14@13 syntax);{"a":3};`},
		{in: "{\n\"a\":1}\n{\n\"a\":x\n}\n{\n\"a\":3}", want: `{"a":1};{} (2 /a 4:5@15 syntax);{"a":3};`},
		{in: "{\n\"a\":1}\n{\n\"a\":\"x\n}", want: `{"a":1};{} (2 /a 4:7@17 syntax) the end;`},
		{in: "1 2 [[3]] 4", opts: []calque.Option{calque.MaxDepth(1)}, want: "1;2;[] (3 /0 1:6@5 too-deep) the end;"},
		// As told.
		{in: "[1,2]", opts: []calque.Option{json.Lines()}, want: "[1,2];"},
		{in: "[1,\n2]\n3", opts: []calque.Option{json.Lines()}, want: "[1] (1 /1 1:4@3 truncated);2 (2  2:2@5 trailing);3;"},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in)), iotest.DataErrReader(strings.NewReader(c.in))} {
			if got := each(r, c.opts...); got != c.want {
				t.Errorf("%q from %T:\n got %s\nwant %s", c.in, r, got, c.want)
			}
		}
	}
}

func TestEachStops(t *testing.T) {
	n := 0
	for _, err := range json.Each[any](strings.NewReader("1\n2\n3\n")) {
		if n++; n == 2 || err != nil {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d records", n)
	}
	for v, err := range json.Each[int](strings.NewReader("1\n2\n")) {
		if !errors.Is(err, fault.BadType) {
			t.Errorf("%v, %v", v, err)
		}
		n++
	}
	if n != 3 {
		t.Errorf("%d answers for a type that cannot be read", n-2)
	}
	for _, err := range json.Each[any](iotest.ErrReader(errBroken)) {
		if !errors.Is(err, errBroken) {
			t.Error(err)
		}
		n++
	}
	if n != 4 {
		t.Errorf("%d answers for a reader that fails", n-3)
	}
}

// TestEachLarge proves that the elements of an array of any length are held one
// at a time, and that short lines of arrays are told from it.
func TestEachLarge(t *testing.T) {
	element := `{"id":1,"tags":["a","b"]}`
	array := "[" + strings.Repeat(element+",", 20_000) + element + "]"
	n := 0
	for v, err := range json.Each[value.Value](strings.NewReader(array)) {
		if err != nil || v.Len() != 2 {
			t.Fatal(v, err)
		}
		d, _ := v.In()
		if d.Size() > 16<<10 {
			t.Fatalf("%d bytes for an element", d.Size())
		}
		n++
	}
	if n != 20_001 {
		t.Errorf("%d elements", n)
	}
	n = 0
	for v, err := range json.Each[value.Value](strings.NewReader(strings.Repeat("[1,2,3]\n", 20_000))) {
		if err != nil || v.Len() != 3 {
			t.Fatal(v, err)
		}
		n++
	}
	if n != 20_000 {
		t.Errorf("%d lines", n)
	}
}

func TestNDJSONFormat(t *testing.T) {
	v := value.Array(value.Int(1), value.String("a\nb"))
	out, err := calque.Marshal(json.NDJSON, v, json.Indent(2))
	if err != nil || string(out) != "[1,\"a\\nb\"]\n" {
		t.Errorf("%q, %v", out, err)
	}
	out, err = calque.Marshal(json.Format.With(json.Indent(1)), v)
	if err != nil || string(out) != "[\n 1,\n \"a\\nb\"\n]" {
		t.Errorf("%q, %v", out, err)
	}
	var b strings.Builder
	e := json.NDJSON.NewEncoder(&b, json.Indent(2))
	for range 2 {
		if err = e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err = e.Close(); err != nil || b.String() != "[1,\"a\\nb\"]\n[1,\"a\\nb\"]\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	d := json.NDJSON.NewDecoder(strings.NewReader(b.String() + "x\n1"))
	var got []string
	for {
		var w value.Value
		err = d.Decode(&w)
		if err == io.EOF {
			break
		}
		got = append(got, fmt.Sprintf("%s %v", text(t, w), err == nil))
	}
	if want := `[1,"a\nb"] true;[1,"a\nb"] true;null false;1 true`; strings.Join(got, ";") != want {
		t.Errorf("%q", got)
	}
	var w value.Value
	if err = calque.Unmarshal(json.NDJSON, []byte("[1]\n"), &w); err != nil || w.Len() != 1 {
		t.Error(err)
	}
	rest, err := json.NDJSON.UnmarshalFirst([]byte("[1]\n[2]\n"), &w)
	if err != nil || string(rest) != "\n[2]\n" {
		t.Errorf("%q, %v", rest, err)
	}
	if c := json.Format.Capabilities(); !c.Text || !c.SelfDescribe || !c.Stream || !c.BigNumbers || c.AnyKeys {
		t.Errorf("%+v", c)
	}
}

func TestRegistered(t *testing.T) {
	for name, want := range map[string]string{"a.json": "json", "A.GEOJSON": "json", "site.webmanifest": "json", "n.ipynb": "json", "x.ndjson": "ndjson", "x.jsonl": "ndjson"} {
		if f, ok := format.ByExtension(name); !ok || f.Name() != want {
			t.Errorf("%s: %v", name, f)
		}
	}
	for name, want := range map[string]string{"application/json; charset=utf-8": "json", "text/json": "json", "application/problem+json": "json", "application/x-ndjson": "ndjson", "application/jsonl": "ndjson"} {
		if f, ok := format.ByMediaType(name); !ok || f.Name() != want {
			t.Errorf("%s: %v", name, f)
		}
	}
	f, err := format.Parse("json:indent=1,comments")
	if err != nil {
		t.Fatal(err)
	}
	var v value.Value
	if err = f.Unmarshal([]byte("[1]//"), &v); err != nil {
		t.Error(err)
	}
	for in, want := range map[string]string{
		`{"a":1}`: "json", `{ }`: "json", " \n{\n \"a\"": "json", `[1,2]`: "json", `[`: "json", "\ufeff[]": "json", `"x`: "json",
		`12.5e3`: "json", `-1 `: "json", `true`: "json", `null`: "json", `[[1],`: "json", "[\n{\"a\":1},\n{\"a\":2}\n]": "json",
		"{\"a\":1}\n{\"a\":2}\n": "ndjson", "{\"a\":1}\n\n{\"a": "ndjson", "[1]\r\n[2]": "ndjson", "{\"a\":\"}\"}\n{}\n": "ndjson",
		"{\"a\":1}\n": "json", "{\"a\":1}\n2": "json", "{\n\"a\":1}\n{": "json",
		``: "", `{x`: "", `hello`: "", `[x`: "", "12,5\n": "", "\x82\xa1": "", `-`: "json", `1-2-x`: "",
	} {
		name := ""
		if f, ok := format.Sniff([]byte(in)); ok {
			name = f.Name()
		}
		if name != want {
			t.Errorf("%q: %q, want %q", in, name, want)
		}
	}
}
