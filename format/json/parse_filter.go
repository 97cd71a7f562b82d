package json

import (
	"example.com/calque"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// Event says what a parser tells its filter.
type Event uint8

// The events. A container is announced with the number of containers around it
// as the depth, both at its start and at its end; names and values with the
// number of containers they are in.
const (
	ObjectStart Event = iota // the value is null
	ObjectEnd                // the value is the object
	ArrayStart               // the value is null
	ArrayEnd                 // the value is the array
	Key                      // the value is the name, a string
	Scalar                   // the value is a null, boolean, number or string
)

// String returns the name of e, such as "object start".
func (e Event) String() string {
	if int(e) < len(eventNames) {
		return eventNames[e]
	}
	return "unknown"
}

var eventNames = [...]string{"object start", "object end", "array start", "array end", "key", "scalar"}

type filterFunc func(depth int, event Event, v value.Value) bool

// Filter makes a parser call keep for each piece it reads and leave out what
// keep refuses: at a start or an end the whole container, at a key the member,
// at a scalar the element or the member. What is left out takes no memory once
// it is read. A value left out at the top level becomes null.
//
// Inside a container that was refused at its start, or that is the value of a
// refused key, starts and keys are still announced; scalars only where the
// container directly around them was not refused itself, and ends not at all.
//
// The value that keep gets is valid until keep returns; its Clone is valid as
// long as one likes.
func Filter(keep func(depth int, event Event, v value.Value) bool) calque.Option {
	return calque.Option{Key: option.Filter, Ref: filterFunc(keep)}
}

// filtering is what a filter said of an open container.
type filtering struct {
	kept    bool // its start was not refused
	live    bool // and nothing around it: it will be part of the value
	name    bool // the key of the member being read was not refused
	dropped int  // its elements or members that were left out
}

// ask calls the filter. The k nodes made so far are the document for it.
func (p *parser) ask(k, depth int, e Event, v value.Value) bool {
	p.slab.Nodes = p.nodes[:k]
	return p.filter(depth, e, v)
}

// opened is called for a container before it becomes the innermost one.
func (p *parser) opened(s spot, i int) {
	if p.spans {
		p.slab.Spans[s.k].Start = int64(i)
	}
	if p.filter == nil {
		return
	}
	e := ArrayStart
	if p.nodes[s.k].Kind() == node.Object {
		e = ObjectStart
	}
	depth := len(p.frames)
	kept := p.ask(s.k, depth, e, value.Null())
	p.frames = append(p.frames, filtering{kept: kept, live: kept && p.wanted(s), name: true})
}

// wanted reports whether the value being read at s may become part of the
// document, as far as it depends on what is around it.
func (p *parser) wanted(s spot) bool {
	if len(p.frames) == 0 {
		return true
	}
	f := &p.frames[len(p.frames)-1]
	return f.live && (p.inArray(s) || f.name)
}

// named is called when the name at node s.k-1 was read, from an offset to end.
func (p *parser) named(s spot, from, end int) {
	if p.spans {
		p.slab.Spans[s.k-1] = node.Span{Start: int64(from), End: int64(end)}
	}
	if p.filter != nil {
		keep := p.ask(s.k, len(p.frames), Key, p.doc.At(s.k-1))
		p.frames[len(p.frames)-1].name = keep
	}
}

// scalar is called when the scalar at node s.k-1 was read, from an offset to
// end, and counted. It returns where the loop goes on.
func (p *parser) scalar(s spot, from, end int) spot {
	if p.spans {
		p.slab.Spans[s.k-1] = node.Span{Start: int64(from), End: int64(end)}
	}
	if p.filter == nil {
		return s
	}
	depth := len(p.frames)
	if depth > 0 && !p.frames[depth-1].kept {
		return p.leaveOut(s, s.k-1)
	}
	if keep := p.ask(s.k, depth, Scalar, p.doc.At(s.k-1)); keep && p.wanted(s) {
		return s
	}
	return p.leaveOut(s, s.k-1)
}

// closed is called when the container at node done ended in front of offset
// end, and s.open is the one around it. It returns where the loop goes on.
func (p *parser) closed(s spot, done, end int) spot {
	if p.spans {
		p.slab.Spans[done].End = int64(end)
	}
	if p.filter == nil {
		return s
	}
	live := p.frames[len(p.frames)-1].live
	p.frames = p.frames[:len(p.frames)-1]
	if live {
		e := ArrayEnd
		if p.nodes[done].Kind() == node.Object {
			e = ObjectEnd
		}
		if p.ask(s.k, len(p.frames), e, p.doc.At(done)) {
			return s
		}
	}
	for i := done; i < s.k; i++ {
		if p.nodes[i].Kind() == node.Object {
			p.members -= p.nodes[i].Len()
		}
	}
	return p.leaveOut(s, done)
}

// leaveOut removes the element or member whose value is at node at, the last
// one of the container s.open.
func (p *parser) leaveOut(s spot, at int) spot {
	if s.open < 0 {
		p.nodes[0] = node.Node{}
		s.k = 1
		return s
	}
	s.k = at
	s.count--
	p.frames[len(p.frames)-1].dropped++
	if !p.inArray(s) {
		s.k--
		p.names.forget(p.nodes, p.text, s.k, s.base, s.top)
		s.top--
	}
	for n := len(p.repeats); n > 0 && p.repeats[n-1].at >= s.k; n-- {
		p.repeats = p.repeats[:n-1]
	}
	return s
}

// passed returns how many elements or members of the innermost container were
// read, also those left out.
func (p *parser) passed(s spot) int {
	if n := len(p.frames); n > 0 {
		return s.count + p.frames[n-1].dropped
	}
	return s.count
}
