package msgpack

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/calque/fault"
	"example.com/calque/internal/node"
)

// found is a fault that a reader met. Its place is known by the node it was
// about to make, or had made; trace finds the path.
type found struct {
	node      int
	off       int // offset; -1: that of the value
	code      fault.Code
	want, got string
	err       error
}

// tooDeep is the fault of a container that is nested too deep.
func tooDeep(k, limit int) found {
	return found{node: k, off: -1, code: fault.TooDeep, want: "at most " + plural(strconv.Itoa(limit), "level")}
}

// tooMany is the fault of a container whose elements or members are too many.
func tooMany(k int, limit int64) found {
	return found{node: k, off: -1, code: fault.TooMany, want: "at most " + plural(strconv.FormatInt(limit, 10), "value")}
}

// badTimestamp is the fault of an ext of type -1 with n bytes of content at
// offset i: it has another length than one of the three (ok is false), or too
// many nanoseconds.
func badTimestamp(k, i int, n uint64, nanos uint32, ok bool) found {
	if !ok {
		return found{
			node: k, off: -1, code: fault.BadLength,
			want: "timestamp of 4, 8 or 12 bytes", got: plural(strconv.FormatUint(n, 10), "byte"),
		}
	}
	return found{
		node: k, off: i, code: fault.OutOfRange,
		want: "at most 999999999 nanoseconds", got: strconv.FormatUint(uint64(nanos), 10),
	}
}

// badUTF8 is the fault of a string, with the first byte that does not fit.
func badUTF8(k, i int, b byte) found {
	return found{node: k, off: i, code: fault.BadUTF8, got: byteName(b)}
}

// trailing is the fault of data behind the value, with its first byte.
func trailing(k, i int, b byte) found {
	return found{node: k, off: i, code: fault.Trailing, want: "end of input", got: byteName(b)}
}

// found returns the fault that stepCut or stepBroken stands for.
func (w *walk) found(s step) found {
	if s == stepCut {
		return found{off: len(w.data), code: fault.Truncated}
	}
	return found{off: w.start, code: fault.BadHead}
}

// at returns the fault with the path of the last piece of a walk, which ended
// in step s.
func (f *found) at(w *walk, s step) *fault.Error {
	e := &fault.Error{
		Code: f.code, Format: name, Offset: int64(f.off), Want: f.want, Got: f.got, Err: f.err,
	}
	if f.off < 0 {
		e.Offset = int64(w.start)
	}
	if s != stepEnd {
		e.Path = w.path()
	}
	switch f.code {
	case fault.Truncated:
		if e.Want, e.Got = "value", "end of input"; w.start < len(w.data) {
			e.Want = w.meaning()
		}
	case fault.BadHead:
		e.Want, e.Got = "value", byteName(w.head)
	case fault.Duplicate:
		e.Got = string(appendText(nil, w.data, w.start))
	}
	return e
}

// report notes a fault behind which reading goes on, unless it is to stop at
// the first one.
func (r *reader) report(f found) {
	r.total++
	if len(r.found) < r.set.MaxErrors {
		r.found = append(r.found, f)
	}
	r.broken = r.broken || r.set.FailFast
}

// halt notes a fault that ends reading. It is always kept.
func (r *reader) halt(f found) {
	r.total++
	if full := len(r.found) - r.set.MaxErrors; full >= 0 {
		r.found = r.found[:len(r.found)-full-1]
	}
	r.found = append(r.found, f)
	r.broken = true
}

// trace walks the input once more and returns the faults with their places, in
// the order of the input. With spans it also notes the start and the end of
// each node.
func (r *reader) trace(src source, spans []node.Span) *fault.List {
	data := src.data
	list := &fault.List{Total: r.total, Cut: r.total > len(r.found)}
	slices.SortStableFunc(r.found, func(a, b found) int { return cmp.Compare(a.node, b.node) })
	t := tracer{w: walk{data: data}, spans: spans}
	s := stepPiece
	for node := 0; s == stepPiece; {
		if s = t.w.next(); spans != nil {
			t.span(s, node)
		}
		count := 0
		if s == stepPiece {
			count = nodesOf(&t.w.piece, data)
		}
		for len(r.found) > 0 && (r.found[0].node < node+count || s != stepPiece) {
			e := r.found[0].at(&t.w, s)
			e.Record, e.Path = src.record, src.prefix+e.Path
			list.Errors = append(list.Errors, e)
			r.found = r.found[1:]
		}
		if node += count; spans == nil && len(r.found) == 0 {
			break
		}
	}
	list.LocateFrom(data, false, fault.Start{Offset: src.base})
	return list
}

// tracer is the state of trace.
type tracer struct {
	w     walk
	spans []node.Span
	open  []int // nodes of the open containers
}

// span notes the place of the last piece, whose first node has an index, and
// the end of the containers that end in front of it.
func (t *tracer) span(s step, index int) {
	w := &t.w
	for len(t.open) > w.depth || s != stepPiece && len(t.open) > 0 {
		top := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.spans[top].End = int64(w.start)
		if s == stepEnd {
			t.spans[top].End = int64(w.at)
		}
	}
	if s != stepPiece || index >= len(t.spans) {
		return
	}
	t.spans[index] = node.Span{Start: int64(w.start), End: int64(w.at)}
	if w.container() {
		t.open = append(t.open, index)
	}
	if nodesOf(&w.piece, w.data) == 3 && index+2 < len(t.spans) {
		t.spans[index+1] = node.Span{Start: int64(w.body) - 1, End: int64(w.body)}
		t.spans[index+2] = node.Span{Start: int64(w.body), End: int64(w.at)}
	}
}

// nodesOf returns the number of nodes that a reader makes of a piece.
func nodesOf(p *piece, data []byte) int {
	if p.shape.class != classExt {
		return 1
	}
	if p.tag(data) == timestampTag {
		if _, nanos, ok := timestamp(data[p.body:p.end()]); ok && nanos <= maxNanos {
			return 1
		}
	}
	return 3
}
