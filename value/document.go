package value

import (
	"unsafe"

	"example.com/calque/internal/node"
)

// Doc is a parsed document, the memory that the values in it share. The zero
// Doc is empty and ready for a parser. It must not be copied.
//
// Strings and bytes of its values share the memory of the document: they, and
// all values in it, are valid until [Doc.Reset], also where they were put into
// other values. [Value.Clone] makes a value independent of its document.
type Doc struct {
	head  head // of kind inDoc from the first call of Slab on
	slab  node.Slab
	moved []Value // owned form of the containers that were edited
	index docIndex
}

// Root returns the value that was parsed, null where d is empty.
func (d *Doc) Root() Value {
	if len(d.slab.Nodes) == 0 {
		return Value{}
	}
	return d.At(0)
}

// Reset empties d and keeps its memory for the next document. Values of the
// document, their strings and their bytes must not be used any more.
func (d *Doc) Reset() {
	d.slab.Nodes = d.slab.Nodes[:0]
	d.slab.Text = d.slab.Text[:0]
	d.slab.Spans = d.slab.Spans[:0]
	clear(d.moved)
	d.moved = d.moved[:0]
	d.index.reset()
}

// Span returns the byte offsets in the input at which v starts and ends. It
// returns false where v is not in d or positions were not recorded. Edits do
// not change it.
func (d *Doc) Span(v Value) (start, end int64, ok bool) {
	if v.h != &d.head || v.x >= uint64(len(d.slab.Spans)) {
		return 0, 0, false
	}
	s := d.slab.Spans[v.x]
	return s.Start, s.End, true
}

// Size returns the bytes of memory that d holds, also unused ones. What edits
// made is not counted.
func (d *Doc) Size() int64 {
	const nodeSize, spanSize = int64(unsafe.Sizeof(node.Node{})), int64(unsafe.Sizeof(node.Span{}))
	return int64(unsafe.Sizeof(*d)) + int64(cap(d.slab.Nodes))*nodeSize +
		int64(cap(d.slab.Text)) + int64(cap(d.slab.Spans))*spanSize
}
