package value

import (
	"hash/maphash"
	"math"
	"sync"
	"sync/atomic"

	"example.com/calque/internal/node"
)

// indexFrom is the number of items from which a container is searched by an
// index, which the first search builds.
const indexFrom = 64

// seed makes it impossible to choose keys that collide in an index.
var seed = maphash.MakeSeed()

// keyHash returns the hash of a key in an index.
func keyHash(key Value) uint64 {
	if s, ok := key.content(KindString); ok {
		return textHash(s)
	}
	return key.Hash()
}

// textHash returns the hash of a string key in an index.
func textHash(key string) uint64 { return maphash.String(seed, key) }

// keyTable is a hash table from keys to their places in a container. It holds
// no keys: who searches it compares them.
type keyTable struct {
	slots []keySlot // a power of two, at most half of them used
	used  int
}

type keySlot struct {
	hash  uint32 // its upper half
	place uint32 // plus one, 0 where the slot is free
}

func newKeyTable(n int) *keyTable {
	size := 16
	for size < 2*n {
		size *= 2
	}
	return &keyTable{slots: make([]keySlot, size)}
}

// add adds a key by its hash. The table must have room for it.
func (t *keyTable) add(hash uint64, place int) {
	mask := len(t.slots) - 1
	i := int(hash) & mask
	for t.slots[i].place != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = keySlot{uint32(hash >> 32), uint32(place) + 1}
	t.used++
}

// find returns the lowest place with a hash that is the one sought, -1 where
// there is none.
func (t *keyTable) find(hash uint64, is func(place int) bool) int {
	mask := len(t.slots) - 1
	high := uint32(hash >> 32)
	// Keys that are equal were added in their order and are found in it.
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s.place == 0 {
			return -1
		}
		if s.hash == high && is(int(s.place-1)) {
			return int(s.place - 1)
		}
	}
}

// memberIndex is the look-up of an owned object. Readers in parallel may build
// it; only edits, which exclude them, change it.
type memberIndex struct {
	table atomic.Pointer[keyTable]
	// scans counts the searches without a table since the last edit that
	// dropped it: an object that is edited again and again is not worth one.
	scans atomic.Int32
}

// get returns the table for members, nil where it is not worth having yet.
func (x *memberIndex) get(members []Member) *keyTable {
	t := x.table.Load()
	if t == nil && len(members) >= indexFrom && x.scans.Add(1) > 1 && uint64(len(members)) < math.MaxUint32 {
		t = newKeyTable(len(members))
		for i := range members {
			t.add(keyHash(members[i].Key), i)
		}
		x.table.Store(t)
	}
	return t
}

// grow adds the last of members, where there is a table.
func (x *memberIndex) grow(members []Member) {
	t := x.table.Load()
	switch last := len(members) - 1; {
	case t == nil:
	case 2*len(members) > len(t.slots):
		x.drop() // the next search builds a larger one
		x.scans.Store(1)
	default:
		t.add(keyHash(members[last].Key), last)
	}
}

// drop forgets the table, as places have changed.
func (x *memberIndex) drop() {
	x.table.Store(nil)
	x.scans.Store(0)
}

// docIndex is the look-up of the large containers of a document. Readers in
// parallel find without locks and build under one.
type docIndex struct {
	mu    sync.Mutex
	table atomic.Pointer[nodeTable]
}

// nodeTable is a hash table from nodes to their index.
type nodeTable struct {
	slots []atomic.Pointer[nodeIndex] // a power of two, at most half of them used
	used  int
}

// nodeIndex is the look-up of one container of a document. Places are counted
// from its node.
type nodeIndex struct {
	node  int
	keys  *keyTable // of an object: places of the keys
	steps []uint32  // of an array: the place of each stepth element
}

const step = 16

func (t *nodeTable) slot(at int) *atomic.Pointer[nodeIndex] {
	mask := uint64(len(t.slots) - 1)
	for i := uint64(at) * 0x9e3779b97f4a7c15 >> 32 & mask; ; i = (i + 1) & mask {
		if x := t.slots[i].Load(); x == nil || x.node == at {
			return &t.slots[i]
		}
	}
}

// indexOf returns the index of the container at a node, nil where it has none: it
// is small, or too large to count its nodes in 32 bits.
func (d *Doc) indexOf(at int) *nodeIndex {
	n := d.slab.Nodes[at]
	if n.Len() < indexFrom || n.Val-uint64(at) > math.MaxUint32 {
		return nil
	}
	if t := d.index.table.Load(); t != nil {
		if x := t.slot(at).Load(); x != nil {
			return x
		}
	}
	x := &nodeIndex{node: at}
	if n.Kind() == node.Array {
		x.addSteps(&d.slab)
	} else {
		x.addKeys(d)
	}
	d.index.add(x)
	return x
}

func (x *nodeIndex) addSteps(s *node.Slab) {
	n := s.Nodes[x.node].Len()
	x.steps = make([]uint32, 0, n/step+1)
	at := x.node + 1
	for i := range n {
		if i%step == 0 {
			x.steps = append(x.steps, uint32(at-x.node))
		}
		at = s.Next(at)
	}
}

func (x *nodeIndex) addKeys(d *Doc) {
	x.keys = newKeyTable(d.slab.Nodes[x.node].Len())
	at := x.node + 1
	for range d.slab.Nodes[x.node].Len() {
		x.keys.add(keyHash(d.At(at)), at-x.node)
		at = d.slab.Next(d.slab.Next(at))
	}
}

func (x *docIndex) add(n *nodeIndex) {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.table.Load()
	if t == nil || 2*(t.used+1) > len(t.slots) {
		grown := &nodeTable{slots: make([]atomic.Pointer[nodeIndex], 16)}
		if t != nil {
			grown.slots = make([]atomic.Pointer[nodeIndex], 2*len(t.slots))
			grown.used = t.used
			for i := range t.slots {
				if old := t.slots[i].Load(); old != nil {
					grown.slot(old.node).Store(old)
				}
			}
		}
		t = grown
		x.table.Store(t)
	}
	if s := t.slot(n.node); s.Load() == nil {
		s.Store(n)
		t.used++
	}
}

func (x *docIndex) reset() { x.table.Store(nil) }
