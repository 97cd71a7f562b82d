package json

import (
	"io"

	"example.com/calque"
	"example.com/calque/internal/option"
)

// Interim: delete this file when encoder.go stands.

type Encoder struct {
	w   io.Writer
	set option.Set
}

func NewEncoder(w io.Writer, opts ...calque.Option) *Encoder {
	return &Encoder{w, option.Resolve(opts)}
}

func (e *Encoder) Encode(v any) error {
	x, err := valueOf(v)
	if err != nil {
		return err
	}
	b, err := appendValue(nil, x, &e.set)
	if err != nil {
		return err
	}
	_, err = e.w.Write(append(b, '\n'))
	return err
}

func (e *Encoder) Close() error { return nil }
