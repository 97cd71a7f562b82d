// Package window reads a stream into a buffer that always holds the whole
// record being decoded, however large it is, and no more than twice that.
package window

import (
	"errors"
	"io"
)

const (
	minRead = 32 << 10 // size of the first read
	minRoom = 4 << 10  // a buffer with less room grows
)

// Window is a buffer over a reader. Its bytes are those that were read and not
// yet skipped.
type Window struct {
	r     io.Reader
	buf   []byte
	start int   // first byte not skipped
	base  int64 // stream offset of buf[0]
	limit int64 // number of bytes above which it is full; 0: none
	err   error // of the reader, io.EOF at the end
}

// New returns a window over r that is full when it holds more than limit bytes
// (0: never).
func New(r io.Reader, limit int64) *Window { return &Window{r: r, limit: limit} }

// Bytes returns the bytes that were read and not skipped. They are valid until
// the next call of More.
func (w *Window) Bytes() []byte { return w.buf[w.start:] }

// Offset returns the stream offset of the first byte of Bytes.
func (w *Window) Offset() int64 { return w.base + int64(w.start) }

// Skip drops the first n bytes.
func (w *Window) Skip(n int) { w.start += n }

// Ended reports whether the reader has nothing more to give.
func (w *Window) Ended() bool { return w.err != nil }

// Full reports whether the window holds more bytes than its limit, so that a
// record that is still not whole is too large.
func (w *Window) Full() bool { return w.limit > 0 && int64(len(w.buf)-w.start) > w.limit }

// Err returns the error of the reader, nil at its clean end.
func (w *Window) Err() error {
	if w.err == io.EOF { // one that is wrapped is not a clean end
		return nil
	}
	return w.err
}

var errCount = errors.New("the reader returned an impossible count")

// More reads once and reports whether that gave at least one byte; it never does
// behind the end or an error, or when the window is full. The buffer doubles
// when it is full, so that a record of any size costs few copies. More does not
// wait for more than the reader has: a record is seen as soon as it is there.
func (w *Window) More() bool {
	if w.err != nil || w.Full() {
		return false
	}
	held := len(w.buf) - w.start
	if w.start > 0 {
		w.base += int64(w.start)
		w.buf = w.buf[:copy(w.buf, w.buf[w.start:])]
		w.start = 0
	}
	if cap(w.buf)-held < minRoom {
		grown := make([]byte, held, max(2*held, minRead))
		copy(grown, w.buf)
		w.buf = grown
	}
	w.read()
	return len(w.buf) > held
}

// maxEmpty is how often a reader may return neither bytes nor an error.
const maxEmpty = 100

// read appends what one read gives, which is at least one byte or an error.
func (w *Window) read() {
	room := w.buf[len(w.buf):cap(w.buf)]
	for range maxEmpty {
		n, err := w.r.Read(room)
		if n < 0 || n > len(room) {
			n, err = 0, errCount
		}
		w.buf = w.buf[:len(w.buf)+n]
		w.err = err
		if n > 0 || err != nil {
			return
		}
	}
	w.err = io.ErrNoProgress
}
