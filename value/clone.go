package value

import (
	"bytes"
	"slices"
	"strings"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
)

// Clone returns a deep copy of v that shares nothing with it and its document.
// Containers become a compact document of their own. A value that is held in
// several places is copied for each.
func (v Value) Clone() Value {
	v = v.owned()
	switch k, x := v.word(); {
	case nested(k):
		b := builder{d: new(Doc)}
		b.build(v)
		return b.done()
	case k == KindString:
		return String(strings.Clone(v.Text()))
	case k == KindNumber:
		return spelled(strings.Clone(v.NumberText()))
	case k == KindBytes:
		sub, has := v.Subtype()
		b := &bytesBox{head{KindBytes}, bytes.Clone(v.Bytes()), sub, has}
		return Value{&b.head, 0}
	case k == KindTime:
		return Time(v.Time())
	case k == KindNull:
		return Value{}
	default:
		return Value{&scalars[k], x}
	}
}

// builder writes values as the nodes of a document.
type builder struct {
	d     *Doc
	nodes []node.Node
	text  []byte
}

// done returns the root of the document.
func (b *builder) done() Value {
	b.text = append(b.text, make([]byte, mem.Pad)...)
	if n := len(b.nodes); cap(b.nodes)-n > n/4+8 {
		b.nodes = append(node.Grow(nil, n), b.nodes...)
	}
	slab := b.d.Slab()
	slab.Nodes, slab.Text = b.nodes, b.text
	return b.d.At(0)
}

// build appends v and all that is in it.
func (b *builder) build(v Value) {
	type frame struct {
		c    cursor
		node int // of the container
	}
	var frames stack[frame]
	inNodes := false // v is an item of a container in nodes that was looked at
	for {
		v = v.owned()
		switch {
		case v.h == nil || !nested(v.Kind()):
			b.leaf(v)
		case v.h.kind == inDoc && !inNodes && v.untouched():
			b.copyNodes(v)
		default:
			b.open(v)
			frames.push(frame{v.items(), len(b.nodes) - 1})
			if v.Kind() == KindExt {
				tag, _, _ := v.Ext()
				b.add(node.Make(node.Int, 0, 0, uint64(tag)))
			}
		}
		for frames.n > 0 && frames.top().c.left == 0 {
			b.nodes[frames.top().node].Val = uint64(len(b.nodes))
			frames.pop()
		}
		if frames.n == 0 {
			return
		}
		c := &frames.top().c
		v = c.next()
		inNodes = c.h.kind == inDoc
	}
}

func (b *builder) add(n node.Node) {
	if len(b.nodes) == cap(b.nodes) {
		b.nodes = node.Grow(b.nodes, len(b.nodes)+1)
	}
	b.nodes = append(b.nodes, n)
}

// open appends the node of a container without its end.
func (b *builder) open(v Value) {
	switch v.Kind() {
	case KindExt:
		b.add(node.Make(node.Ext, 0, 2, 0))
	case KindArray:
		b.add(node.Make(node.Array, 0, v.Len(), 0))
	default:
		flags := uint64(0)
		if v.hasOddKeys() {
			flags = node.FlagKeys
		}
		b.add(node.Make(node.Object, flags, v.Len(), 0))
	}
}

// leaf appends a value that is no container and no moved node.
func (b *builder) leaf(v Value) {
	if v.h != nil && v.h.kind == inDoc {
		b.copyNodes(v)
		return
	}
	switch k, x := v.word(); k {
	case KindString:
		b.content(node.String, 0, v.Text())
	case KindNumber:
		b.content(node.Number, 0, v.NumberText())
	case KindBytes:
		p := mem.View(v.Bytes())
		if sub, ok := v.Subtype(); ok {
			b.content(node.Bytes, node.FlagSub, p)
			b.add(node.Node{Val: sub})
		} else {
			b.content(node.Bytes, 0, p)
		}
	case KindTime:
		sec, nsec := v.stamp()
		b.add(node.Make(node.Time, 0, nsec, uint64(sec)))
	default:
		b.add(node.Make(node.Kind(k), 0, 0, x))
	}
}

func (b *builder) content(k node.Kind, flags uint64, s string) {
	b.add(node.Make(k, flags, len(s), uint64(len(b.text))))
	b.text = append(b.text, s...)
}

// untouched reports whether no container in v, which is in a document, was
// edited.
func (v Value) untouched() bool {
	d := v.doc()
	if len(d.moved) == 0 {
		return true
	}
	end := d.slab.Next(int(v.x))
	for i := int(v.x); i < end; i++ {
		n := d.slab.Nodes[i]
		if n.Kind() == node.Moved {
			return false
		}
		if n.Kind() == node.Bytes {
			i = d.slab.Next(i) - 1
		}
	}
	return true
}

// copyNodes appends the nodes of v and all that is in it, which is in a
// document and untouched.
func (b *builder) copyNodes(v Value) {
	s := &v.doc().slab
	from, end := int(v.x), s.Next(int(v.x))
	delta := uint64(len(b.nodes)) - v.x
	if end-from > cap(b.nodes)-len(b.nodes) {
		b.nodes = node.Grow(b.nodes, end-from)
	}
	if len(b.text) == 0 {
		b.text = slices.Grow(b.text, contentSize(s, from, end)+mem.Pad)
	}
	for i := from; i < end; i++ {
		n := s.Nodes[i]
		switch n.Kind() {
		case node.Number, node.String, node.Bytes:
			content := s.Text[n.Val : n.Val+uint64(n.Len())]
			n.Val = uint64(len(b.text))
			b.text = append(b.text, content...)
			if n.Has(node.FlagSub) && n.Kind() == node.Bytes {
				b.nodes = append(b.nodes, n)
				i++
				n = s.Nodes[i]
			}
		case node.Ext, node.Array, node.Object:
			n.Val += delta
		}
		b.nodes = append(b.nodes, n)
	}
}

// contentSize returns the number of bytes that the nodes from..end have in the
// text.
func contentSize(s *node.Slab, from, end int) int {
	size := 0
	for i := from; i < end; i++ {
		switch n := s.Nodes[i]; n.Kind() {
		case node.Number, node.String, node.Bytes:
			size += n.Len()
			i = s.Next(i) - 1
		}
	}
	return size
}
