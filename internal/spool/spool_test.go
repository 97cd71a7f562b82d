package spool

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// write writes texts to an output, with "#" as what is patched later: a mark
// that is held until the text "!".
func write(t *testing.T, o *Output, texts ...string) {
	t.Helper()
	var places []int64
	for _, text := range texts {
		var err error
		switch text {
		case "#":
			err = o.Hold()
			places = append(places, o.At())
			if err == nil {
				_, err = o.Write([]byte(text))
			}
		case "!":
			last := len(places) - 1
			err = errors.Join(o.Patch(places[last], []byte{byte('0' + last)}), o.Release())
			places = places[:last]
		default:
			_, err = o.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

var (
	script = []string{"ab", "#", "cd", "#", "e", "!", "#", "!", "f", "!", "g", "#", "h", "!", "i"}
	result = "ab0cd1e1fg0hi"
)

func TestSpooled(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var b bytes.Buffer
	o := New(&b, false)
	write(t, o, script...)
	if b.String() != result || o.At() != int64(len(result)) {
		t.Errorf("got %s", b.String())
	}
	write(t, o, "#", "x")
	if b.String() != result || o.Sent(int64(len(result))) || !o.Sent(0) {
		t.Error("what is held is written")
	}
	if !o.Undo(int64(len(result))) || o.Undo(0) {
		t.Error("undone wrongly")
	}
	write(t, o, "y", "#")
	o.Close()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 || b.String() != result+"y" {
		t.Errorf("left behind: %v, %v; written %s", left, err, b.String())
	}
}

func TestInPlace(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the file is read by its name
	if _, err = f.WriteString("front"); err != nil {
		t.Fatal(err)
	}
	o := New(f, true)
	write(t, o, script...)
	if got, err := os.ReadFile(f.Name()); err != nil || string(got) != "front"+result {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestForbidden(t *testing.T) {
	o := New(new(bytes.Buffer), true)
	write(t, o, "a")
	if err := o.Hold(); !errors.Is(err, ErrForbidden) {
		t.Errorf("got %v", err)
	}
	if _, err := o.Write([]byte("b")); !errors.Is(err, ErrForbidden) {
		t.Errorf("goes on: %v", err)
	}
}

func TestAppending(t *testing.T) {
	f, err := os.OpenFile(filepath.Join(t.TempDir(), "out"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // nothing is in it
	o := New(f, true)
	write(t, o, "a", "#", "b")
	if err = o.Patch(1, []byte("1")); !errors.Is(err, errAppends) {
		t.Errorf("got %v", err)
	}
}

func TestNullDevice(t *testing.T) {
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // nothing is in it
	write(t, New(f, false), script...)
}

// short is a writer that fails behind so many bytes.
type short struct{ left int }

func (s *short) Write(p []byte) (int, error) {
	n := min(s.left, len(p))
	s.left -= n
	if n < len(p) {
		return n, io.ErrClosedPipe
	}
	return n, nil
}

func TestWriterFails(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	o := New(&short{4}, false)
	write(t, o, "ab", "#", "cdef")
	if err := errors.Join(o.Patch(2, []byte("1")), o.Release()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
