package value

import "example.com/calque/internal/node"

// The functions here are the doors for the formats of this module, which read
// and write documents without a call for each value. Their types cannot be
// named outside the module.

// Slab returns the memory of d, for parsers to fill and dumpers to walk. The
// root of a filled document is the node at index 0. Call Reset first.
func (d *Doc) Slab() *node.Slab {
	if d.head.kind != inDoc { // readers may call it at the same time
		d.head.kind = inDoc
	}
	return &d.slab
}

// At returns the value of the node at index i.
func (d *Doc) At(i int) Value { return Value{&d.head, uint64(i)} }

// In returns the document and the node index of v; nil where v is not in a
// document or was moved out of its slab by an edit.
func (v Value) In() (*Doc, int) {
	if v.h == nil || v.h.kind != inDoc || v.Moved() {
		return nil, 0
	}
	return v.doc(), int(v.x)
}

// Moved reports whether v is a container of a document that an edit moved to
// its owned form; Parts returns that form.
func (v Value) Moved() bool {
	return v.h != nil && v.h.kind == inDoc && v.doc().slab.Nodes[v.x].Kind() == node.Moved
}

// Parts returns the elements of an array, or the members of an object, that is
// in owned form; nil for every other value.
func (v Value) Parts() ([]Value, []Member) {
	v = v.owned()
	if v.h == nil {
		return nil, nil
	}
	switch v.h.kind {
	case KindArray:
		return v.array().elems, nil
	case KindObject:
		return nil, v.object().members
	}
	return nil, nil
}
