package json

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// Format is JSON text (RFC 8259), one value an input.
var Format calque.Format = textFormat{name: "json"}

// NDJSON is a stream of JSON values of which each has a line of its own.
// Decoding goes on behind a line with a fault; see [Lines].
var NDJSON calque.Format = textFormat{name: "ndjson", opts: []calque.Option{Lines()}}

func init() {
	format.Register(Format, format.Info{
		Extensions: []string{".json", ".geojson", ".webmanifest", ".ipynb"},
		MediaTypes: []string{"application/json", "text/json"},
		Sniff:      sniff,
		Options:    optionByName,
	})
	format.Register(NDJSON, format.Info{
		Extensions: []string{".ndjson", ".jsonl"},
		MediaTypes: []string{"application/x-ndjson", "application/jsonl"},
		Sniff:      sniffLines,
		Options:    optionByName,
	})
}

// Marshal returns the JSON text of v: a value.Value, a pointer to one, a
// *value.Doc or a Go value that value.Of knows. Errors are a *fault.List.
func Marshal(v any, opts ...calque.Option) ([]byte, error) { return Append(nil, v, opts...) }

// Append appends the JSON text of v to dst, as [Marshal] makes it. On an error
// it returns dst with what was written up to it.
func Append(dst []byte, v any, opts ...calque.Option) ([]byte, error) {
	w, err := valueOf(v)
	if err != nil {
		return dst, err
	}
	return appendValue(dst, w, setOf(opts))
}

// setOf returns the set that opts describe, which must not be changed: without
// options no memory is needed for it.
func setOf(opts []calque.Option) *option.Set {
	if len(opts) == 0 {
		return &option.Default
	}
	set := option.Resolve(opts)
	return &set
}

// Unmarshal parses the one JSON value that data holds into v, which must be a
// *value.Value, a *any or a *value.Doc (see [ParseDoc]). Errors are a
// *fault.List; v then holds what was read in front of the fault.
func Unmarshal(data []byte, v any, opts ...calque.Option) error {
	t, err := targetOf(v)
	if err != nil {
		return err
	}
	set := option.Resolve(opts)
	err = parseInto(t.doc, data, &set)
	t.store(err == nil && unrepeated(&set))
	return err
}

// UnmarshalFirst parses the JSON value at the start of data into v, as
// [Unmarshal] does, and returns the bytes behind it: nil after a fault that
// ends reading. It takes time and memory for that value only.
func UnmarshalFirst(data []byte, v any, opts ...calque.Option) (rest []byte, err error) {
	t, err := targetOf(v)
	if err != nil {
		return nil, err
	}
	set := option.Resolve(opts)
	if err = checkRead(&set); err != nil {
		return nil, err
	}
	end, _, faults := parseGrowing(t.doc, data, bomLen(data), minTry, true, &set)
	t.store(faults == nil && unrepeated(&set))
	if end >= 0 {
		rest = data[end:]
	}
	if faults == nil {
		return rest, nil
	}
	faults.Locate(data, true)
	return rest, faults
}

// Parse parses the one JSON value that data holds. T is value.Value or any.
// After an error it returns what was read in front of the fault.
func Parse[T any](data []byte, opts ...calque.Option) (T, error) {
	var v T
	err := Unmarshal(data, &v, opts...)
	return v, err
}

// Valid returns nil where data is one JSON value without faults, else a
// *fault.List of all of them. It keeps no value.
func Valid(data []byte, opts ...calque.Option) error {
	d := takeDocument()
	defer giveDocument(d)
	set := option.Resolve(opts)
	return parseInto(d, data, &set)
}

// documents are the memory of calls that keep no document.
var documents = sync.Pool{New: func() any { return new(value.Doc) }}

// maxDocument is the number of bytes of a document kept for the next call. The
// collector takes them when there is none.
const maxDocument = 16 << 20

func takeDocument() *value.Doc {
	if d, ok := documents.Get().(*value.Doc); ok {
		return d
	}
	return new(value.Doc)
}

func giveDocument(d *value.Doc) {
	if d.Size() <= maxDocument {
		d.Reset()
		documents.Put(d)
	}
}

// target is what is read into, by way of a document.
type target struct {
	doc *value.Doc
	val *value.Value
	any *any
}

// targetOf returns v as a target; a BadType fault where it is none.
func targetOf(v any) (target, error) {
	switch v := v.(type) {
	case *value.Value:
		if v != nil {
			return target{doc: new(value.Doc), val: v}, nil
		}
	case *any:
		if v != nil {
			return target{doc: takeDocument(), any: v}, nil
		}
	case *value.Doc:
		if v != nil {
			return target{doc: v}, nil
		}
	}
	return target{}, badType("pointer to value.Value or any", v)
}

// store hands over what the document holds; unique tells that no object has a
// name twice. Call it once.
func (t target) store(unique bool) {
	switch {
	case t.val != nil:
		*t.val = t.doc.Root()
	case t.any != nil:
		*t.any = t.doc.TakeAny(unique)
		giveDocument(t.doc)
	}
}

// unrepeated reports whether no object of a text without faults has a name twice.
func unrepeated(set *option.Set) bool { return set.Duplicates != option.DupKeep && !set.Nlohmann }

// valueOf returns v as a value; a BadType fault where it is none.
func valueOf(v any) (value.Value, error) {
	switch v := v.(type) {
	case value.Value:
		return v, nil
	case *value.Value:
		if v != nil {
			return *v, nil
		}
	case *value.Doc:
		if v != nil {
			return v.Root(), nil
		}
	}
	return value.Of(v)
}

func badType(want string, v any) error {
	return fault.One(&fault.Error{
		Code: fault.BadType, Format: "json", Offset: -1, Want: want, Got: fmt.Sprintf("%T", v),
	})
}

// textFormat is JSON with settings.
type textFormat struct {
	name string
	opts []calque.Option
}

func (f textFormat) Name() string { return f.name }

func (f textFormat) With(opts ...calque.Option) calque.Format {
	f.opts = f.with(opts)
	return f
}

// with returns the options of a call: those of the format, then its own.
func (f textFormat) with(opts []calque.Option) []calque.Option {
	if len(f.opts) == 0 {
		return opts
	}
	return slices.Concat(f.opts, opts)
}

func (f textFormat) Capabilities() calque.Capabilities {
	return calque.Capabilities{Text: true, SelfDescribe: true, Stream: true, BigNumbers: true, Null: true}
}

func (f textFormat) Append(dst []byte, v any, opts ...calque.Option) ([]byte, error) {
	if len(f.opts) == 0 {
		return Append(dst, v, opts...)
	}
	opts = f.with(opts)
	if !option.Resolve(opts).Lines {
		return Append(dst, v, opts...)
	}
	dst, err := Append(dst, v, append(opts, Compact())...)
	if err == nil {
		dst = append(dst, '\n')
	}
	return dst, err
}

func (f textFormat) Unmarshal(data []byte, v any, opts ...calque.Option) error {
	return Unmarshal(data, v, f.with(opts)...)
}

func (f textFormat) UnmarshalFirst(data []byte, v any, opts ...calque.Option) ([]byte, error) {
	return UnmarshalFirst(data, v, f.with(opts)...)
}

func (f textFormat) NewEncoder(w io.Writer, opts ...calque.Option) calque.Encoder {
	return NewEncoder(w, f.with(opts)...)
}

func (f textFormat) NewDecoder(r io.Reader, opts ...calque.Option) calque.Decoder {
	return NewDecoder(r, f.with(opts)...)
}
