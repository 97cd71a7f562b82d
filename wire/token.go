package wire

import (
	"math"
	"time"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/value"
)

// Kind says what a [Token] is.
type Kind uint8

// The kinds. Scalars have the numbers of the kinds of package value.
const (
	Null    = Kind(node.Null)
	Bool    = Kind(node.Bool)    // Bits: 0 or 1
	Int     = Kind(node.Int)     // Bits: an int64
	Uint    = Kind(node.Uint)    // Bits: a uint64 above the largest int64
	Float   = Kind(node.Float)   // Bits: of a float64
	Float32 = Kind(node.Float32) // Bits: of a float32
	Number  = Kind(node.Number)  // Text: any other JSON number
	String  = Kind(node.String)  // Text: UTF-8
	Bytes   = Kind(node.Bytes)   // Text; Bits: the subtype where Sub is set
	Time    = Kind(node.Time)    // Bits: seconds since 1970 as an int64; Nanos
	Ext     = Kind(node.Ext)     // Bits: the tag as an int64; the next value is the payload
	Array   = Kind(node.Array)   // N elements follow, then End
	Object  = Kind(node.Object)  // N members follow, each a key and a value, then End
	End     = Object + 1         // closes the innermost array or object
)

// String returns the name of k as errors use it, such as "integer".
func (k Kind) String() string {
	if k == End {
		return "end"
	}
	return value.Kind(k).String()
}

// Token is one event: a scalar, the start of a container, or its end. The keys
// of an object are tokens too, with Key set.
type Token struct {
	Kind Kind
	// Key marks the key of a member; the next value is the member's value.
	Key bool
	// More marks a piece of a long string, number or bytes: the next token, of
	// the same kind and with the same Key, Sub and Bits, continues it. The last
	// piece has no More and may be empty. Pieces may cut a character.
	More bool
	// Sub tells that bytes have a subtype.
	Sub   bool
	Nanos uint32
	// Bits holds the scalar, as the kind says.
	Bits uint64
	// N is the number of elements or members of a container, -1 where the
	// source does not know it yet.
	N int64
	// Text holds the bytes of a string, a number or bytes. They must not be
	// changed, and a source may reuse their memory at the next call of Next.
	Text []byte
}

// Float64 returns the value of a Float or Float32 token.
func (t *Token) Float64() float64 {
	if t.Kind == Float32 {
		return float64(math.Float32frombits(uint32(t.Bits)))
	}
	return math.Float64frombits(t.Bits)
}

// Time returns the value of a Time token, in UTC.
func (t *Token) Time() time.Time { return time.Unix(int64(t.Bits), int64(t.Nanos)).UTC() }

// SetScalar makes t the token of a value of any kind but array, object and
// extension; it reports false for those. The token shares the memory of v.
func (t *Token) SetScalar(v value.Value) bool {
	k := v.Kind()
	*t = Token{Kind: Kind(k)}
	switch k {
	case value.KindNull:
	case value.KindBool:
		if v.Bool() {
			t.Bits = 1
		}
	case value.KindInt:
		t.Bits = uint64(v.Int())
	case value.KindUint:
		t.Bits = v.Uint()
	case value.KindFloat:
		t.Bits = math.Float64bits(v.Float())
	case value.KindFloat32:
		t.Bits = uint64(math.Float32bits(v.Float32()))
	case value.KindNumber:
		t.Text = viewOf(v.NumberText())
	case value.KindString:
		t.Text = viewOf(v.Text())
	case value.KindBytes:
		t.Text = v.Bytes()
		t.Bits, t.Sub = v.Subtype()
	case value.KindTime:
		at := v.Time()
		t.Bits, t.Nanos = uint64(at.Unix()), uint32(at.Nanosecond())
	default:
		return false
	}
	return true
}

// viewOf returns the bytes of s themselves. Nobody writes to them: see Text.
func viewOf(s string) []byte { return mem.Slice(mem.OfString(s), 0, len(s)) }
