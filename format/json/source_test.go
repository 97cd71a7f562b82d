package json

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// sourceTexts are texts that a source and the parser must see alike.
var sourceTexts = []string{
	`null`, ` true `, `false`, `"a"`, `""`, `0`, `-0`, `12`, `1.5`, `-1e999`, `123456789012345678901234567890`,
	`[]`, `{}`, `[1]`, `[1,2,"x",null,true,false,[],{}]`, `{"a":1}`, `{"a":{"b":[1,{"c":2}]},"d":[]}`,
	`"\u00e9\ud83d\ude00\n\\\"\/"`, `"é日😀"`, `{"\u0061é\\":"\\\\\\"}`, "\t[ 1 , 2 ]\r\n", `[[[[[[1]]]]]]`,
	`{"a":1,"b":2,"a":3}`, `[{"x":{"a":1,"\u0061":2}},{"x":1}]`, `{"":1,"":2}`, "\xef\xbb\xbf[1]",
	// Faults.
	`[`, `{`, `[1`, `[1,`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `"abc`, `"ab\`, `"ab\u12`, `"ab\ud83d`, `"ab\ud83d\`, `"ab\ud83d\u`,
	`"ab\ud83d\ude0`, `"\ud83dx"`, `"\ude00"`, `"\ud83d\n"`, `"\x"`, `"\u12g4"`, "\"a\x01\"", "\"a\nb\"", "\"\xff\"", "\"a\xe6\x97", "\"\xe6\x97\"",
	"\"\xf0\x9f\x98", "{\"\xff\":1}", "{\"a\xe6", `{"a\q":1}`, `tru`, `trux`, `nul`, `falsy`, `[tru]`, `[1 2]`, `[1,]`, `[,1]`, `{"a":1,}`,
	`{,}`, `{1:2}`, `{"a" 1}`, `{"a":}`, `{"a":1 "b":2}`, `]`, `}`, `[}`, `{]`, `01`, `[01]`, `-`, `[-]`, `1.`, `[1.]`, `[1.e5]`, `1e`, `1e+`, `[1e+]`, `+1`,
	`[1,2,x]`, "[1,2,\xe6\x97\xa5]", "[1,é]", `[NaN]`, `[-Infinity]`, `[Infinity]`, "[1,\x00]", `[1,2]]`, `x`, `é`, "\xff", `/`, `[1,/]`, `[1/*x*/,2]`, `[//x`,
	`{"a":{"b":[1,2,{"c":tru}]}}`, `[[1],[2,[3,4`, `{"k":"v","long key with text":[1,2,"more text here`,
}

// sourceOptions are sets of options to read the texts with.
var sourceOptions = [][]calque.Option{
	nil,
	{calque.KeepSpelling()},
	{Comments(), TrailingCommas(), NonFinite(NonFiniteLiteral)},
	{calque.UTF8(calque.ReplaceUTF8)},
	{calque.UTF8(calque.Ignore), Comments()},
	{calque.MaxDepth(3)},
	{calque.MaxItems(3)},
	{calque.Duplicates(calque.Keep)},
}

// testSource returns a source with a window of size bytes.
func testSource(r io.Reader, size int, opts ...calque.Option) *source {
	set := option.Resolve(opts)
	s := newSource(&set, min(size, 24), size)
	s.r = r
	return s
}

// show returns what tells faults apart.
func show(l *fault.List) string {
	var b strings.Builder
	for _, e := range l.Errors {
		fmt.Fprintf(&b, "%s %q at %d = %d:%d:%d want %q got %q\n", e.Code.String(), e.Path, e.Offset, e.Line, e.Column, e.Rune, e.Want, e.Got)
	}
	return b.String()
}

// drain returns the first value of a source and its faults. Behind a fault that
// ends the value there is none.
func drain(src wire.Source) (text, faults string) {
	v, err := wire.ToValue(src)
	var l *fault.List
	if errors.As(err, &l) {
		faults = show(l)
		if fault.Fatal(err) {
			return "", faults
		}
	} else if err != nil {
		faults = err.Error()
	}
	return v.String(), faults
}

// parsedAs is drain by the parser.
func parsedAs(text string, opts []calque.Option) (value, faults string) {
	v, err := Parse[valueType]([]byte(text), opts...)
	var l *fault.List
	if errors.As(err, &l) {
		faults = show(l)
		if fault.Fatal(err) {
			return "", faults
		}
	}
	return v.String(), faults
}

