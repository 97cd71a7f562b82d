package json

import "example.com/calque/value"

// cursor runs over the elements of an array or the members of an object.
type cursor struct {
	doc     *value.Doc // where the items are nodes
	at      int        // the next one
	elems   []value.Value
	members []value.Member
	object  bool
	left    int // items still to come
}

// itemsOf returns a cursor over the items of v; one without any where v is no
// container.
func itemsOf(v value.Value) cursor {
	kind := v.Kind()
	if kind != value.KindArray && kind != value.KindObject {
		return cursor{}
	}
	c := cursor{object: kind == value.KindObject, left: v.Len()}
	if doc, at := v.In(); doc != nil {
		c.doc, c.at = doc, at+1
		return c
	}
	c.elems, c.members = v.Parts()
	return c
}

// next returns the next item, with its key where it is a member; there must be
// one.
func (c *cursor) next() (key, v value.Value) {
	c.left--
	if c.doc == nil {
		if !c.object {
			v, c.elems = c.elems[0], c.elems[1:]
			return key, v
		}
		m := c.members[0]
		c.members = c.members[1:]
		return m.Key, m.Value
	}
	s := c.doc.Slab()
	if c.object {
		key = c.doc.At(c.at)
		c.at = s.Next(c.at)
	}
	v = c.doc.At(c.at)
	c.at = s.Next(c.at)
	return key, v
}
