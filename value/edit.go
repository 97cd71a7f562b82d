package value

import (
	"slices"
	"strconv"

	"example.com/calque/fault"
	"example.com/calque/internal/node"
)

// Edits change a container in place: everyone who holds it sees them. They
// exclude all other use of the value. A scalar is not edited but replaced in
// its container. All errors are a *fault.List: WrongType where the value is
// not an array or not an object, OutOfRange for an index, Cycle for a value
// that contains the container it goes into. After an error nothing has
// changed.

// Set makes x the value of the member with a key: of the first one where
// several have it, of a new one at the end where none has.
func (v Value) Set(key string, x Value) error {
	b, err := v.editObject()
	if err != nil {
		return err
	}
	return b.set(b.find(key), String(key), x)
}

// SetKey is Set for keys of any kind, compared as Equal does.
func (v Value) SetKey(key, x Value) error {
	if s, ok := key.content(KindString); ok {
		return v.Set(s, x)
	}
	b, err := v.editObject()
	if err != nil {
		return err
	}
	return b.set(b.findKey(key), key, x)
}

// set sets the value of the member at a place, or adds a member where the
// place is negative.
func (b *objectBox) set(place int, key, v Value) error {
	if place >= 0 {
		err := adopt(&b.head, b.held.Load(), v)
		if err == nil {
			b.members[place].Value = v
		}
		return err
	}
	if err := adopt(&b.head, b.held.Load(), key, v); err != nil {
		return err
	}
	b.members = append(b.members, Member{key, v})
	if key.Kind() != KindString {
		b.odd++
	}
	b.index.grow(b.members)
	return nil
}

// Delete removes all members with a key. It is no error where there are none.
func (v Value) Delete(key string) error { return v.DeleteKey(String(key)) }

// DeleteKey is Delete for keys of any kind, compared as Equal does.
func (v Value) DeleteKey(key Value) error {
	if _, ok := v.Lookup(key); !ok && v.Kind() == KindObject {
		return nil
	}
	return v.DeleteFunc(func(k, _ Value) bool { return k.Equal(key) })
}

// DeleteFunc removes all members for which drop returns true.
func (v Value) DeleteFunc(drop func(key, x Value) bool) error {
	b, err := v.editObject()
	if err != nil {
		return err
	}
	n := len(b.members)
	b.members = slices.DeleteFunc(b.members, func(m Member) bool {
		if !drop(m.Key, m.Value) {
			return false
		}
		if m.Key.Kind() != KindString {
			b.odd--
		}
		return true
	})
	if len(b.members) != n {
		b.index.drop()
	}
	return nil
}

// Append adds values at the end of an array.
func (v Value) Append(xs ...Value) error {
	b, err := v.editArray()
	if err == nil {
		err = adopt(&b.head, b.held.Load(), xs...)
	}
	if err == nil {
		b.elems = append(b.elems, xs...)
	}
	return err
}

// Insert adds values in front of the element at index i of an array; at its
// end where i is its length.
func (v Value) Insert(i int, xs ...Value) error {
	b, err := v.editArray()
	if err == nil && (i < 0 || i > len(b.elems)) {
		err = v.badIndex(i, len(b.elems)+1)
	}
	if err == nil {
		err = adopt(&b.head, b.held.Load(), xs...)
	}
	if err == nil {
		b.elems = slices.Insert(b.elems, i, xs...)
	}
	return err
}

// SetAt replaces the element at index i of an array.
func (v Value) SetAt(i int, x Value) error {
	b, err := v.editArray()
	if err == nil && (i < 0 || i >= len(b.elems)) {
		err = v.badIndex(i, len(b.elems))
	}
	if err == nil {
		err = adopt(&b.head, b.held.Load(), x)
	}
	if err == nil {
		b.elems[i] = x
	}
	return err
}

// RemoveAt removes the element at index i of an array.
func (v Value) RemoveAt(i int) error {
	b, err := v.editArray()
	if err == nil && (i < 0 || i >= len(b.elems)) {
		err = v.badIndex(i, len(b.elems))
	}
	if err == nil {
		b.elems = slices.Delete(b.elems, i, i+1)
	}
	return err
}

