package command

import (
	"errors"
	"io"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/input"
	"example.com/calque/fault"
	"example.com/calque/wire"
)

// Inputs up to these sizes are read as a whole, which is faster and finds all
// faults before anything is written. Larger ones are passed on token by token,
// with memory that does not grow with them.
const (
	wholeFile   = 64 << 20
	wholeStream = 4 << 20 // where the size is not known beforehand
)

// isLarge reports whether an input in a format is to be passed on token by token.
// That of lines is not: a line at a time is little.
func isLarge(in *input.Input, f calque.Format) bool {
	switch {
	case isDocument(f):
		return in.Exceeds(wholeFile, wholeStream)
	case f.Capabilities().Text:
		return false
	}
	return in.Size < 0 || in.Packed != compress.None || in.Size > wholeFile // a value can be all of it
}

// passage passes the tokens of a source on to a sink.
type passage struct {
	src wire.Source
	dst wire.Sink
	// bad is called with faults of a record; it returns whether to go on.
	bad func(err error) bool
	// warn is called with what was written in another form.
	warn func(err error)

	depth  int
	inside bool // of a value
	cut    bool // a part of a value with a fault is written: nothing may follow
}

// newPassage returns a passage between formats, nil where one of them has no
// tokens or an option needs whole values.
func newPassage(r io.Reader, from calque.Format, read []calque.Option, w io.Writer, to calque.Format, write []calque.Option) *passage {
	s, ok := from.(calque.Sourcer)
	if !ok {
		return nil
	}
	k, ok := to.(calque.Sinker)
	if !ok {
		return nil
	}
	src, dst := s.Source(r, read...), k.Sink(w, write...)
	if src == nil || dst == nil {
		return nil
	}
	return &passage{src: src, dst: dst, warn: func(error) {}}
}

// run passes all on. Errors are those of the output; those of the input go to
// bad.
func (p *passage) run() error {
	var t wire.Token
	skip := false // the value has a fault and is no longer put
	for {
		err := p.src.Next(&t)
		if err == io.EOF {
			break
		}
		if err != nil {
			end := !p.bad(err) || fault.Fatal(err)
			skip = true
			if l, ok := errors.AsType[*fault.List](err); end || ok && l.Resumable {
				p.undo()
				skip = false
			}
			if end {
				break
			}
			continue
		}
		if !skip && !p.cut {
			if err = p.put(&t); err != nil {
				return err
			}
		}
		if p.completes(&t) && skip {
			p.undo()
			skip = false
		}
	}
	if p.cut {
		return nil
	}
	return p.dst.Flush()
}

// put puts a token. It returns what is wrong with the output; faults of the value
// are reported.
func (p *passage) put(t *wire.Token) error {
	err := p.dst.Put(t)
	if l, ok := p.dst.(wire.Loser); ok {
		if lost := l.Losses(); lost != nil {
			p.warn(lost)
		}
	}
	if err == nil {
		return nil
	}
	if fault.ClassOf(err) == fault.ClassIO {
		return err
	}
	if !p.bad(err) || fault.Fatal(err) {
		p.cut = true
	}
	return nil
}

// completes reports whether t is the last token of a value at the top.
func (p *passage) completes(t *wire.Token) bool {
	switch t.Kind {
	case wire.Array, wire.Object:
		p.depth++
	case wire.End:
		p.depth--
	}
	p.inside = p.depth > 0 || t.More || t.Kind == wire.Ext
	return !p.inside
}

// undo takes back what was put of a value with a fault.
func (p *passage) undo() {
	u, ok := p.dst.(wire.Undoer)
	p.cut = p.cut || !ok || !u.Undo()
	p.depth, p.inside = 0, false
}

// flush hands on what was passed on, between values.
func (p *passage) flush() {
	if !p.inside && !p.cut {
		_ = p.dst.Flush() // a failure comes back with the next token
	}
}
