package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// rows is a reader of a JSON array of at least so many bytes.
type rows struct {
	left int64
	n    int
	rest []byte
	end  string // behind the last row
	look func()
}

func (r *rows) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.left < 0 {
			if r.end == "" {
				return 0, io.EOF
			}
			r.rest, r.end = []byte(r.end), ""
			continue
		}
		front := ","
		if r.n == 0 {
			front = "["
		}
		r.rest = fmt.Appendf(r.rest[:0], `%s{"id":%d,"name":"row %d","tags":["a","é"],"ratio":%d.25}`, front, r.n, r.n, r.n)
		if r.n++; r.look != nil && r.n%20_000 == 0 {
			r.look()
		}
		r.left -= int64(len(r.rest))
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// size returns how much the tests of large inputs read.
func size(t *testing.T) int64 {
	switch {
	case os.Getenv("CALQUE_LONG") != "":
		return 10 << 30
	case testing.Short():
		return 24 << 20
	}
	t.Log("10 GB with CALQUE_LONG=1")
	return 100 << 20
}

// memory is a writer that looks at the memory in use.
type memory struct {
	written int64
	looks   int
	most    uint64
	head    []byte
}

func (m *memory) Write(p []byte) (int, error) {
	m.written += int64(len(p))
	if len(m.head) < 100 {
		m.head = append(m.head, p[:min(len(p), 100)]...)
	}
	if m.looks++; m.looks%50 == 0 {
		m.look()
	}
	return len(p), nil
}

func (m *memory) look() {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	m.most = max(m.most, now.HeapSys-now.HeapReleased)
}

// TestLargeInputs passes arrays through that are larger than the memory used.
func TestLargeInputs(t *testing.T) {
	n := size(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "out.msgpack")
	for _, args := range [][]string{
		{"fmt", "--compact"},
		{"convert", "--from", "json", "--to", "json"},
		{"convert", "--from", "json", "--to", "msgpack", "-", "-"},
		{"convert", "--from", "json", "-", file},
		{"convert", file, "--to", "json"},
	} {
		var out memory
		var errs bytes.Buffer
		code := Main(args, System{In: &rows{left: n, end: "]\n", look: out.look}, Out: &out, Err: &errs, Getenv: func(string) string { return "" }})
		if code != 0 || errs.Len() > 0 {
			t.Fatalf("%v: %d, %s", args, code, errs.String())
		}
		if out.most > 64<<20 {
			t.Errorf("%v: %d MB of memory", args, out.most>>20)
		}
		t.Logf("%v: %d MB written with %d MB of memory", args, out.written>>20, out.most>>20)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestLargeFaults are faults of inputs that are passed on.
func TestLargeFaults(t *testing.T) {
	const n = wholeStream + 1<<20
	file := filepath.Join(t.TempDir(), "out.msgpack")
	for _, c := range []struct {
		args []string
		end  string
		code int
		errs string
	}{
		{[]string{"fmt"}, "", 1, "unexpected end"},
		{[]string{"fmt"}, `,{"a":1,"a":2}]`, 1, "duplicate name"},
		{[]string{"fmt", "--sort"}, `,x]`, 1, "want value"},
		{[]string{"convert", "--from", "json", "-", file}, `,x]`, 1, "want value"},
		{[]string{"convert", "--from", "json", "--skip-bad", "-", file}, `,1e999]`, 1, "target cannot hold it"},
		{[]string{"convert", "--from", "json", "--loss", "warn", "--to", "msgpack", "-", "-"}, `,1e999]`, 0, "warning: .*target cannot hold it"},
		{[]string{"convert", "--from", "json", "--to", "msgpack", "--no-spool", "-", "-"}, `]`, 4, "output that can be patched"},
		{[]string{"convert", "--from", "json", "--no-spool", "-", file}, `]`, 0, ""},
	} {
		var errs bytes.Buffer
		code := Main(c.args, System{In: &rows{left: n, end: c.end}, Out: io.Discard, Err: &errs, Getenv: func(string) string { return "" }})
		want, what, _ := strings.Cut(c.errs, ": .*")
		if code != c.code || !strings.Contains(errs.String(), want) || !strings.Contains(errs.String(), what) {
			t.Errorf("%v: code %d, %s", c.args, code, errs.String())
		}
		if _, err := os.Stat(file); (err == nil) != (c.errs == "") {
			t.Errorf("%v: the output: %v", c.args, err)
		}
	}
}
