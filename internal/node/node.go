// Package node is the memory form of a parsed document: a slab of 16-byte
// nodes without pointers in preorder, and one private text that strings and
// numbers point into. Readers of formats write it; package value shows it.
package node

import "example.com/calque/internal/mem"

// Kind is the kind of a node, in the low 8 bits of its tag. The public kinds
// of package value have the same numbers.
type Kind uint8

// The kinds. The second column says what the length in the tag and the value
// word hold.
const (
	Null    Kind = iota // -, -
	Bool                // -, 0 or 1
	Int                 // -, int64
	Uint                // -, uint64 above the largest int64
	Float               // -, bits of a float64
	Float32             // -, bits of a float32
	Number              // length, offset of its text (a JSON number)
	String              // length, offset
	Bytes               // length, offset; with FlagSub a node with the subtype follows
	Time                // nanoseconds (0 to 999,999,999), seconds since 1970 as int64
	Ext                 // 2, index behind it; nodes: tag as Int, payload
	Array               // number of elements, index behind the last
	Object              // number of members, index behind the last; nodes: key, value, ...
	Moved               // index in the document's owned values, index behind the last node
)

// Flags of a node, bits 8 to 15 of its tag.
const (
	// FlagClean marks a string of ASCII without controls below a blank, '"' and '\\':
	// text formats copy it as it is. Without the flag nothing is known.
	FlagClean = 1 << 8
	// FlagSub marks bytes with a subtype, in the value word of the next node.
	FlagSub = 1 << 9
	// FlagKeys marks an object some of whose keys are not strings.
	FlagKeys = 1 << 10
	// FlagCut marks a container whose end was not read, in what a parser made
	// of a broken input.
	FlagCut = 1 << 11
)

// LenShift is where the length begins in a tag.
const LenShift = 16

// Node is one value of a document: kind in bits 0 to 7 of Tag, flags in 8 to
// 15, a length above; Val as the kind says.
type Node struct{ Tag, Val uint64 }

// Make returns a node of a kind (with flags), a length and a value word.
func Make(kind Kind, flags uint64, length int, val uint64) Node {
	return Node{uint64(kind) | flags | uint64(length)<<LenShift, val}
}

// Kind returns the kind of n.
func (n Node) Kind() Kind { return Kind(n.Tag) }

// Len returns the length of n.
func (n Node) Len() int { return int(n.Tag >> LenShift) }

// Has reports whether n has a flag.
func (n Node) Has(flag uint64) bool { return n.Tag&flag != 0 }

// Span is the range of bytes a value had in the input.
type Span struct{ Start, End int64 }

// Slab is the memory of one document.
type Slab struct {
	Nodes []Node
	Text  []byte // ends in mem.Pad zero bytes while a reader works
	Spans []Span // one a node where positions are wanted, else nil
}

// Next returns the index behind the node at i and all that belongs to it.
func (s *Slab) Next(i int) int {
	n := s.Nodes[i]
	switch k := n.Kind(); {
	case k >= Ext:
		return int(n.Val)
	case k == Bytes && n.Has(FlagSub):
		return i + 2
	}
	return i + 1
}

// Load makes s hold no nodes and a private copy of data, followed by mem.Pad
// zero bytes; the memory is reused where it is large enough. Text keeps the
// length of data plus the padding.
func (s *Slab) Load(data []byte) {
	n := len(data)
	if cap(s.Text) < n+mem.Pad {
		s.Text = mem.Uncleared[byte](n + mem.Pad)
	}
	s.Text = s.Text[:n+mem.Pad]
	copy(s.Text, data)
	clear(s.Text[n:])
	if s.Nodes == nil {
		s.Nodes = Grow(nil, n/12+8)
	}
	s.Nodes = s.Nodes[:0]
	s.Spans = s.Spans[:0]
}

// Grow returns nodes with room for at least n more, and a quarter more than
// before; what lies behind their length is not cleared.
func Grow(nodes []Node, n int) []Node {
	need := len(nodes) + n
	if cap(nodes) >= need {
		return nodes
	}
	grown := mem.Uncleared[Node](max(need, cap(nodes)+cap(nodes)/4, 8))
	return grown[:copy(grown, nodes)]
}
