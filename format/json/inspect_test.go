package json_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
)

// inspected shows the items of an input, one a line.
func inspected(t *testing.T, f calque.Format, in string, opts ...calque.Option) string {
	t.Helper()
	pieces, ok := f.(calque.Inspector)
	if !ok {
		t.Fatal("no inspector")
	}
	var b strings.Builder
	end := int64(0)
	for it, err := range pieces.Inspect([]byte(in), opts...) {
		if err != nil {
			list, ok := errors.AsType[*fault.List](err)
			if !ok || it != (calque.Item{}) {
				t.Errorf("%q: %v with %+v", in, err, it)
				continue
			}
			for _, e := range list.Errors {
				b.WriteString(e.Error() + "\n")
			}
			continue
		}
		if it.Offset < end || it.Len < 1 || int(it.Offset)+it.Len > len(in) {
			t.Errorf("%q: an item out of order: %+v", in, it)
		}
		end = it.Offset + int64(it.Len)
		mark := ""
		if it.Key {
			mark = " key"
		}
		if it.End {
			mark = " end"
		}
		fmt.Fprintf(&b, "%d+%d %s%q %s%s %s\n", it.Offset, it.Len, strings.Repeat("  ", it.Depth), it.Path, it.Meaning, mark, it.Value)
	}
	return b.String()
}

func TestInspect(t *testing.T) {
	for _, c := range []struct {
		in, want string
		opts     []calque.Option
	}{
		{in: " {\"a/b\": [1, -2.5, 1e400, \"x\\n\\u00e9\"],\n\"c\":{\"\\t\":null}, \"d\":true, \"e\":[] }\n", want: `1+1 "" object, 4 members 
2+5   "/a~1b" name key "a/b"
9+1   "/a~1b" array, 4 elements 
10+1     "/a~1b/0" number, integer 1
13+4     "/a~1b/1" number, float -2.5
19+5     "/a~1b/2" number, kept as text 1e400
26+11     "/a~1b/3" string, 2 escapes "x\n\u00e9"
37+1   "/a~1b" end of array end 
40+3   "/c" name key "c"
44+1   "/c" object, 1 member 
45+4     "/c/\t" name, 1 escape key "\t"
50+4     "/c/\t" null ` + "null\n" + `54+1   "/c" end of object end 
57+3   "/d" name key "d"
61+4   "/d" boolean true
67+3   "/e" name key "e"
71+1   "/e" array, 0 elements 
72+1   "/e" end of array end 
74+1 "" end of object end 
`},
		{in: `"` + strings.Repeat("é", 40) + `"`, want: `0+82 "" string "` + strings.Repeat("é", 29) + "...\n"},
		{in: "\ufeff1 2", want: "3+1 \"\" number, integer 1\n5+1 \"\" number, integer 2\n"},
		{in: "[1,2", want: "0+1 \"\" array \n1+1   \"/0\" number, integer 1\n3+1   \"/1\" number, integer 2\ncalque: json: line 1, column 5, offset 4: unexpected end: want ',' or ']'\n"},
		{in: `{"a":[[1],{"b" 2}]}`, want: `0+1 "" object 
1+3   "/a" name key "a"
5+1   "/a" array 
6+1     "/a/0" array, 1 element 
7+1       "/a/0/0" number, integer 1
8+1     "/a/0" end of array end 
10+1     "/a/1" object 
11+3       "/a/1/b" name key "b"
calque: json: /a/1/b: line 1, column 16, offset 15: want ':', got '2'
`},
		{in: `{"x":1,"y": tru}`, want: "0+1 \"\" object \n1+3   \"/x\" name key \"x\"\n5+1   \"/x\" number, integer 1\n7+3   \"/y\" name key \"y\"\ncalque: json: /y: line 1, column 16, offset 15: want true, got '}'\n"},
		{in: `{"x":1,"y`, want: "0+1 \"\" object \n1+3   \"/x\" name key \"x\"\n5+1   \"/x\" number, integer 1\ncalque: json: line 1, column 10, offset 9: unexpected end: want '\"'\n"},
		{in: `{"a":1,"a":2}`, want: "0+1 \"\" object, 2 members \n1+3   \"/a\" name key \"a\"\n5+1   \"/a\" number, integer 1\n7+3   \"/a\" name key \"a\"\n11+1   \"/a\" number, integer 2\n12+1 \"\" end of object end \ncalque: json: /a: line 1, column 8, offset 7: duplicate name: \"a\"\n"},
		{in: `{"a":1,"a":[]}`, opts: []calque.Option{calque.Duplicates(calque.Last)}, want: "0+1 \"\" object, 2 members \n1+3   \"/a\" name key \"a\"\n5+1   \"/a\" number, integer 1\n7+3   \"/a\" name key \"a\"\n11+1   \"/a\" array, 0 elements \n12+1   \"/a\" end of array end \n13+1 \"\" end of object end \n"},
		{in: ``, want: "calque: json: line 1, column 1, offset 0: unexpected end: want value\n"},
		{in: "1 /*c*/ [2//d\n]", opts: []calque.Option{json.Comments()}, want: "0+1 \"\" number, integer 1\n8+1 \"\" array, 1 element \n9+1   \"/0\" number, integer 2\n14+1 \"\" end of array end \n"},
		{in: "[1] [2", opts: []calque.Option{calque.MaxBytes(4)}, want: "0+1 \"\" array, 1 element \n1+1   \"/0\" number, integer 1\n2+1 \"\" end of array end \n4+1 \"\" array \n5+1   \"/0\" number, integer 2\ncalque: json: record 2: line 1, column 7, offset 6: unexpected end: want ',' or ']'\n"},
		{in: "[\"\xff\",NaN]", opts: []calque.Option{calque.UTF8(calque.ReplaceUTF8), json.NonFinite(json.NonFiniteLiteral)}, want: "0+1 \"\" array, 2 elements \n1+3   \"/0\" string \"\xff\"\n5+3   \"/1\" number, float NaN\n8+1 \"\" end of array end \n"},
	} {
		if got := inspected(t, json.Format, c.in, c.opts...); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
	want := "0+1 \"\" array, 1 element \n1+1   \"/0\" number, integer 1\n2+1 \"\" end of array end \n5+1 \"\" object \ncalque: json: record 2: line 3, column 2, offset 6: unexpected end: want string or '}'\n"
	if got := inspected(t, json.NDJSON, "[1]\n\n{\n2"); got != want {
		t.Errorf("lines: got %s", got)
	}
}

// TestInspectBroken proves that the items of every broken input are those up to
// its faults, which are the parser's.
func TestInspectBroken(t *testing.T) {
	for _, c := range broken {
		got := inspected(t, json.Format, c.in, c.opts...)
		if !strings.Contains(got, "calque: json: ") && c.name != "second value" {
			t.Errorf("%s: no fault: %s", c.name, got)
		}
	}
	n := 0
	for _, err := range json.Format.(calque.Inspector).Inspect([]byte(`[1,{"a":[2]},3`)) {
		if n++; n == 4 || err != nil {
			break
		}
	}
	if n != 4 {
		t.Errorf("%d items", n)
	}
}

func TestInspectDeep(t *testing.T) {
	n := 0
	in := strings.Repeat(`{"":[`, 2000) + strings.Repeat(`]}`, 2000)
	for it, err := range json.Format.(calque.Inspector).Inspect([]byte(in)) {
		if err != nil || it.Depth > 4000 {
			t.Fatal(err, it.Depth)
		}
		n++
	}
	if n != 5*2000 {
		t.Errorf("%d items", n)
	}
}
