package command

import (
	"bytes"
	"errors"
	"io"
	"iter"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/input"
	"example.com/calque/fault"
	"example.com/calque/value"
)

// isDocument reports whether an input in a format is read as a whole, because
// it is one value as a rule. Other formats are read record by record.
func isDocument(f calque.Format) bool { return f.Name() == "json" }

// records yields the values of an input one after another; each is good until
// the next. A record with faults yields them and what could be read; the
// records behind it follow where they can be told apart.
func records(in *input.Input, f calque.Format, opts []calque.Option) iter.Seq2[value.Value, error] {
	if !isDocument(f) {
		return decoded(in, f, opts)
	}
	return func(yield func(value.Value, error) bool) {
		data, err := in.All()
		if err != nil {
			yield(value.Null(), err)
			return
		}
		for v, err := range values(data, f, opts) {
			if !yield(v, err) {
				return
			}
		}
	}
}

// values yields the values that data holds one after another.
func values(data []byte, f calque.Format, opts []calque.Option) iter.Seq2[value.Value, error] {
	return func(yield func(value.Value, error) bool) {
		var doc value.Doc
		rest, err := f.UnmarshalFirst(data, &doc, opts...)
		if len(bytes.Trim(rest, " \t\r\n")) == 0 {
			yield(doc.Root(), err)
			return
		}
		// More than one value is rare: a decoder knows how to count on.
		for v, err := range decoded(bytes.NewReader(data), f, opts) {
			if !yield(v, err) {
				return
			}
		}
	}
}

// only yields the one value that data holds.
func only(data []byte, f calque.Format, opts []calque.Option) iter.Seq2[value.Value, error] {
	return func(yield func(value.Value, error) bool) {
		var doc value.Doc
		err := f.Unmarshal(data, &doc, opts...)
		yield(doc.Root(), err)
	}
}

// lines yields the values of data in a format of records.
func lines(data []byte, f calque.Format, opts []calque.Option) iter.Seq2[value.Value, error] {
	return decoded(bytes.NewReader(data), f, opts)
}

// decoded yields the values that a decoder finds.
func decoded(r io.Reader, f calque.Format, opts []calque.Option) iter.Seq2[value.Value, error] {
	return func(yield func(value.Value, error) bool) {
		dec := f.NewDecoder(r, opts...)
		var doc value.Doc
		for n := int64(1); ; n++ {
			err := dec.Decode(&doc)
			if err == io.EOF { // the decoder returns io.EOF itself
				return
			}
			if !yield(doc.Root(), numbered(err, n)) || err != nil && fault.Fatal(err) {
				return
			}
		}
	}
}

// numbered gives the faults of a record the number of the record where the
// decoder has not.
func numbered(err error, n int64) error {
	var list *fault.List
	if err == nil || !errors.As(err, &list) {
		return err
	}
	for _, e := range list.Errors {
		if e.Record == 0 {
			e.Record = n
		}
	}
	return err
}

// ofRecord gives the faults of the record with a number, which another one than
// its decoder found, that number. A document that is alone has none.
func ofRecord(err error, f calque.Format, n int64) error {
	if isDocument(f) && n <= 1 {
		return err
	}
	return numbered(err, n)
}

// appendRecord appends the encoding of v; in formats of text it ends in a
// newline. On an error it returns dst as it was.
func appendRecord(dst []byte, f calque.Format, v value.Value, opts []calque.Option) ([]byte, error) {
	out, err := f.Append(dst, v, opts...)
	if err != nil {
		return dst, err
	}
	if f.Capabilities().Text && !bytes.HasSuffix(out, []byte{'\n'}) {
		out = append(out, '\n')
	}
	return out, nil
}
