package value

import "example.com/calque/internal/node"

// cursor runs over what a container holds: the elements of an array; key,
// value, key, value of an object; the payload of an extension.
type cursor struct {
	h    *head
	i    int // next node of a document, or next item of an owned container
	left int // items still to come
}

// items returns a cursor over the items of v, which must be an owned value or
// a node that is not moved, as Value.owned returns it.
func (v Value) items() cursor {
	switch {
	case v.h == nil:
		return cursor{}
	case v.h.kind == inDoc:
		i := int(v.x)
		switch n := v.doc().slab.Nodes[i]; n.Kind() {
		case node.Array:
			return cursor{v.h, i + 1, n.Len()}
		case node.Object:
			return cursor{v.h, i + 1, 2 * n.Len()}
		case node.Ext: // behind the tag
			return cursor{v.h, i + 2, 1}
		}
	case v.h.kind == KindArray:
		return cursor{v.h, 0, len(v.array().elems)}
	case v.h.kind == KindObject:
		return cursor{v.h, 0, 2 * len(v.object().members)}
	case v.h.kind == KindExt:
		return cursor{v.h, 0, 1}
	}
	return cursor{}
}

// next returns the next item; there must be one.
func (c *cursor) next() Value {
	c.left--
	v := Value{c.h, uint64(c.i)}
	switch c.h.kind {
	case inDoc:
		c.i = v.doc().slab.Next(c.i)
		return v
	case KindArray:
		c.i++
		return v.array().elems[v.x]
	case KindObject:
		c.i++
		m := &v.object().members[v.x>>1]
		if v.x&1 == 0 {
			return m.Key
		}
		return m.Value
	}
	c.i++
	return v.ext().payload
}

// cut reports whether an edit since items has left nothing behind the cursor.
// The nodes of a document stay as they were.
func (c *cursor) cut() bool {
	v := Value{h: c.h}
	switch c.h.kind {
	case KindArray:
		return c.i >= len(v.array().elems)
	case KindObject:
		return c.i >= 2*len(v.object().members)
	}
	return false
}

// nested reports whether k is the kind of values that hold others.
func nested(k Kind) bool { return k >= KindExt }

// rank returns what values are sorted by first: the kind, one for all numbers.
func rank(k Kind) Kind {
	if k > KindInt && k <= KindNumber {
		return KindInt
	}
	return k
}
