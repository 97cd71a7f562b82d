package value

import (
	"example.com/calque/fault"
	"example.com/calque/internal/node"
)

// No edit makes a value contain itself: every walk ends. To know that a
// container is not in the value put into it, it is enough that it is in no
// container at all; held tells whether it may be in one.

// hold notes that v goes into a container. Containers of a document need no
// note: the owned form of one that is edited counts as held.
func hold(v Value) {
	if v.h == nil {
		return
	}
	switch v.h.kind {
	case KindArray:
		if b := v.array(); !b.held.Load() {
			b.held.Store(true)
		}
	case KindObject:
		if b := v.object(); !b.held.Load() {
			b.held.Store(true)
		}
	}
}

// adopt notes that values go into the owned container c. It returns a Cycle
// fault where c is in one of them.
func adopt(c *head, held bool, vs ...Value) error {
	for _, v := range vs {
		if !nested(v.Kind()) {
			continue
		}
		if v.owned().h == c || held && reaches(v, c) {
			return fault.One(fault.New(fault.Cycle, -1, "", ""))
		}
	}
	for _, v := range vs {
		hold(v)
	}
	return nil
}

// reaches reports whether the owned container c is v or in v. The nodes of a
// document are looked at only where some of its containers are owned.
func reaches(v Value, c *head) bool {
	todo := []Value{v}
	seen := map[*head]bool{}
	for len(todo) > 0 {
		w := todo[len(todo)-1].owned()
		todo = todo[:len(todo)-1]
		if w.h == c {
			return true
		}
		if w.h.kind == inDoc {
			todo = w.movedIn(todo)
			continue
		}
		if seen[w.h] {
			continue
		}
		seen[w.h] = true
		for items := w.items(); items.left > 0; {
			if x := items.next(); nested(x.Kind()) {
				todo = append(todo, x)
			}
		}
	}
	return false
}

// movedIn appends the owned containers among the nodes of v, which is in a
// document.
func (v Value) movedIn(dst []Value) []Value {
	d := v.doc()
	if len(d.moved) == 0 {
		return dst
	}
	nodes := d.slab.Nodes
	end := d.slab.Next(int(v.x))
	for i := int(v.x); i < end; i++ {
		switch n := nodes[i]; n.Kind() {
		case node.Moved:
			dst = append(dst, d.moved[n.Len()])
			i = int(n.Val) - 1
		case node.Bytes:
			i = d.slab.Next(i) - 1
		}
	}
	return dst
}