type valueType = value.Value

// skipsText reports whether source and parser differ in a text on purpose: what
// is behind a value is another value for a source, and the parser looks at the
// UTF-8 of comments last.
func skipsText(text, faults string) bool {
	return strings.Contains(faults, "trailing") || strings.Contains(text, "/") && strings.Contains(text, "\xff") ||
		text == "01"
}

func TestSourceSeesWhatTheParserSees(t *testing.T) {
	for n, opts := range sourceOptions {
		for _, text := range sourceTexts {
			wantValue, wantFaults := parsedAs(text, opts)
			if skipsText(text, wantFaults) {
				continue
			}
			check := func(how string, src wire.Source) {
				t.Helper()
				gotValue, gotFaults := drain(src)
				if gotValue != wantValue || gotFaults != wantFaults {
					t.Fatalf("options %d, %q, %s:\ngot  %s\n%s\nwant %s\n%s", n, text, how, gotValue, gotFaults, wantValue, wantFaults)
				}
			}
			check("in memory", NewSourceBytes([]byte(text), opts...))
			check("one byte at a time", NewSource(iotest.OneByteReader(strings.NewReader(text)), opts...))
			check("with errors beside data", NewSource(iotest.DataErrReader(strings.NewReader(text)), opts...))
			for cut := range text {
				r := io.MultiReader(strings.NewReader(text[:cut]), strings.NewReader(text[cut:]))
				check(fmt.Sprintf("cut at %d", cut), NewSource(r, opts...))
			}
		}
	}
}

// TestSourceOfSmallWindow reads everything in pieces: a window that is smaller
// than the tokens.
func TestSourceOfSmallWindow(t *testing.T) {
	for n, opts := range sourceOptions {
		for _, text := range sourceTexts {
			wantValue, wantFaults := parsedAs(text, opts)
			if skipsText(text, wantFaults) {
				continue
			}
			for _, size := range []int{24, 25, 29, 40} {
				for _, one := range []bool{false, true} {
					var r io.Reader = strings.NewReader(text)
					if one {
						r = iotest.OneByteReader(r)
					}
					gotValue, gotFaults := drain(testSource(r, size, opts...))
					if gotValue != wantValue || gotFaults != wantFaults {
						t.Fatalf("options %d, %q, window %d:\ngot  %s\n%s\nwant %s\n%s", n, text, size, gotValue, gotFaults, wantValue, wantFaults)
					}
				}
			}
		}
	}
}

func TestSourceLongTokens(t *testing.T) {
	number := strings.Repeat("1234567890", 30_000)
	long := strings.Repeat(`plain é \ud83d\ude00 \\ \" 日本 `, 20_000)
	key := strings.Repeat("k\\u0061", 30_000)
	text := `{"s":"` + long + `","n":[` + number + `.5e-1,-0.` + number + `],"` + key + `":1}`
	want, _ := parsedAs(text, nil)
	for _, r := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text))} {
		got, faults := drain(NewSource(r))
		if got != want || faults != "" {
			t.Errorf("%d bytes, want %d; %s", len(got), len(want), faults)
		}
	}
	// The same key, spelled otherwise, and one that differs at its end.
	plain := strings.ReplaceAll(key, "\\u0061", "a")
	for _, c := range []struct {
		text string
		dup  bool
	}{
		{`{"` + key + `":1,"` + plain + `":2}`, true},
		{`{"` + plain + `":1,"` + key + `":2}`, true},
		{`{"` + plain + `":1,"` + key + `b":2}`, false},
	} {
		_, err := wire.ToValue(NewSource(strings.NewReader(c.text)))
		if got := errors.Is(err, fault.Duplicate); got != c.dup || (err != nil) != c.dup {
			t.Errorf("duplicate: %v", err)
		}
	}
	// A fault behind several pieces.
	for _, c := range []struct{ text, want string }{
		{`[1,"` + long + "\x01", `syntax "/1" at ` + fmt.Sprint(4+len(long))},
		{`[1,"` + long + "\xff", `bad-utf8 "/1" at ` + fmt.Sprint(4+len(long))},
		{`[1,"` + long, `truncated "/1" at ` + fmt.Sprint(4+len(long))},
		{`[1,` + number + `.x`, `bad-number "/1" at ` + fmt.Sprint(4+len(number))},
		{`[1,` + number + `e`, `truncated "/1" at ` + fmt.Sprint(4+len(number))},
		{`{"` + key + "\n", `syntax "" at ` + fmt.Sprint(2+len(key))},
		{`{"` + key + `":x`, `syntax "/`},
	} {
		_, faults := drain(NewSource(strings.NewReader(c.text)))
		if !strings.HasPrefix(faults, c.want) {
			t.Errorf("got %.300s, want %s", faults, c.want)
		}
	}
}

