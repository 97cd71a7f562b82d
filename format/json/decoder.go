package json

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/internal/window"
	"example.com/calque/value"
)

// Decoder reads a stream of JSON values: one behind the other, with or without
// white space between them, or with [Lines] one a line. It holds one value in
// memory, however the reader cuts the stream into pieces.
type Decoder struct {
	set    option.Set
	win    *window.Window
	start  fault.Start // the place of the window's first byte
	began  bool        // the byte order mark was looked for
	record int64       // values read, with or without faults
	size   int         // of the last one
	frame  frame       // what is known of the value at the window's start
	looked int         // bytes there that a comment does not end in
	skip   bool        // the rest of the line is of a record too large
	err    error       // that ended the stream

	array *elements // the elements of an array are the records, see Each
	retry bool      // go on behind a fault of syntax where a value seems to end
}

// NewDecoder returns a decoder of the stream that r gives. Of the options,
// MaxBytes and MaxItems limit each value. Offsets and lines in faults count from
// the start of the stream; the positions of a value (Positions) from its own
// first byte.
func NewDecoder(r io.Reader, opts ...calque.Option) *Decoder {
	d := &Decoder{set: option.Resolve(opts)}
	d.win = window.New(r, d.set.MaxBytes)
	d.err = checkRead(&d.set)
	return d
}

// InputOffset returns the byte offset behind the last value read, with [Lines]
// behind its line.
func (d *Decoder) InputOffset() int64 { return d.start.Offset }

// Decode reads the next value into v, a *value.Value, *any or *value.Doc. It
// returns io.EOF itself at a clean end of the stream.
//
// Faults have the number of the value as Record and its bytes, where they are
// known, as Raw. Behind a fault of meaning the next call reads the next value;
// a fault of syntax ends the stream, except with [Lines].
func (d *Decoder) Decode(v any) error {
	t, err := targetOf(v)
	if err != nil {
		return err
	}
	err = d.next(t.doc)
	if err != io.EOF {
		t.store(err == nil && unrepeated(&d.set))
	}
	return err
}

// next reads the next value into doc.
func (d *Decoder) next(doc *value.Doc) error {
	if d.err != nil {
		return d.err
	}
	if d.canceled() {
		return d.end(d.failed(0, nil))
	}
	switch {
	case d.set.Lines:
		return d.nextLine(doc)
	case d.array != nil:
		return d.nextElement(doc)
	}
	if err := d.toValue(); err != nil {
		return d.end(err)
	}
	return d.value(doc)
}

// end makes err the answer of this and every later call.
func (d *Decoder) end(err error) error {
	d.err = err
	return err
}

// consume drops the first n bytes of the window.
func (d *Decoder) consume(n int) {
	d.start.Advance(d.win.Bytes()[:n])
	d.win.Skip(n)
	d.frame = frame{comments: d.set.Comments}
	d.looked = 0
}

// fault returns a fault at an offset in the window as one of the stream.
func (d *Decoder) fault(e *fault.Error) error { return d.faults(fault.One(e), nil) }

// faults returns the faults of a record, whose offsets are in the window, as
// faults of the stream.
func (d *Decoder) faults(l *fault.List, raw []byte) error {
	for _, e := range l.Errors {
		e.Record = d.record
		e.Raw = raw
		if d.array != nil {
			e.Path = d.array.path() + e.Path
		}
	}
	l.LocateFrom(d.win.Bytes(), true, d.start)
	return l
}

// more reads on, unless the context is done.
func (d *Decoder) more() bool { return !d.canceled() && d.win.More() }

func (d *Decoder) canceled() bool { return d.set.Ctx != nil && d.set.Ctx.Err() != nil }

// failed returns the fault that the stream ended at byte n of the window: because
// of the context or the reader, or because it is over, for which it returns over.
func (d *Decoder) failed(n int, over error) error {
	if d.canceled() {
		return d.fault(faultAt(canceled, n, place{set: &d.set}))
	}
	if err := d.win.Err(); err != nil {
		return d.fault(&fault.Error{Code: fault.Read, Format: "json", Offset: int64(n), Err: err})
	}
	return over
}

