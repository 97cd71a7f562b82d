package value

import (
	"slices"
	"strconv"
)

// maxDiffDepth is the number of levels that Diff goes down. What differs below
// is replaced as a whole at that level.
const maxDiffDepth = 64

// Diff returns a patch that makes a to b: b.Equal of what Apply returns. It is
// minimal in this sense: the elements of arrays are matched by a longest common
// subsequence, and a container is described by its differences unless
// replacing it is shorter. Moves are not looked for.
//
// Two bounds keep the work bounded: where more than 1,000 elements of an
// array were added or removed, it is compared index by index; below 64
// levels, what differs is replaced. Objects with several members of one name,
// or with keys that are not strings, are replaced, as no pointer leads to their
// members. The order of members makes no difference.
func Diff(a, b Value) Patch {
	d := differ{}
	d.value(a, b)
	return d.patch
}

// differ collects the operations for one pair of values.
type differ struct {
	patch Patch
	path  []byte // JSON Pointer of the pair being compared
	depth int
}

// value adds what makes a to b.
func (d *differ) value(a, b Value) {
	mark := len(d.patch)
	kind := a.Kind()
	switch {
	case kind != b.Kind() || d.depth == maxDiffDepth:
	case kind == KindArray:
		d.depth++
		d.array(a, b)
		d.depth--
		if len(d.patch) == mark {
			return
		}
	case kind == KindObject && plainKeys(a) && plainKeys(b):
		d.depth++
		d.object(a, b)
		d.depth--
		if len(d.patch) == mark {
			return
		}
	}
	ops := d.patch[mark:]
	if len(ops) == 0 && a.Equal(b) {
		return
	}
	whole := Op{Op: OpReplace, Path: string(d.path), Value: b}
	if len(ops) == 0 || size(ops, whole.size()) >= whole.size() {
		d.patch = append(d.patch[:mark], whole)
	}
}

// at compares a pair below the current one.
func (d *differ) at(token string, a, b Value) {
	n := d.push(token)
	d.value(a, b)
	d.path = d.path[:n]
}

// op adds an operation on a part of the current pair.
func (d *differ) op(op, token string, v Value) {
	n := d.push(token)
	d.patch = append(d.patch, Op{Op: op, Path: string(d.path), Value: v})
	d.path = d.path[:n]
}

func (d *differ) push(token string) (n int) {
	n = len(d.path)
	d.path = append(d.path, '/')
	d.path = append(d.path, EscapeToken(token)...)
	return n
}

// object compares two objects with plain keys.
func (d *differ) object(a, b Value) {
	for k := range a.Members() {
		if _, ok := b.Get(k); !ok {
			d.op(OpRemove, k, Value{})
		}
	}
	for k, y := range b.Members() {
		if x, ok := a.Get(k); ok {
			d.at(k, x, y)
		} else {
			d.op(OpAdd, k, y)
		}
	}
}

// plainKeys reports whether a pointer leads to each member of an object.
func plainKeys(v Value) bool {
	if v.owned().hasOddKeys() {
		return false
	}
	keys := v.Keys()
	slices.Sort(keys)
	return len(slices.Compact(keys)) == v.Len()
}

// array compares two arrays. The operations walk the array from the front; at
// is the index in the array as the operations so far have left it.
func (d *differ) array(a, b Value) {
	xs, ys := elements(a), elements(b)
	if len(xs) == 1 && len(ys) == 1 {
		d.at("0", xs[0], ys[0])
		return
	}
	at := 0
	i, j := 0, 0
	run := func(endI, endJ int) {
		// What differs up to here: pairs are compared, the rest goes or comes.
		for i < endI && j < endJ {
			d.at(strconv.Itoa(at), xs[i], ys[j])
			i, j, at = i+1, j+1, at+1
		}
		for ; i < endI; i++ {
			d.op(OpRemove, strconv.Itoa(at), Value{})
		}
		for ; j < endJ; j++ {
			d.op(OpAdd, strconv.Itoa(at), ys[j])
			at++
		}
	}
	for _, m := range match(xs, ys) {
		run(m.a, m.b)
		i, j, at = i+m.n, j+m.n, at+m.n
	}
	run(len(xs), len(ys))
}

func elements(v Value) []Value {
	xs := make([]Value, 0, v.Len())
	for _, x := range v.Elements() {
		xs = append(xs, x)
	}
	return xs
}

// size returns about how many bytes the text of operations has; it stops
// counting at limit.
func size(ops Patch, limit int) int {
	n := 0
	for i := range ops {
		if n += ops[i].size(); n >= limit {
			break
		}
	}
	return n
}

// size returns about how many bytes the text of an operation has.
func (op *Op) size() int {
	n := 28 + len(op.Path)
	if op.Op != OpRemove {
		n += 10 + roughSize(op.Value)
	}
	return n
}

// roughSize returns about how many bytes the JSON text of v has, counting no
// more than some thousand parts: beyond that any patch is shorter.
func roughSize(v Value) int {
	n, parts := 0, 0
	var frames stack[cursor]
	v = v.owned()
	for {
		n += 6
		switch v.Kind() {
		case KindString, KindNumber, KindBytes:
			n += v.Len()
		case KindArray, KindObject, KindExt:
			frames.push(v.items())
		}
		if parts++; parts > 1<<14 {
			return n + 1<<30
		}
		for frames.n > 0 && frames.top().left == 0 {
			frames.pop()
		}
		if frames.n == 0 {
			return n
		}
		v = frames.top().next().owned()
	}
}