func TestSourceLines(t *testing.T) {
	text := "1\n\n  {\"a\":[1,2]} \r\n[1,\n[tru]\n3 4\n\"x\n{\"a\":1,\"a\":2}\n/*\n\n5"
	want := []string{
		"1", `{"a":[1,2]}`,
		"truncated at 22 record 3 raw \"[1,\"", "syntax at 27 record 4 raw \"[tru]\"", "trailing at 31 record 5 raw \"3 4\"",
		"truncated at 35 record 6 raw \"\\\"x\"", "duplicate at 43 record 7 raw \"\"", `{"a":1,"a":2}`, "truncated at 52 record 8 raw \"/*\"", "5",
	}
	checkRecords(t, text, want, Lines(), Comments())
}

func TestSourceSequence(t *testing.T) {
	text := "\x1e1\n\x1e\x1e{\"a\":[1]}\n\x1e[1,\x1e12\x1etrue\n\x1e\"abc\x1e\"x\"\x1e1 2\n\x1enul\n \x1e[]\x1e7\n\x1e"
	want := []string{
		"1", `{"a":[1]}`, "truncated at 19 record 3 raw \"[1,\"", "truncated at 22 record 4 raw \"12\"", "true",
		"truncated at 33 record 6 raw \"\\\"abc\"", `"x"`, "trailing at 40 record 8 raw \"1 2\\n\"",
		"syntax at 46 record 9 raw \"nul\\n \"", "[]", "7",
	}
	checkRecords(t, text, want, Sequence())
	checkRecords(t, "1\n\x1e2", []string{"syntax at 0 record 1 raw \"1\\n\"", "truncated at 4 record 2 raw \"2\""}, Sequence())
}