// toValue drops white space and comments up to the next value. It returns
// io.EOF where there is none.
func (d *Decoder) toValue() error {
	if err := d.skipMark(); err != nil {
		return err
	}
	for {
		data := d.win.Bytes()
		n := blanks(data)
		if n > 0 {
			d.consume(n)
			data = data[n:]
		}
		if len(data) > 0 && (data[0] != '/' || !d.set.Comments) {
			return nil
		}
		size := commentLen(data, d.looked)
		if size == 0 || size == len(data) && data[1] == '/' { // more may belong to it
			d.looked = len(data)
			if d.more() {
				continue
			}
			data = d.win.Bytes() // More moved them
		}
		switch {
		case len(data) == 0:
			return d.failed(0, io.EOF)
		case size == 0 || d.set.MaxBytes > 0 && int64(size) > d.set.MaxBytes:
			return d.failed(len(data), nil) // value reports it
		}
		if e := d.badComment(data, size); e != nil {
			return d.fault(e)
		}
		d.consume(size)
	}
}

// badComment returns the fault of a comment that is not UTF-8.
func (d *Decoder) badComment(data []byte, size int) *fault.Error {
	e := faultAt(wantValue, 0, place{text: data[:size], set: &d.set})
	if d.set.UTF8 == option.UTF8Strict && e.Code == fault.BadUTF8 {
		return e
	}
	return nil
}

// skipMark drops the byte order mark at the start of the stream.
func (d *Decoder) skipMark() error {
	const mark = "\xef\xbb\xbf"
	for !d.began {
		data := d.win.Bytes()
		if len(data) < len(mark) && string(data) == mark[:len(data)] && d.win.More() {
			continue
		}
		d.began = true
		d.consume(bomLen(data))
	}
	return nil
}

// blanks returns the number of bytes of white space that data begins with.
func blanks(data []byte) int {
	for i, c := range data {
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return i
		}
	}
	return len(data)
}

// value reads the value that the window begins with.
func (d *Decoder) value(doc *value.Doc) error {
	d.record++
	guess := d.size + d.size/2
	for {
		data := d.win.Bytes()
		whole := d.win.Ended() && d.win.Err() == nil
		end, more, faults := parseGrowing(doc, data, 0, guess, whole, &d.set)
		if more {
			if d.wait(len(data)) {
				guess = d.frame.at + 1 // the byte behind a number counts
				continue
			}
			return d.end(d.failed(len(data), nil))
		}
		switch {
		case end < 0:
			return d.broken(faults)
		case faults != nil:
			err := d.faults(faults, bytes.Clone(data[:end]))
			d.took(end)
			return err
		}
		d.took(end)
		return nil
	}
}

// took drops the record of n bytes that was read.
func (d *Decoder) took(n int) {
	d.size = n
	d.consume(n)
}

// wait reads until the value that the window begins with seems whole, or the
// window holds twice the n bytes that were not enough, so that trying again is
// worth it. It returns false where the reader failed or the context is done.
func (d *Decoder) wait(n int) bool {
	for d.more() {
		data := d.win.Bytes()
		if _, whole := d.frame.find(data); whole || len(data) >= 2*n {
			return true
		}
	}
	return d.win.Err() == nil && !d.canceled()
}

// broken returns the faults of a value whose end was not found by reading it. It
// ends the stream, unless the faults are none of syntax or retrying is wanted,
// and the end can be found by counting brackets.
func (d *Decoder) broken(faults *fault.List) error {
	if fault.Fatal(faults) && !(d.retry && resumable(faults)) {
		return d.end(d.faults(faults, nil))
	}
	last := faults.Errors[len(faults.Errors)-1].Offset
	for {
		data := d.win.Bytes()
		if len(data) == 0 || strings.IndexByte(",:]}", data[0]) >= 0 { // no value at all
			return d.end(d.faults(faults, nil))
		}
		end, whole := d.frame.find(data)
		if !whole {
			if d.more() {
				continue
			}
			data = d.win.Bytes() // More moved them
		}
		if !whole && d.win.Ended() && d.win.Err() == nil && d.frame.scalar() {
			end, whole = len(data), true
		}
		if !whole || int64(end) < last {
			return d.end(d.faults(faults, nil))
		}
		faults.Resumable = true
		err := d.faults(faults, slices.Clone(data[:end]))
		d.took(end)
		return err
	}
}

// resumable reports whether all faults are of one value, not of the stream.
func resumable(faults *fault.List) bool {
	for _, e := range faults.Errors {
		switch e.Code.Class() {
		case fault.ClassSyntax, fault.ClassSemantic:
		default:
			return false
		}
	}
	return true
}
