package json

import (
	"errors"
	"os"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format"
	"example.com/calque/internal/option"
)

// TestOptionsByName compares each word of a specification with the function
// that does the same.
func TestOptionsByName(t *testing.T) {
	for spec, want := range map[string][]calque.Option{
		"indent=4": {Indent(4)}, "indent=-3": {Compact()}, "compact": {Compact()},
		"indent-char=tab": {IndentChar('\t')}, `indent-char=\t`: {IndentChar('\t')},
		"indent-char=space": {IndentChar(' ')}, "indent-char=→": {IndentChar('→')},
		"sort": {SortKeys()}, "ascii=true": {EnsureASCII()}, "html": {EscapeHTML()}, "js": {EscapeJS()},
		"comments": {Comments()}, "trailing-commas": {TrailingCommas()}, "canonical": {Canonical()}, "ijson": {IJSON()}, "ascii=false": {},
		"floats=es6": {Floats(ES6Floats)}, "floats=nlohmann": {Floats(NlohmannFloats)}, "floats=go": {Floats(GoFloats)},
		"nonfinite=literal": {NonFinite(NonFiniteLiteral)}, "bytes=object": {BytesAs(BytesObject)},
		"utf8=replace": {calque.UTF8(calque.ReplaceUTF8)},
	} {
		name, val, _ := strings.Cut(spec, "=")
		o, err := optionByName(name, val)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if got, want := option.Resolve([]calque.Option{o}), option.Resolve(want); got != want {
			t.Errorf("%s: got %+v, want %+v", spec, got, want)
		}
	}
	for _, spec := range []string{
		"", "colour", "ascii=maybe", "floats", "floats=short", "compact=1", "indent", "indent=x",
		"indent=99999999999999999999", "indent-char=", "indent-char=ab", "indent-char=\xff",
	} {
		name, val, _ := strings.Cut(spec, "=")
		if _, err := optionByName(name, val); !errors.Is(err, fault.BadOption) {
			t.Errorf("%q: got %v", spec, err)
		}
	}
}

// TestOptionsDocumented writes the examples of docs/json.md.
func TestOptionsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "| input |")
	table, _, _ = strings.Cut(table, "\n\n")
	tried := 0
	for row := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(row, "|")
		if len(cells) != 7 || !strings.Contains(row, "`") {
			continue
		}
		for k, cell := range cells {
			cells[k] = strings.ReplaceAll(strings.Trim(cell, " `"), "⏎", "\n")
		}
		word, input, want := cells[2], cells[4], cells[5]
		f, err := format.Parse("json:" + word)
		if err != nil {
			t.Errorf("%s: %v", word, err)
			continue
		}
		got, err := calque.Marshal(f, parsed(t, input))
		if err != nil || string(got) != want {
			t.Errorf("%s of %s: got %s, %v, want %s", word, input, got, err, want)
		}
		tried++
	}
	if tried != 13 {
		t.Errorf("%d examples were found", tried)
	}
}