// checkRecords reads the values and the faults of a stream, however it is cut.
func checkRecords(t *testing.T, text string, want []string, opts ...calque.Option) {
	t.Helper()
	for cut := -1; cut < len(text); cut++ {
		var src wire.Source
		switch {
		case cut < 0:
			src = NewSourceBytes([]byte(text), opts...)
		case cut == 0:
			src = NewSource(iotest.OneByteReader(strings.NewReader(text)), opts...)
		default:
			src = NewSource(io.MultiReader(strings.NewReader(text[:cut]), strings.NewReader(text[cut:])), opts...)
		}
		var got []string
		for {
			v, err := wire.ToValue(src)
			if err == io.EOF {
				break
			}
			var l *fault.List
			if errors.As(err, &l) {
				e := l.Errors[0]
				got = append(got, fmt.Sprintf("%s at %d record %d raw %q", e.Code.String(), e.Offset, e.Record, e.Raw))
				if fault.Fatal(err) {
					t.Fatalf("fatal: %v", err)
				}
				if l.Resumable {
					continue
				}
			}
			got = append(got, v.String())
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("cut at %d:\ngot\n%s\nwant\n%s", cut, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestSourceConcatenated(t *testing.T) {
	src := NewSource(iotest.OneByteReader(strings.NewReader(` 1 2{"a":3}[4]"x"true null `)))
	vs, err := wire.Values(src)
	if got := fmt.Sprint(vs); err != nil || got != `[1 2 {"a":3} [4] "x" true null]` {
		t.Errorf("%s, %v", got, err)
	}
	for text, want := range map[string]string{
		"1-2": "bad-number", "1 x": "syntax", "[1]]": "syntax", "1 [": "truncated", "01": "bad-number",
	} {
		_, err := wire.Values(NewSourceBytes([]byte(text)))
		var l *fault.List
		if !errors.As(err, &l) || l.Errors[0].Code.String() != want {
			t.Errorf("%q: %v", text, err)
		}
		if again := err; !errors.Is(again, l.Errors[0].Code) {
			t.Errorf("%q: %v", text, again)
		}
	}
	if vs, err := wire.Values(NewSourceBytes(nil)); len(vs) > 0 || err != nil {
		t.Errorf("nothing: %v, %v", vs, err)
	}
}

func TestSourceReaderFails(t *testing.T) {
	bad := errors.New("bad disk")
	for _, text := range []string{"", "[", "[1", `"abc`, "1", "tr", `{"a"`, "[1] ", "// x", "[/* x"} {
		src := NewSource(io.MultiReader(strings.NewReader(text), iotest.ErrReader(bad)), Comments())
		var err error
		for err == nil {
			err = src.Next(new(wire.Token))
		}
		if !errors.Is(err, bad) || !errors.Is(err, fault.Read) {
			t.Errorf("%q: %v", text, err)
		}
		if src.Next(new(wire.Token)) != err {
			t.Errorf("%q: goes on", text)
		}
	}
}

func TestSourceLimits(t *testing.T) {
	for _, c := range []struct {
		text string
		opt  calque.Option
		want string
	}{
		{"[1,2]", calque.MaxBytes(5), ""},
		{" [1,2] [3,4] ", calque.MaxBytes(5), ""},
		{"[1,2,3]", calque.MaxBytes(5), `too-large "" at 5`},
		{"[1] [1,2,3]", calque.MaxBytes(5), `too-large "" at 9`},
		{`"abcdef"`, calque.MaxBytes(5), `too-large "" at 5`},
		{"[[[]]]", calque.MaxDepth(2), `too-deep "/0/0" at 2`},
	} {
		_, err := wire.Values(NewSourceBytes([]byte(c.text), c.opt))
		got := ""
		if l := (*fault.List)(nil); errors.As(err, &l) {
			got = show(l)
		}
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
	for _, opt := range []calque.Option{calque.Duplicates(calque.Last), calque.Duplicates(calque.First), {Key: option.Nlohmann, Num: 1}} {
		if err := NewSourceBytes([]byte("1"), opt).Next(new(wire.Token)); !errors.Is(err, fault.BadOption) {
			t.Errorf("%v: %v", opt, err)
		}
	}
}

func TestSourceManyNames(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(`[`)
	for n := range 3 {
		fmt.Fprintf(&b, `{"n%d":{`, n)
		for i := range 5000 {
			fmt.Fprintf(&b, `"key %d":%d,`, i, i)
		}
		b.WriteString(`"key 4711":0},"other":{"key 1":1}},`)
	}
	b.WriteString("0]")
	_, err := wire.ToValue(NewSource(&b))
	var l *fault.List
	if !errors.As(err, &l) || l.Total != 3 || l.Errors[1].Path != "/1/n1/key 4711" {
		t.Errorf("%v", err)
	}
}

func TestSourceAllocatesNothing(t *testing.T) {
	doc := []byte(`[` + strings.Repeat(`{"name":"text","n":[1,2.5,true,null,"é\n"]},`, 5000) + `0]`)
	src := NewSourceBytes(doc)
	var tok wire.Token
	for range 200 {
		if err := src.Next(&tok); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(1000, func() {
		if err := src.Next(&tok); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations a token", n)
	}
}

func FuzzSource(f *testing.F) {
	for _, text := range sourceTexts {
		f.Add(text, uint8(1), uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, cut, kind uint8) {
		opts := sourceOptions[int(kind)%len(sourceOptions)]
		wantValue, wantFaults := parsedAs(text, opts)
		if len(text) > 1000 || skipsText(text, wantFaults) || strings.Contains(text, "/*") || strings.Contains(text, "//") || len(strings.Trim(text, " \t\r\n\ufeff")) == 0 {
			return
		}
		n := min(int(cut), len(text))
		r := io.MultiReader(strings.NewReader(text[:n]), strings.NewReader(text[n:]))
		src := testSource(r, 24+int(cut)%50, opts...)
		gotValue, gotFaults := drain(src)
		if gotFaults == "" && strings.Trim(text[min(int(src.Offset()), len(text)):], " \t\r\n") != "" {
			return // what is behind the value is another one
		}
		if gotValue != wantValue { // a number in pieces keeps its text
			a, _ := Parse[valueType]([]byte(gotValue), calque.Duplicates(calque.Keep))
			b, _ := Parse[valueType]([]byte(wantValue), calque.Duplicates(calque.Keep))
			if a.Equal(b) {
				gotValue = wantValue
			}
		}
		if gotValue != wantValue || gotFaults != wantFaults {
			t.Fatalf("%q, options %v:\ngot  %s\n%s\nwant %s\n%s", text, opts, gotValue, gotFaults, wantValue, wantFaults)
		}
	})
}
