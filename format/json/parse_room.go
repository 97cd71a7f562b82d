package json

import (
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
)

// watchStep is the number of nodes between two looks at the context.
const watchStep = 4096

// room makes the loop stop where a limit is hit or the context is done, and
// else lets it write at least two more nodes. The value at offset i is next.
func (p *parser) room(i int, s spot) bool {
	if ctx := p.set.Ctx; ctx != nil {
		if err := ctx.Err(); err != nil {
			p.fail(canceled, i, s)
			return false
		}
	}
	left := p.itemsLeft(s)
	if left == 0 {
		p.fail(tooMany, i, s)
		return false
	}
	if cap(p.nodes) < s.k+2 {
		p.grow(i, s.k)
	}
	p.hold(s.k, left)
	return true
}

// hold sets how far the loop may write without asking: left more values.
func (p *parser) hold(k, left int) {
	end := cap(p.nodes)
	if p.set.Ctx != nil {
		end = min(end, k+watchStep)
	}
	if left < end-k {
		end = min(end, k+left+1)
	}
	p.nodes = p.nodes[:end]
}

// itemsLeft returns how many more values MaxItems allows; more than there can be
// where it is not set.
func (p *parser) itemsLeft(s spot) int {
	if p.set.MaxItems <= 0 {
		return p.n + 1
	}
	// Every node is a value or a name. The names are those of the closed
	// objects and of the open ones, of which the innermost may have one whose
	// value is next.
	names := p.members
	if s.open >= 0 {
		if p.nodes[s.open].Kind() == node.Object {
			names += s.count + 1
		}
		for i := int(int64(p.nodes[s.open].Val)); i >= 0; i = int(int64(p.nodes[i].Val)) {
			if p.nodes[i].Kind() == node.Object {
				names += p.nodes[i].Len()
			}
		}
	}
	return int(min(max(p.set.MaxItems-int64(s.k-names), 0), int64(p.n)+1))
}

// grow gets nodes for the rest of the input, which begins at offset i; k are
// made. Every value takes a byte at least, which bounds them; the guess is that
// the rest is as dense as all so far, or as what the last nodes were made of.
// Where that comes near the bound, the bound is taken, so that the slab is
// copied a few times at most.
func (p *parser) grow(i, k int) {
	left := p.n - i + 2
	dense := max(float64(k+1)/float64(i+1), float64(k-p.grownK+1)/float64(i-p.grownI+1))
	guess := int(min(dense*1.05, 1)*float64(left)) + 16
	if guess > left-left/4 {
		guess = left
	}
	p.grownI, p.grownK = i, k
	p.nodes = node.Grow(p.nodes[:k], guess)
	p.nodes = p.nodes[:cap(p.nodes)]
	p.slab.Nodes = p.nodes[:k]
	if p.spans {
		p.growSpans(k)
	}
}

// growSpans makes as many spans as there are nodes, of which k are made.
func (p *parser) growSpans(k int) {
	spans := mem.Uncleared[node.Span](cap(p.nodes))
	copy(spans, p.slab.Spans[:k])
	p.slab.Spans = spans
}
