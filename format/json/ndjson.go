package json

import (
	"bytes"
	"io"
	"iter"
	"strconv"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// Lines makes every line of a stream one value (NDJSON, JSON Lines). Lines of
// white space are skipped. A line with a fault does not touch the next one: its
// faults are Resumable, with the line as Raw, and decoding goes on behind it.
func Lines() calque.Option { return option.Flag(option.Lines) }

// Each returns the records of the stream that r gives, each with its faults. A
// record with faults does not end the sequence, unless it cannot be told where
// it ends; then its fault is the last. T is value.Value or any.
//
// With [Lines] the records are the lines. Without it the first 64 KB tell:
//
//	a value in the first line, another in a later one   the lines
//	an array, and nothing behind it                     its elements
//	anything else                                       the values, one behind the other
//
// An array is not held in memory, only its elements are, one at a time.
func Each[T any](r io.Reader, opts ...calque.Option) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		d := NewDecoder(r, opts...)
		d.retry = true
		d.err = d.detect()
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

// detectRoom is how far [Each] looks to find out what the records are.
const detectRoom = 64 << 10

// detect finds out what the records are: lines, elements or values.
func (d *Decoder) detect() error {
	if d.set.Lines || d.err != nil {
		return d.err
	}
	if err := d.toValue(); err != nil {
		return err
	}
	f := frame{comments: d.set.Comments}
	for {
		data := d.win.Bytes()
		data = data[:min(len(data), detectRoom)]
		last := len(data) == detectRoom
		switch kind, sure := detectIn(&f, data); {
		case sure || last:
			d.setRecords(kind)
			return nil
		case !d.more():
			d.setRecords(kind)
			return nil
		}
	}
}

// setRecords makes the records what was detected.
func (d *Decoder) setRecords(kind records) {
	switch kind {
	case recordLines:
		d.set.Lines = true
	case recordElements:
		d.consume(1)
		d.array = new(elements)
	}
}

// records is what the records of a stream are.
type records uint8

const (
	recordValues records = iota
	recordLines
	recordElements
)

// detectIn says what the records of a stream are that begins with data, and
// whether that is sure whatever follows.
func detectIn(f *frame, data []byte) (kind records, sure bool) {
	if len(data) > 0 && data[0] == '[' {
		kind = recordElements
	}
	end, whole := f.find(data)
	line := bytes.IndexByte(data, '\n')
	switch {
	case line >= 0 && (!whole || line < end):
		// A value over several lines; but no string goes over two.
		if quoteOpen(data[:line], f.comments) {
			kind = recordLines
		}
		return kind, true
	case !whole:
		return kind, false
	}
	rest := data[end:]
	n := blanks(rest)
	switch {
	case n == len(rest):
		return kind, false
	case bytes.IndexByte(rest[:n], '\n') >= 0:
		return recordLines, true
	}
	return recordValues, true
}

// quoteOpen reports whether a string is open at the end of data, which begins
// with a value.
func quoteOpen(data []byte, comments bool) bool {
	f := frame{comments: comments}
	f.find(data)
	return f.state == frameString || f.state == frameEscape
}

// elements is the large array whose elements are the records.
type elements struct {
	index int64 // of the next element
	began bool  // an element or the end of the array was looked for
}

// path returns the pointer of the element that is being read.
func (a *elements) path() string { return "/" + strconv.FormatInt(a.index, 10) }

// nextElement reads the next element of the array.
func (d *Decoder) nextElement(doc *value.Doc) error {
	want := wantNext
	if !d.array.began {
		want = wantValue
	}
	if err := d.elementStart(want, !d.array.began); err != nil {
		return d.end(err)
	}
	d.array.began = true
	err := d.value(doc)
	d.array.index++
	return err
}

// elementStart drops what is in front of the next element. It returns io.EOF
// where there is none.
func (d *Decoder) elementStart(want state, empty bool) error {
	c, err := d.peek(want, empty)
	if err != nil {
		return err
	}
	if want == wantNext {
		if c == ',' {
			d.consume(1)
			if c, err = d.peek(wantValue, false); err != nil {
				return err
			}
			if c != ']' || !d.set.TrailingCommas {
				return nil
			}
		} else if c != ']' {
			return d.arrayFault(want, empty)
		}
	}
	if c != ']' {
		return nil
	}
	d.consume(1)
	if err = d.toValue(); err != nil {
		return err
	}
	return d.arrayFault(wantEnd, false)
}

// peek returns the first byte behind white space and comments.
func (d *Decoder) peek(want state, empty bool) (byte, error) {
	switch err := d.toValue(); {
	case err == io.EOF:
		return 0, d.arrayFault(want, empty)
	case err != nil:
		return 0, err
	}
	return d.win.Bytes()[0], nil
}

// arrayFault returns the fault of the array around the elements at the start of
// the window.
func (d *Decoder) arrayFault(want state, empty bool) error {
	e := faultAt(want, 0, place{text: d.win.Bytes(), set: &d.set, array: true, empty: empty})
	if want == wantValue && !empty {
		e.Path = d.array.path()
	}
	l := fault.One(e)
	l.LocateFrom(d.win.Bytes(), true, d.start)
	return l
}

// nextLine reads the next line that is not blank into doc.
func (d *Decoder) nextLine(doc *value.Doc) error {
	if err := d.skipMark(); err != nil {
		return d.end(err)
	}
	for {
		line, n, err := d.line()
		switch {
		case err != nil:
			return err
		case n == 0:
			return d.end(io.EOF)
		case blanks(line) < len(line):
			d.record++
			return d.parseLine(doc, line, n)
		}
		d.consume(n)
	}
}

// line returns the line that the window begins with, without its end, and its
// length with it; a length of 0 at the end of the stream.
func (d *Decoder) line() (line []byte, n int, err error) {
	for {
		data := d.win.Bytes()
		k := bytes.IndexByte(data[d.looked:], '\n')
		if k >= 0 {
			k += d.looked
		}
		large := d.set.MaxBytes > 0 && (int64(k) > d.set.MaxBytes || k < 0 && d.win.Full())
		switch {
		case d.skip && k >= 0:
			d.skip = false
			d.consume(k + 1)
			continue
		case d.skip:
			d.consume(len(data))
		case large:
			return nil, 0, d.largeLine()
		case k >= 0:
			return data[:k], k + 1, nil
		default:
			d.looked = len(data)
		}
		if d.more() {
			continue
		}
		data = d.win.Bytes()
		if err = d.failed(len(data), nil); err != nil {
			return nil, 0, d.end(err)
		}
		return data, len(data), nil
	}
}

// largeLine returns the fault of a line above MaxBytes; the next call drops it.
func (d *Decoder) largeLine() error {
	d.record++
	d.skip = true
	l := fault.One(tooLargeFault(d.set.MaxBytes))
	l.Resumable = true
	return d.faults(l, nil)
}

// parseLine parses a line and drops it, n bytes with its end.
func (d *Decoder) parseLine(doc *value.Doc, line []byte, n int) error {
	faults := parseWhole(doc, line, &d.set)
	if faults == nil {
		d.consume(n)
		return nil
	}
	faults.Resumable = true
	for _, e := range faults.Errors {
		e.Record = d.record
		e.Raw = bytes.Clone(line)
	}
	faults.LocateFrom(line, true, d.start)
	d.consume(n)
	if fault.Fatal(faults) {
		d.err = faults // the context is done
	}
	return faults
}
