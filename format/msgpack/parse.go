package msgpack

import (
	"math"
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
	set    *option.Set
	slab   *node.Slab
	text   mem.Ptr // the input in slab.Text
	n      int     // bytes of the input
	nodes  []node.Node
	frames []frame
	keys   keys
	items  uint64 // elements and members declared so far
	found  []found
	total  int  // faults found, also those not kept
	broken bool // the input cannot, or need not, be read on
}

// frame is a container that is open around another one.
type frame struct {
	at   int    // its node; -1: it is the input itself
	left uint64 // values still to come in it, two a member
	base int    // see keys.hashes; its complement inside a key
}

// contextEvery is the number of bytes between two looks at the context.
const contextEvery = 32 << 10

// run reads the value that the text begins with. It returns the number of nodes
// it made and the offset behind what it read.
func (r *reader) run() (k, i int) {
	p, n := r.text, r.n
	nodes := r.nodes
	depth := r.set.MaxDepth
	cur := frame{at: -1, left: 1}
	stop := 0 // where to look at the end and at the context
	for {
		for cur.left == 0 {
			if cur.at < 0 {
				return k, i
			}
			if cur.base >= 0 && nodes[cur.at].Kind() == node.Array {
				nodes[cur.at].Val = uint64(k)
			} else if r.close(nodes[:k], cur); r.broken {
				return r.salvage(nodes[:k], cur, 0), i
			}
			cur = r.frames[len(r.frames)-1]
			r.frames = r.frames[:len(r.frames)-1]
		}
		if i >= stop {
			if stop = r.pause(k, i); r.broken {
				return r.salvage(nodes[:k], cur, 0), i
			}
		}
		if k >= len(nodes) {
			nodes = r.grow(nodes, i)
		}
		cur.left--
		c := mem.Load8(p, i)
		s := shapes[c]
		// A word with the number or the length behind the head byte, right
		// aligned; 0 where there is none. The load may reach into the padding.
		word := bits.ReverseBytes64(mem.Load64(p, i+1)) >> (64 - 8*uint(s.size))
		i += 1 + int(s.size)
		var fill node.Node
		switch s.class {
		case classFix:
			fill = node.Node{Tag: uint64(node.Int), Val: uint64(int64(int8(c)))}
		case classStr:
			word += uint64(s.fixed)
			if i > n || word > uint64(n-i) {
				return r.cut(nodes[:k], cur), n
			}
			fill = node.Node{Tag: uint64(node.String) | word<<node.LenShift, Val: uint64(i)}
			flags := check(p, i, int(word))
			i += int(word)
			if flags == notUTF8 {
				if fill, flags = r.repair(k, fill), 0; r.broken {
					return r.salvage(nodes[:k], cur, 1), i
				}
				p = r.text
			}
			fill.Tag |= flags
		case classArray, classMap:
			word += uint64(s.fixed)
			if i > n {
				return r.cut(nodes[:k], cur), n
			}
			if len(r.frames) >= depth || r.set.MaxItems > 0 {
				r.limit(k, word)
			}
			if r.broken {
				return r.salvage(nodes[:k], cur, 1), i
			}
			inner := frame{at: k, left: word, base: len(r.keys.hashes)}
			kind := node.Array
			if s.class == classMap {
				kind = node.Object
				inner.left *= 2
			}
			if cur.base < 0 || cur.at >= 0 && cur.left&1 != 0 && nodes[cur.at].Kind() == node.Object {
				inner.base = ^inner.base
			}
			nodes[k] = node.Node{Tag: uint64(kind) | word<<node.LenShift}
			k++
			r.frames = append(r.frames, cur)
			cur = inner
			continue
		case classUint:
			fill = node.Node{Tag: uint64(node.Int), Val: word}
			if word > math.MaxInt64 {
				fill.Tag = uint64(node.Uint)
			}
		case classInt:
			fill = node.Node{Tag: uint64(node.Int), Val: uint64(signed(word, int(s.size)))}
		case classFloat:
			fill = node.Node{Tag: uint64(node.Float), Val: word}
			if s.size == 4 {
				fill.Tag = uint64(node.Float32)
			}
		case classBool:
			fill = node.Node{Tag: uint64(node.Bool), Val: uint64(c & 1)}
		case classNil:
			fill = node.Node{Tag: uint64(node.Null)}
		case classBin:
			if i > n || word > uint64(n-i) {
				return r.cut(nodes[:k], cur), n
			}
			fill = node.Node{Tag: uint64(node.Bytes) | word<<node.LenShift, Val: uint64(i)}
			i += int(word)
		case classExt:
			word += uint64(s.fixed)
			i++ // the type
			if i > n || word > uint64(n-i) {
				return r.cut(nodes[:k], cur), n
			}
			if nodes, k = r.ext(nodes, k, i, int(word)); r.broken {
				return r.salvage(nodes[:k], cur, 1), i
			}
			i += int(word)
			continue
		default:
			r.bad(k, i-1)
			return r.salvage(nodes[:k], cur, 1), i - 1
		}
		if i > n {
			return r.cut(nodes[:k], cur), n
		}
		nodes[k] = fill
		k++
	}
}
