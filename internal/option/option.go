// Package option holds the options of all formats as plain data: an [Option]
// sets one key, a [Set] is what a call works with. There are no closures, so
// that a set can be compared, copied and frozen into a codec.
//
// The public doors are functions of package calque and of the format packages;
// each returns an Option.
package option

import "context"

// Key says what an Option sets.
type Key uint8

// The keys. Those up to Lossy mean the same in every format.
const (
	None Key = iota
	Bundle
	FailFast
	MaxErrors
	MaxDepth
	MaxBytes
	MaxItems
	RequireAll
	RejectUnknown
	Duplicates
	UTF8
	Names
	CaseIgnore
	Replace
	ShareInput
	EmptyNil
	UnsortedMaps
	Context
	Lossy
	KeepSpelling
	Positions

	// JSON text.
	Indent
	IndentChar
	SortKeys
	EnsureASCII
	EscapeHTML
	EscapeJS
	Floats
	NonFinite
	Bytes
	Comments
	TrailingCommas
	Filter
	Nlohmann
	Lines
	Canonical
	IJSON
	Sequence

	// Binary formats.
	CompactFloats
	Dialect
	NoSpool
)

// Option is one setting. The zero Option sets nothing.
type Option struct {
	Key Key
	Num int64
	Ref any
}

// What to do with a duplicate name.
const (
	DupError uint8 = iota
	DupFirst
	DupLast
	DupKeep
)

// What to do with ill-formed UTF-8.
const (
	UTF8Strict uint8 = iota
	UTF8Replace
	UTF8Ignore
)

// What to do with what the target cannot hold.
const (
	LossyError uint8 = iota
	LossyWarn
	LossyAllow
)

// How floats become JSON text.
const (
	FloatsGo uint8 = iota // encoding/json's form
	FloatsES6
	FloatsNlohmann
)

// What becomes of NaN and infinities in JSON.
const (
	NonFiniteError   uint8 = iota
	NonFiniteNull          // null
	NonFiniteString        // "NaN", "Infinity", "-Infinity"
	NonFiniteLiteral       // NaN, Infinity, -Infinity, also read
)

// What becomes of bytes in JSON.
const (
	BytesBase64 uint8 = iota
	BytesObject       // {"bytes":[...],"subtype":null}
	BytesError
)

// The dialects of a format: that of its specification or of the library it is
// named after, and that of reflect-cpp.
const (
	DialectNative uint8 = iota
	DialectReflectCPP
)

// DefaultMaxDepth is the number of levels allowed unless an option says
// otherwise.
const DefaultMaxDepth = 10_000

// DefaultMaxErrors is the number of errors kept unless an option says
// otherwise.
const DefaultMaxErrors = 100

// Set is what a call works with. Get one from [Resolve].
type Set struct {
	MaxErrors int   // errors kept
	MaxDepth  int   // levels; never 0 or less after Resolve
	MaxBytes  int64 // 0: no limit
	MaxItems  int64 // 0: no limit but the bytes that are left

	FailFast      bool
	RequireAll    bool
	RejectUnknown bool
	CaseIgnore    bool
	Replace       bool
	ShareInput    bool
	EmptyNil      bool
	UnsortedMaps  bool
	KeepSpelling  bool // keep the text of numbers whose canonical text differs
	Positions     bool // record the start and end offset of every value

	SortKeys       bool
	EnsureASCII    bool
	EscapeHTML     bool
	EscapeJS       bool
	Comments       bool
	TrailingCommas bool
	Nlohmann       bool // the texts and rules of that library, see format/json
	Lines          bool // every line is one record
	Canonical      bool // RFC 8785
	IJSON          bool // RFC 7493
	Sequence       bool // every record is behind a record separator (RFC 7464)

	CompactFloats bool // write a float64 as a float32 that is equal
	Dialect       uint8
	NoSpool       bool // no temporary file for what cannot be patched in place

	Duplicates uint8
	UTF8       uint8
	Names      uint8
	Lossy      uint8
	Floats     uint8
	NonFinite  uint8
	Bytes      uint8

	Indent     int // -1: compact
	IndentChar rune

	Ctx    context.Context // nil: none
	Filter any             // the format's own filter function
}

