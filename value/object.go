package value

import (
	"iter"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
)

// Get returns the value of the member with a key, the first where several have
// it. It returns null and false where v is not an object or has no such
// member.
func (v Value) Get(key string) (Value, bool) {
	v = v.owned()
	if v.h == nil {
		return Value{}, false
	}
	switch v.h.kind {
	case inDoc:
		d := v.doc()
		if i := d.find(int(v.x), key); i > 0 {
			return Value{v.h, uint64(i)}, true
		}
	case KindObject:
		b := v.object()
		if i := b.find(key); i >= 0 {
			return b.members[i].Value, true
		}
	}
	return Value{}, false
}

// Lookup is Get for keys of any kind, compared as Equal does.
func (v Value) Lookup(key Value) (Value, bool) {
	if s, ok := key.content(KindString); ok {
		return v.Get(s)
	}
	v = v.owned()
	if v.Kind() != KindObject || !v.hasOddKeys() {
		return Value{}, false
	}
	if v.h.kind == KindObject {
		b := v.object()
		if i := b.findKey(key); i >= 0 {
			return b.members[i].Value, true
		}
		return Value{}, false
	}
	d := v.doc()
	if x := d.indexOf(int(v.x)); x != nil {
		i := x.keys.find(keyHash(key), func(i int) bool { return d.At(x.node + i).Equal(key) })
		if i < 0 {
			return Value{}, false
		}
		return d.At(d.slab.Next(x.node + i)), true
	}
	for c := v.items(); c.left > 0; c.next() {
		if c.next().Equal(key) {
			return c.next(), true
		}
	}
	return Value{}, false
}

// find returns the node of the value of the member with a key in the object at
// a node, 0 where there is none.
func (d *Doc) find(at int, key string) int {
	nodes, text := d.slab.Nodes, d.slab.Text
	n := nodes[at]
	if n.Kind() != node.Object {
		return 0
	}
	if x := d.indexOf(at); x != nil {
		i := x.keys.find(textHash(key), func(i int) bool { return d.At(at + i).isText(key) })
		if i < 0 {
			return 0
		}
		return at + i + 1
	}
	want := node.Make(node.String, 0, len(key), 0).Tag
	const flags = 1<<node.LenShift - 1<<8
	i := at + 1
	for range n.Len() {
		k := nodes[i]
		if k.Tag&^flags == want && mem.View(text[k.Val:k.Val+uint64(len(key))]) == key {
			return i + 1
		}
		if k.Kind() != node.String {
			i = d.slab.Next(i)
		} else {
			i++
		}
		if nodes[i].Kind() >= node.Bytes {
			i = d.slab.Next(i)
		} else {
			i++
		}
	}
	return 0
}

// isText reports whether v is the string s.
func (v Value) isText(s string) bool {
	t, ok := v.content(KindString)
	return ok && t == s
}

// find returns the place of the first member with a key, -1 where there is
// none.
func (b *objectBox) find(key string) int {
	if t := b.index.get(b.members); t != nil {
		return t.find(textHash(key), func(i int) bool { return b.members[i].Key.isText(key) })
	}
	for i := range b.members {
		k := b.members[i].Key
		if k.h != nil && k.h.kind == KindString {
			if k.text().s == key {
				return i
			}
		} else if k.isText(key) {
			return i
		}
	}
	return -1
}

// findKey is find for keys of any kind.
func (b *objectBox) findKey(key Value) int {
	if t := b.index.get(b.members); t != nil {
		return t.find(keyHash(key), func(i int) bool { return b.members[i].Key.Equal(key) })
	}
	for i := range b.members {
		if b.members[i].Key.Equal(key) {
			return i
		}
	}
	return -1
}

// At returns the element of an array at index i, counted from 0; null where
// there is none or v is not an array.
func (v Value) At(i int) Value {
	v = v.owned()
	if v.h == nil || i < 0 {
		return Value{}
	}
	switch v.h.kind {
	case inDoc:
		return v.doc().element(int(v.x), i)
	case KindArray:
		if elems := v.array().elems; i < len(elems) {
			return elems[i]
		}
	}
	return Value{}
}

func (d *Doc) element(at, i int) Value {
	n := d.slab.Nodes[at]
	if n.Kind() != node.Array || i >= n.Len() {
		return Value{}
	}
	if int(n.Val)-at-1 == n.Len() { // each element is one node
		return d.At(at + 1 + i)
	}
	from := at + 1
	if x := d.indexOf(at); x != nil {
		from = at + int(x.steps[i/step])
		i %= step
	}
	for ; i > 0; i-- {
		from = d.slab.Next(from)
	}
	return d.At(from)
}

// Elements returns the elements of an array with their indexes; none where v
// is not an array. A loop that edits v may see the edits or not.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if v.Kind() != KindArray {
			return
		}
		i := 0
		for c := v.owned().items(); c.left > 0 && !c.cut(); i++ {
			if !yield(i, c.next()) {
				return
			}
		}
	}
}

// Pairs returns the members of an object, keys of any kind, in insertion
// order; none where v is not an object. A loop that edits v may see the edits
// or not.
func (v Value) Pairs() iter.Seq2[Value, Value] {
	return func(yield func(Value, Value) bool) {
		if v.Kind() != KindObject {
			return
		}
		for c := v.owned().items(); c.left > 0 && !c.cut(); {
			if !yield(c.next(), c.next()) {
				return
			}
		}
	}
}

// Members is Pairs with the text of the keys. Of a key that is not a string,
// which only binary formats have, it is what String returns.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for k, m := range v.Pairs() {
			if !yield(keyText(k), m) {
				return
			}
		}
	}
}

// Keys returns the keys of an object in insertion order, as Members does; nil
// where v is not an object.
func (v Value) Keys() []string {
	if v.Kind() != KindObject {
		return nil
	}
	keys := make([]string, 0, v.Len())
	for k := range v.Members() {
		keys = append(keys, k)
	}
	return keys
}

func keyText(k Value) string {
	if s, ok := k.content(KindString); ok {
		return s
	}
	return k.String()
}
