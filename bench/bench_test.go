package main

import (
	"io"
	"strings"
	"testing"
)

// TestRows makes every row of the library, which compares the results of the
// contenders, and runs each once. The rows of whole commands take too long.
func TestRows(t *testing.T) {
	if testing.Short() {
		t.Skip("building all rows takes many seconds")
	}
	if _, err := distribution(); err != nil {
		t.Skipf("the reference documents of the Go distribution are not there: %v", err)
	}
	goals, err := targets()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{"fmt 30 MB, jq": true, "fmt 30 MB, gojq": true}
	for _, g := range groups() {
		if g.name == "command" {
			continue
		}
		rows, err := g.make()
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		for _, r := range rows {
			if names[r.name] || len(r.rivals) == 0 {
				t.Errorf("row %q stands twice or has no rival", r.name)
			}
			names[r.name] = true
			if err := r.calque(); err != nil {
				t.Errorf("%s: calque: %v", r.name, err)
			}
			for _, v := range r.rivals {
				if err := v.work(); err != nil {
					t.Errorf("%s: %s: %v", r.name, v.name, err)
				}
			}
		}
	}
	for name := range goals {
		if !names[name] && !strings.Contains(name, "simdjson-go") {
			t.Errorf("targets.json has a row %q that nothing measures", name)
		}
	}
}

func TestRun(t *testing.T) {
	var b strings.Builder
	if err := run([]string{"-run", "control", "-pairs", "1", "-slice", "100us"}, &b); err != nil {
		t.Fatal(err)
	}
	if out := b.String(); !strings.Contains(out, "control memory") || strings.Contains(out, "dump") {
		t.Errorf("output:\n%s", out)
	}
	for _, args := range [][]string{{"-pairs", "0"}, {"-slice", "-1s"}, {"-what"}, {"-run", "("}, {"-layouts", "-1"}} {
		if err := run(args, io.Discard); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}

func TestVerdict(t *testing.T) {
	goal := target{Row: "x", Bound: 0.5, Aim: 0.3}
	for ratio, want := range map[float64]string{0.2: "aim", 0.4: "bound", 0.54: "near", 0.56: "MISS"} {
		if got := goal.verdict(ratio); got != want {
			t.Errorf("%v: %q, want %q", ratio, got, want)
		}
	}
	if got := (target{}).verdict(9); got != "" {
		t.Errorf("a row without a target is judged %q", got)
	}
}

// TestMissFails makes sure that a row beyond its bound fails the run.
func TestMissFails(t *testing.T) {
	s, err := parseFlags([]string{"-pairs", "1", "-slice", "100us"})
	if err != nil {
		t.Fatal(err)
	}
	r := &report{settings: s, goals: map[string]target{"slow": {Row: "slow", Bound: 0.1, Aim: 0.05}}, w: io.Discard}
	if err := r.row(row{"slow", 1, spin(4000), []rival{{"fast", spin(1000)}}}); err != nil {
		t.Fatal(err)
	}
	if err := r.end(); err == nil || !strings.Contains(err.Error(), "slow") {
		t.Errorf("error %v", err)
	}
}

// TestDifferentResults makes sure that a contender that gives something else is
// found out before it is timed.
func TestDifferentResults(t *testing.T) {
	if err := sameText([]byte(`[1,2]`), []byte(`[1,3]`)); err == nil {
		t.Error("different texts are the same")
	}
	if err := sameText([]byte(`{"a":1,"b":2}`), []byte(`{ "b":2, "a":1 }`)); err != nil {
		t.Error(err)
	}
}
