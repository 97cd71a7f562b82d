package json

import (
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
)

// repeat is a name that its object has already, to be settled when all is read:
// then one pass over the nodes puts every value where it belongs, however many
// names there are and however they nest.
type repeat struct {
	first int // the node of the first such name
	at    int // the node of this one
}

// repeated deals with the name at node s.k, which begins at an offset of the
// input and which its object has at node first. It reports whether reading goes
// on.
func (p *parser) repeated(s spot, first, offset int) bool {
	switch p.set.Duplicates {
	case option.DupFirst, option.DupLast:
		p.repeats = append(p.repeats, repeat{first, s.k})
	case option.DupError:
		if !p.duplicate(s, offset) {
			p.stop(inName, s, offset)
			return false
		}
	}
	return true
}

// settle removes repeated members, and with the policy Last puts their values
// in the place of the first.
func (p *parser) settle() {
	nodes := p.slab.Nodes
	// A replaced value becomes a node that leads to the one that counts; a
	// removed member one that leads to what is behind it.
	for _, r := range p.repeats {
		if r.at >= len(nodes) {
			continue // its value is missing
		}
		if p.set.Duplicates == option.DupLast {
			nodes[r.first+1] = node.Make(node.Moved, 0, r.at+1, uint64(p.slab.Next(r.first+1)))
		}
	}
	for _, r := range p.repeats {
		if r.at < len(nodes) {
			nodes[r.at] = node.Make(node.Moved, 0, 0, 0)
		}
	}
	old := *p.slab
	p.slab.Nodes = mem.Uncleared[node.Node](len(nodes))
	if p.spans {
		p.slab.Spans = mem.Uncleared[node.Span](len(nodes))
	}
	w := settler{from: &old, to: p.slab, spans: p.spans}
	w.walk()
	p.slab.Nodes = p.slab.Nodes[:w.k]
}

// settler copies nodes from one slab to another without what was removed. Where
// it stands in each open container is on a stack of its own.
type settler struct {
	from, to *node.Slab
	spans    bool
	k        int // nodes made
	open     []settling
}

// settling is a container that is being copied.
type settling struct {
	made  int // its node in the new slab
	next  int // what comes next in the old one
	end   int // what is behind it there
	count int
}

func (w *settler) walk() {
	w.value(0)
	for len(w.open) > 0 {
		top := &w.open[len(w.open)-1]
		made := &w.to.Nodes[top.made]
		if top.next >= top.end {
			*made = node.Node{Tag: made.Tag&0xffff | uint64(top.count)<<node.LenShift, Val: uint64(w.k)}
			w.open = w.open[:len(w.open)-1]
			continue
		}
		at := top.next
		if made.Kind() == node.Object {
			if w.from.Nodes[at].Kind() == node.Moved {
				top.next = w.from.Next(at + 1)
				continue
			}
			w.copy(at)
			at++
		}
		top.count++
		top.next = w.from.Next(at)
		w.value(at)
	}
}

// value copies the value that the one at a node of the old slab was replaced
// by, or that one; of a container the head, and opens it.
func (w *settler) value(at int) {
	n := w.from.Nodes[at]
	if n.Kind() == node.Moved {
		at = n.Len()
		n = w.from.Nodes[at]
	}
	if k := n.Kind(); k == node.Array || k == node.Object {
		w.open = append(w.open, settling{made: w.k, next: at + 1, end: int(n.Val)})
	}
	w.copy(at)
}

func (w *settler) copy(at int) {
	w.to.Nodes[w.k] = w.from.Nodes[at]
	if w.spans {
		w.to.Spans[w.k] = w.from.Spans[at]
	}
	w.k++
}
