package json

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
)

var spliceOptions = []calque.Option{Comments(), TrailingCommas()}

// TestSplice edits by pointers: "POINTER=JSON" sets or, with a + in front,
// inserts, "-POINTER" removes.
func TestSplice(t *testing.T) {
	const config = `{
  // The name comes first.
  "name": "calque", // shown to all
  "ports": [80, 443],   "size": 1.50,
  "paths": [
    "/a",
    "/b" // last
  ],
  "empty": {}, "none": [ ]
}
`
	for _, c := range []struct{ name, text, edits, want string }{
		{"nothing", config, ``, config},
		{"scalar", `{"a" : 1.0 , "b":[ 2 ]}`, `/a=2`, `{"a" : 2 , "b":[ 2 ]}`},
		{"equal", `{"a": 1.0}`, `/a=1`, `{"a": 1.0}`},
		{"root", " [1] \n", `=null`, " null \n"},
		{"root of another kind", "[\n\t1\n]\n", `={"a":[1,{}]}`, "{\n\t\"a\": [\n\t\t1,\n\t\t{}\n\t]\n}\n"},
		{"add to compact", `{"a":1,"b":[1,2]}`, `/c={"d":[1]};+/b/0=0`, `{"a":1,"b":[0,1,2],"c":{"d":[1]}}`},
		{"add to spaced", `{"a": 1, "b": [1, 2]}`, `/c={"d":[1,2]};+/b/0=0;/b/-=3`, `{"a": 1, "b": [0, 1, 2, 3], "c": {"d": [1, 2]}}`},
		{"add with a tab", "{\n\t\"a\":1\n}", `/b={"c":2}`, "{\n\t\"a\":1,\n\t\"b\":{\n\t\t\"c\":2\n\t}\n}"},
		{"add with CRLF", "{\r\n  \"a\": 1\r\n}\r\n", `/b=[2]`, "{\r\n  \"a\": 1,\r\n  \"b\": [\r\n    2\r\n  ]\r\n}\r\n"},
		{"remove", `[1, 2, 3]`, `-/1`, `[1, 3]`},
		{"remove the first", `[1, 2, 3]`, `-/0`, `[2, 3]`},
		{"remove the last", `[1, 2, 3 ]`, `-/2`, `[1, 2 ]`},
		{"remove all", "[\n  1,\n  2\n]", `-/0;-/0`, `[]`},
		{"trailing comma", "[\n  1,\n  2,\n]", `/-=3`, "[\n  1,\n  2,\n  3,\n]"},
		{"trailing comma, less", "[\n  1,\n  2,\n]", `-/1`, "[\n  1,\n]"},
		{"keep a comment", "[ // which\n  1, // one\n  2 // two\n  // end\n]", `-/1`, "[ // which\n  1 // one\n  // end\n]"},
		{"behind a comment", "[\n  1 // one\n  // end\n]", `/-=2`, "[\n  1, // one\n  2\n  // end\n]"},
		{"comment on the line", "[1, // one\n 2, 3]", `-/1`, "[1, // one\n 3]"},
		{"empty the commented", "[ // why\n  1, // one\n]", `-/0`, "[ // why\n]"},
		{"in front of a comment", "[\n  // one\n  1\n]", `+/0=0`, "[\n  0,\n  // one\n  1\n]"},
		{"fill", "{\n  \"a\": {}\n}", `/a/b=1`, "{\n  \"a\": {\n    \"b\": 1\n  }\n}"},
		{"fill on one line", `{"a": {}}`, `/a/b=1;/a/c=2`, `{"a": {"b": 1, "c": 2}}`},
		{"fill the commented", "{ // c\n}", `/a=1;/b=2`, "{ // c\n  \"a\": 1,\n  \"b\": 2\n}"},
		{"fill behind a block", "{\n  \"a\": [/* c */]\n}", `/a/-=1`, "{\n  \"a\": [/* c */\n    1\n  ]\n}"},
		{"nested in one line", "{\n  \"a\": [1, 2],\n  \"b\": 3\n}", `/a=[{"x":1}]`, "{\n  \"a\": [{\"x\": 1}],\n  \"b\": 3\n}"},
		{"wrapped", "[\n  1, 2, 3,\n  4, 5\n]", `/-=6`, "[\n  1, 2, 3,\n  4, 5, 6\n]"},
		{"empty lines", "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3\n}", `/d=4`, "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": 4\n}"},
		{"escapes stay", `{"\u0061":"\u00e9","b":1}`, `/b=2`, `{"\u0061":"\u00e9","b":2}`},
		{"byte order mark", "\xef\xbb\xbf[1]", `/0=2`, "\xef\xbb\xbf[2]"},
		{"config", config, `/size=2;/ports/-=8080;-/paths/1;/new={"k":[]};/empty/x=1`, `{
  // The name comes first.
  "name": "calque", // shown to all
  "ports": [80, 443, 8080],   "size": 2,
  "paths": [
    "/a"
  ],
  "empty": {
    "x": 1
  }, "none": [ ],
  "new": {
    "k": []
  }
}
`},
	} {
		v := editedText(t, c.text, c.edits)
		got, err := Splice([]byte(c.text), v, spliceOptions...)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got\n%s\n%v, want\n%s", c.name, got, err, c.want)
		}
	}
}

