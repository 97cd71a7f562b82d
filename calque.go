package calque

import (
	"context"
	"io"
	"math"

	"example.com/calque/fault"
	"example.com/calque/internal/option"
)

// Option is one setting of a call. Options of all formats are functions of this
// package, a format's own are functions of its package; later ones win.
type Option = option.Option

// Format is one wire format with its settings. The formats live in the folders
// below format/, each as a variable Format of its package; package format finds
// them by name, extension, media type and first bytes.
type Format interface {
	// Name returns the name of the format, such as "json".
	Name() string
	// With returns the format with options that hold for each of its calls.
	With(opts ...Option) Format
	// Capabilities returns what the format can hold and do.
	Capabilities() Capabilities
	// Append appends the encoding of v to dst.
	Append(dst []byte, v any, opts ...Option) ([]byte, error)
	// Unmarshal decodes the one value that data holds into v, a pointer.
	Unmarshal(data []byte, v any, opts ...Option) error
	// UnmarshalFirst decodes the first value of data into v and returns the
	// bytes behind it.
	UnmarshalFirst(data []byte, v any, opts ...Option) (rest []byte, err error)
	// NewEncoder returns an encoder of a stream of values to w.
	NewEncoder(w io.Writer, opts ...Option) Encoder
	// NewDecoder returns a decoder of a stream of values from r.
	NewDecoder(r io.Reader, opts ...Option) Decoder
}

// Encoder writes a stream of values.
type Encoder interface {
	// Encode writes v as the next value of the stream.
	Encode(v any) error
	// Close writes what is still to be written. It does not close the writer.
	Close() error
}

// Decoder reads a stream of values.
type Decoder interface {
	// Decode reads the next value of the stream into v, a pointer. It returns
	// io.EOF itself at a clean end. After any other error of a record that
	// fault.Fatal does not call fatal, the next call reads the next record.
	Decode(v any) error
	// InputOffset returns the byte offset behind the last value read.
	InputOffset() int64
}

// Capabilities says what a format can hold and do. It is what the table of
// `calque formats` shows.
type Capabilities struct {
	Text         bool // text, not binary
	SelfDescribe bool // can be read without a type
	Stream       bool // several values can follow one another
	Counted      bool // containers state their number of elements in front
	AnyKeys      bool // keys need not be strings
	Bytes        bool // holds bytes
	Time         bool // holds points in time
	Ext          bool // holds tagged extensions
	BigNumbers   bool // holds numbers of any size and precision
	NonFinite    bool // holds NaN and infinities
	Float32      bool // tells float32 from float64
	Null         bool // holds null
}

// Marshal returns the encoding of v in format f. Errors are a *fault.List.
func Marshal(f Format, v any, opts ...Option) ([]byte, error) {
	return f.Append(nil, v, opts...)
}

// Append appends the encoding of v in format f to dst. On an error it returns
// dst with what was written up to it.
func Append(dst []byte, f Format, v any, opts ...Option) ([]byte, error) {
	return f.Append(dst, v, opts...)
}

// Unmarshal decodes the one value that data holds in format f into v, which
// must be a pointer. Errors are a *fault.List; v then holds what could be read.
func Unmarshal(f Format, data []byte, v any, opts ...Option) error {
	return f.Unmarshal(data, v, opts...)
}

// Encode writes the encoding of v in format f to w.
func Encode(w io.Writer, f Format, v any, opts ...Option) error {
	e := f.NewEncoder(w, opts...)
	if err := e.Encode(v); err != nil {
		return err
	}
	return e.Close()
}

// Decode reads the one value that r holds in format f into v. Data behind the
// value is an error. No more than MaxBytes and one byte are read from r.
func Decode(r io.Reader, f Format, v any, opts ...Option) error {
	set := option.Resolve(opts)
	if 0 < set.MaxBytes && set.MaxBytes < math.MaxInt64 {
		r = io.LimitReader(r, set.MaxBytes+1)
	}
	data, err := io.ReadAll(contextReader{r, set.Ctx})
	if err != nil {
		code := fault.Read
		if set.Ctx != nil && set.Ctx.Err() != nil {
			code = fault.Canceled
		}
		return fault.One(&fault.Error{Code: code, Format: f.Name(), Offset: int64(len(data)), Err: err})
	}
	return f.Unmarshal(data, v, opts...)
}