// Clear removes all elements of an array or all members of an object.
func (v Value) Clear() error {
	switch v.Kind() {
	case KindArray:
		b, err := v.editArray()
		if err == nil {
			b.elems = nil
		}
		return err
	case KindObject:
		b, err := v.editObject()
		if err == nil {
			b.members, b.odd = nil, 0
			b.index.drop()
		}
		return err
	}
	return v.wrongKind("array or object")
}

// SortKeys sorts the members of all objects in v by key, strings byte by byte,
// other keys as Compare does. Members with the same key stay in their order.
// Objects that are sorted already are not touched. A value that holds no others
// is a WrongType fault.
func (v Value) SortKeys() error {
	if !nested(v.Kind()) {
		return v.wrongKind("array or object")
	}
	var o order
	todo := []Value{v}
	for len(todo) > 0 {
		w := todo[len(todo)-1].owned()
		todo = todo[:len(todo)-1]
		switch {
		case w.h == nil:
		case w.h.kind == inDoc:
			todo = w.sortNodes(&o, todo)
		case nested(w.h.kind):
			if w.h.kind == KindObject {
				w.sortMembers(&o)
			}
			for c := w.items(); c.left > 0; {
				if x := c.next(); nested(x.Kind()) {
					todo = append(todo, x)
				}
			}
		}
	}
	return nil
}

// sortNodes sorts the objects among the nodes of v, which is in a document. It
// appends the containers to be looked at besides.
func (v Value) sortNodes(o *order, todo []Value) []Value {
	d := v.doc()
	end := d.slab.Next(int(v.x))
	for i := int(v.x); i < end; i++ {
		switch n := d.slab.Nodes[i]; n.Kind() {
		case node.Object:
			d.At(i).sortMembers(o) // its items stay nodes of this range
		case node.Moved:
			todo = append(todo, d.moved[n.Len()])
			i = int(n.Val) - 1
		case node.Bytes:
			i = d.slab.Next(i) - 1
		}
	}
	return todo
}

// sortMembers sorts the members of an object.
func (v Value) sortMembers(o *order) {
	c := o.sorted(v)
	if c.h == v.h {
		return // in order as they were
	}
	b, err := v.editObject()
	if err != nil {
		return
	}
	b.members = (Value{h: c.h}).object().members
	b.index.drop()
}

// editArray returns the owned form of an array.
func (v Value) editArray() (*arrayBox, error) {
	if v.Kind() != KindArray {
		return nil, v.wrongKind("array")
	}
	if v = v.owned(); v.h.kind == inDoc {
		v = v.move()
	}
	return v.array(), nil
}

// editObject returns the owned form of an object.
func (v Value) editObject() (*objectBox, error) {
	if v.Kind() != KindObject {
		return nil, v.wrongKind("object")
	}
	if v = v.owned(); v.h.kind == inDoc {
		v = v.move()
	}
	return v.object(), nil
}

// move moves a container of a document out of its nodes and returns its owned
// form. Its items stay where they are; its node leads to the owned form from
// now on, so that it is still what it was for the container around it.
func (v Value) move() Value {
	d, i := v.doc(), int(v.x)
	n := d.slab.Nodes[i]
	c := v.items()
	var own Value
	if n.Kind() == node.Array {
		elems := make([]Value, n.Len())
		for j := range elems {
			elems[j] = c.next()
		}
		own = newArray(elems)
	} else {
		members := make([]Member, n.Len())
		for j := range members {
			members[j] = Member{c.next(), c.next()}
		}
		own = newObject(members)
	}
	hold(own)
	d.slab.Nodes[i] = node.Make(node.Moved, 0, len(d.moved), uint64(d.slab.Next(i)))
	d.moved = append(d.moved, own)
	return own
}

// badIndex returns a fault for an index that is not below n.
func (v Value) badIndex(i, n int) error {
	return v.fault(fault.OutOfRange, "index below "+strconv.Itoa(n), strconv.Itoa(i))
}
