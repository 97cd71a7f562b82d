package value

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"example.com/calque/internal/node"
)

// Equal reports whether v and w are the same data, which is the case where
// Compare returns 0: numbers by what they stand for whatever their kind,
// objects whatever the order of their members.
func (v Value) Equal(w Value) bool {
	c, open := compareFlat(v.owned(), w.owned())
	if !open {
		return c == 0
	}
	r := comparer{equal: true}
	return r.compare(v, w) == 0
}

// Compare returns -1, 0 or 1 as v is less than, equal to or greater than w in
// this total order:
//
//   - null < boolean < number < string < bytes < time < extension < array < object
//   - false < true
//   - numbers of all kinds by what they stand for (see AsRat), exactly; 0 and -0
//     are equal; NaN is equal to itself and less than all others
//   - strings and bytes byte by byte; equal bytes without a subtype come first,
//     then by subtype
//   - extensions by tag, then payload
//   - arrays element by element, a shorter one before those it begins
//   - objects like arrays of their members sorted by key, each a key and a value;
//     members with the same key stay in their order
func (v Value) Compare(w Value) int {
	c, open := compareFlat(v.owned(), w.owned())
	if !open {
		return c
	}
	var r comparer
	return r.compare(v, w)
}

// compareFlat compares values as far as that is possible without looking at
// the items in them; open tells that these decide. Both must be owned values
// or nodes that are not moved.
func compareFlat(a, b Value) (c int, open bool) {
	if a == b {
		return 0, false // also a NaN
	}
	ka, xa := a.word()
	kb, xb := b.word()
	if c = cmp.Compare(rank(ka), rank(kb)); c != 0 {
		return c, false
	}
	switch rank(ka) {
	case KindBool:
		return cmp.Compare(xa, xb), false
	case KindInt:
		if ka == KindInt && kb == KindInt {
			return cmp.Compare(int64(xa), int64(xb)), false
		}
		x, y := a.exact(), b.exact()
		return x.compare(&y), false
	case KindString:
		return strings.Compare(a.Text(), b.Text()), false
	case KindBytes:
		return compareBytes(a, b), false
	case KindTime:
		sa, na := a.stamp()
		sb, nb := b.stamp()
		return cmp.Or(cmp.Compare(sa, sb), cmp.Compare(na, nb)), false
	case KindExt:
		ta, _, _ := a.Ext()
		tb, _, _ := b.Ext()
		c = cmp.Compare(ta, tb)
		return c, c == 0
	case KindArray, KindObject:
		return 0, true
	}
	return 0, false
}

func compareBytes(a, b Value) int {
	if c := bytes.Compare(a.Bytes(), b.Bytes()); c != 0 {
		return c
	}
	sa, hasA := a.Subtype()
	sb, hasB := b.Subtype()
	if hasA != hasB {
		if hasB {
			return -1
		}
		return 1
	}
	return cmp.Compare(sa, sb)
}

// comparer compares containers. Its frames are the pairs of containers whose
// items are being compared.
type comparer struct {
	frames stack[[2]cursor]
	equal  bool // only whether they are equal matters
	order  *order
}

func (r *comparer) compare(a, b Value) int {
	if c := r.enter(a, b); c != 0 {
		return c
	}
	for r.frames.n > 0 {
		f := r.frames.top()
		x, y := &f[0], &f[1]
		if x.left == 0 || y.left == 0 {
			if x.left != y.left {
				return cmp.Compare(x.left, y.left)
			}
			r.frames.pop()
			continue
		}
		if c := r.enter(x.next(), y.next()); c != 0 {
			return c
		}
	}
	return 0
}

// enter compares a and b; containers that their items decide become the top
// frame.
func (r *comparer) enter(a, b Value) int {
	a, b = a.owned(), b.owned()
	c, open := compareFlat(a, b)
	if !open {
		return c
	}
	x, y := a.items(), b.items()
	if r.equal && x.left != y.left {
		return 1
	}
	if a.Kind() == KindObject && !(r.equal && sameKeys(a, b)) {
		if r.order == nil {
			r.order = new(order)
		}
		x, y = r.order.sorted(a), r.order.sorted(b)
	}
	r.frames.push([2]cursor{x, y})
	return 0
}

// sameKeys reports whether two objects with the same number of members have
// the same string keys in the same order: the usual case, which needs no
// sorting.
func sameKeys(a, b Value) bool {
	if a.hasOddKeys() || b.hasOddKeys() {
		return false
	}
	x, y := a.items(), b.items()
	for x.left > 0 {
		if x.next().Text() != y.next().Text() {
			return false
		}
		x.next()
		y.next()
	}
	return true
}

// hasOddKeys reports whether an object may have keys that are not strings.
func (v Value) hasOddKeys() bool {
	if v.h.kind == inDoc {
		return v.doc().slab.Nodes[v.x].Has(node.FlagKeys)
	}
	return v.object().odd > 0
}

// order sorts the members of objects by key. Keys that are containers can hold
// such objects in turn, to any depth: their order is prepared from the inside
// outwards and kept, so that no sort needs another one.
type order struct {
	done map[Value]cursor // objects that have containers as keys
}

// sorted returns a cursor over the members of an object in the order of their
// keys.
func (o *order) sorted(v Value) cursor {
	if c, ok := o.done[v]; ok {
		return c
	}
	if v.hasOddKeys() && hasNestedKey(v) {
		o.prepare(v)
		return o.done[v]
	}
	return o.sort(v)
}

func (o *order) sort(v Value) cursor {
	// Comparing keys finds the order of what is in them in o.done.
	keys := comparer{order: o}
	less := func(a, b Member) int {
		c, open := compareFlat(a.Key.owned(), b.Key.owned())
		if open {
			keys.frames.n = 0
			c = keys.compare(a.Key, b.Key)
		}
		return c
	}
	items := v.items()
	if c := items; inOrder(&c, less) {
		return items
	}
	ms := make([]Member, 0, items.left/2)
	for items.left > 0 {
		ms = append(ms, Member{items.next(), items.next()})
	}
	slices.SortStableFunc(ms, less)
	b := &objectBox{head: head{KindObject}, members: ms}
	return Value{&b.head, 0}.items()
}

// inOrder reports whether the members that c runs over are sorted.
func inOrder(c *cursor, less func(a, b Member) int) bool {
	if c.left == 0 {
		return true
	}
	last := Member{Key: c.next()}
	for c.next(); c.left > 0; c.next() {
		m := Member{Key: c.next()}
		if less(last, m) > 0 {
			return false
		}
		last = m
	}
	return true
}

func hasNestedKey(v Value) bool {
	for c := v.items(); c.left > 0; c.next() {
		if nested(c.next().Kind()) {
			return true
		}
	}
	return false
}

// prepare sorts all objects in v that have containers as keys, and v.
func (o *order) prepare(v Value) {
	if o.done == nil {
		o.done = map[Value]cursor{}
	}
	type frame struct {
		v Value
		c cursor
	}
	var frames stack[frame]
	frames.push(frame{v, v.items()})
	for frames.n > 0 {
		f := frames.top()
		if f.c.left > 0 {
			w := f.c.next().owned()
			if _, ok := o.done[w]; !ok && nested(w.Kind()) {
				frames.push(frame{w, w.items()})
			}
			continue
		}
		if w := f.v; w.Kind() == KindObject && w.hasOddKeys() && hasNestedKey(w) {
			o.done[w] = o.sort(w)
		}
		frames.pop()
	}
}