// Default is the set without any option.
var Default = Set{
	MaxErrors:  DefaultMaxErrors,
	MaxDepth:   DefaultMaxDepth,
	Indent:     -1,
	IndentChar: ' ',
}

// Resolve returns the set that opts describe; later options win.
func Resolve(opts []Option) Set {
	s := Default
	s.apply(opts)
	return s
}

// Unlimited stands for no limit where a limit is wanted.
const Unlimited = int(^uint(0) >> 1)

func (s *Set) apply(opts []Option) {
	for i := range opts {
		o := &opts[i]
		on := o.Num != 0
		switch o.Key {
		case Bundle:
			if b, ok := o.Ref.([]Option); ok {
				s.apply(b)
			}
		case FailFast:
			s.FailFast = on
		case MaxErrors:
			s.MaxErrors = limit(o.Num)
		case MaxDepth:
			s.MaxDepth = limit(o.Num)
		case MaxBytes:
			s.MaxBytes = max(o.Num, 0)
		case MaxItems:
			s.MaxItems = max(o.Num, 0)
		case RequireAll:
			s.RequireAll = on
		case RejectUnknown:
			s.RejectUnknown = on
		case Duplicates:
			s.Duplicates = uint8(o.Num)
		case UTF8:
			s.UTF8 = uint8(o.Num)
		case Names:
			s.Names = uint8(o.Num)
		case CaseIgnore:
			s.CaseIgnore = on
		case Replace:
			s.Replace = on
		case ShareInput:
			s.ShareInput = on
		case EmptyNil:
			s.EmptyNil = on
		case UnsortedMaps:
			s.UnsortedMaps = on
		case Context:
			s.Ctx, _ = o.Ref.(context.Context)
		case Lossy:
			s.Lossy = uint8(o.Num)
		case KeepSpelling:
			s.KeepSpelling = on
		case Positions:
			s.Positions = on
		default:
			s.applyText(o)
		}
	}
}

// applyText sets the options of text formats.
func (s *Set) applyText(o *Option) {
	on := o.Num != 0
	switch o.Key {
	case Indent:
		s.Indent = int(o.Num)
	case IndentChar:
		s.IndentChar = rune(o.Num)
	case SortKeys:
		s.SortKeys = on
	case EnsureASCII:
		s.EnsureASCII = on
	case EscapeHTML:
		s.EscapeHTML = on
	case EscapeJS:
		s.EscapeJS = on
	case Floats:
		s.Floats = uint8(o.Num)
	case NonFinite:
		s.NonFinite = uint8(o.Num)
	case Bytes:
		s.Bytes = uint8(o.Num)
	case Comments:
		s.Comments = on
	case TrailingCommas:
		s.TrailingCommas = on
	case Filter:
		s.Filter = o.Ref
	case Nlohmann:
		s.Nlohmann = on
	case Lines:
		s.Lines = on
	case Canonical:
		s.Canonical = on
	case IJSON:
		s.IJSON = on
	case Sequence:
		s.Sequence = on
	default:
		s.applyBinary(o)
	}
}

// applyBinary sets the options of binary formats.
func (s *Set) applyBinary(o *Option) {
	switch o.Key {
	case CompactFloats:
		s.CompactFloats = o.Num != 0
	case Dialect:
		s.Dialect = uint8(o.Num)
	case NoSpool:
		s.NoSpool = o.Num != 0
	}
}

// limit maps 0 and less to no limit.
func limit(n int64) int {
	if n <= 0 || n > int64(Unlimited) {
		return Unlimited
	}
	return int(n)
}

// Flag returns an option that switches a boolean key on.
func Flag(k Key) Option { return Option{Key: k, Num: 1} }

// Number returns an option that sets a key to a number.
func Number(k Key, n int64) Option { return Option{Key: k, Num: n} }
