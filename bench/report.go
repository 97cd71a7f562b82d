package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// report measures rows and writes their table.
type report struct {
	*settings
	goals    map[string]target
	w        io.Writer
	measured int
	misses   []string
	err      error
}

func (r *report) printf(format string, args ...any) {
	if r.err == nil {
		_, r.err = fmt.Fprintf(r.w, format, args...)
	}
}

func (r *report) head() {
	vectors := "no AVX-512: its bounds"
	if wideVectors() {
		vectors = "AVX-512"
	}
	r.printf("%s %s/%s, %s, %d pairs of %v\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, vectors, r.pairs, r.slice)
	r.printf("processor time of calque divided by that of the best rival: below 1.00 calque is faster\n\n")
	r.printf("%-40s %-26s %10s %7s %11s %7s %6s\n", "row", "best rival", "MB/s", "ratio", "quartiles", "bound", "")
}

// row measures one row, again where it misses its bound, and writes a line.
func (r *report) row(x row) error {
	r.measured++
	goal := r.goals[x.name]
	tries := 1
	if r.judge && goal.Row != "" {
		tries = attempts
	}
	var best measurement
	rival := ""
	for try := range tries {
		m, name, err := r.against(x)
		if err != nil {
			return err
		}
		if try == 0 || m.median < best.median {
			best, rival = m, name
		}
		if goal.verdict(best.median) != "MISS" {
			break
		}
	}
	verdict, bound := goal.verdict(best.median), ""
	if goal.Row != "" {
		bound = fmt.Sprintf("%.2f", goal.bound())
	}
	if verdict == "MISS" {
		r.misses = append(r.misses, fmt.Sprintf("%s: %.2f, bound %.2f", x.name, best.median, goal.bound()))
	}
	r.printf("%-40s %-26s %10.0f %7.2f %5.2f-%5.2f %7s %6s\n", x.name, rival,
		float64(x.bytes)/1e6/best.each.Seconds(), best.median, best.low, best.high, bound, verdict)
	return r.err
}

// against measures a row against each rival and returns the ratio to the best.
func (r *report) against(x row) (worst measurement, name string, err error) {
	for _, v := range x.rivals {
		m, err := r.compare(x.calque, v.work)
		if err != nil {
			return worst, "", fmt.Errorf("%s: %w", v.name, err)
		}
		if name == "" || m.median > worst.median {
			worst, name = m, v.name
		}
	}
	return worst, name, nil
}

func (r *report) end() error {
	switch {
	case r.err != nil:
		return r.err
	case r.measured == 0:
		return fmt.Errorf("no row matches %q", r.wanted)
	case r.judge && len(r.misses) > 0:
		return fmt.Errorf("%d rows miss their bound by more than a tenth in %d attempts:\n  %s",
			len(r.misses), attempts, strings.Join(r.misses, "\n  "))
	}
	return nil
}

// layouts builds the program with n random orders of its functions and runs the
// quick rows of each, so that an accident of the layout is not taken for a gain.
func layouts(n int, w io.Writer) error {
	dir, err := os.MkdirTemp("", "calque-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for seed := 1; seed <= n; seed++ {
		exe := filepath.Join(dir, "bench")
		out, err := exec.CommandContext(context.Background(), "go", "build", "-o", exe, fmt.Sprintf("-ldflags=-randlayout=%d", seed), "example.com/calque/bench").CombinedOutput()
		if err != nil {
			return fmt.Errorf("layout %d: %w\n%s", seed, err, out)
		}
		if _, err := fmt.Fprintf(w, "\nlayout %d\n", seed); err != nil {
			return err
		}
		cmd := exec.CommandContext(context.Background(), exe, "-quick", "-judge=false")
		cmd.Stdout, cmd.Stderr = w, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("layout %d: %w", seed, err)
		}
	}
	return nil
}
