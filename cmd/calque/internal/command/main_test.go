package command

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/calque/cmd/calque/internal/report"
)

// run runs the command in this process.
func run(in io.Reader, args ...string) (code int, out, problems string) {
	var stdout, stderr bytes.Buffer
	code = Main(args, System{In: in, Out: &stdout, Err: &stderr, Getenv: func(string) string { return "" }})
	return code, stdout.String(), stderr.String()
}

// TestAgain shows that a run leaves nothing behind for the next.
func TestAgain(t *testing.T) {
	for range 2 {
		code, out, problems := run(strings.NewReader(`{"b":1.0,"a":2}`), "fmt", "--compact", "--sort")
		if code != 0 || out != `{"a":2,"b":1.0}`+"\n" || problems != "" {
			t.Errorf("%d %q %q", code, out, problems)
		}
		code, out, problems = run(strings.NewReader(`{"b":1}`), "fmt")
		if code != 0 || out != "{\n  \"b\": 1\n}\n" || problems != "" {
			t.Errorf("%d %q %q", code, out, problems)
		}
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("line is dead") }

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("paper jam") }

func TestReaderFails(t *testing.T) {
	for _, args := range [][]string{
		{"check"},
		{"check", "-f", "ndjson"},
		{"fmt"},
		{"get", "/a"},
		{"set", "/a", "1"},
		{"flatten"},
		{"hash"},
		{"inspect"},
		{"convert", "--to", "msgpack"},
		{"convert", "--from", "msgpack", "--to", "json"},
	} {
		in := io.MultiReader(strings.NewReader(" "), failingReader{})
		code, _, problems := run(in, args...)
		if code != report.IO || !strings.Contains(problems, "<stdin>: ") || !strings.Contains(problems, "read failed: line is dead\n") {
			t.Errorf("%v: %d %q", args, code, problems)
		}
	}
}

func TestWriterFails(t *testing.T) {
	for _, args := range [][]string{
		{"fmt"},
		{"get", ""},
		{"convert", "--to", "msgpack"},
		{"convert", "--to", "json", "--compress", "gzip"},
		{"set", "/0", "2"},
		{"flatten"},
		{"hash"},
		{"inspect"},
		{"formats"},
		{"man"},
		{"version"},
		{"completion", "bash"},
		{"convert", "--help"},
	} {
		var stderr bytes.Buffer
		code := Main(args, System{
			In: strings.NewReader("[1]"), Out: failingWriter{}, Err: &stderr, Getenv: os.Getenv,
		})
		if code != report.IO || !strings.Contains(stderr.String(), "calque: <stdout>: write failed: paper jam\n") {
			t.Errorf("%v: %d %q", args, code, stderr.String())
		}
	}
}

// TestSlowStream writes a record only when the one before it came out.
func TestSlowStream(t *testing.T) {
	in, feed := io.Pipe()
	sink, out := io.Pipe()
	done := make(chan int)
	go func() {
		done <- Main([]string{"convert", "-f", "ndjson", "-t", "ndjson"},
			System{In: in, Out: out, Err: io.Discard, Getenv: os.Getenv})
	}()
	got := make([]byte, 100)
	for _, record := range []string{"1\n", "[2]\n", "{\"three\":3}\n"} {
		if _, err := io.WriteString(feed, record); err != nil {
			t.Fatal(err)
		}
		n, err := sink.Read(got)
		if err != nil || string(got[:n]) != record {
			t.Fatalf("%q %v", got[:n], err)
		}
	}
	_ = feed.Close()
	select {
	case code := <-done:
		if code != 0 {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
}

// TestDirectories covers what expand finds.
func TestDirectories(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.json", "b/c.ndjson.gz", "b/d.txt", ".git/e.json", "b/.f.json"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var found []string
	for _, p := range expand([]string{dir, "-", filepath.Join(dir, "b/d.txt"), "none"}, func(name string) bool {
		_, ok := formatOfFile(name)
		return ok
	}) {
		found = append(found, strings.TrimPrefix(filepath.ToSlash(p.name), filepath.ToSlash(dir)+"/"))
	}
	if got := strings.Join(found, " "); got != "a.json b/c.ndjson.gz - b/d.txt none" {
		t.Errorf("got %s", got)
	}
}
