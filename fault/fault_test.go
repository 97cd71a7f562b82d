package fault_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"example.com/calque/fault"
)

func TestIsAndAs(t *testing.T) {
	cause := &fs.PathError{Op: "read", Path: "x", Err: fs.ErrClosed}
	list := &fault.List{}
	list.Add(fault.New(fault.Duplicate, 3, "", `"a"`), 0)
	list.Add(&fault.Error{Code: fault.Read, Offset: 9, Err: cause}, 0)
	err := fmt.Errorf("reading people.json: %w", list.Err())
	for _, target := range []error{fault.Duplicate, fault.Read, fs.ErrClosed} {
		if !errors.Is(err, target) {
			t.Errorf("errors.Is does not find %v", target)
		}
	}
	for _, target := range []error{fault.Truncated, io.EOF, io.ErrUnexpectedEOF} {
		if errors.Is(err, target) {
			t.Errorf("errors.Is finds %v", target)
		}
	}
	if l, ok := errors.AsType[*fault.List](err); !ok || l != list {
		t.Errorf("errors.AsType of the list: %v, %v", l, ok)
	}
	if e, ok := errors.AsType[*fault.Error](err); !ok || e.Code != fault.Duplicate {
		t.Errorf("errors.AsType of an error: %v, %v", e, ok)
	}
	if e, ok := errors.AsType[*fs.PathError](err); !ok || e != cause {
		t.Errorf("errors.AsType of the cause: %v, %v", e, ok)
	}
	if !errors.Is(fault.One(fault.New(fault.Truncated, 3, "", "")), io.ErrUnexpectedEOF) {
		t.Error("a truncated input is not an io.ErrUnexpectedEOF")
	}
}

func TestErrIsNilWithoutFaults(t *testing.T) {
	var none *fault.List
	if none.Err() != nil || new(fault.List).Err() != nil {
		t.Error("a list without faults is an error")
	}
}

func TestMessage(t *testing.T) {
	for _, test := range []struct {
		code            fault.Code
		want, got, text string
	}{
		{fault.WrongType, "integer", "string", "want integer, got string"},
		{fault.WrongType, "integer", "", "want integer"},
		{fault.WrongType, "", "string", "wrong type: string"},
		{fault.Syntax, "','", "end of input", "want ',', got end of input"},
		{fault.Syntax, "", "", "syntax error"},
		{fault.OutOfRange, "int8", "300", "number out of range: want int8, got 300"},
		{fault.Missing, `"id"`, "", `missing member: want "id"`},
		{fault.Duplicate, "", `"id"`, `duplicate name: "id"`},
		{fault.BadText, "time", "\x1b[31mred\n", `invalid text: want time, got \x1b[31mred\n`},
		{fault.BadText, "time", "a\xff\u202e\u00a0é\U0001f600", `invalid text: want time, got a\xFF\u202e\u00a0é😀`},
		{fault.BadText, "time", "\ufffd\x00", `invalid text: want time, got ` + "\ufffd" + `\x00`},
	} {
		if text := fault.New(test.code, -1, test.want, test.got).Message(); text != test.text {
			t.Errorf("%v: got  %s\nwant %s", test.code, text, test.text)
		}
	}
}

