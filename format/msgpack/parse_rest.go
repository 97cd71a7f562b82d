package msgpack

import (
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
)

// What reading needs rarely.

// pause looks at what must be looked at from time to time: at the end of the
// input and at the context. It returns the offset at which to call it again.
func (r *reader) pause(k, i int) (stop int) {
	if i >= r.n {
		r.halt(found{node: k, off: r.n, code: fault.Truncated})
		return i
	}
	if r.set.Ctx == nil {
		return r.n
	}
	if err := r.set.Ctx.Err(); err != nil {
		r.halt(found{node: k, off: i, code: fault.Canceled, err: err})
		return i
	}
	return i + min(contextEvery, r.n-i)
}

// cut ends reading where the input ends inside the value at node k. It returns
// the number of nodes, as salvage does.
func (r *reader) cut(k, at int, left uint64) int {
	r.halt(found{node: k, off: r.n, code: fault.Truncated})
	return r.salvage(k, at, left, 1)
}

// bad ends reading at a byte that begins no value.
func (r *reader) bad(k, i int) {
	r.halt(found{node: k, off: i, code: fault.BadHead})
}

// limit ends reading where a container is nested too deep, or declares too many
// elements or members.
func (r *reader) limit(k int, count uint64) {
	if r.depth >= r.set.MaxDepth {
		r.halt(tooDeep(k, r.set.MaxDepth))
		return
	}
	if most := uint64(r.set.MaxItems); most > 0 {
		if r.items += count; r.items > most {
			r.halt(tooMany(k, r.set.MaxItems))
		}
	}
}

// grow makes room for the nodes that the rest of the input is likely to need,
// if there are as many a byte as the k up to offset i, and returns them all.
func (r *reader) grow(k, i int) []node.Node {
	rest := r.n - i
	more := float64(k) / float64(i+1) * float64(rest)
	nodes := node.Grow(r.nodes[:k], min(rest, int(more*1.06))+8)
	r.nodes = nodes[:cap(nodes)]
	return r.nodes
}

// notUTF8 is what check returns for bytes that are not UTF-8. It is no flag of
// a node.
const notUTF8 = 1

// check returns node.FlagClean for n bytes of the text that are short and
// clean, 0 for other UTF-8, and notUTF8.
func check(p mem.Ptr, i, n int) uint64 {
	var m, high uint64
	switch {
	case n <= 8:
		high = mem.Load64(p, i) << (64 - 8*uint(n))
		m = unclean(mem.Load64(p, i)) << (64 - 8*uint(n))
	case n <= 32:
		for j := 0; j < n-8; j += 8 {
			x := mem.Load64(p, i+j)
			m |= unclean(x)
			high |= x
		}
		x := mem.Load64(p, i+n-8)
		m |= unclean(x)
		high |= x
	default:
		high = mem.Hi
		m = mem.Hi
	}
	if m == 0 {
		return node.FlagClean
	}
	if high&mem.Hi == 0 || scan.UTF8(mem.At(p, i), n) == n {
		return 0
	}
	return notUTF8
}

// unclean returns a mask that is zero exactly where all bytes of x are
// printable ASCII other than the quote and the backslash. Only the lane of the
// first byte that is not is sure to be marked right.
func unclean(x uint64) uint64 {
	const quote, backslash = 0x22 * mem.Lo, 0x5c * mem.Lo
	return (x | (x + mem.Lo) | (x - 0x20*mem.Lo) | ((x ^ quote) - mem.Lo) | ((x ^ backslash) - mem.Lo)) & mem.Hi
}