// contextReader reads from r until the context, which may be nil, is done.
type contextReader struct {
	r   io.Reader
	ctx context.Context
}

func (c contextReader) Read(p []byte) (int, error) {
	if c.ctx != nil {
		if err := c.ctx.Err(); err != nil {
			return 0, err
		}
	}
	return c.r.Read(p)
}

// FailFast makes reading and writing stop at the first fault. Without it all
// faults of an input are collected.
func FailFast() Option { return option.Flag(option.FailFast) }

// MaxErrors limits the faults kept to n (default 100); 0 means no limit. The
// others are counted.
func MaxErrors(n int) Option { return option.Number(option.MaxErrors, int64(n)) }

// MaxDepth limits the nesting of arrays and objects to n levels (default
// 10,000); 0 means no limit. Reading and writing values need no stack for it.
func MaxDepth(n int) Option { return option.Number(option.MaxDepth, int64(n)) }

// MaxBytes limits the size of an input, or of one record of a stream, to n
// bytes; 0, the default, means no limit.
func MaxBytes(n int64) Option { return option.Number(option.MaxBytes, n) }

// MaxItems limits the number of values in one input to n; 0, the default, means
// that only the bytes of the input limit it.
func MaxItems(n int64) Option { return option.Number(option.MaxItems, n) }

// Policies for duplicate names in one object.
const (
	Error = option.DupError // a fault (the default)
	First = option.DupFirst // the first one counts
	Last  = option.DupLast  // the last one counts, at the place of the first
	Keep  = option.DupKeep  // all are kept, where the target can hold them
)

// Duplicates says what to do with a name that an object has already: Error
// (the default), First, Last or Keep.
func Duplicates(policy uint8) Option { return option.Number(option.Duplicates, int64(policy)) }

// Policies for ill-formed UTF-8.
const (
	Strict      = option.UTF8Strict  // a fault (the default)
	ReplaceUTF8 = option.UTF8Replace // U+FFFD for each maximal subpart
	Ignore      = option.UTF8Ignore  // dropped
)

// UTF8 says what to do with ill-formed UTF-8 in strings, in reading and in
// writing: Strict (the default), ReplaceUTF8 or Ignore.
func UTF8(policy uint8) Option { return option.Number(option.UTF8, int64(policy)) }

// Policies for what a target format cannot hold.
const (
	LossyError = option.LossyError // a fault (the default)
	Warn       = option.LossyWarn  // written in the nearest form and reported
	Allow      = option.LossyAllow // written in the nearest form
)

// Lossy says what to do with a value that the target format cannot hold:
// LossyError (the default), Warn or Allow.
func Lossy(policy uint8) Option { return option.Number(option.Lossy, int64(policy)) }

// Context makes a call stop with the context's error once ctx is done. It is
// looked at between values of a stream and every few kilobytes in between.
func Context(ctx context.Context) Option { return Option{Key: option.Context, Ref: ctx} }

// KeepSpelling makes the dynamic value keep the text of every number whose
// canonical form differs from it (1.0, 1e3, 0.10), so that writing it back
// copies its spelling.
func KeepSpelling() Option { return option.Flag(option.KeepSpelling) }

// NoSpool forbids the temporary file that writing token by token may need: a
// format whose containers state their number of elements in front gets a large
// container into an output that cannot seek by way of one. It then is a TooLarge
// fault.
func NoSpool() Option { return option.Flag(option.NoSpool) }

// Positions makes a parser record the start and end offset of every value;
// value.Doc.Span returns them.
func Positions() Option { return option.Flag(option.Positions) }
