package json

import (
	"bytes"
	"io"
	"slices"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// Seq is a stream of JSON values of which each stands behind a record separator
// and in front of a line feed (RFC 7464). Decoding goes on behind a record with
// a fault; see [Sequence].
var Seq calque.Format = sequence{textFormat{name: "json-seq", opts: []calque.Option{Sequence()}}}

func init() {
	format.Register(Seq, format.Info{
		Extensions: []string{".json-seq", ".jsonseq"},
		MediaTypes: []string{"application/json-seq"},
		Sniff: func(prefix []byte) int {
			if len(prefix) > 0 && prefix[0] == recordSeparator {
				return 98
			}
			return 0
		},
		Options: optionByName,
	})
}

// Sequence makes every value of a stream a record of RFC 7464: it is written
// behind a record separator (0x1E) and in front of a line feed. In reading, a
// record with a fault does not touch the next one, as with [Lines]. It is an
// option of [NewSource] and [NewSink]; values are read and written so by the
// decoder and encoder of [Seq].
func Sequence() calque.Option { return option.Flag(option.Sequence) }

// sequence is the format Seq with settings.
type sequence struct{ textFormat }

func (f sequence) With(opts ...calque.Option) calque.Format {
	f.opts = f.with(opts)
	return f
}

func (f sequence) Append(dst []byte, v any, opts ...calque.Option) ([]byte, error) {
	dst, err := Append(append(dst, recordSeparator), v, slices.Concat(f.opts, opts, []calque.Option{Compact()})...)
	if err == nil {
		dst = append(dst, '\n')
	}
	return dst, err
}

func (f sequence) Unmarshal(data []byte, v any, opts ...calque.Option) error {
	return Unmarshal(unmarked(data), v, f.with(opts)...)
}

func (f sequence) UnmarshalFirst(data []byte, v any, opts ...calque.Option) ([]byte, error) {
	return UnmarshalFirst(unmarked(data), v, f.with(opts)...)
}

// unmarked returns data without the record separator in front. Offsets in faults
// stay as they are: in its place is a blank.
func unmarked(data []byte) []byte {
	if n := blanks(data); n < len(data) && data[n] == recordSeparator {
		data = bytes.Clone(data)
		data[n] = ' '
	}
	return data
}

func (f sequence) NewEncoder(w io.Writer, opts ...calque.Option) calque.Encoder {
	e := &sequenceEncoder{w: w, set: option.Resolve(f.with(opts))}
	e.set.Indent = -1
	return e
}

func (f sequence) NewDecoder(r io.Reader, opts ...calque.Option) calque.Decoder {
	return sequenceDecoder{NewDecoder(r, f.with(opts)...)}
}

// sequenceEncoder writes records.
type sequenceEncoder struct {
	w      io.Writer
	set    option.Set
	buf    []byte
	record int64
	err    error // of the writer
}

// Encode writes v as a record. Faults have its number.
func (e *sequenceEncoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	e.record++
	x, err := valueOf(v)
	if err == nil && e.set.IJSON {
		err = strictValue(x, &e.set)
	}
	if err != nil {
		return numbered(err, e.record)
	}
	start := len(e.buf)
	e.buf = append(e.buf, recordSeparator)
	if e.buf, err = appendValue(e.buf, x, &e.set); err != nil {
		e.buf = e.buf[:start]
		return numbered(err, e.record)
	}
	if e.buf = append(e.buf, '\n'); len(e.buf) >= bufSize {
		return e.flush()
	}
	return nil
}

func (e *sequenceEncoder) flush() error {
	n, err := e.w.Write(e.buf)
	if err == nil && n != len(e.buf) {
		err = io.ErrShortWrite
	}
	if err != nil {
		e.err = fault.One(&fault.Error{Code: fault.Write, Format: "json", Offset: -1, Record: e.record, Err: err})
	}
	if e.buf = e.buf[:0]; cap(e.buf) > 16*bufSize {
		e.buf = nil
	}
	return e.err
}

// Close writes what is still to be written.
func (e *sequenceEncoder) Close() error {
	if e.err != nil || len(e.buf) == 0 {
		return e.err
	}
	return e.flush()
}

// sequenceDecoder reads records.
type sequenceDecoder struct{ d *Decoder }

// InputOffset returns the byte offset behind the last record read.
func (s sequenceDecoder) InputOffset() int64 { return s.d.InputOffset() }

// Decode reads the next record into v. Its faults are Resumable and have the
// record as Raw.
func (s sequenceDecoder) Decode(v any) error {
	doc := new(value.Doc)
	switch v := v.(type) {
	case *value.Value:
		err := s.next(doc)
		if err != io.EOF {
			*v = doc.Root()
		}
		return err
	case *any:
		err := s.next(doc)
		if err != io.EOF {
			*v = doc.Root().Any()
		}
		return err
	case *value.Doc:
		return s.next(v)
	}
	return badType("pointer to value.Value or any", v)
}

// next reads the next record into doc.
func (s sequenceDecoder) next(doc *value.Doc) error {
	d := s.d
	if d.err != nil {
		return d.err
	}
	if ctx := d.set.Ctx; ctx != nil && ctx.Err() != nil {
		return d.end(d.fault(faultAt(canceled, 0, place{set: &d.set})))
	}
	for {
		record, n, err := s.record()
		switch {
		case err != nil:
			return err
		case n == 0:
			return d.end(io.EOF)
		case blanks(record) < len(record):
			return s.parse(doc, record, n)
		}
		d.consume(n)
	}
}

// record returns what stands in front of the next record separator but one at
// the start of the window, and its length with the separator in front; a length
// of 0 at the end of the stream.
func (s sequenceDecoder) record() (record []byte, n int, err error) {
	d := s.d
	for {
		data := d.win.Bytes()
		from := 0
		if len(data) > 0 && data[0] == recordSeparator {
			from = 1
		}
		looked := max(d.looked, from)
		if k := bytes.IndexByte(data[min(looked, len(data)):], recordSeparator); k >= 0 {
			return data[from : looked+k], looked + k, nil
		}
		d.looked = len(data)
		if d.win.Full() {
			d.record++
			return nil, 0, d.end(d.fault(tooLargeFault(d.set.MaxBytes)))
		}
		if d.win.More() {
			continue
		}
		data = d.win.Bytes()
		if d.win.Err() != nil {
			return nil, 0, d.end(d.failed(len(data), nil))
		}
		return data[min(from, len(data)):], len(data), nil
	}
}

// parse parses a record and drops the n bytes that it takes with its separator.
func (s sequenceDecoder) parse(doc *value.Doc, record []byte, n int) error {
	d := s.d
	d.record++
	lead := n - len(record)
	var faults *fault.List
	if lead == 0 {
		doc.Reset()
		at := blanks(record)
		faults = fault.One(fault.New(fault.Syntax, int64(at), "record separator", got(record[at:])))
		faults.Errors[0].Format = "json"
	} else {
		faults = parseWhole(doc, record, &d.set)
		last := record[len(record)-1]
		if k := doc.Root().Kind(); faults == nil && !isBlank(last) && k != value.KindString && k < value.KindArray {
			faults = fault.One(fault.New(fault.Truncated, int64(len(record)), "white space behind the value", ""))
			faults.Errors[0].Format = "json"
		}
	}
	if faults == nil {
		d.consume(n)
		return nil
	}
	for _, e := range faults.Errors {
		e.Offset += int64(lead)
		e.Raw = bytes.Clone(record)
		e.Record = d.record
	}
	faults.Resumable = true
	faults.LocateFrom(d.win.Bytes()[:n], true, d.start)
	d.consume(n)
	if fault.Fatal(faults) {
		d.err = faults // the context is done
	}
	return faults
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
