// Package window reads a stream into a buffer that always holds the whole
// record being decoded, however large it is, and no more than twice that.
package window

import "io"

// minRead is the size of the first read.
const minRead = 32 << 10

// Window is a buffer over a reader. Its bytes are those that were read and not
// yet skipped.
type Window struct {
	r     io.Reader
	buf   []byte
	start int   // first byte not skipped
	base  int64 // stream offset of buf[0]
	limit int64 // largest number of bytes held; 0: none
	err   error // of the reader, io.EOF at the end
}

// New returns a window over r that holds at most limit bytes (0: no limit).
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

// Full reports whether the limit keeps the window from holding more.
func (w *Window) Full() bool { return w.limit > 0 && int64(len(w.buf)-w.start) > w.limit }

// Err returns the error of the reader, nil at its clean end.
func (w *Window) Err() error {
	if w.err == io.EOF { //nolint:errorlint // a wrapped io.EOF is not a clean end
		return nil
	}
	return w.err
}

// More reads until the window holds about twice the bytes it held, at least one
// more. It returns false where there are none: at the end, after an error and
// where the window is full.
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
	if want := max(2*held, minRead); cap(w.buf) < want {
		grown := make([]byte, held, want)
		copy(grown, w.buf)
		w.buf = grown
	}
	for empty := 0; w.err == nil && len(w.buf) < cap(w.buf); {
		n, err := w.r.Read(w.buf[len(w.buf):cap(w.buf)])
		w.buf = w.buf[:len(w.buf)+n]
		w.err = err
		if n > 0 {
			break
		}
		if empty++; empty == 100 && err == nil {
			w.err = io.ErrNoProgress
		}
	}
	return len(w.buf) > held
}
