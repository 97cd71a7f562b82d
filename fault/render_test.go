package fault_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/calque/fault"
)

// at returns the index of a part of s, from which the tests count.
func at(s, part string) int {
	i := strings.Index(s, part)
	if i < 0 {
		panic("the test's input has no " + part)
	}
	return i
}

func TestRender(t *testing.T) {
	mixed := "{\n\t\"naïve\": \"日本語\x01\xff😀e\u0301\u202e\", x\r\n}\n"
	long := strings.Repeat("0123456789", 200)
	wide := strings.Repeat("語", 500)
	type place struct {
		name   string
		input  string
		offset int
		text   bool
	}
	var b strings.Builder
	for _, p := range []place{
		{"first byte", mixed, 0, true},
		{"line end", mixed, 1, true},
		{"tab", mixed, 2, true},
		{"behind a tab", mixed, 3, true},
		{"behind wide ones", mixed, at(mixed, "語"), true},
		{"inside a character", mixed, at(mixed, "語") + 1, true},
		{"control character", mixed, at(mixed, "\x01"), true},
		{"invalid byte", mixed, at(mixed, "\xff"), true},
		{"emoji", mixed, at(mixed, "😀"), true},
		{"behind a combining mark", mixed, at(mixed, "\u202e"), true},
		{"behind an invisible one", mixed, at(mixed, "x"), true},
		{"carriage return", mixed, at(mixed, "\r"), true},
		{"line feed of two", mixed, at(mixed, "\n}"), true},
		{"last character", mixed, at(mixed, "}"), true},
		{"end, behind a line end", mixed, len(mixed), true},
		{"end of a line", "[1,", 3, true},
		{"nothing", "", 0, true},
		{"beyond the end", "[1,", 99, true},
		{"blank lines", "\n \n\t\nx", 4, true},
		{"tenth line", strings.Repeat("\n", 9) + "10", 10, true},
		{"tenth line, empty", strings.Repeat("9\n", 9), 18, true},
		{"lone carriage returns", "a\rb\rc", 4, true},
		{"long line, begin", long, 0, true},
		{"long line, 50", long, 50, true},
		{"long line, 99", long, 99, true},
		{"long line, middle", long, 1000, true},
		{"long line, end", long, len(long), true},
		{"just fits", long[:100], 99, true},
		{"just too long", long[:101], 99, true},
		{"wide line", wide, 3 * 250, true},
		{"marks without end", "e" + strings.Repeat("\u0301", 9), 19, true},

		{"binary, first", mixed, 0, false},
		{"binary, middle of a row", mixed, 7, false},
		{"binary, second half", mixed, 8, false},
		{"binary, last of a row", mixed, 15, false},
		{"binary, second row", mixed, 16, false},
		{"binary, end", mixed, len(mixed), false},
		{"binary, end of a full row", mixed[:32], 32, false},
		{"binary, nothing", "", 0, false},
	} {
		l := fault.One(&fault.Error{Code: fault.Syntax, Offset: int64(p.offset), Want: "x"})
		l.Locate([]byte(p.input), p.text)
		fmt.Fprintf(&b, "-- %s --\n%s", p.name, l.Render(nil))
	}
	golden(t, "render.golden", b.String())
}

func TestRenderWithoutExcerpt(t *testing.T) {
	input := []byte("[1,\n x]")
	e := &fault.Error{Code: fault.Syntax, Offset: 5, Line: 2, Column: 2, Rune: 2, Want: "value"}
	want := "calque: line 2, column 2, offset 5: want value\n  2 |  x]\n    |  ^\n"
	if got := e.Render(input); got != want {
		t.Errorf("text:\n%s", got)
	}
	e.Line = 0
	if got := e.Render(input); !strings.Contains(got, "  00000000  5b 31 2c 0a 20 78 5d") {
		t.Errorf("binary:\n%s", got)
	}
	for _, offset := range []int64{-1, 8} {
		e.Offset = offset
		if got := e.Render(input); strings.Count(got, "\n") != 1 {
			t.Errorf("offset %d:\n%s", offset, got)
		}
	}
	e.Offset = 5
	if got := e.Render(nil); strings.Count(got, "\n") != 1 {
		t.Errorf("no input:\n%s", got)
	}
}

