package msgpack

import (
	"math/bits"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
)

// reader turns one input into the nodes of a slab.
//
// It keeps no more than what it has read: nodes grow with the bytes that became
// them, never with the counts that heads declare, and every value takes a byte
// at least. Where in the input a fault is gets found out afterwards, by walking
// it once more (see trace), so that reading need not keep track of it.
type reader struct {
	set   *option.Set
	slab  *node.Slab
	text  mem.Ptr     // the input in slab.Text
	n     int         // bytes of the input
	nodes []node.Node // its length is its capacity
	depth int         // open containers
	keys  keys
	// shapes are maps without duplicate keys, one for each class of maps that
	// may well be alike. Maps are guessed to have the keys of the one before in
	// their class: these need neither be checked nor compared with each other.
	shapes [32]int
	likes  [32]int // what run knows as like in the outer open containers
	items  uint64  // elements and members declared so far
	found  []found
	total  int  // faults found, also those not kept
	broken bool // the input cannot, or need not, be read on
}

// The node of a container that is open holds its count already, but not yet
// where it ends. Until then its value word has the container around it and the
// values still to come behind the one that is being read, two a member: so
// nesting costs no memory beyond the nodes. The values take 33 bits; of the node
// around it the upper bits are in the tag, above the count, which has 32.
const (
	leftBits  = 33
	leftMask  = 1<<leftBits - 1
	outerBits = 64 - leftBits
	outerLow  = node.LenShift + 32
)

// open returns the node of a container in the container at node outer.
func open(kind node.Kind, count uint64, outer int) node.Node {
	return node.Node{
		Tag: uint64(kind) | count<<node.LenShift | uint64(outer)>>outerBits<<outerLow,
		Val: uint64(outer) << leftBits,
	}
}

// outer returns the container around an open one.
func outer(n node.Node) int { return int(n.Val>>leftBits | n.Tag>>outerLow<<outerBits) }

// closed returns the node of an open container that ends in front of node k.
func closed(n node.Node, k int) node.Node {
	return node.Node{Tag: n.Tag & (1<<outerLow - 1), Val: uint64(k)}
}

// contextEvery is the number of bytes between two looks at the context.
const contextEvery = 32 << 10

