package json

import (
	"errors"
	"io"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
)

// Encoder writes a stream of JSON values, each followed by a newline. It is a
// [calque.Encoder]. Its text goes through a buffer of 32 KB, so that Close must
// be called behind the last value; only longer runs of memory that is already
// there are handed to the writer past it.
//
// A value with a fault is not written, and the next one may follow, as long as
// the value is below the size of the buffer. Of a larger one a part is written
// already: then, as after a failure of the writer, every further call returns
// the same error.
type Encoder struct {
	dumper dumper
	set    option.Set
	w      io.Writer
	buffer *[bufSize]byte // nil in front of the first value and behind Close
	i      int            // bytes in buffer
	record int64          // number of the value
	err    error          // why there is nothing more to write
}

// NewEncoder returns an encoder of a stream of values to w. With [Lines] each
// value is written on one line, whatever the indentation.
func NewEncoder(w io.Writer, opts ...calque.Option) *Encoder {
	e := &Encoder{w: w, set: option.Resolve(opts)}
	if e.set.Lines {
		e.set.Indent = -1
	}
	e.err = e.dumper.setup(&e.set)
	return e
}

// Encode writes v, as [Marshal] does, and a newline. The faults it returns have
// the number of the value in the stream as their Record.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	e.record++
	if ctx := e.set.Ctx; ctx != nil && ctx.Err() != nil {
		e.err = fault.One(&fault.Error{
			Code: fault.Canceled, Format: "json", Offset: -1, Record: e.record, Err: ctx.Err(),
		})
		return e.err
	}
	x, err := valueOf(v)
	if err != nil {
		return numbered(err, e.record)
	}
	if e.set.IJSON {
		if err = strictValue(x, &e.set); err != nil {
			return numbered(err, e.record)
		}
	}
	d := &e.dumper
	e.open()
	i := d.value(x, e.i, 0)
	if !d.muted {
		i = d.room(i, 1)
	}
	if d.muted {
		return e.undo()
	}
	mem.Store8(d.p, i, '\n')
	e.i = i + 1
	return nil
}

// open prepares the dumper for a value.
func (e *Encoder) open() {
	d := &e.dumper
	if e.buffer == nil {
		e.buffer = takeBuffer()
		d.w = e.w
		d.setBuf(e.buffer[:])
	}
	d.record = e.i
}

// undo takes the value back that has a fault, and returns the fault.
func (e *Encoder) undo() error {
	d := &e.dumper
	err := numbered(d.err(), e.record)
	if d.record < 0 || outside(err) {
		e.err = err
	}
	e.i = max(d.record, 0)
	d.list, d.tokens, d.kept = fault.List{}, nil, nil
	d.muted, d.stopped = false, false
	d.order, d.base = d.order[:0], 0
	d.setBuf(e.buffer[:])
	return err
}

// outside reports whether a fault of err is the writer's or the context's.
func outside(err error) bool {
	return errors.Is(err, fault.Write) || errors.Is(err, fault.Canceled)
}

// numbered gives the faults of err the number of a value in a stream.
func numbered(err error, record int64) error {
	var list *fault.List
	if errors.As(err, &list) {
		for _, e := range list.Errors {
			e.Record = record
		}
	}
	return err
}

// Close writes out what the buffer holds. It does not close the writer.
func (e *Encoder) Close() error {
	if e.buffer == nil {
		return e.err
	}
	d := &e.dumper
	if e.err == nil {
		d.flush(e.i)
		e.err = d.err()
	}
	e.i = 0
	giveBuffer(e.buffer)
	e.buffer = nil
	return e.err
}