// editedText returns the value of a text after edits.
func editedText(t *testing.T, text, edits string) value.Value {
	t.Helper()
	v, err := Parse[value.Value]([]byte(text), append(spliceOptions, calque.Positions())...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for edit := range strings.SplitSeq(edits, ";") {
		switch {
		case edit == "":
			continue
		case edit[0] == '-':
			_, err = v.RemovePointer(edit[1:])
		case edit[0] == '+':
			ptr, x, _ := strings.Cut(edit[1:], "=")
			v, err = value.Patch{{Op: value.OpAdd, Path: ptr, Value: parsed(t, x)}}.Apply(v)
		default:
			ptr, x, _ := strings.Cut(edit, "=")
			v, err = v.SetPointer(ptr, parsed(t, x), false)
		}
		if err != nil {
			t.Fatalf("%s: %v", edit, err)
		}
	}
	return v
}

func TestSpliceFaults(t *testing.T) {
	if got, err := Splice([]byte(`[1,`), value.Null()); !errors.Is(err, fault.Truncated) || got != nil {
		t.Errorf("got %s, %v", got, err)
	}
	v := parsed(t, `{"a":[1,{"b":2}],"c":3}`)
	for ptr, x := range map[string]value.Value{"/a/1/x~1": value.Ext(1, value.Null()), "/c": value.Array(value.String("\xff"))} {
		if _, err := v.SetPointer(ptr, x, false); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Splice([]byte(`{"a":[1,{"b":2}],"c":3}`), v)
	list, _ := errors.AsType[*fault.List](err)
	if list == nil || list.Total != 2 || list.Errors[0].Path != "/a/1/x~1" || list.Errors[1].Path != "/c/0" {
		t.Errorf("got %v", err)
	}
	if _, err = Splice([]byte(`[[]]`), parsed(t, `[[[[1]]]]`), calque.MaxDepth(3)); !errors.Is(err, fault.TooDeep) {
		t.Errorf("got %v", err)
	}
	// Two members of one name.
	text := []byte(`[{"a":1,"a":2}, {"a":1,"a":2}]`)
	w, err := Parse[value.Value](text, calque.Duplicates(calque.Last))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Splice(text, w, calque.Duplicates(calque.Last)); err != nil || string(got) != `[{"a": 2}, {"a": 2}]` && string(got) != `[{"a":2}, {"a":2}]` {
		t.Errorf("got %s, %v", got, err)
	}
	// Deeper than Splice looks.
	deep := strings.Repeat("[ ", 300) + "1" + strings.Repeat(" ]", 300)
	for from, to := range map[string]string{"1": "1", "1 ": "2 "} {
		edited := strings.Replace(deep, from, to, 1)
		got, err := Splice([]byte(deep), parsed(t, edited))
		if err != nil || !parsed(t, string(got)).Equal(parsed(t, edited)) || from == "1" && string(got) != deep {
			t.Errorf("got %s, %v", got, err)
		}
	}
}

// layout writes v as JSON text with random white space, comments and last
// commas.
func layout(r *rand.Rand, v value.Value, style int) string {
	blank := func() string {
		switch {
		case style == 0:
			return ""
		case style == 1:
			return []string{"", " ", "\n  ", "\t", "\r\n"}[r.IntN(5)]
		}
		return []string{"", "", " ", "\n    ", " /* , ] */ ", " // \"x, }\n", "\n\n"}[r.IntN(7)]
	}
	var parts []string
	open, end := "[", "]"
	switch v.Kind() {
	case value.KindArray:
		for _, x := range v.Elements() {
			parts = append(parts, layout(r, x, style))
		}
	case value.KindObject:
		open, end = "{", "}"
		for k, x := range v.Members() {
			parts = append(parts, fmt.Sprintf("%q", k)+blank()+":"+blank()+layout(r, x, style))
		}
	default:
		return v.String()
	}
	text := open + blank()
	for k, part := range parts {
		text += part + blank()
		if k < len(parts)-1 || style == 2 && r.IntN(4) == 0 {
			text += "," + blank()
		}
	}
	return text + end
}

// anyValue returns a value of a few levels.
func anyValue(r *rand.Rand, levels int) value.Value {
	n := r.IntN(5)
	switch kind := r.IntN(6); {
	case kind < 2 && levels > 0:
		elems := make([]value.Value, n)
		for k := range elems {
			elems[k] = anyValue(r, levels-1)
		}
		return value.Array(elems...)
	case kind < 4 && levels > 0:
		members := make([]value.Member, n)
		for k := range members {
			members[k] = value.Pair(string(rune('a'+k)), anyValue(r, levels-1))
		}
		return value.Object(members...)
	case kind == 4:
		return value.String([]string{"", "x", "a,]", "//", "\"\\"}[r.IntN(5)])
	}
	return []value.Value{value.Null(), value.Bool(true), value.Int(int64(r.IntN(3))), value.Float(1.5)}[r.IntN(4)]
}

// mutate edits v, or something in it, and returns the whole.
func mutate(r *rand.Rand, v value.Value) value.Value {
	at := v
	for at.Len() > 0 && r.IntN(3) > 0 {
		k := r.IntN(at.Len())
		next := at.At(k)
		if at.Kind() == value.KindObject {
			next, _ = at.Get(at.Keys()[k])
		}
		if kind := next.Kind(); kind != value.KindArray && kind != value.KindObject {
			break
		}
		at = next
	}
	x := anyValue(r, 2)
	switch at.Kind() {
	case value.KindArray:
		n := at.Len()
		switch op := r.IntN(4); {
		case op == 0 && n > 0:
			drop(at.RemoveAt(r.IntN(n)))
		case op == 1 && n > 0:
			drop(at.SetAt(r.IntN(n), x))
		case op == 2:
			drop(at.Append(x))
		default:
			drop(at.Insert(r.IntN(n+1), x))
		}
		return v
	case value.KindObject:
		if r.IntN(3) == 0 {
			drop(at.Delete(string(rune('a' + r.IntN(5)))))
		} else {
			drop(at.Set(string(rune('a'+r.IntN(7))), x))
		}
		return v
	}
	return x
}

// drop takes the error of an edit that cannot fail.
func drop(error) {}

// TestSpliceRandom edits random values in random layouts.
func TestSpliceRandom(t *testing.T) {
	rounds := 20_000
	if testing.Short() {
		rounds = 2_000
	}
	seed := uint64(6902)
	for i := range rounds {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		style := r.IntN(3)
		text := " " + layout(r, anyValue(r, 4), style) + "\n"
		old := editedText(t, text, "")
		if got, err := Splice([]byte(text), old, spliceOptions...); err != nil || string(got) != text {
			t.Fatalf("round %d: without edits %q became %q, %v", i, text, got, err)
		}
		v := old
		for range 1 + r.IntN(3) {
			v = mutate(r, v)
		}
		got, err := Splice([]byte(text), v, spliceOptions...)
		if err != nil {
			t.Fatalf("round %d: %q to %v: %v", i, text, v, err)
		}
		again, err := Parse[value.Value](got, spliceOptions...)
		if err != nil || !again.Equal(v) {
			t.Fatalf("round %d: %q to %v gave %q: %v", i, text, v, got, err)
		}
	}
}

// TestSpliceKeepsBytes sets, adds and removes one thing: all bytes outside of
// the container around it stay, and of a replaced value all around that.
func TestSpliceKeepsBytes(t *testing.T) {
	for i := range 3_000 {
		r := rand.New(rand.NewPCG(7386, uint64(i)))
		text := layout(r, value.Array(anyValue(r, 4), anyValue(r, 4), anyValue(r, 4)), r.IntN(3))
		var doc value.Doc
		at, err := ParseDoc(&doc, []byte(text), append(spliceOptions, calque.Positions())...)
		if err != nil {
			t.Fatal(err)
		}
		root, before, mark := at, at, value.String("a mark")
		for at.Len() > 0 && (at.Kind() == value.KindArray || at.Kind() == value.KindObject) {
			before = at
			if at.Kind() == value.KindArray {
				at = at.At(r.IntN(at.Len()))
			} else {
				at, _ = at.Get(at.Keys()[r.IntN(at.Len())])
			}
			if r.IntN(3) == 0 {
				break
			}
		}
		start, end, _ := doc.Span(before)
		if r.IntN(2) == 0 { // replace
			start, end, _ = doc.Span(at)
			for k, x := range before.Elements() {
				if x == at {
					drop(before.SetAt(k, mark))
				}
			}
			for k, x := range before.Members() {
				if x == at {
					drop(before.Set(k, mark))
				}
			}
		} else if before.Kind() == value.KindArray {
			drop(before.Insert(r.IntN(before.Len()+1), mark))
		} else {
			drop(before.Set("mark", mark))
		}
		got, err := Splice([]byte(text), root, spliceOptions...)
		if err != nil || !bytes.HasPrefix(got, []byte(text[:start])) || !bytes.HasSuffix(got, []byte(text[end:])) {
			t.Fatalf("round %d: %q became %q, %v", i, text, got, err)
		}
	}
}

// FuzzSplice makes one text to the value of another.
func FuzzSplice(f *testing.F) {
	f.Add([]byte(`{"a": [1, 2], "b": {}}`), []byte(`{"a":[2,3],"c":null}`))
	f.Add([]byte("[ // c\n 1, /* x */ 2, // d\n]"), []byte(`[0,[1],2]`))
	f.Add([]byte("{\r\n\t\"a\": 1,\r\n}"), []byte(`{"b":{"c":[]}}`))
	for _, name := range []string{"people.json", "config.json"} {
		if text, err := os.ReadFile("../../testdata/" + name); err == nil {
			f.Add(text, []byte(`{"a":1}`))
		}
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		v, err := Parse[value.Value](a, spliceOptions...)
		if err != nil {
			if got, err := Splice(a, v, spliceOptions...); err == nil {
				t.Fatalf("got %q", got)
			}
			return
		}
		if got, err := Splice(a, v, spliceOptions...); err != nil || !bytes.Equal(got, a) {
			t.Fatalf("without edits %q became %q, %v", a, got, err)
		}
		w, err := Parse[value.Value](b, spliceOptions...)
		if err != nil {
			return
		}
		got, err := Splice(a, w, spliceOptions...)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse[value.Value](got, spliceOptions...)
		if err != nil || !again.Equal(w) {
			t.Fatalf("%q to %q gave %q: %v", a, b, got, err)
		}
	})
}
