package msgpack

import (
	"io"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// appendAny appends the encoding of v to dst.
func appendAny(dst []byte, v any, set *option.Set) ([]byte, error) {
	x, err := asValue(v)
	if err != nil {
		return dst, err
	}
	w := newWriter(dst, nil, set)
	w.value(x)
	if w.kept >= 0 {
		w.k = w.kept
	}
	return w.buf[:w.k], w.list.Err()
}

// asValue returns v as a value.
func asValue(v any) (value.Value, error) {
	switch v := v.(type) {
	case value.Value:
		return v, nil
	case *value.Value:
		if v != nil {
			return *v, nil
		}
	case *value.Doc:
		if v != nil {
			return v.Root(), nil
		}
	}
	return value.Of(v)
}

// bufferSize is the size of an encoder's buffer.
const bufferSize = 32 << 10

// Encoder writes values one after the other, through a buffer.
type Encoder struct {
	set option.Set
	w   writer
	err error // of the stream, which cannot go on
}

// NewEncoder returns an encoder of a stream of values to w.
func NewEncoder(w io.Writer, opts ...calque.Option) *Encoder {
	e := &Encoder{set: option.Resolve(opts)}
	e.w = newWriter(make([]byte, 0, bufferSize), w, &e.set)
	return e
}

// Encode writes v, as Marshal encodes it, as the next value of the stream. It
// may stay in the buffer until Flush or Close. Nothing is written of a value
// with a fault, unless it was larger than the buffer: then the stream is cut
// off where the fault is, and every further call returns the error.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	x, err := asValue(v)
	if err != nil {
		return err
	}
	w := &e.w
	start := w.k
	w.list, w.kept, w.sent, w.done = fault.List{}, -1, false, false
	w.value(x)
	list := &fault.List{Errors: w.list.Errors, Total: w.list.Total, Cut: w.list.Cut}
	switch {
	case w.kept < 0 && !w.done:
	case w.sent:
		w.flush()
		e.err = list
	default:
		w.k = start
	}
	return list.Err()
}

// Flush writes what is in the buffer. Errors are a *fault.List.
func (e *Encoder) Flush() error {
	if e.err != nil {
		return e.err
	}
	w := &e.w
	w.list, w.kept, w.done = fault.List{}, -1, false
	if !w.flush() {
		e.err = fault.One(w.list.Errors[0])
	}
	return e.err
}

// Close writes what is in the buffer. It does not close the writer.
func (e *Encoder) Close() error { return e.Flush() }
