package msgpack

import (
	"strconv"

	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// path returns the JSON Pointer of what is being written, in the form of
// walk.path.
func (w *writer) path() string {
	var b []byte
	for depth := range w.scopes.n {
		s := w.scopes.at(depth)
		last := depth == w.scopes.n-1
		in := layOpen(s.v)
		inKey := false
		switch {
		case in.doc != nil && last:
			_, root := s.v.In()
			b, _ = w.trail.append(b, in.doc, root, w.at)
		case in.doc != nil:
			_, root := s.v.In()
			b, inKey = new(trail).append(b, in.doc, root, s.i)
		case len(in.elems) > 0:
			b = strconv.AppendInt(append(b, '/'), int64(s.i-1), 10)
		case s.i&1 != 0 && !last:
			inKey = true
		default:
			b = appendKey(append(b, '/'), in.members[(s.i-1)/2].Key)
		}
		if inKey || len(b) > maxPath {
			break
		}
	}
	return cutPath(b)
}

// appendKey appends the segment of a JSON Pointer for a key.
func appendKey(dst []byte, key value.Value) []byte {
	start := len(dst)
	if key.Kind() == value.KindString {
		return escapePointer(append(dst, key.Text()...), start)
	}
	set := option.Default
	set.Lossy, set.UTF8 = option.LossyAllow, option.UTF8Replace
	w := newWriter(nil, nil, &set)
	w.value(key)
	return escapePointer(appendText(dst, w.buf[:w.k], 0), start)
}

// trail finds the paths of nodes of a value, one after the other. It remembers
// the way to the last one, so that finding many of them takes no longer than
// walking the value once.
type trail struct {
	doc   *value.Doc
	root  int
	steps []trailStep
}

// trailStep is a container on the way, and the child that the way goes through:
// of an object the key.
type trailStep struct{ at, child, ordinal int }

// append appends the path from the value at root to the node at target, which
// must not be in front of that of the last call with the same root. It tells
// whether target lies inside a key.
func (t *trail) append(dst []byte, d *value.Doc, root, target int) (path []byte, inKey bool) {
	s := d.Slab()
	if t.doc != d || t.root != root {
		*t = trail{doc: d, root: root, steps: t.steps[:0]}
	}
	depth := 0
	for at := root; at < target && len(dst) <= maxPath; depth++ {
		n := s.Nodes[at]
		if n.Kind() == node.Ext {
			at += 2
			depth--
			continue
		}
		if depth == len(t.steps) || t.steps[depth].at != at {
			t.steps = append(t.steps[:depth], trailStep{at: at, child: at + 1})
		}
		step := &t.steps[depth]
		if n.Kind() == node.Array {
			for end := s.Next(step.child); end <= target; end = s.Next(end) {
				step.child = end
				step.ordinal++
			}
			dst = strconv.AppendInt(append(dst, '/'), int64(step.ordinal), 10)
			at = step.child
			continue
		}
		for end := s.Next(s.Next(step.child)); end <= target; end = s.Next(s.Next(end)) {
			step.child = end
		}
		at = s.Next(step.child)
		if target < at && target > step.child {
			return dst, true
		}
		dst = appendKey(append(dst, '/'), d.At(step.child))
		if target < at {
			break
		}
	}
	return dst, false
}