func TestErrorLine(t *testing.T) {
	e := &fault.Error{
		Code: fault.BadText, Format: "json", File: "a\nb", Path: "/x\x00", Record: 3,
		Offset: 1 << 40, Line: 5, Column: 6, Rune: 4, Err: errors.Join(io.EOF, io.ErrClosedPipe),
	}
	want := `calque: json: a\nb: record 3: /x\x00: line 5, column 6, offset 1099511627776: invalid text: EOF\nio: read/write on closed pipe`
	if got := e.Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestListLines(t *testing.T) {
	list := &fault.List{}
	for i := range 5 {
		if kept := list.Add(fault.New(fault.Duplicate, int64(i), "", ""), 3); kept != (i < 3) {
			t.Errorf("error %d kept: %v", i, kept)
		}
	}
	want := "calque: 5 faults\n" +
		"calque: offset 0: duplicate name\n" +
		"calque: offset 1: duplicate name\n" +
		"calque: offset 2: duplicate name\n" +
		"calque: 2 more"
	if got := list.Error(); got != want || !list.Cut {
		t.Errorf("cut %v, got\n%s", list.Cut, got)
	}
	if got := list.Render(nil); got != want+"\n" {
		t.Errorf("rendered\n%s", got)
	}
	one := &fault.List{Errors: list.Errors[:1], Total: 1, Cut: true}
	if got := one.Error(); got != "calque: 1 fault\ncalque: offset 0: duplicate name" {
		t.Errorf("one, cut: %s", got)
	}
	many := &fault.List{}
	for range fault.DefaultMax + 1 {
		many.Add(fault.New(fault.Duplicate, 0, "", ""), 0)
	}
	if len(many.Errors) != fault.DefaultMax || many.Total != fault.DefaultMax+1 {
		t.Errorf("%d of %d kept", len(many.Errors), many.Total)
	}
}

func TestFatal(t *testing.T) {
	of := func(resumable bool, codes ...fault.Code) *fault.List {
		l := &fault.List{Resumable: resumable}
		for _, c := range codes {
			l.Add(fault.New(c, 0, "", ""), 0)
		}
		return l
	}
	for _, test := range []struct {
		name  string
		err   error
		fatal bool
	}{
		{"no error", nil, false},
		{"wrong type", of(false, fault.WrongType, fault.Duplicate), false},
		{"wrapped", fmt.Errorf("x: %w", of(false, fault.Missing)), false},
		{"syntax", of(false, fault.Duplicate, fault.Syntax), true},
		{"syntax in a line", of(true, fault.Duplicate, fault.Syntax), false},
		{"depth", of(false, fault.TooDeep), true},
		{"depth in a line", of(true, fault.TooDeep), false},
		{"reader", of(true, fault.Read), true},
		{"context", of(true, fault.Canceled), true},
		{"option", of(true, fault.BadOption), true},
		{"internal", of(true, fault.Internal), true},
		{"error alone", fault.New(fault.Rule, 0, "", ""), false},
		{"error alone, syntax", fault.New(fault.Syntax, 0, "", ""), true},
		{"end", io.EOF, true},
	} {
		if got := fault.Fatal(test.err); got != test.fatal {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestClassOf(t *testing.T) {
	list := func(codes ...fault.Code) error {
		l := &fault.List{}
		for _, c := range codes {
			l.Add(fault.New(c, 0, "", ""), 0)
		}
		return l
	}
	for _, test := range []struct {
		err  error
		want fault.Class
	}{
		{list(fault.Rule, fault.Missing), fault.ClassSemantic},
		{list(fault.Rule, fault.Syntax), fault.ClassSyntax},
		{list(fault.TooDeep, fault.Syntax), fault.ClassLimit},
		{list(fault.Rule, fault.Read, fault.TooMany), fault.ClassIO},
		{list(fault.Read, fault.BadTag), fault.ClassUsage},
		{list(fault.BadTag, fault.Internal, fault.Rule), fault.ClassInternal},
		{list(), fault.ClassInternal},
		{fault.New(fault.TooDeep, 0, "", ""), fault.ClassLimit},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, fault.ClassIO},
		{fmt.Errorf("x: %w", context.Canceled), fault.ClassIO},
		{errors.New("x"), fault.ClassInternal},
	} {
		if got := fault.ClassOf(test.err); got != test.want {
			t.Errorf("%v: %v, want %v", test.err, got, test.want)
		}
	}
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	list := &fault.List{Total: 3, Cut: true, Errors: []*fault.Error{
		{Code: fault.OutOfRange, Format: "json", File: `a "b"\c`, Path: "/é\x01", Record: 2, Offset: 0, Line: 1, Column: 1, Rune: 1, Want: "int8", Got: "300"},
		{Code: fault.Write, Offset: -1, Err: errors.New("\xff<&>\n\u2028")},
	}}
	for _, v := range []json.Marshaler{list.Errors[0], list.Errors[1], list} {
		got, err := v.MarshalJSON()
		if err != nil || !json.Valid(got) {
			t.Errorf("%s: %v", got, err)
		}
		b.Write(got)
		b.WriteByte('\n')
	}
	golden(t, "json.golden", b.String())
	var back struct {
		Errors []struct{ File, Path, Message string }
		Total  int
	}
	whole, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(whole, &back); err != nil {
		t.Fatal(err)
	}
	if back.Total != 3 || len(back.Errors) != 2 || back.Errors[0].File != list.Errors[0].File ||
		back.Errors[0].Path != list.Errors[0].Path || back.Errors[1].Message != list.Errors[1].Message() {
		t.Errorf("read back: %+v", back)
	}
}
