package json

import (
	"math/bits"
	"strconv"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// deep writes the container v with an explicit stack, so that the depth of a
// value costs 16 bytes a level (72 where it is owned) and no goroutine stack.
func (d *dumper) deep(v value.Value, i, depth int) int {
	w := descent{depth: depth - 1}
	i = d.enter(&w, v, i)
	for w.depth >= depth && !d.stopped {
		i = d.step(&w, i)
	}
	return i
}

// A descent is the state of deep. The innermost container is in its fields, the
// ones around it are in stack.
type descent struct {
	stack []level
	parts []part // the owned containers and extensions among the levels

	level
	depth int        // of the innermost container
	kind  value.Kind // of the innermost container
	count int        // how many elements it has
	doc   *value.Doc // where the innermost level of a document is
	at    int        // the node of its next element, or of the key in front
	child int        // the node of the element that was begun last
}

// level is a container that is being written.
type level struct {
	top int // its node, or ^n where it is parts[n]
	k   int // elements begun
}

// part is an owned container, or an extension, that is being written.
type part struct {
	v     value.Value
	child int        // which element is being written, of a sorted object too
	doc   *value.Doc // of the level around it, where that is of a document,
	node  int        // and the node there that stands for v
}

// enter begins the container v, or writes it where it is empty.
func (d *dumper) enter(w *descent, v value.Value, i int) int {
	if w.depth+1 >= d.set.MaxDepth {
		return d.stop(i, &fault.Error{
			Code: fault.TooDeep, Want: strconv.Itoa(d.set.MaxDepth) + " levels at most",
		})
	}
	i = d.room(i, 2)
	kind := v.Kind()
	if kind != value.KindExt && v.Len() == 0 {
		mem.Store16(d.p, i, emptyOf(kind))
		return i + 2
	}
	doc, at := v.In()
	owned := doc == nil || kind == value.KindExt
	if owned && d.set.MaxDepth > option.DefaultMaxDepth && w.circular(v) { // else the limit ends it
		return d.stop(i, &fault.Error{Code: fault.Cycle})
	}
	w.stack = append(w.stack, w.level)
	w.depth++
	if owned {
		w.level = level{top: ^len(w.parts)}
		w.parts = append(w.parts, part{v: v, doc: w.doc, node: w.child})
	} else {
		w.level = level{top: at}
		w.doc, w.at = doc, at+1
	}
	w.open()
	if d.sort && kind == value.KindObject {
		if w.top >= 0 {
			d.sortNodes(doc, at)
		} else {
			_, members := v.Parts()
			d.sortMembers(members)
		}
	}
	return i
}

func emptyOf(kind value.Kind) uint16 {
	if kind == value.KindArray {
		return emptyArray
	}
	return emptyObject
}

// open takes up the container that level tells of.
func (w *descent) open() {
	v := w.container()
	w.kind, w.count = v.Kind(), 1 // an extension has its payload
	if w.kind != value.KindExt {
		w.count = v.Len()
	}
}

// container returns the innermost container.
func (w *descent) container() value.Value {
	if w.top < 0 {
		return w.parts[^w.top].v
	}
	return w.doc.At(w.top)
}

// circular reports whether v is known to be inside itself. An owned container
// is compared with the last one whose number was a power of two, so that a cycle
// is found once that power is longer (R. Brent's method).
func (w *descent) circular(v value.Value) bool {
	n := len(w.parts)
	return n > 0 && w.parts[1<<(bits.Len(uint(n))-1)-1].v == v
}

// step writes the next element of the innermost container up to the start of
// its own elements, or the end of the container.
func (d *dumper) step(w *descent, i int) int {
	if w.k == w.count {
		return d.leave(w, i)
	}
	before := d.list.Total
	i = d.lead(w, i)
	w.k++
	if w.top < 0 {
		i = d.partElement(w, i)
	} else {
		i = d.nodeElement(w, i)
	}
	if d.list.Total != before {
		d.blameAll(w, before)
	}
	return i
}

// lead writes what stands in front of the next element: a bracket or a comma,
// and a line break.
func (d *dumper) lead(w *descent, i int) int {
	if w.kind == value.KindExt {
		tag, _, _ := w.container().Ext()
		return d.openExt(i, tag, w.depth)
	}
	mark := byte(',')
	if w.k == 0 {
		mark = '['
		if w.kind == value.KindObject {
			mark = '{'
		}
	}
	i = d.room(i, 1)
	mem.Store8(d.p, i, mark)
	i++
	if d.pretty {
		i = d.line(i, w.depth+1)
	}
	return i
}

// partElement writes the element of an owned container that was begun.
func (d *dumper) partElement(w *descent, i int) int {
	p := &w.parts[^w.top]
	p.child = w.k - 1
	switch w.kind {
	case value.KindExt:
		_, payload, _ := p.v.Ext()
		return d.element(w, payload, i)
	case value.KindArray:
		elems, _ := p.v.Parts()
		return d.element(w, elems[p.child], i)
	}
	_, members := p.v.Parts()
	if d.sort {
		i, p.child = d.ordered(i, p.child)
	}
	m := &members[p.child]
	i = d.key(m.Key, i)
	mem.Store16(d.p, i, d.colon)
	return d.element(w, m.Value, i+d.colonLen)
}

// nodeElement writes the element of a container of a document that was begun.
func (d *dumper) nodeElement(w *descent, i int) int {
	s := w.doc.Slab()
	if w.kind == value.KindObject {
		if d.sort {
			i, w.at = d.ordered(i, w.k-1)
		}
		if n := s.Nodes[w.at]; n.Kind() == node.String {
			i = d.longText(s, i, n)
		} else {
			i = d.oddKey(w.doc.At(w.at), i)
		}
		w.at = s.Next(w.at)
		mem.Store16(d.p, i, d.colon)
		i += d.colonLen
	}
	w.child = w.at
	if s.Nodes[w.child].Kind() < node.Ext {
		i, w.at = d.node(w.doc, i, w.child, w.depth+1)
		return i
	}
	depth := w.depth
	i = d.element(w, w.doc.At(w.child), i)
	if w.depth == depth { // it is written already
		w.at = s.Next(w.child)
	}
	return i
}

// element writes the value of an element, or enters it.
func (d *dumper) element(w *descent, v value.Value, i int) int {
	switch v.Kind() {
	case value.KindArray, value.KindObject:
		return d.enter(w, v, i)
	case value.KindExt:
		if d.spellsExt() {
			return d.enter(w, v, i)
		}
	}
	return d.value(v, i, w.depth+1)
}

// leave ends the innermost container and takes up the one around it.
func (d *dumper) leave(w *descent, i int) int {
	bracket := byte('}')
	if w.kind == value.KindArray {
		bracket = ']'
	}
	i = d.closed(i, bracket, w.depth)
	if d.sort && w.kind == value.KindObject {
		d.unsort()
	}
	w.depth--
	inner := w.top
	last := len(w.stack) - 1
	w.level = w.stack[last]
	w.stack = w.stack[:last]
	if last == 0 {
		return i
	}
	if inner < 0 {
		p := w.parts[^inner]
		w.parts = w.parts[:^inner]
		if w.top >= 0 {
			w.doc = p.doc
			w.at = w.doc.Slab().Next(p.node)
		}
	} else if w.top >= 0 {
		w.at = w.doc.Slab().Next(inner)
	}
	w.open()
	return i
}

// blameAll gives the path from the container that deep was called with to the
// faults found since there were mark.
func (d *dumper) blameAll(w *descent, mark int) {
	doc, child := w.doc, w.child
	for j := len(w.stack); j > 0; j-- {
		l := w.level
		if j < len(w.stack) {
			l = w.stack[j]
		}
		if l.top < 0 {
			p := w.parts[^l.top]
			d.blame(mark, p.token())
			doc, child = p.doc, p.node
			continue
		}
		if n := doc.Slab().Nodes[l.top]; n.Kind() == node.Array {
			d.blameIndex(mark, l.k-1)
		} else {
			d.blameKey(mark, doc.At(keyOf(doc.Slab(), l.top, child)))
		}
		child = l.top
	}
}

// token returns what stands in a path for the element that is being written.
func (p *part) token() string {
	elems, members := p.v.Parts()
	switch {
	case members != nil:
		return keyToken(members[p.child].Key)
	case elems != nil:
		return strconv.Itoa(p.child)
	}
	return payloadKey
}

// keyOf returns the node of the key of the member whose value is the node at
// child, of the object at top.
func keyOf(s *node.Slab, top, child int) int {
	if !s.Nodes[top].Has(node.FlagKeys) {
		return child - 1
	}
	at := top + 1
	for s.Next(at) != child {
		at = s.Next(s.Next(at))
	}
	return at
}
