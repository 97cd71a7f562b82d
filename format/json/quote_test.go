package json_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// TestAppendQuote: AppendQuote gives what Append gives, whatever the string, the
// options and the room in dst are.
func TestAppendQuote(t *testing.T) {
	pieces := []string{
		"", "a", "plain words", "\"", "\\", "\n\t\x00\x1f", "\x7f", "<&>", "é", "日本", "🦊", "\u2028",
		strings.Repeat("x", 31), strings.Repeat("long ", 300), strings.Repeat("\x01", 200), "\xff", "\xe6\x97", "\xed\xa0\x80",
	}
	choices := [][]calque.Option{
		nil,
		{json.EnsureASCII()},
		{json.EscapeHTML()},
		{json.EscapeJS(), json.EscapeHTML()},
		{json.EnsureASCII(), json.EscapeHTML(), json.EscapeJS()},
		{calque.UTF8(calque.ReplaceUTF8)},
		{calque.UTF8(calque.Ignore), json.EnsureASCII()},
		{json.Canonical()},
		{json.IJSON()},
		{json.Indent(2), calque.Option{}},
		{calque.UTF8(99)},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var s string
		for range r.IntN(4) {
			s += pieces[r.IntN(len(pieces))]
		}
		opts := choices[r.IntN(len(choices))]
		front := "in front"[:r.IntN(9)]
		dst := append(make([]byte, 0, len(front)+r.IntN(2*len(s)+8)), front...)
		want, wantErr := json.Append([]byte(front), value.String(s), opts...)
		got, err := json.AppendQuote(dst, s, opts...)
		if !bytes.Equal(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%q: %q, %v; want %q, %v", s, got, err, want, wantErr)
		}
	}
}

func TestAppendQuoteFault(t *testing.T) {
	got, err := json.AppendQuote([]byte("x"), strings.Repeat("a", 50)+"\xff")
	if !errors.Is(err, fault.BadUTF8) {
		t.Errorf("%v", err)
	}
	if !bytes.HasPrefix(got, []byte("x")) {
		t.Errorf("%q", got)
	}
}

// TestAppendQuoteAllocs: with room in dst nothing is allocated, without it one
// piece of memory.
func TestAppendQuoteAllocs(t *testing.T) {
	s := strings.Repeat("some text, ", 20)
	dst := make([]byte, 0, 1024)
	opts := []calque.Option{json.EscapeHTML()}
	for name, f := range map[string]func(){
		"plain":   func() { dst, _ = json.AppendQuote(dst[:0], s) },
		"short":   func() { dst, _ = json.AppendQuote(dst[:0], s[:9]) },
		"options": func() { dst, _ = json.AppendQuote(dst[:0], s, opts...) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	if n := testing.AllocsPerRun(10, func() { _, _ = json.AppendQuote(nil, s) }); n != 1 {
		t.Errorf("%v allocations of the result", n)
	}
	if !utf8.Valid(dst) {
		t.Error("ill-formed")
	}
}

func ExampleAppendQuote() {
	text := []byte("var title = ")
	text, err := json.AppendQuote(text, "5 < 6\n\"so\"", json.EscapeHTML())
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(text))
	// Output:
	// var title = "5 \u003c 6\n\"so\""
}
