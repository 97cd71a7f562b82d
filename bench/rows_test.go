package main

import (
	"io"
	"strings"
	"testing"
)

// TestRows runs every row once: building them compares the results of the
// contenders, and each call must succeed again.
func TestRows(t *testing.T) {
	docs, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf(docs)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, r := range rows {
		if names[r.name] || r.bytes == 0 || r.against == "" {
			t.Errorf("row %+v", r)
		}
		names[r.name] = true
		for range 2 {
			if err := r.calque(); err != nil {
				t.Errorf("%s: calque: %v", r.name, err)
			}
			if err := r.contender(); err != nil {
				t.Errorf("%s: %s: %v", r.name, r.against, err)
			}
		}
	}
}

func TestRun(t *testing.T) {
	var b strings.Builder
	if err := run([]string{"-rows", "tiny", "-pairs", "1", "-slice", "100us"}, &b); err != nil {
		t.Fatal(err)
	}
	if out := b.String(); !strings.Contains(out, "json parse tiny") || strings.Contains(out, "records") {
		t.Errorf("output:\n%s", out)
	}
	for _, args := range [][]string{{"-rows", "nothing"}, {"-pairs", "0"}, {"-slice", "-1s"}, {"-what"}} {
		if err := run(args, io.Discard); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}

// TestDifferentResults makes sure that a contender that does other work is
// found out before it is timed.
func TestDifferentResults(t *testing.T) {
	if _, err := rowsOf([]document{{"uneven", []byte(`[1.0]`)}}); err == nil {
		t.Error("a text that does not come back the same is measured")
	}
}