func TestLocateSorts(t *testing.T) {
	l := &fault.List{}
	for i, offset := range []int64{9, -1, 3, 3, 0} {
		l.Add(fault.New(fault.Duplicate, offset, "", string(rune('a'+i))), 0)
	}
	l.Locate([]byte("0123456789"), true)
	var order []string
	for _, e := range l.Errors {
		order = append(order, e.Got)
	}
	if want := []string{"e", "c", "d", "a", "b"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
	if e := l.Errors[4]; e.Line != 0 || e.Excerpt != "" {
		t.Errorf("without an offset: line %d, excerpt %q", e.Line, e.Excerpt)
	}
}

// place is line, column and character of an offset, counted in the plainest way.
func place(text string, offset int) (line, column, char int) {
	front := text[:offset]
	line = strings.Count(front, "\n") + 1
	begin := strings.LastIndexByte(front, '\n') + 1
	for i, r := range text[begin:] {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(text[begin+i:])
		}
		if begin+i+n > offset {
			break
		}
		char++
	}
	return line, offset - begin + 1, char + 1
}

func TestLocateEveryOffset(t *testing.T) {
	text := "ab\n\né日😀\xff\xe6\x97x\r\n\xc3\xc3\x80\x80 z"
	// All at once, one at a time, and as a stream cut anywhere.
	all := &fault.List{}
	for i := len(text); i >= 0; i-- {
		all.Add(fault.New(fault.Syntax, int64(i), "", ""), 1000)
	}
	all.Locate([]byte(text), true)
	for i, e := range all.Errors {
		line, column, char := place(text, i)
		if e.Offset != int64(i) || e.Line != line || e.Column != column || e.Rune != char {
			t.Errorf("offset %d: line %d, column %d, rune %d; want %d, %d, %d", i, e.Line, e.Column, e.Rune, line, column, char)
		}
		for cut := 0; cut <= i; cut++ {
			if !utf8.ValidString(text[:cut]) && cut > 3 {
				continue // a character that is cut in two counts twice
			}
			var start fault.Start
			start.Advance([]byte(text[:cut/2]))
			start.Advance([]byte(text[cut/2 : cut]))
			l := fault.One(fault.New(fault.Syntax, int64(i-cut), "", ""))
			l.LocateFrom([]byte(text[cut:]), true, start)
			if p := l.Errors[0]; p.Offset != e.Offset || p.Line != line || p.Column != column {
				t.Errorf("offset %d, cut at %d: offset %d, line %d, column %d", i, cut, p.Offset, p.Line, p.Column)
			}
		}
	}
}

func TestLocateBinaryStream(t *testing.T) {
	l := fault.One(fault.New(fault.BadHead, 20, "", "byte 0xC1"))
	l.LocateFrom([]byte("0123456789abcdefghij\xc1klm"), false, fault.Start{Offset: 105})
	golden(t, "stream.golden", l.Render(nil))
}

// TestLocateIsLinear would take minutes if a line or an excerpt were looked at
// as a whole for each error.
func TestLocateIsLinear(t *testing.T) {
	input := []byte(strings.Repeat("é", 1<<20))
	l := &fault.List{}
	for i := range 100_000 {
		l.Add(fault.New(fault.Syntax, int64(i*20), "", ""), 1<<30)
	}
	l.Locate(input, true)
	for i, e := range l.Errors {
		if e.Rune != i*10+1 || e.Line != 1 {
			t.Fatalf("error %d: line %d, rune %d", i, e.Line, e.Rune)
		}
		if (e.Excerpt != "") != (i < fault.DefaultMax) || len(e.Excerpt) > 1000 {
			t.Fatalf("error %d: excerpt %q", i, e.Excerpt)
		}
	}
}

func FuzzLocate(f *testing.F) {
	f.Add("{\n\t\"a\": \xff日}", 3)
	f.Add("\xe6\x97", 1)
	f.Fuzz(func(t *testing.T, input string, offset int) {
		if offset < 0 || offset > len(input) {
			return
		}
		e := fault.New(fault.Syntax, int64(offset), "", "")
		l := fault.One(e)
		l.Locate([]byte(input), true)
		line, column, char := place(input, offset)
		if e.Line != line || e.Column != column || e.Rune != char {
			t.Errorf("line %d, column %d, rune %d; want %d, %d, %d", e.Line, e.Column, e.Rune, line, column, char)
		}
		if !utf8.ValidString(e.Excerpt) {
			t.Errorf("excerpt %q", e.Excerpt)
		}
		for _, c := range e.Excerpt {
			if c < ' ' && c != '\n' {
				t.Errorf("excerpt %q", e.Excerpt)
			}
		}
		e.Offset = int64(offset)
		l.Locate([]byte(input), false)
		for row := range strings.SplitSeq(e.Excerpt, "\n") {
			if len(row) > 80 {
				t.Errorf("row %q", row)
			}
		}
	})
}
