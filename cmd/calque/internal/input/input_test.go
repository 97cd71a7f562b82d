package input

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/fault"
)

func packed(t *testing.T, k compress.Kind, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := compress.NewWriter(k, &b)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(w, text)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestOpen(t *testing.T) {
	text := strings.Repeat("[1, 2, 3]\n", 10_000)
	dir := t.TempDir()
	for _, k := range []compress.Kind{compress.None, compress.Gzip, compress.Zstd} {
		data := packed(t, k, text)
		name := filepath.Join(dir, k.String())
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		counted := 0
		s := Settings{Stdin: strings.NewReader(data), Count: func(n int) { counted += n }}
		for _, from := range []string{name, "-"} {
			counted = 0
			in, err := s.Open(from)
			if err != nil {
				t.Fatal(err)
			}
			prefix, err := in.Prefix()
			if err != nil || string(prefix) != text[:prefixLen] {
				t.Errorf("%v %s: %v", k, from, err)
			}
			got, err := in.All()
			if err != nil || string(got) != text || in.Packed != k || counted != len(data) {
				t.Errorf("%v %s: %d bytes, %v, %d counted", k, from, len(got), err, counted)
			}
			if from != "-" && in.Size != int64(len(data)) || from == "-" && (in.Size != -1 || in.Name != Stdin) {
				t.Errorf("%v %s: %s, %d bytes", k, from, in.Name, in.Size)
			}
			if err := in.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestLimit(t *testing.T) {
	for _, k := range []compress.Kind{compress.None, compress.Gzip} {
		for _, c := range []struct {
			limit int64
			ok    bool
		}{{0, true}, {5, true}, {4, false}} {
			in, err := Settings{Stdin: strings.NewReader(packed(t, k, "12345")), MaxBytes: c.limit}.Open("-")
			if err != nil {
				t.Fatal(err)
			}
			data, err := in.All()
			if c.ok != (err == nil) || err != nil && (!errors.Is(err, fault.TooLarge) || string(data) != "1234") {
				t.Errorf("%v, at most %d: %q %v", k, c.limit, data, err)
			}
		}
	}
}

func TestFails(t *testing.T) {
	dir := t.TempDir()
	if _, err := (Settings{}).Open(filepath.Join(dir, "none")); !errors.Is(err, fault.Read) || !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := (Settings{}).Open(dir); !errors.Is(err, fault.Read) {
		t.Error(err)
	}
	// Damage that is met while reading keeps its own code.
	data := packed(t, compress.Gzip, strings.Repeat("abc", 1000))
	in, err := Settings{Stdin: strings.NewReader(data[:len(data)-4])}.Open("-")
	if err == nil {
		_, err = in.All()
	}
	var list *fault.List
	if !errors.As(err, &list) || list.Errors[0].Code != fault.Truncated || list.Errors[0].File != Stdin {
		t.Error(err)
	}
}

// TestShortPipe shows that an open pipe with little in it is not waited for.
func TestShortPipe(t *testing.T) {
	r, w := io.Pipe()
	go func() { _, _ = io.WriteString(w, "1\n") }()
	in, err := Settings{Stdin: r}.Open("-")
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 10)
	if n, err := in.Read(got); err != nil || string(got[:n]) != "1\n" {
		t.Errorf("%q %v", got[:n], err)
	}
}