// repair returns the node of a string that is not UTF-8: with its text mended
// by the policy, behind the input in the slab's text. Strict reading reports
// the string and mends it too, for what is kept of the document.
func (r *reader) repair(k int, n node.Node) node.Node {
	bad := mem.Slice(r.text, int(n.Val), n.Len())
	if r.set.UTF8 == option.UTF8Strict {
		at := scan.UTF8(mem.Of(bad), len(bad))
		r.report(badUTF8(k, int(n.Val)+at, bad[at]))
	}
	text := r.slab.Text
	if len(text) > r.n+mem.Pad {
		text = text[:len(text)-mem.Pad] // of the string mended before
	}
	start := len(text)
	text = appendValid(text, bad, r.set.UTF8 == option.UTF8Ignore)
	length := len(text) - start
	text = append(text, make([]byte, mem.Pad)...)
	r.slab.Text, r.text = text, mem.Of(text)
	return node.Make(node.String, 0, length, uint64(start))
}

// ext makes the nodes of an ext whose content is the n bytes at offset i, and
// returns the number of nodes with them.
func (r *reader) ext(k, i, n int) int {
	content := mem.Slice(r.text, i, n)
	tag := int8(mem.Load8(r.text, i-1))
	if tag == timestampTag {
		seconds, nanos, ok := timestamp(content)
		if ok && nanos <= maxNanos {
			r.nodes[k] = node.Make(node.Time, 0, int(nanos), uint64(seconds))
			return k + 1
		}
		if r.report(badTimestamp(k, i, uint64(n), nanos, ok)); r.broken {
			return k
		}
	}
	if k+3 > len(r.nodes) {
		r.grow(k, i)
	}
	r.nodes[k] = node.Make(node.Ext, 0, 2, uint64(k+3))
	r.nodes[k+1] = node.Make(node.Int, 0, 0, uint64(int64(tag)))
	r.nodes[k+2] = node.Make(node.Bytes, 0, n, uint64(i))
	return k + 3
}

// close ends a container that has all its elements or members, the last of
// them in front of node k.
func (r *reader) close(k, at int) {
	nodes := r.nodes[:k]
	n := closed(nodes[at], k)
	nodes[at] = n
	inKey := r.keys.depth > 0
	base := 0
	if hashes := len(r.keys.hashes); hashes > 0 {
		base = hashes - hashed(nodes, at, inKey)
	}
	if n.Kind() == node.Object && r.checkKeys(nodes, at, base, inKey) {
		r.shapes[classOf(uint64(n.Len()), r.depth-1)] = at
	}
	if !inKey {
		r.keys.hashes = r.keys.hashes[:base]
		return
	}
	h := r.hashContainer(nodes, at, base)
	r.keys.hashes = append(r.keys.hashes[:base], h)
	if r.keys.depth == r.depth {
		r.keys.depth = 0
	}
}

// salvage closes what is open where reading ends early, so that what was read
// can be kept: values that are not whole and keys without a value are dropped.
// left is the number of values that the innermost container, that at a node,
// still lacks, and pending of those that were not read but are not counted in
// it. It returns the number of nodes.
func (r *reader) salvage(k, at int, left, pending uint64) int {
	for ; r.depth > 0; r.depth-- {
		n := r.nodes[at]
		done := n.Tag >> node.LenShift & (1<<32 - 1)
		around := outer(n)
		r.nodes[at] = n
		if n.Kind() == node.Object {
			done = (2*done - left - pending) / 2
			k = endOfMembers(r.nodes, at, done)
			n = r.nodes[at]
		} else {
			done -= left + pending
		}
		n.Tag = n.Tag&(1<<node.LenShift-1) | done<<node.LenShift
		n.Val = uint64(k)
		r.nodes[at] = n
		at = around
		left, pending = r.nodes[at].Val&leftMask, 0
	}
	return k
}

// endOfMembers returns the index behind the first count members of an object
// that may still be open, and flags it where keys are not strings.
func endOfMembers(nodes []node.Node, at int, count uint64) int {
	j := at + 1
	for range count {
		if nodes[j].Kind() != node.String {
			nodes[at].Tag |= node.FlagKeys
		}
		j = next(nodes, next(nodes, j))
	}
	return j
}

// next returns the index behind the node at i and all that belongs to it, as
// Slab.Next does; MessagePack has no bytes with subtypes.
func next(nodes []node.Node, i int) int {
	if n := nodes[i]; n.Kind() >= node.Ext {
		return int(n.Val)
	}
	return i + 1
}
