package json_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

var update = flag.Bool("update", false, "write the golden files anew")

// broken are the inputs whose faults testdata/errors.golden shows.
var broken = []struct {
	name, in string
	opts     []calque.Option
}{
	{name: "empty", in: ""},
	{name: "blank", in: " \n\t"},
	{name: "word", in: "hello"},
	{name: "cut literal", in: `{"ok": tru`},
	{name: "wrong literal", in: "{\n  \"a\": 1,\n  \"b\": tru\n}"},
	{name: "capital literal", in: "[True]"},
	{name: "literal nan", in: "[nan]"},
	{name: "NaN", in: "[1, NaN]"},
	{name: "-Infinity", in: "[-Infinity]"},
	{name: "literal goes on", in: "[trues]"},
	{name: "single quotes", in: "{'a': 1}"},
	{name: "number key", in: `{"a": {1: 2}}`},
	{name: "no colon", in: `{"a" 1}`},
	{name: "equals sign", in: `{"a"=1}`},
	{name: "no value", in: `{"a": }`},
	{name: "no comma in object", in: `{"a": 1 "b": 2}`},
	{name: "no comma in array", in: `[1, [2 3]]`},
	{name: "colon in array", in: `["k": 1]`},
	{name: "comma first in array", in: `[,1]`},
	{name: "comma first in object", in: `{,"a":1}`},
	{name: "two commas", in: `[1,,2]`},
	{name: "trailing comma in array", in: `{"list": [1, 2, ]}`},
	{name: "trailing comma in object", in: `{"a": 1, }`},
	{name: "wrong bracket in array", in: `[1}`},
	{name: "wrong bracket in object", in: `{"a": [1], "b": {"c": 2]}`},
	{name: "open array", in: `[`},
	{name: "open array with comma", in: `[1,`},
	{name: "open array with element", in: `[1`},
	{name: "open object", in: `{`},
	{name: "open object with name", in: `{"k"`},
	{name: "open object with colon", in: `{"k":`},
	{name: "open object with member", in: `{"k":1`},
	{name: "open object with comma", in: `{"k":1,`},
	{name: "data behind", in: `{} x`},
	{name: "bracket behind", in: `[]]`},
	{name: "second value", in: "1\n2"},
	{name: "leading zero", in: `{"n": 012}`},
	{name: "leading plus", in: `[+1]`},
	{name: "leading point", in: `[.5]`},
	{name: "minus alone", in: `[-]`},
	{name: "no fraction", in: `[1.]`},
	{name: "no exponent", in: `[1e+]`},
	{name: "cut exponent", in: `1e`},
	{name: "hexadecimal", in: `[0x1F]`},
	{name: "open string", in: `{"a": "s`},
	{name: "open name", in: `{"a": 1, "b`},
	{name: "newline in string", in: "[\"a\nb\"]"},
	{name: "tab in name", in: "{\"a\tb\": 1}"},
	{name: "NUL in string", in: "[\"a\x00b\"]"},
	{name: "NUL between", in: "[1,\x00 2]"},
	{name: "NUL behind", in: "1\x00"},
	{name: "bad escape", in: `["a\q"]`},
	{name: "hex escape", in: `["\x41"]`},
	{name: "bad hex digit", in: `["\u12G4"]`},
	{name: "cut unicode escape", in: `["\u12`},
	{name: "escaped end", in: `["a\"]`},
	{name: "escaped newline", in: "[\"a\\\nb\"]"},
	{name: "lone high surrogate", in: `["é\ud83d!"]`},
	{name: "lone low surrogate", in: `{"\ude00": 1}`},
	{name: "high surrogate and character", in: `["\ud83d\u0041"]`},
	{name: "cut pair", in: `"\ud83d\u`},
	{name: "cut pair behind first", in: `"\ud83d`},
	{name: "high surrogate and bad digit", in: `["\ud83d\u00z1"]`},
	{name: "byte FF", in: "{\"d\":\"\xff\"}"},
	{name: "overlong", in: "[\"ok\", \"\xc0\xaf\"]"},
	{name: "UTF-8 surrogate", in: "[\"\xed\xa0\x80\"]"},
	{name: "cut character", in: "[\"\xe2\x82\"]"},
	{name: "cut character at the end", in: "[\"\xe2\x82"},
	{name: "bad byte in name", in: "{\"\xfc\":1}"},
	{name: "bad byte outside", in: "[\xff]"},
	{name: "letter outside", in: "[é]"},
	{name: "no-break space", in: "[1,\u00a02]"},
	{name: "line separator", in: "\u20281"},
	{name: "half a byte order mark", in: "\xef\xbb{}"},
	{name: "byte order mark inside", in: "[\ufeff1]"},
	{name: "UTF-16", in: "[\x00\"\x00"},
	{name: "comment", in: "// c\n[1]"},
	{name: "path with escapes", in: `{"a/b": {"m~n": {"": [0, 1, {"x y": ?}]}}}`},
	{name: "second line", in: "{\r\n\t\"größe\": [1, 2, x]\r\n}"},
	{name: "duplicate", in: `{"id": 1, "name": "x", "id": 2}`},
	{name: "duplicates and a fault of syntax", in: "{\"a\": {\"b\": 1, \"\\u0062\": 2},\n \"a\": [3, {\"c\": 1, \"c\": 2}], \"d\" 4}"},
	{name: "duplicate, first only", in: `[{"a":1,"a":2},{"b":1,"b":2}]`, opts: []calque.Option{calque.FailFast()}},
	{name: "duplicates, two kept", in: `{"a":1,"a":2,"a":3,"a":4}`, opts: []calque.Option{calque.MaxErrors(2)}},
	{name: "long name", in: `{"` + strings.Repeat("n", 100) + `": 1, "` + strings.Repeat("n", 100) + `": 2}`},
	{name: "too deep", in: `{"a": [[1]]}`, opts: []calque.Option{calque.MaxDepth(2)}},
	{name: "too many", in: `{"a": 1, "b": [2, 3, 4], "c": 5}`, opts: []calque.Option{calque.MaxItems(5)}},
	{name: "too large", in: `[1, 2, 3]`, opts: []calque.Option{calque.MaxBytes(8)}},
	{name: "open comment", in: "[1, /* 2 ]", opts: []calque.Option{json.Comments()}},
	{name: "slash alone", in: "[1] / 2", opts: []calque.Option{json.Comments()}},
	{name: "half a comment's end", in: "/*/ [1]", opts: []calque.Option{json.Comments()}},
	{name: "bad byte in comment", in: "[1 // \xff\n]", opts: []calque.Option{json.Comments()}},
	{name: "comma alone", in: `[,]`, opts: []calque.Option{json.TrailingCommas()}},
	{name: "two trailing commas", in: `{"a":1,,}`, opts: []calque.Option{json.TrailingCommas()}},
	{name: "trailing comma at the end", in: `[1],`, opts: []calque.Option{json.TrailingCommas()}},
	{name: "value behind trailing comma", in: `[1,?`, opts: []calque.Option{json.TrailingCommas()}},
	{name: "cut NaN", in: `[Na]`, opts: []calque.Option{json.NonFinite(json.NonFiniteLiteral)}},
	{name: "control character, mended", in: "\"\xff\x01\"", opts: []calque.Option{calque.UTF8(calque.ReplaceUTF8)}},
	{name: "bad escape, mended", in: "\"\xff\\x\"", opts: []calque.Option{calque.UTF8(calque.Ignore)}},
}

func TestErrorsGolden(t *testing.T) {
	var b bytes.Buffer
	for _, c := range broken {
		_, err := json.Parse[value.Value]([]byte(c.in), c.opts...)
		list, ok := errors.AsType[*fault.List](err)
		if !ok {
			t.Errorf("%s: %q: got %v, want a list of faults", c.name, c.in, err)
			continue
		}
		fmt.Fprintf(&b, "-- %s --\n%s", c.name, list.Render(nil))
	}
	golden(t, "errors.golden", b.Bytes())
}

// golden compares got with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil { //nolint:gosec // it is a file of the project
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("%s: line %d:\n got %s\nwant %s\n(run with -update if this is meant)", file, i+1, g[i], w[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", file, len(g), len(w))
}
