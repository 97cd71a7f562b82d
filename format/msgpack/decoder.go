package msgpack

import (
	"io"
	"iter"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/internal/window"
)

// Decoder reads values that follow one another.
type Decoder struct {
	set    option.Set
	win    *window.Window
	gauge  gauge
	record int64
	err    error // of the stream, which cannot go on
}

// NewDecoder returns a decoder of a stream of values from r. It reads ahead.
func NewDecoder(r io.Reader, opts ...calque.Option) *Decoder {
	d := &Decoder{set: option.Resolve(opts)}
	d.win = window.New(r, d.set.MaxBytes)
	return d
}

// Decode reads the next value of the stream into v, as Unmarshal does. It
// returns io.EOF itself at the end of the stream. Other errors are a
// *fault.List, with offsets in the stream and the number of the value. Behind
// one that fault.Fatal does not call fatal, the next call reads the next value.
func (d *Decoder) Decode(v any) error {
	if d.err != nil {
		return d.err
	}
	if list := badTarget(v); list != nil {
		return list
	}
	whole, err := d.find()
	if err != nil {
		d.err = err
		return err
	}
	src := source{data: d.win.Bytes(), first: true, base: d.win.Offset(), record: d.record}
	if whole {
		src.data = src.data[:d.gauge.at]
	}
	d.win.Skip(len(src.data))
	list := decode(src, v, &d.set)
	if list.Err() == nil {
		return nil
	}
	if list.Resumable = whole; fault.Fatal(list) {
		d.err = list
	}
	return list
}

// find reads until the window holds the next value, or as much of it as is
// needed to find what is wrong with it; then whole is false.
func (d *Decoder) find() (whole bool, err error) {
	d.gauge = gauge{set: &d.set, outer: d.gauge.outer[:0]}
	d.record++
	for {
		if d.set.Ctx != nil {
			if err := d.set.Ctx.Err(); err != nil {
				return false, d.fail(fault.Canceled, err)
			}
		}
		data := d.win.Bytes()
		if len(data) > 0 {
			v := d.gauge.run(data)
			if most := d.set.MaxBytes; most > 0 && int64(d.gauge.at) > most {
				return false, fault.One(tooLarge(d.win.Offset(), d.record, most, int64(d.gauge.at)))
			}
			if v != verdictMore {
				return v == verdictWhole, nil
			}
		}
		if d.win.More() {
			continue
		}
		switch err := d.win.Err(); {
		case err != nil:
			return false, d.fail(fault.Read, err)
		case d.win.Full():
			return false, fault.One(tooLarge(d.win.Offset(), d.record, d.set.MaxBytes, int64(len(data))))
		case len(data) == 0:
			return false, io.EOF
		}
		return false, nil
	}
}

// fail returns a fault of the world outside, behind the bytes that were read.
func (d *Decoder) fail(code fault.Code, err error) error {
	return fault.One(&fault.Error{
		Code: code, Format: name, Record: d.record, Err: err,
		Offset: d.win.Offset() + int64(len(d.win.Bytes())),
	})
}

// InputOffset returns the byte offset behind the last value read.
func (d *Decoder) InputOffset() int64 { return d.win.Offset() }

// Each returns the values of a stream, one after the other, each with its
// error. Behind a value with faults the loop goes on with the next one; a fault
// that fault.Fatal calls fatal is the last. T is value.Value or any.
func Each[T any](r io.Reader, opts ...calque.Option) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		d := NewDecoder(r, opts...)
		for {
			var v T
			err := d.Decode(&v)
			if err == io.EOF { //nolint:errorlint // it is io.EOF itself
				return
			}
			if !yield(v, err) || fault.Fatal(err) {
				return
			}
		}
	}
}
