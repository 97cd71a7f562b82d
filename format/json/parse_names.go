package json

import (
	"bytes"
	"math/bits"
	"math/rand/v2"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
)

// Finding duplicate names. Each name of an open object has a word on a stack: a
// tag, which is the upper bits of a hash, and below it the index of its node.
// 64 bits a object, one for each value of six bits of the hash, tell of most
// names that they are new without a look at the stack. Where they cannot tell,
// the words of the object are compared one by one, and from fewNames names on
// found by a table. What looks equal is compared byte by byte.
//
// The hash is over the whole name and has seeds of the process, so that nobody
// can send names that collide.

const (
	// fewNames is the number of names up to which an object has no table.
	fewNames = 64
	// nodeBits is the width of the index in a word of the stack.
	nodeBits = 40
	nodeMask = 1<<nodeBits - 1
	tagMask  = ^uint64(nodeMask)
)

var seed0, seed1 = rand.Uint64(), rand.Uint64()

// hash returns the hash of the n bytes at p+i, behind which seven more can be
// read.
func hash(p mem.Ptr, i, n int) uint64 {
	if n > 16 {
		return hashLong(p, i, n)
	}
	var x, y uint64
	if n >= 8 {
		x, y = mem.Load64(p, i), mem.Load64(p, i+n-8)
	} else {
		x = mem.Load64(p, i) << (64 - 8*uint(n))
	}
	return mix(x^seed0, y^seed1^uint64(n)*hashStep)
}

// hashShort is hash for at most seven bytes. It inlines.
func hashShort(p mem.Ptr, i, n int) uint64 {
	return mix(mem.Load64(p, i)<<(64-8*uint(n))^seed0, seed1^uint64(n)*hashStep)
}

// hashStep is an odd number of many bits.
const hashStep = 0x9E3779B97F4A7C15

func hashLong(p mem.Ptr, i, n int) uint64 {
	h := seed1 ^ uint64(n)*hashStep
	end := i + n
	for ; i+16 < end; i += 16 {
		h = mix(mem.Load64(p, i)^seed0, mem.Load64(p, i+8)^h)
	}
	return mix(mem.Load64(p, end-16)^seed0, mem.Load64(p, end-8)^h)
}

func mix(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return hi ^ lo
}

// names is the stack of names and the tables of large objects.
type names struct {
	stack  []uint64
	tables []table
	slots  []uint32 // of all tables, one behind the other
	owner  int      // where the names of the last table's object begin, -1: no table
	most   int      // words that the text can put on the stack
}

// table finds the names of one object: a slot holds a position among them, plus
// one, where the hash of the name says or in the slots behind.
type table struct {
	base int // where the names of the object begin on the stack
	at   int // of its first slot; their number is a power of two
	used int
}

// maxKept is the number of names whose memory is kept for the next parse.
const maxKept = 1 << 18

// reset makes ns empty. It keeps its memory, within limits.
func (ns *names) reset() {
	if cap(ns.stack) > maxKept || cap(ns.slots) > 4*maxKept {
		*ns = names{}
	}
	if ns.stack == nil {
		ns.stack = make([]uint64, 4*fewNames)
	}
	ns.tables = ns.tables[:0]
	ns.slots = ns.slots[:0]
	ns.owner = -1
}

// grow returns a larger stack with the first top words of the old one.
func (ns *names) grow(top int) []uint64 {
	size := 2 * len(ns.stack)
	if top > 1024 { // fewer copies
		size *= 2
	}
	grown := make([]uint64, max(min(size, ns.most), top+top/4+fewNames))
	copy(grown, ns.stack[:top])
	ns.stack = grown
	return grown
}

// find returns the node of the name that the object has already and that is
// equal to the one at node k, whose hash is h, or -1. The names of the object
// are those on the stack from base up to top.
func (ns *names) find(nodes []node.Node, text mem.Ptr, h uint64, k, base, top int) int {
	own := ns.stack[base:top]
	if len(own) < fewNames && ns.owner != base {
		for _, word := range own {
			if (word^h)>>nodeBits == 0 {
				if first := int(word & nodeMask); sameName(nodes, text, first, k) {
					return first
				}
			}
		}
		return -1
	}
	t := ns.tableOf(base)
	if 2*t.used+2 > len(ns.slots)-t.at {
		ns.rebuild(t, own, nodes, text)
	}
	return ns.enter(t, own, nodes, text, h, k, len(own))
}

// tableOf returns the table of the object whose names begin at base, which is
// the last one or a new one.
func (ns *names) tableOf(base int) *table {
	if ns.owner != base {
		ns.tables = append(ns.tables, table{base: base, at: len(ns.slots)})
		ns.owner = base
	}
	return &ns.tables[len(ns.tables)-1]
}

// rebuild gives the last table, t, four slots for each name of its object.
func (ns *names) rebuild(t *table, own []uint64, nodes []node.Node, text mem.Ptr) {
	size := 4 << bits.Len(uint(len(own)))
	end := t.at + size
	if cap(ns.slots) < end {
		grown := make([]uint32, end, max(end, 2*cap(ns.slots)))
		copy(grown, ns.slots[:t.at])
		ns.slots = grown
	} else {
		ns.slots = ns.slots[:end]
		clear(ns.slots[t.at:])
	}
	t.used = 0
	for i, word := range own {
		k := int(word & nodeMask)
		h := hash(text, int(nodes[k].Val), nodes[k].Len())
		ns.enter(t, own, nodes, text, h, k, i)
	}
}

// enter returns the node of the name in the table that is equal to the one at
// node k, or puts that one into it, as the one at a position among the names of
// the object, and returns -1.
func (ns *names) enter(t *table, own []uint64, nodes []node.Node, text mem.Ptr, h uint64, k, pos int) int {
	slots := ns.slots[t.at:]
	mask := uint64(len(slots) - 1)
	i := h & mask
	for ; slots[i] != 0; i = (i + 1) & mask {
		word := own[slots[i]-1]
		if (word^h)>>nodeBits == 0 {
			if first := int(word & nodeMask); sameName(nodes, text, first, k) {
				return first
			}
		}
	}
	slots[i] = uint32(pos + 1)
	t.used++
	return -1
}

// forget takes the name that was entered last, the one at node k, out of the
// table of the object whose names begin at base, if that has one.
func (ns *names) forget(nodes []node.Node, text mem.Ptr, k, base, top int) {
	if ns.owner != base {
		return
	}
	t := &ns.tables[len(ns.tables)-1]
	slots := ns.slots[t.at:]
	mask := uint64(len(slots) - 1)
	h := hash(text, int(nodes[k].Val), nodes[k].Len())
	for i := h & mask; slots[i] != 0; i = (i + 1) & mask {
		if int(slots[i]) == top-base {
			slots[i] = 0 // nothing was put behind the last one
			t.used--
			return
		}
	}
}

// drop removes the last table.
func (ns *names) drop() {
	last := len(ns.tables) - 1
	ns.slots = ns.slots[:ns.tables[last].at]
	ns.tables = ns.tables[:last]
	ns.owner = -1
	if last > 0 {
		ns.owner = ns.tables[last-1].base
	}
}

// sameName reports whether two nodes are equal strings.
func sameName(nodes []node.Node, text mem.Ptr, a, b int) bool {
	n := nodes[a].Len()
	return n == nodes[b].Len() &&
		bytes.Equal(mem.Slice(text, int(nodes[a].Val), n), mem.Slice(text, int(nodes[b].Val), n))
}
