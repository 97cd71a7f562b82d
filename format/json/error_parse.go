package json

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
)

// pathRoom is how many bytes the paths of the faults of one input may have
// together beyond the length of the input. Faults above it are counted only.
const pathRoom = 64 << 10

// fail records the fault of the loop that was in a state at an offset, closes
// what is open, so that the document holds what was read, and returns -1.
func (p *parser) fail(want state, at int, s spot) int {
	e := faultAt(want, at, place{
		text:  p.data[:p.n],
		set:   &p.set,
		array: p.inArray(s),
		empty: p.passed(s) == 0,
	})
	inside := want.inside()
	if want == wantValue && e.Code == fault.Truncated && p.passed(s) == 0 && p.inArray(s) {
		inside = false // the array ends before it has an element
	}
	e.Path = p.path(s, inside)
	// A character that is cut is shown as a byte; more text would tell.
	p.ranOut = e.Code == fault.Truncated || !utf8.FullRune(p.data[min(int(e.Offset), p.n):p.n])
	p.add(e)
	p.stop(want, s, at)
	return -1
}

// add records a fault and reports whether reading may go on behind it, if its
// kind allows that.
func (p *parser) add(e *fault.Error) bool {
	if p.faults == nil {
		p.faults = new(fault.List)
	}
	e.Format = "json"
	p.spent += len(e.Path)
	p.faults.Add(e, p.set.MaxErrors)
	return !p.set.FailFast
}

// duplicate records the fault of the name at node s.k, which begins at an
// offset, and reports whether reading goes on.
func (p *parser) duplicate(s spot, offset int) bool {
	if l := p.faults; l != nil && (len(l.Errors) >= p.set.MaxErrors || p.spent > p.n+pathRoom) {
		l.Total++
		l.Cut = true
		return true
	}
	name := p.nameAt(s.k)
	e := fault.New(fault.Duplicate, int64(offset), "", quoted(name))
	s.k++
	e.Path = p.path(s, true)
	return p.add(e)
}

// nameAt returns the string at a node, which shares the memory of the text.
func (p *parser) nameAt(k int) string {
	n := p.nodes[k]
	return mem.String(p.text, int(n.Val), n.Len())
}

// quoted returns a name in quotes, cut to a readable length.
func quoted(name string) string {
	const most = 64
	if len(name) <= most {
		return strconv.Quote(name)
	}
	return strconv.Quote(strings.ToValidUTF8(name[:most], "")) + "..."
}

// stop closes the containers that are open at s, as far as the input was read,
// without a member whose value is missing.
func (p *parser) stop(want state, s spot, at int) {
	if s.open >= 0 && want.inside() && !p.inArray(s) {
		s.k--
	}
	for i := s.open; i >= 0; {
		n := p.nodes[i]
		if i != s.open {
			s.count = n.Len()
		}
		p.nodes[i] = node.Make(n.Kind(), node.FlagCut, s.count, uint64(s.k))
		if p.spans {
			p.slab.Spans[i].End = int64(min(at, p.n))
		}
		i = int(int64(n.Val))
	}
	if s.k == 0 {
		p.nodes[0] = node.Node{}
		if p.spans {
			p.slab.Spans[0] = node.Span{Start: int64(min(at, p.n)), End: int64(min(at, p.n))}
		}
		s.k = 1
	}
	p.slab.Nodes = p.nodes[:s.k]
}

// path returns the JSON Pointer of the innermost container open at s; with
// inside, of its element or member that is being read.
//
// Only inner containers know the ones around them, so it is written from its
// end: the first walk finds its length, the second writes it.
func (p *parser) path(s spot, inside bool) string {
	size := 0
	p.tokens(s, inside, func(token string) {
		size += 1 + len(token) + strings.Count(token, "~") + strings.Count(token, "/")
	})
	b := make([]byte, size)
	p.tokens(s, inside, func(token string) {
		for i := len(token) - 1; i >= 0; i-- {
			c := token[i]
			if c == '~' || c == '/' {
				size--
				b[size] = '0'
				if c == '/' {
					b[size] = '1'
				}
				c = '~'
			}
			size--
			b[size] = c
		}
		size--
		b[size] = '/'
	})
	return mem.View(b)
}

// tokens calls yield with the names and indexes that lead to s, the last first.
func (p *parser) tokens(s spot, inside bool, yield func(token string)) {
	levels := len(p.frames)
	child, index := s.k, s.count
	for i := s.open; i >= 0; {
		n := p.nodes[i]
		if i != s.open {
			index = n.Len() - 1
		}
		levels--
		switch {
		case i == s.open && !inside:
		case n.Kind() == node.Object:
			yield(p.nameAt(child - 1))
		default:
			if levels >= 0 {
				index += p.frames[levels].dropped
			}
			yield(strconv.Itoa(index))
		}
		child = i
		i = int(int64(n.Val))
	}
}

// finish settles repeated names.
func (p *parser) finish() {
	if len(p.repeats) > 0 {
		p.settle()
	}
	if p.spans {
		p.slab.Spans = p.slab.Spans[:len(p.slab.Nodes)]
	}
}

// refuse makes null the value of the document, with a fault.
func (p *parser) refuse(e *fault.Error) {
	p.slab.Load(nil)
	p.slab.Nodes = append(p.slab.Nodes, node.Node{})
	p.add(e)
}
