package msgpack

import (
	"io"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format"
	"example.com/calque/internal/option"
)

const name = "msgpack"

// Format is MessagePack.
var Format calque.Format = messagePack{}

// messagePack is the format with options of its own.
type messagePack struct{ opts []calque.Option }

func init() {
	format.Register(Format, format.Info{
		Extensions: []string{".msgpack", ".mpk", ".mp", ".msgp"},
		MediaTypes: []string{"application/vnd.msgpack", "application/msgpack", "application/x-msgpack"},
		Sniff:      sniff,
		Options:    byWord,
	})
}

// Marshal returns the encoding of v: a value.Value, a pointer to one, a
// *value.Doc or a Go value that value.Of knows. Errors are a *fault.List.
func Marshal(v any, opts ...calque.Option) ([]byte, error) { return Append(nil, v, opts...) }

// Append appends the encoding of v, as Marshal returns it, to dst. On an error
// it returns dst with what was written in front of the first fault.
func Append(dst []byte, v any, opts ...calque.Option) ([]byte, error) {
	set := option.Resolve(opts)
	return appendAny(dst, v, &set)
}

// Unmarshal decodes the one value that data holds into v: a *value.Value, a
// *value.Doc, whose memory is used again, or an *any. Errors are a *fault.List
// with every fault of the input; v then holds what could be read.
func Unmarshal(data []byte, v any, opts ...calque.Option) error {
	set := option.Resolve(opts)
	return decode(source{data: data}, v, &set).Err()
}

// UnmarshalFirst decodes the first value of data into v, as Unmarshal does, and
// returns the bytes behind it: nil after a fault that ends reading. It takes
// time and memory for that value only.
func UnmarshalFirst(data []byte, v any, opts ...calque.Option) (rest []byte, err error) {
	if list := badTarget(v); list != nil {
		return nil, list
	}
	set := option.Resolve(opts)
	g := gauge{set: &set}
	if g.run(data) == verdictWhole {
		data, rest = data[:g.at], data[g.at:]
	}
	return rest, decode(source{data: data, first: true}, v, &set).Err()
}

// Parse returns the one value that data holds. T is value.Value or any. Errors
// are a *fault.List; what is returned with one holds what could be read.
func Parse[T any](data []byte, opts ...calque.Option) (T, error) {
	var v T
	err := Unmarshal(data, &v, opts...)
	return v, err
}

// CompactFloats writes each float64 that a float32 holds exactly as a float 32,
// which is what nlohmann's library does. Without it kinds stay as they are.
func CompactFloats() calque.Option { return option.Flag(option.CompactFloats) }

// ReflectCPP writes as the C++ library reflect-cpp does: float32 as float 64.
func ReflectCPP() calque.Option {
	return option.Number(option.Dialect, int64(option.DialectReflectCPP))
}

// byWord returns the option that a word of a specification stands for.
func byWord(word, val string) (calque.Option, error) {
	switch {
	case val != "":
	case word == "compact-floats":
		return CompactFloats(), nil
	case word == "reflect-cpp":
		return ReflectCPP(), nil
	}
	return calque.Option{}, fault.One(&fault.Error{
		Code: fault.BadOption, Format: name, Offset: -1, Want: "compact-floats or reflect-cpp", Got: word,
	})
}

// Name returns "msgpack".
func (messagePack) Name() string { return name }

// With returns the format with options that hold for each of its calls.
func (f messagePack) With(opts ...calque.Option) calque.Format {
	return messagePack{f.and(opts)}
}

// and returns the options of f followed by opts.
func (f messagePack) and(opts []calque.Option) []calque.Option {
	if len(f.opts) == 0 {
		return opts
	}
	return append(f.opts[:len(f.opts):len(f.opts)], opts...)
}

// Capabilities returns what MessagePack can hold and do.
func (messagePack) Capabilities() calque.Capabilities {
	return calque.Capabilities{
		SelfDescribe: true, Stream: true, Counted: true, AnyKeys: true, Bytes: true,
		Time: true, Ext: true, NonFinite: true, Float32: true, Null: true,
	}
}

// Append appends the encoding of v to dst.
func (f messagePack) Append(dst []byte, v any, opts ...calque.Option) ([]byte, error) {
	return Append(dst, v, f.and(opts)...)
}

// Unmarshal decodes the one value that data holds into v.
func (f messagePack) Unmarshal(data []byte, v any, opts ...calque.Option) error {
	return Unmarshal(data, v, f.and(opts)...)
}

// UnmarshalFirst decodes the first value of data into v and returns the bytes
// behind it.
func (f messagePack) UnmarshalFirst(data []byte, v any, opts ...calque.Option) ([]byte, error) {
	return UnmarshalFirst(data, v, f.and(opts)...)
}

// NewEncoder returns an encoder of a stream of values to w.
func (f messagePack) NewEncoder(w io.Writer, opts ...calque.Option) calque.Encoder {
	return NewEncoder(w, f.and(opts)...)
}

// NewDecoder returns a decoder of a stream of values from r.
func (f messagePack) NewDecoder(r io.Reader, opts ...calque.Option) calque.Decoder {
	return NewDecoder(r, f.and(opts)...)
}
