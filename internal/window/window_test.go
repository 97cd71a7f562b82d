package window

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// readAll reads a window to its end, dropping step bytes whenever it holds that
// many, and returns all that was seen.
func readAll(t *testing.T, w *Window, step int) []byte {
	t.Helper()
	var seen []byte
	for {
		for len(w.Bytes()) >= step {
			if got := w.Offset(); got != int64(len(seen)) {
				t.Fatalf("offset %d behind %d bytes", got, len(seen))
			}
			seen = append(seen, w.Bytes()[:step]...)
			w.Skip(step)
		}
		if !w.More() {
			return append(seen, w.Bytes()...)
		}
	}
}

func TestReaders(t *testing.T) {
	text := strings.Repeat("0123456789abcdefghijklmnopqrstuvwxyz\n", 4000)
	for _, test := range []struct {
		name string
		wrap func(io.Reader) io.Reader
	}{
		{"plain", func(r io.Reader) io.Reader { return r }},
		{"one byte", iotest.OneByteReader},
		{"half", iotest.HalfReader},
		{"data with the error", iotest.DataErrReader},
	} {
		for _, step := range []int{1, 37, 5000, 100_000, 1 << 30} {
			w := New(test.wrap(strings.NewReader(text)), 0)
			if got := readAll(t, w, step); string(got) != text {
				t.Errorf("%s, step %d: %d of %d bytes", test.name, step, len(got), len(text))
			}
			if w.Err() != nil || !w.Ended() {
				t.Errorf("%s: error %v, ended %v", test.name, w.Err(), w.Ended())
			}
		}
	}
}

func TestBufferIsBounded(t *testing.T) {
	w := New(bytes.NewReader(make([]byte, 4<<20)), 0)
	for w.More() {
		w.Skip(len(w.Bytes()))
	}
	if cap(w.buf) > minRead {
		t.Errorf("records of one read: buffer of %d bytes", cap(w.buf))
	}
	w = New(bytes.NewReader(make([]byte, 1_000_000)), 0)
	for w.More() {
	}
	if got := len(w.Bytes()); got != 1_000_000 || cap(w.buf) > 2*got+minRead {
		t.Errorf("one record of %d bytes: buffer of %d bytes", got, cap(w.buf))
	}
}

func TestDoesNotWait(t *testing.T) {
	r, wr := io.Pipe()
	go func() {
		_, err := wr.Write([]byte("{}\n")) // returns when it was read
		wr.CloseWithError(err)
	}()
	w := New(r, 0)
	if !w.More() || string(w.Bytes()) != "{}\n" || w.Ended() {
		t.Errorf("%q, ended %v", w.Bytes(), w.Ended())
	}
	if w.More() || w.Err() != nil {
		t.Errorf("behind the end: error %v", w.Err())
	}
}

func TestLimit(t *testing.T) {
	w := New(iotest.OneByteReader(strings.NewReader("0123456789")), 4)
	for w.More() {
	}
	if !w.Full() || len(w.Bytes()) != 5 || w.Ended() {
		t.Errorf("full %v with %d bytes, ended %v", w.Full(), len(w.Bytes()), w.Ended())
	}
	w.Skip(3)
	if w.Full() || !w.More() || w.Offset() != 3 {
		t.Errorf("behind a skip: full %v, offset %d", w.Full(), w.Offset())
	}
}

type badReader int

func (r badReader) Read(p []byte) (int, error) {
	switch r {
	case 0:
		return 0, nil
	case 1:
		return len(p) + 1, nil
	default:
		return -1, nil
	}
}

func TestErrors(t *testing.T) {
	cause := errors.New("cause")
	w := New(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(cause)), 0)
	for w.More() {
	}
	if string(w.Bytes()) != "abc" || !errors.Is(w.Err(), cause) || !w.Ended() {
		t.Errorf("%q, error %v, ended %v", w.Bytes(), w.Err(), w.Ended())
	}
	for i, want := range []error{io.ErrNoProgress, errCount, errCount} {
		w := New(badReader(i), 0)
		if w.More() || !errors.Is(w.Err(), want) {
			t.Errorf("bad reader %d: %v", i, w.Err())
		}
	}
	wrapped := New(iotest.ErrReader(errors.Join(io.EOF, cause)), 0)
	if wrapped.More() || wrapped.Err() == nil {
		t.Error("an error that wraps io.EOF is taken for a clean end")
	}
}