// run reads the value that the text begins with. It returns the number of nodes
// it made and the offset behind what it read.
//
// The head bytes are told apart by branches, which the processor guesses right
// for most inputs, and not by a table, which it would have to wait for. Loads
// may reach into the padding behind the input; what they gave is thrown away
// where the value turns out to be cut. What is seldom needed stays in r, so that
// the rest has registers.
func (r *reader) run() (k, i int) {
	p := r.text
	nodes := r.nodes
	at := 0            // the innermost container that is open
	left := uint64(1)  // values still to come in it
	like := 0          // the key that its next one is guessed to equal; 0: none
	stop := 0          // where to look at the end and at the context
	var size uint64    // of a string, bytes or an ext
	var count uint64   // of elements or members
	var kind node.Kind // of a container
	for {
		for left == 0 {
			if r.depth == 0 {
				return k, i
			}
			n := nodes[at]
			if r.keys.depth == 0 && (n.Kind() == node.Array || like > 0 && r.alike(n, like)) {
				nodes[at] = closed(n, k)
			} else if r.close(k, at); r.broken {
				return r.salvage(k, at, 0, 0), i
			}
			if r.depth--; r.depth == 0 {
				return k, i
			}
			at = outer(n)
			if left, like = nodes[at].Val&leftMask, 0; r.depth < len(r.likes) {
				like = r.likes[r.depth]
			}
		}
		if i >= stop {
			if stop = r.pause(k, i); r.broken {
				return r.salvage(k, at, left, 0), i
			}
		}
		if k >= len(nodes) {
			nodes = r.grow(k, i)
		}
		fill := &nodes[k]
		c := mem.Load8(p, i)
		left--
		i++
		switch {
		case c < 0x80 || c >= 0xe0:
			*fill = node.Node{Tag: uint64(node.Int), Val: uint64(int64(int8(c)))}
			k++
			continue
		case c < 0x90:
			kind, count = node.Object, uint64(c&15)
			goto container
		case c < 0xa0:
			kind, count = node.Array, uint64(c&15)
			goto container
		case c < 0xc0:
			size = uint64(c & 31)
			goto text
		}
		switch c {
		case 0xc0:
			*fill = node.Node{Tag: uint64(node.Null)}
		case 0xc1:
			r.bad(k, i-1)
			return r.salvage(k, at, left, 1), i - 1
		case 0xc2, 0xc3:
			*fill = node.Node{Tag: uint64(node.Bool), Val: uint64(c & 1)}
		case 0xc4:
			size = uint64(mem.Load8(p, i))
			i++
			goto content
		case 0xc5:
			size = load16(p, i)
			i += 2
			goto content
		case 0xc6:
			size = load32(p, i)
			i += 4
			goto content
		case 0xc7:
			size = uint64(mem.Load8(p, i))
			i += 2
			goto ext
		case 0xc8:
			size = load16(p, i)
			i += 3
			goto ext
		case 0xc9:
			size = load32(p, i)
			i += 5
			goto ext
		case 0xca:
			*fill = node.Node{Tag: uint64(node.Float32), Val: load32(p, i)}
			i += 4
		case 0xcb:
			*fill = node.Node{Tag: uint64(node.Float), Val: load64(p, i)}
			i += 8
		case 0xcc, 0xcd, 0xce, 0xcf:
			u := load64(p, i) >> (64 - 8<<(c&3))
			// Int, or Uint from 2^63 on: the kinds follow each other.
			*fill = node.Node{Tag: uint64(node.Int) + u>>63, Val: u}
			i += 1 << (c & 3)
		case 0xd0, 0xd1, 0xd2, 0xd3:
			*fill = node.Node{Tag: uint64(node.Int), Val: uint64(int64(load64(p, i)) >> (64 - 8<<(c&3)))}
			i += 1 << (c & 3)
		case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8:
			size = 1 << (c - 0xd4)
			i++
			goto ext
		case 0xd9:
			size = uint64(mem.Load8(p, i))
			i++
			goto text
		case 0xda:
			size = load16(p, i)
			i += 2
			goto text
		case 0xdb:
			size = load32(p, i)
			i += 4
			goto text
		case 0xdc:
			kind, count = node.Array, load16(p, i)
			i += 2
			goto container
		case 0xdd:
			kind, count = node.Array, load32(p, i)
			i += 4
			goto container
		case 0xde:
			kind, count = node.Object, load16(p, i)
			i += 2
			goto container
		case 0xdf:
			kind, count = node.Object, load32(p, i)
			i += 4
			goto container
		}
		if i > r.n {
			return r.cut(k, at, left), r.n
		}
		k++
		continue

	text:
		if i > r.n || size > uint64(r.n-i) {
			return r.cut(k, at, left), r.n
		}
		if like > 0 && left&1 != 0 {
			if key := nodes[like]; key.Tag>>node.LenShift == size && same(p, int(key.Val), i, int(size)) {
				*fill = node.Node{Tag: key.Tag, Val: uint64(i)}
				i += int(size)
				k++
				like = next(nodes, like+1)
				continue
			}
			like = 0
		}
		*fill = node.Node{Tag: uint64(node.String) | size<<node.LenShift, Val: uint64(i)}
		if size <= 8 && unclean(mem.Load64(p, i))<<(64-8*size) == 0 {
			fill.Tag |= node.FlagClean
		} else if flags := check(p, i, int(size)); flags != notUTF8 {
			fill.Tag |= flags
		} else {
			if *fill = r.repair(k, *fill); r.broken {
				return r.salvage(k, at, left, 1), i
			}
			p = r.text
		}
		i += int(size)
		k++
		continue

	content:
		if i > r.n || size > uint64(r.n-i) {
			return r.cut(k, at, left), r.n
		}
		*fill = node.Node{Tag: uint64(node.Bytes) | size<<node.LenShift, Val: uint64(i)}
		i += int(size)
		k++
		continue

	ext:
		if i > r.n || size > uint64(r.n-i) {
			return r.cut(k, at, left), r.n
		}
		k = r.ext(k, i, int(size))
		if nodes = r.nodes; r.broken {
			return r.salvage(k, at, left, 1), i
		}
		i += int(size)
		continue

	container:
		if i > r.n {
			return r.cut(k, at, left), r.n
		}
		if r.depth >= r.set.MaxDepth || r.set.MaxItems > 0 {
			if r.limit(k, count); r.broken {
				return r.salvage(k, at, left, 1), i
			}
		}
		*fill = open(kind, count, at)
		if r.depth > 0 {
			n := &nodes[at]
			n.Val = n.Val&^leftMask | left
			if r.depth < len(r.likes) {
				r.likes[r.depth] = like
			}
			if left&1 != 0 && r.keys.depth == 0 && n.Kind() == node.Object {
				r.keys.depth = r.depth + 1 // it is a key
			}
		}
		left, like = count, 0
		if kind == node.Object {
			left = 2 * count
			shape := r.shapes[classOf(count, r.depth)]
			if shape > 0 && nodes[shape].Tag>>node.LenShift == count {
				like = shape + 1
			}
		}
		at = k
		r.depth++
		k++
	}
}

// alike reports whether the keys of a map that is about to be closed were all
// those of the one before in its class, of which the last was in front of like.
// Where that has changed meanwhile, it says no.
func (r *reader) alike(n node.Node, like int) bool {
	shape := r.shapes[classOf(n.Tag>>node.LenShift&(1<<32-1), r.depth-1)]
	return r.nodes[shape].Val == uint64(like)
}

// classOf returns the class of a map with a number of members and a number of
// open containers around it.
func classOf(count uint64, depth int) uint64 {
	return (count + 5*uint64(depth)) % uint64(len(reader{}.shapes))
}

// same reports whether n bytes of the text at i and at j are the same.
func same(p mem.Ptr, i, j, n int) bool {
	if n > 16 {
		return mem.String(p, i, n) == mem.String(p, j, n)
	}
	x := mem.Load64(p, i) ^ mem.Load64(p, j)
	if n <= 8 {
		return x<<(64-8*uint(n)) == 0
	}
	return x|mem.Load64(p, i+n-8)^mem.Load64(p, j+n-8) == 0
}

// load16, load32 and load64 return the number at p+i in the order of the wire.
func load16(p mem.Ptr, i int) uint64 { return uint64(bits.ReverseBytes16(mem.Load16(p, i))) }
func load32(p mem.Ptr, i int) uint64 { return uint64(bits.ReverseBytes32(mem.Load32(p, i))) }
func load64(p mem.Ptr, i int) uint64 { return bits.ReverseBytes64(mem.Load64(p, i)) }
