package msgpack

import (
	"strconv"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
)

// room makes room for n bytes and the slack, and looks at the context. It
// returns false where writing is at its end.
func (w *writer) room(n int) bool {
	if w.set.Ctx != nil {
		if err := w.set.Ctx.Err(); err != nil {
			w.fail(fault.Canceled, err)
			return false
		}
	}
	if w.out != nil && !w.flush() {
		return false
	}
	buf := w.buf
	if len(buf)-w.k < n+slack {
		size := max(w.k+n+slack, len(buf)+len(buf)/2, w.need+w.need/16+slack)
		w.need = 0
		grown := mem.Uncleared[byte](size)
		copy(grown, buf[:w.k])
		buf = grown[:cap(grown)]
	}
	w.use(buf)
	return true
}

// flush sends the buffer to the writer behind it, as far as no fault is in it.
func (w *writer) flush() bool {
	n := w.k
	if w.kept >= 0 {
		n, w.kept = w.kept, 0
	}
	w.k = 0
	return w.send(w.buf[:n])
}

// send sends b to the writer behind the buffer.
func (w *writer) send(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	w.sent = true
	if _, err := w.out.Write(b); err != nil {
		w.fail(fault.Write, err)
		return false
	}
	return true
}

// fail ends writing with a fault of the world outside.
func (w *writer) fail(code fault.Code, err error) {
	w.list.Add(&fault.Error{Code: code, Format: name, Offset: -1, Err: err}, w.set.MaxErrors)
	w.done = true
}

// report notes a fault of what is being written; what is written from here on
// is dropped.
func (w *writer) report(code fault.Code, want, got string) {
	if w.kept < 0 {
		w.kept = w.k
	}
	w.note(code, want, got)
	w.done = w.done || w.set.FailFast
}

// lossy deals with what MessagePack cannot hold; the caller then writes what is
// nearest.
func (w *writer) lossy(want, got string) {
	switch w.set.Lossy {
	case option.LossyAllow:
	case option.LossyWarn:
		w.note(fault.Lossy, want, got)
	default:
		w.report(fault.Lossy, want, got)
	}
}

// tooLong ends writing at something whose length no head can hold.
func (w *writer) tooLong(n uint64, what string) bool {
	w.report(fault.TooLarge, "at most 4294967295 "+what, strconv.FormatUint(n, 10))
	w.done = true
	return false
}

// note adds a fault to the list.
func (w *writer) note(code fault.Code, want, got string) {
	e := &fault.Error{Code: code, Format: name, Offset: -1, Want: want, Got: got}
	if len(w.list.Errors) < w.set.MaxErrors {
		e.Path = w.path()
	}
	w.list.Add(e, w.set.MaxErrors)
}
