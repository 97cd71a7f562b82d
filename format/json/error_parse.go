package json

import (
	"strconv"
	"strings"

	"example.com/calque/fault"
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
	p.ranOut = e.Code == fault.Truncated
	p.add(e)
	p.stop(want, s)
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

// nameAt returns the string at a node.
func (p *parser) nameAt(k int) string {
	n := p.nodes[k]
	return string(p.slab.Text[n.Val:][:n.Len()])
}

// quoted returns a name in quotes, cut to a readable length.
func quoted(name string) string {
	const most = 64
	if len(name) <= most {
		return strconv.Quote(name)
	}
	return strconv.Quote(strings.ToValidUTF8(name[:most], "")) + "..."
}

// stop closes the containers that are open at s, without a member whose value
// is missing.
func (p *parser) stop(want state, s spot) {
	if s.open >= 0 && want.inside() && !p.inArray(s) {
		s.k--
	}
	for i := s.open; i >= 0; {
		n := p.nodes[i]
		if i != s.open {
			s.count = n.Len()
		}
		p.nodes[i] = node.Make(n.Kind(), 0, s.count, uint64(s.k))
		i = int(int64(n.Val))
	}
	if s.k == 0 {
		p.nodes[0] = node.Node{}
		s.k = 1
	}
	p.slab.Nodes = p.nodes[:s.k]
}

// path returns the JSON Pointer of the innermost container open at s; with
// inside, of its element or member that is being read.
func (p *parser) path(s spot, inside bool) string {
	// From the inside out first, as only inner containers know outer ones.
	var open []int
	for i := s.open; i >= 0; i = int(int64(p.nodes[i].Val)) {
		open = append(open, i)
	}
	var b []byte
	for k := len(open) - 1; k >= 0; k-- {
		i := open[k]
		if k == 0 && !inside {
			break
		}
		if p.nodes[i].Kind() == node.Object {
			name := s.k - 1
			if k > 0 {
				name = open[k-1] - 1
			}
			b = appendToken(append(b, '/'), p.nameAt(name))
			continue
		}
		index := s.count
		if k > 0 {
			index = p.nodes[i].Len() - 1
		}
		if level := len(open) - 1 - k; level < len(p.frames) {
			index += p.frames[level].dropped
		}
		b = strconv.AppendInt(append(b, '/'), int64(index), 10)
	}
	return string(b)
}

// appendToken appends a name as a token of a JSON Pointer.
func appendToken(b []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; c {
		case '~':
			b = append(b, '~', '0')
		case '/':
			b = append(b, '~', '1')
		default:
			b = append(b, c)
		}
	}
	return b
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
