package msgpack

import (
	"io"
	"iter"
	"strconv"

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
	array  bool   // the values are the elements of one array
	left   uint64 // elements still to come
	err    error  // of the stream, which cannot go on
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
	src := source{data: d.win.Bytes(), first: true, base: d.win.Offset(), record: d.record, prefix: d.prefix()}
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
	d.gauge = gauge{set: &d.set, outer: stack[uint64]{chunks: d.gauge.outer.chunks}}
	if d.array {
		if d.left == 0 {
			return false, d.end()
		}
		d.left--
	}
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
				return false, d.tooLarge(d.gauge.at)
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
			return false, d.tooLarge(len(data))
		case len(data) == 0 && !d.array:
			return false, io.EOF
		}
		return false, nil
	}
}

// fail returns a fault of the world outside, behind the bytes that were read.
func (d *Decoder) fail(code fault.Code, err error) error {
	return fault.One(&fault.Error{
		Code: code, Format: name, Record: d.record, Path: d.prefix(), Err: err,
		Offset: d.win.Offset() + int64(len(d.win.Bytes())),
	})
}

// tooLarge returns the fault of a value of at least n bytes.
func (d *Decoder) tooLarge(n int) error {
	e := tooLarge(d.win.Offset(), d.record, d.set.MaxBytes, int64(n))
	e.Path = d.prefix()
	return fault.One(e)
}

// prefix returns the path of the value that is being read.
func (d *Decoder) prefix() string {
	if !d.array {
		return ""
	}
	return "/" + strconv.FormatInt(d.record-1, 10)
}

// InputOffset returns the byte offset behind the last value read.
func (d *Decoder) InputOffset() int64 { return d.win.Offset() }

// detectRoom is how far Each looks to find out what the records are.
const detectRoom = 64 << 10

// Each returns the records of the stream that r gives, one after the other,
// each with its faults. Behind a record with faults the loop goes on with the
// next one; a fault that fault.Fatal calls fatal is the last. T is value.Value
// or any.
//
// The records are the elements of an array where the stream is one array and
// nothing else, as far as its first 64 KB tell. Else they are the values that
// follow one another. An array is not held in memory, only its elements are, one
// at a time.
func Each[T any](r io.Reader, opts ...calque.Option) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		d := NewDecoder(r, opts...)
		d.detect()
		for {
			var v T
			err := d.Decode(&v)
			if err == io.EOF {
				return
			}
			if !yield(v, err) || fault.Fatal(err) {
				return
			}
		}
	}
}

// detect makes the elements the records where the stream looks like an array
// with nothing behind it.
func (d *Decoder) detect() {
	g := gauge{set: &d.set}
	more := true
	for {
		data := d.win.Bytes()
		if len(data) > 0 && shapes[data[0]].class != classArray {
			return
		}
		room := data[:min(len(data), detectRoom)]
		if v := g.run(room); v == verdictWhole {
			if g.at < len(data) || more && d.win.More() {
				return // something is behind it
			}
			break
		} else if v == verdictBroken || len(room) == detectRoom || !more {
			break
		}
		more = d.win.More()
	}
	if p, missing := readPiece(d.win.Bytes(), 0); missing == 0 {
		d.array, d.left = true, p.count
		d.win.Skip(p.body)
	}
}

// end returns io.EOF at the end of the array whose elements are the records, or
// the fault of what is behind it.
func (d *Decoder) end() error {
	if len(d.win.Bytes()) == 0 && !d.win.More() {
		if err := d.win.Err(); err != nil {
			return d.fail(fault.Read, err)
		}
		return io.EOF
	}
	data := d.win.Bytes()
	behind := trailing(0, 0, data[0])
	list := fault.One(behind.at(nil, stepEnd))
	list.LocateFrom(data, false, fault.Start{Offset: d.win.Offset()})
	return list
}
