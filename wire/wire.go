package wire

import (
	"io"
	"iter"

	"example.com/calque/fault"
)

// Source yields the tokens of a stream of values.
type Source interface {
	// Next reads the next token into t. It returns io.EOF itself at a clean
	// end, behind a complete value; every other error is a *fault.List, behind
	// which t means nothing.
	//
	// After a fault that fault.Fatal calls fatal every further call returns it.
	// After a Resumable one the record it is in is given up: the next token is
	// the first of the next record. After any other the source goes on in the
	// same value as if there were no fault.
	Next(t *Token) error
	// Offset returns the byte offset behind the last token.
	Offset() int64
	// Path returns the JSON Pointer (RFC 6901) of the value that the last token
	// belongs to.
	Path() string
}

// Sink takes the tokens of a stream of values.
type Sink interface {
	// Put writes t. Tokens must come in the order a Source yields them; one that
	// cannot stand where it comes is a fault. Put does not keep t.Text. Errors
	// are a *fault.List. After one that fault.Fatal does not call fatal the rest
	// of the value may follow, to be checked; a value with a fault is not
	// written, or not to its end.
	Put(t *Token) error
	// Flush writes all that is pending. Inside a value it writes what it can.
	Flush() error
}

// Undoer is implemented by sinks that can take back the value that is open.
type Undoer interface {
	// Undo drops what was put of the value that is open, so that the next token
	// begins another one. It reports false where a part of the value has been
	// written; then nothing more can be put.
	Undo() bool
}

// Loser is implemented by sinks that can write what their format cannot hold in
// the nearest form.
type Loser interface {
	// Losses returns what was written so since the last call, where the option
	// Lossy asks to be warned of it; nil where there was nothing.
	Losses() *fault.List
}

// Copy puts the tokens of src into dst until src ends, and flushes dst. It
// returns the number of top level values copied. The first error ends it.
func Copy(dst Sink, src Source) (values int64, err error) {
	var t Token
	depth := 0
	for {
		if err := src.Next(&t); err != nil {
			if err == io.EOF {
				return values, dst.Flush()
			}
			return values, err
		}
		if err := dst.Put(&t); err != nil {
			return values, err
		}
		switch t.Kind {
		case Array, Object:
			depth++
		case End:
			depth--
		case Ext:
			continue
		}
		if depth == 0 && !t.More && !t.Key {
			values++
		}
	}
}

// Tokens returns the tokens of src for a range loop. The token is the same one
// in each round. An error ends the loop, as the last thing yielded; the clean
// end is not an error.
func Tokens(src Source) iter.Seq2[*Token, error] {
	return func(yield func(*Token, error) bool) {
		var t Token
		for {
			switch err := src.Next(&t); {
			case err == io.EOF:
				return
			case err != nil:
				yield(nil, err)
				return
			case !yield(&t, nil):
				return
			}
		}
	}
}

// Walk calls visit with each token of src until visit returns false or src ends:
// events with early stop (SAX). The token is valid until visit returns. A fault
// ends it too and is returned; where it is not fatal, Walk may be called again
// to go on. A clean end, and a stop, is no error.
func Walk(src Source, visit func(t *Token) (goOn bool)) error {
	var t Token
	for {
		switch err := src.Next(&t); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case !visit(&t):
			return nil
		}
	}
}

// Skip reads on until the value is complete whose first token t is: nothing
// for a scalar, all up to its end for a container.
func Skip(src Source, t *Token) error {
	depth := 0
	for {
		switch t.Kind {
		case Array, Object:
			depth++
		case End:
			depth--
		}
		if depth == 0 && !t.More && !t.Key && t.Kind != Ext {
			return nil
		}
		if err := src.Next(t); err != nil {
			if err == io.EOF {
				err = endInside()
			}
			return err
		}
	}
}

// endInside returns the fault of a source that ends inside a value.
func endInside() error { return fault.One(fault.New(fault.Truncated, -1, "end", "")) }
