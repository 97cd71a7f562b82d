package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/calque/fault"
)

func TestExit(t *testing.T) {
	one := func(codes ...fault.Code) error {
		var l fault.List
		for _, c := range codes {
			l.Add(fault.New(c, 0, "", ""), 0)
		}
		return &l
	}
	for _, c := range []struct {
		errs []error
		want int
	}{
		{nil, 0},
		{[]error{nil, one(fault.Syntax)}, 1},
		{[]error{one(fault.Duplicate), one(fault.TooDeep), one(fault.Syntax)}, 4},
		{[]error{one(fault.Read), one(fault.TooDeep)}, 3},
		{[]error{one(fault.BadOption, fault.Syntax)}, 2},
		{[]error{errors.New("odd"), one(fault.Read)}, 5},
		{[]error{context.Canceled}, 3},
		{[]error{fmt.Errorf("around: %w", one(fault.TooDeep))}, 4},
	} {
		var out bytes.Buffer
		r := Reporter{W: &out}
		for _, err := range c.errs {
			r.Report(err, "a.json", nil)
		}
		if r.Exit() != c.want {
			t.Errorf("%v: exit code %d, want %d", c.errs, r.Exit(), c.want)
		}
	}
}

// TestInner shows that the fault of a damaged file is not hidden by the one
// that a decoder makes of a failing reader.
func TestInner(t *testing.T) {
	inner := &fault.Error{Code: fault.Truncated, Format: "gzip", Offset: 7}
	outer := fault.One(&fault.Error{Code: fault.Read, Format: "json", File: "a.gz", Offset: 7, Err: inner})
	var out bytes.Buffer
	r := Reporter{W: &out}
	r.Report(outer, "", nil)
	if got := out.String(); got != "calque: gzip: a.gz: offset 7: unexpected end\n" || r.Exit() != Invalid {
		t.Errorf("%d %q", r.Exit(), got)
	}
}

func TestForms(t *testing.T) {
	input := []byte("[1,\n 2x]\n")
	list := fault.One(&fault.Error{Code: fault.Syntax, Format: "json", Offset: 6, Want: "',' or ']'", Got: "'x'"})
	list.Locate(input, true)
	var out bytes.Buffer
	r := Reporter{W: &out, Color: true}
	r.Report(list, "a.json", input)
	for _, want := range []string{"\x1b[31;1mcalque:\x1b[0m \x1b[1mjson: a.json: line 2", "\x1b[2m  2 |  2x]\x1b[0m\n", "\x1b[31;1m    |   ^\x1b[0m\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q lacks %q", out.String(), want)
		}
	}
	out.Reset()
	r = Reporter{W: &out, JSON: true, Color: true}
	r.Report(list, "", input)
	r.Note("a note")
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, `{"file":"a.json","record":null,"code":"syntax"`) {
		t.Errorf("%q", got)
	}
	out.Reset()
	r = Reporter{W: &out}
	r.Warn(list, "")
	if got := out.String(); !strings.HasPrefix(got, "calque: warning: json: a.json: ") || r.Exit() != OK {
		t.Errorf("%d %q", r.Exit(), got)
	}
}
