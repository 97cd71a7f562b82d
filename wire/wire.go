package wire

import (
	"io"
	"iter"
)

// Source yields the tokens of a stream of values.
type Source interface {
	// Next reads the next token into t. It returns io.EOF itself at a clean
	// end, behind a complete value; every other error is a *fault.List. After
	// a fault that fault.Fatal does not call fatal the source goes on, behind
	// it or with the next record.
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
	// cannot stand where it comes is a fault. Put does not keep t.Text.
	Put(t *Token) error
	// Flush writes all that is pending. Inside a value it writes what it can.
	Flush() error
}

// Copy puts the tokens of src into dst until src ends, and flushes dst. It
// returns the number of top level values copied.
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
				err = io.ErrUnexpectedEOF
			}
			return err
		}
	}
}
