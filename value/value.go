package value

import (
	"math"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"example.com/calque/internal/node"
)

// Kind says what a [Value] is.
type Kind uint8

// The kinds, in the order in which Compare sorts values of different kinds
// (all numbers are one kind there).
const (
	KindNull    = Kind(node.Null)
	KindBool    = Kind(node.Bool)
	KindInt     = Kind(node.Int)     // an integer that fits int64
	KindUint    = Kind(node.Uint)    // an integer above the largest int64 that fits uint64
	KindFloat   = Kind(node.Float)   // a float64
	KindFloat32 = Kind(node.Float32) // a float32, from a binary format or a Go value
	KindNumber  = Kind(node.Number)  // any other JSON number, its text kept
	KindString  = Kind(node.String)
	KindBytes   = Kind(node.Bytes) // with an optional subtype
	KindTime    = Kind(node.Time)
	KindExt     = Kind(node.Ext) // a tag and a payload
	KindArray   = Kind(node.Array)
	KindObject  = Kind(node.Object) // members in insertion order
)

var kindNames = [...]string{
	"null", "boolean", "integer", "integer", "float", "float", "number",
	"string", "bytes", "time", "extension", "array", "object",
}

// String returns the name of k as errors use it, such as "integer".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Value is one value of any kind: 16 bytes with reference semantics, as a map
// has them. Copying a Value copies the handle; an edit is seen through every
// copy; [Value.Clone] copies deeply. The zero Value is null.
//
// Reading values from several goroutines is safe as long as none edits them.
type Value struct {
	// h says what x is; nil stands for null. See the head types below.
	h *head
	x uint64
}

// A head is the first field of everything a Value can point at. Its kind tells
// what surrounds it:
//
//	&scalars[k]    nothing: the value word holds the scalar of kind k
//	inDoc          a Doc: the value word is the index of a node
//	KindTime       a timeBox, KindString, KindNumber a textBox, KindBytes a bytesBox,
//	KindExt        an extBox, KindArray an arrayBox, KindObject an objectBox
type head struct{ kind Kind }

// inDoc is the kind of the head of a Doc.
const inDoc Kind = 0xff

// scalars are the heads of values that fit the value word.
var scalars = [KindFloat32 + 1]head{
	{KindNull}, {KindBool}, {KindInt}, {KindUint}, {KindFloat}, {KindFloat32},
}

type (
	textBox struct {
		head
		s string
	}
	bytesBox struct {
		head
		b      []byte
		sub    uint64
		hasSub bool
	}
	timeBox struct {
		head
		t time.Time
	}
	extBox struct {
		head
		tag     int64
		payload Value
	}
	arrayBox struct {
		head
		held  atomic.Bool // may be inside another container
		elems []Value
	}
	objectBox struct {
		head
		held    atomic.Bool // may be inside another container
		members []Member
		odd     int // keys that are not strings
		index   memberIndex
	}
)

// Member is one member of an object. The key is a string except in objects
// that came from a binary format with other keys.
type Member struct {
	Key   Value
	Value Value
}

// The conversions below are sound because a head is the first field of the
// struct around it and its kind says which struct that is; a Doc sets its own
// kind in At and no head is ever copied out of its struct.

func (v Value) doc() *Doc          { return (*Doc)(unsafe.Pointer(v.h)) }
func (v Value) text() *textBox     { return (*textBox)(unsafe.Pointer(v.h)) }
func (v Value) bytes() *bytesBox   { return (*bytesBox)(unsafe.Pointer(v.h)) }
func (v Value) time() *timeBox     { return (*timeBox)(unsafe.Pointer(v.h)) }
func (v Value) ext() *extBox       { return (*extBox)(unsafe.Pointer(v.h)) }
func (v Value) array() *arrayBox   { return (*arrayBox)(unsafe.Pointer(v.h)) }
func (v Value) object() *objectBox { return (*objectBox)(unsafe.Pointer(v.h)) }

// owned returns v itself, or the owned form of a container of a document that
// was edited. After it, a Value in a document is a node that is not moved.
func (v Value) owned() Value {
	if v.h != nil && v.h.kind == inDoc {
		d := v.doc()
		if n := d.slab.Nodes[v.x]; n.Kind() == node.Moved {
			return d.moved[n.Len()]
		}
	}
	return v
}

// Kind returns the kind of v.
func (v Value) Kind() Kind {
	if v.h == nil {
		return KindNull
	}
	if k := v.h.kind; k != inDoc {
		return k
	}
	d := v.doc()
	n := d.slab.Nodes[v.x]
	if k := n.Kind(); k != node.Moved {
		return Kind(k)
	}
	return d.moved[n.Len()].h.kind
}

// Null returns null, the zero Value.
func Null() Value { return Value{} }

// Bool returns a boolean.
func Bool(b bool) Value {
	var x uint64
	if b {
		x = 1
	}
	return Value{&scalars[KindBool], x}
}

// Int returns an integer.
func Int(i int64) Value { return Value{&scalars[KindInt], uint64(i)} }

// Uint returns an integer; of KindInt where it fits.
func Uint(u uint64) Value {
	if u <= math.MaxInt64 {
		return Int(int64(u))
	}
	return Value{&scalars[KindUint], u}
}

// Float returns a float64, which may be NaN or infinite.
func Float(f float64) Value { return Value{&scalars[KindFloat], math.Float64bits(f)} }

// Float32 returns a float32, which may be NaN or infinite.
func Float32(f float32) Value {
	return Value{&scalars[KindFloat32], uint64(math.Float32bits(f))}
}

// String returns a string. It is not checked to be UTF-8; writers do that.
func String(s string) Value {
	b := &textBox{head{KindString}, s}
	return Value{&b.head, 0}
}

// Bytes returns bytes without a subtype. The slice is not copied.
func Bytes(p []byte) Value {
	b := &bytesBox{head: head{KindBytes}, b: p}
	return Value{&b.head, 0}
}

// BytesSub returns bytes with a subtype. The slice is not copied.
func BytesSub(p []byte, sub uint64) Value {
	b := &bytesBox{head{KindBytes}, p, sub, true}
	return Value{&b.head, 0}
}

// Time returns a point in time; its location is not kept, as no binary format
// holds one: the value is in UTC.
func Time(t time.Time) Value {
	b := &timeBox{head{KindTime}, t.Round(0).UTC()}
	return Value{&b.head, 0}
}

// Ext returns an extension: MessagePack's application types (payload is bytes)
// and CBOR's tags (any payload; a tag above the largest int64 is kept as its
// 64 bits).
func Ext(tag int64, payload Value) Value {
	b := &extBox{head{KindExt}, tag, payload}
	hold(payload)
	return Value{&b.head, 0}
}

// Array returns an array of elems, which are copied.
func Array(elems ...Value) Value { return newArray(slices.Clone(elems)) }

// Object returns an object of members, in this order. They are copied; keys
// are not checked for duplicates.
func Object(members ...Member) Value { return newObject(slices.Clone(members)) }

// newArray returns an array that takes elems over.
func newArray(elems []Value) Value {
	b := &arrayBox{head: head{KindArray}, elems: elems}
	for _, e := range elems {
		hold(e)
	}
	return Value{&b.head, 0}
}

// newObject returns an object that takes members over.
func newObject(members []Member) Value {
	b := &objectBox{head: head{KindObject}, members: members}
	for i := range members {
		m := &members[i]
		if m.Key.Kind() != KindString {
			b.odd++
			hold(m.Key)
		}
		hold(m.Value)
	}
	return Value{&b.head, 0}
}

// Pair returns a member with a string key.
func Pair(key string, v Value) Member { return Member{String(key), v} }
