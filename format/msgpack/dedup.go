package msgpack

import "example.com/calque/internal/node"

// dedup rewrites the nodes of s without the members that checkKeys marked as
// dropped, and with the values that replace others in their places. It copies
// every node once, whatever is nested in what.
func dedup(s *node.Slab) {
	d := deduper{from: s.Nodes, to: node.Grow(nil, len(s.Nodes)), spans: s.Spans}
	if len(s.Spans) > 0 {
		d.toSpans = make([]node.Span, 0, len(s.Spans))
	}
	d.run()
	s.Nodes = d.to
	if len(s.Spans) > 0 {
		s.Spans = d.toSpans
	}
}

// deduper is the state of dedup.
type deduper struct {
	from, to       []node.Node
	spans, toSpans []node.Span
	ranges         []dedupRange
}

// dedupRange is a run of nodes that is being copied: what a container holds, or
// a value that stands in for another one.
type dedupRange struct {
	end    int // behind its last node
	copied int // the container among the new nodes; -1: a value
	resume int // of a value: where to go on behind it
}

func (d *deduper) run() {
	for i := 0; ; {
		for len(d.ranges) > 0 && d.ranges[len(d.ranges)-1].end == i {
			top := d.ranges[len(d.ranges)-1]
			d.ranges = d.ranges[:len(d.ranges)-1]
			if top.copied < 0 {
				i = top.resume
				continue
			}
			d.to[top.copied].Val = uint64(len(d.to))
		}
		if i == len(d.from) && len(d.ranges) == 0 {
			return
		}
		n := d.from[i]
		switch {
		case n.Has(markDropped):
			parent := &d.to[d.ranges[len(d.ranges)-1].copied]
			parent.Tag -= 1 << node.LenShift
			i = next(d.from, next(d.from, i))
		case n.Has(markMoved):
			stand := n.Len()
			d.ranges = append(d.ranges, dedupRange{end: next(d.from, stand), copied: -1, resume: next(d.from, i)})
			i = stand
		default:
			i = d.copy(i)
		}
	}
}

// copy copies the node at i, an ext with what belongs to it, and returns the
// index of the node to go on with.
func (d *deduper) copy(i int) int {
	n := d.from[i]
	count := 1
	switch n.Kind() {
	case node.Array, node.Object:
		d.ranges = append(d.ranges, dedupRange{end: int(n.Val), copied: len(d.to)})
	case node.Ext:
		count = 3
		n.Val = uint64(len(d.to) + 3)
	}
	d.to = append(append(d.to, n), d.from[i+1:i+count]...)
	if len(d.spans) > 0 {
		d.toSpans = append(d.toSpans, d.spans[i:i+count]...)
	}
	return i + count
}
