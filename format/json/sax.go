package json

import (
	"io"

	"example.com/calque"
	"example.com/calque/internal/option"
	"example.com/calque/wire"
)

// Walk calls visit with each token of the stream that r gives, until visit
// returns false: events with early stop. It holds 64 KB of the stream; see
// [NewSource] for the tokens and the options. The first fault ends it and is
// returned; the end of the stream, and a stop, is no error.
func Walk(r io.Reader, visit func(t *wire.Token) (goOn bool), opts ...calque.Option) error {
	return wire.Walk(NewSource(r, opts...), visit)
}

// Source implements calque.Sourcer.
func (f textFormat) Source(r io.Reader, opts ...calque.Option) wire.Source {
	opts = f.with(opts)
	if set := option.Resolve(opts); checkSource(&set) != nil {
		return nil
	}
	return NewSource(r, opts...)
}

// Sink implements calque.Sinker.
func (f textFormat) Sink(w io.Writer, opts ...calque.Option) wire.Sink {
	opts = f.with(opts)
	if set := option.Resolve(opts); checkSink(&set) != nil {
		return nil
	}
	return NewSink(w, opts...)
}
