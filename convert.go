package calque

import (
	"errors"
	"io"

	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// Sourcer is implemented by formats that can be read token by token, with memory
// that does not grow with the input.
type Sourcer interface {
	// Source returns the tokens of the stream that r gives; nil where an option
	// needs whole values, such as Duplicates(Last). NewDecoder takes those.
	Source(r io.Reader, opts ...Option) wire.Source
}

// Sinker is implemented by formats that can be written token by token.
type Sinker interface {
	// Sink returns a writer of tokens to w; nil where an option needs whole
	// values, such as sorted keys. NewEncoder takes those.
	Sink(w io.Writer, opts ...Option) wire.Sink
}

// Report is what Convert did.
type Report struct {
	// Read and Written are numbers of bytes.
	Read, Written int64
	// Records is the number of values at the top that were written.
	Records int64
	// Lossy is what was written in the nearest form, where Lossy(Warn) asks for
	// it, up to MaxErrors.
	Lossy []*fault.Error
}

// Convert writes the values of src, which is in format from, to dst in format
// to. Where both formats have tokens (see [Sourcer] and [Sinker]) and no option
// needs whole values, it holds none: then its memory does not grow with the
// input. Else it holds one value at a time.
//
// The options go to both formats. Numbers keep their spelling, where both
// formats hold any number.
//
// Errors are a *fault.List of all faults of the input. A record with a fault is
// left out; of a value that is larger than the buffers a part can be written
// already, and then nothing behind it is. The first fault that fault.Fatal calls
// fatal, or with FailFast any, ends it.
func Convert(dst io.Writer, to Format, src io.Reader, from Format, opts ...Option) (Report, error) {
	set := option.Resolve(opts)
	c := converter{set: &set}
	in := &countReader{r: src}
	out, written := counted(dst)
	both := to.Capabilities().BigNumbers && from.Capabilities().BigNumbers
	reading := opts
	if both && set.Floats == option.FloatsGo {
		reading = append([]Option{KeepSpelling()}, opts...)
	}
	if source, sink := tokens(in, from, reading, out, to, opts); source != nil && sink != nil {
		c.stream(source, sink)
	} else {
		c.values(from.NewDecoder(in, reading...), to.NewEncoder(out, opts...))
	}
	c.report.Read, c.report.Written = in.n, *written
	return c.report, c.faults.Err()
}

// tokens returns the source and the sink of two formats, nil where one has none.
func tokens(r io.Reader, from Format, reading []Option, w io.Writer, to Format, writing []Option) (wire.Source, wire.Sink) {
	s, ok := from.(Sourcer)
	if !ok {
		return nil, nil
	}
	k, ok := to.(Sinker)
	if !ok {
		return nil, nil
	}
	return s.Source(r, reading...), k.Sink(w, writing...)
}

// converter is one call of Convert.
type converter struct {
	set    *option.Set
	report Report
	faults fault.List
}

// add adds the faults of err and reports whether that ends it.
func (c *converter) add(err error) (end bool) {
	l, ok := errors.AsType[*fault.List](err)
	if !ok {
		l = fault.One(&fault.Error{Code: fault.Internal, Offset: -1, Err: err})
	}
	for _, e := range l.Errors {
		c.faults.Add(e, c.set.MaxErrors)
	}
	c.faults.Total += l.Total - len(l.Errors)
	c.faults.Cut = c.faults.Cut || l.Cut
	return c.set.FailFast || fault.Fatal(err)
}

// values converts one value at a time.
func (c *converter) values(d Decoder, e Encoder) {
	for {
		var v value.Value
		err := d.Decode(&v)
		if err == io.EOF {
			break
		}
		if err == nil {
			if err = e.Encode(v); err == nil {
				c.report.Records++
			}
		}
		if err != nil && c.add(err) {
			break
		}
	}
	if err := e.Close(); err != nil && c.faults.Total == 0 {
		c.add(err)
	}
}

// stream converts token by token.
func (c *converter) stream(src wire.Source, sink wire.Sink) {
	var (
		t     wire.Token
		depth int
		bad   bool // the value has a fault, and is no longer put
		sour  bool // the sink found a fault in the value, and will drop it
		mute  bool // a part of a bad value is written: nothing may follow it
	)
	undo := func() {
		u, ok := sink.(wire.Undoer)
		if !mute && (!ok || !u.Undo()) {
			mute = true
		}
		bad = false
	}
	for {
		err := src.Next(&t)
		if err == io.EOF {
			break
		}
		if err != nil {
			end := c.add(err)
			l, ok := errors.AsType[*fault.List](err)
			if bad = true; end || ok && l.Resumable {
				undo()
				depth = 0
			}
			if end {
				break
			}
			continue
		}
		if !bad && !mute {
			if err = sink.Put(&t); err != nil && c.add(err) {
				mute = true
				break
			}
			sour = sour || err != nil
			c.warn(sink)
		}
		switch t.Kind {
		case wire.Array, wire.Object:
			depth++
		case wire.End:
			depth--
		case wire.Ext:
			continue
		}
		if depth > 0 || t.More || t.Key {
			continue
		}
		if bad {
			undo()
		} else if !mute && !sour {
			c.report.Records++
		}
		sour = false
	}
	if mute && c.faults.Total > 0 {
		return
	}
	if err := sink.Flush(); err != nil && c.faults.Total == 0 {
		c.add(err)
	}
}

// warn takes over what the sink says it has lost.
func (c *converter) warn(sink wire.Sink) {
	if c.set.Lossy != option.LossyWarn {
		return
	}
	l, ok := sink.(wire.Loser)
	if !ok {
		return
	}
	if list := l.Losses(); list != nil {
		room := max(c.set.MaxErrors-len(c.report.Lossy), 0)
		c.report.Lossy = append(c.report.Lossy, list.Errors[:min(room, len(list.Errors))]...)
	}
}

// countReader counts the bytes read.
type countReader struct {
	r io.Reader
	n int64
}

func (c *countReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(max(n, 0))
	return n, err
}

// counted returns a writer to w, which can seek where w can, and where it counts
// the bytes that were written, each place once.
func counted(w io.Writer) (io.Writer, *int64) {
	c := &countWriter{w: w}
	if s, ok := w.(io.Seeker); ok {
		return &countSeeker{c, s}, &c.most
	}
	return c, &c.most
}

type countWriter struct {
	w        io.Writer
	at, most int64
}

func (c *countWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.at += int64(max(n, 0))
	c.most = max(c.most, c.at)
	return n, err
}

// countSeeker is a countWriter that can seek. Its places are relative to where
// writing began.
type countSeeker struct {
	*countWriter
	s io.Seeker
}

func (c *countSeeker) Seek(offset int64, whence int) (int64, error) {
	before, err := c.s.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	after, err := c.s.Seek(offset, whence)
	if err == nil {
		c.at += after - before
	}
	return after, err
}
