package msgpack

import (
	"hash/maphash"
	"math"
	"math/bits"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// Finding keys that a map has twice, when the map is complete. The strings of
// a small map are compared by a word that is made of their ends; the keys of a
// large one, and keys that are not strings, go into a hash table. Its hashes
// are seeded, so that no input can make many keys collide, and it takes time
// and memory in proportion to the keys.

// keys is what the checks of the maps of one input share.
type keys struct {
	// hashes are those of the containers that are complete, are a key or in a
	// key, and belong to a container that is still open, in their order. With
	// them every container is hashed once, however deep keys lie in keys.
	hashes []uint64
	depth  int        // of the outermost key that is an open container, 0: none
	slots  []uint64   // the hash table, see insert
	doc    *value.Doc // to compare containers
	marked bool       // nodes are marked for dedup
}

// smallMap is the largest number of members that are compared directly.
const smallMap = 32

// Marks on the nodes of a map with duplicate keys. They are no flags of a
// document: dedup removes them.
const (
	markDropped = 1 << 14 // a key: the member is dropped
	markMoved   = 1 << 15 // a value: that at the node of its length replaces it
)

// checkKeys looks for duplicates among the keys of the map at a node, which ends
// with nodes, and flags it where keys are not strings. It reports whether there
// is neither.
func (r *reader) checkKeys(nodes []node.Node, at, base int, inKey bool) bool {
	count := nodes[at].Len()
	switch {
	case r.set.Duplicates == option.DupKeep || count < 2:
		endOfMembers(nodes, at, uint64(count))
		return count > 0 && !nodes[at].Has(node.FlagKeys)
	case count > smallMap:
		return r.checkMany(nodes, at, base, inKey)
	case count > 8:
		var words [smallMap]uint64
		return r.checkFew(nodes, at, base, inKey, words[:])
	}
	var words [8]uint64
	return r.checkFew(nodes, at, base, inKey, words[:])
}

// checkFew does what checkKeys does by comparing a word for each key, for which
// there is room in words.
func (r *reader) checkFew(nodes []node.Node, at, base int, inKey bool, words []uint64) bool {
	var seen [4]uint64 // the 256 classes of words met
	distinct := true
	j := at + 1
	for m := range nodes[at].Len() {
		key := nodes[j]
		if key.Kind() != node.String {
			return r.checkMany(nodes, at, base, inKey)
		}
		w := r.ends(key)
		words[m] = w
		if bit := uint64(1) << (w >> 56 & 63); seen[w>>62]&bit == 0 {
			seen[w>>62] |= bit
		} else if first := r.among(nodes, at, words[:m], w, key); first > 0 {
			if distinct && !allStrings(nodes, at) {
				return r.checkMany(nodes, at, base, inKey)
			}
			r.duplicate(nodes, first, j, inKey)
			distinct = false
		}
		j = next(nodes, j+1)
	}
	return distinct
}

// allStrings reports whether the keys of the map at a node are all strings.
func allStrings(nodes []node.Node, at int) bool {
	j := at + 1
	for range nodes[at].Len() {
		if nodes[j].Kind() != node.String {
			return false
		}
		j = next(nodes, j+1)
	}
	return true
}

// ends returns a word that is equal for equal strings, and seldom for others:
// it is made of their length and their first and last eight bytes.
func (r *reader) ends(n node.Node) uint64 {
	i, l := int(n.Val), n.Len()
	w := mem.Load64(r.text, i)
	if l < 8 {
		w <<= 64 - 8*uint(l)
	} else {
		w ^= bits.RotateLeft64(mem.Load64(r.text, i+l-8), 29)
	}
	return (w + uint64(l)) * 0x9e3779b97f4a7c15
}

// among returns the node of the first of the keys of the map at a node that
// equals key, 0 where none does; words are those of the keys to look at.
func (r *reader) among(nodes []node.Node, at int, words []uint64, w uint64, key node.Node) int {
	j := at + 1
	for _, other := range words {
		if other == w && nodes[j].Len() == key.Len() && r.content(nodes[j]) == r.content(key) {
			return j
		}
		j = next(nodes, j+1)
	}
	return 0
}

// content returns the bytes of a string or of bytes as a string.
func (r *reader) content(n node.Node) string { return mem.String(r.text, int(n.Val), n.Len()) }

// duplicate deals with a key that equals the one at node first of the same map.
// Inside a key it is always a fault, as the key would change its hash.
func (r *reader) duplicate(nodes []node.Node, first, key int, inKey bool) {
	switch {
	case r.set.Duplicates == option.DupError || inKey:
		r.report(found{node: key, off: -1, code: fault.Duplicate})
		return
	case r.set.Duplicates == option.DupLast:
		old := &nodes[next(nodes, first)]
		old.Tag = old.Tag&0xff | markMoved | uint64(next(nodes, key))<<node.LenShift
	}
	nodes[key].Tag |= markDropped
	r.keys.marked = true
}

// checkMany does what checkKeys does with a hash table.
func (r *reader) checkMany(nodes []node.Node, at, base int, inKey bool) bool {
	count := nodes[at].Len()
	plain := true
	size := 1 << bits.Len(uint(count)+uint(count)/2)
	if cap(r.keys.slots) < size {
		r.keys.slots = make([]uint64, size)
	}
	slots := r.keys.slots[:size]
	clear(slots)
	j := at + 1
	for range count {
		kind := nodes[j].Kind()
		if kind != node.String {
			nodes[at].Tag |= node.FlagKeys
			plain = false
		}
		var h uint64
		if kind > node.Ext {
			h = r.keys.hashes[base]
			base++
		} else {
			h = r.hashScalar(nodes, j)
		}
		if first := r.insert(slots, h, nodes, at, j); first > 0 {
			r.duplicate(nodes, first, j, inKey)
			plain = false
		}
		if j = next(nodes, j); inKey && nodes[j].Kind() > node.Ext {
			base++
		}
		j = next(nodes, j)
	}
	return plain
}

// insert puts the key at node j of the map at a node into the table, or returns
// the node of an equal key that is there. A slot holds the distance of a key
// from its map in its lower 40 bits, above them bits of its hash; 0 is empty.
func (r *reader) insert(slots []uint64, h uint64, nodes []node.Node, at, j int) int {
	const low = 1<<40 - 1
	for i := h; ; i++ {
		s := &slots[i&uint64(len(slots)-1)]
		if *s == 0 {
			*s = h&^low | uint64(j-at)
			return 0
		}
		if *s&^low == h&^low {
			if other := at + int(*s&low); r.equal(nodes, other, j) {
				return other
			}
		}
	}
}

// Seeds of the hashes, other ones in every process.
var (
	seed  = maphash.MakeSeed()
	seedA = maphash.String(seed, "a")
	seedB = maphash.String(seed, "b")
)

// mix returns the hash of two words.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^seedA, b^seedB)
	return hi ^ lo
}

// hashed returns how many of the hashes belong to the container at a node, which
// ends with nodes.
func hashed(nodes []node.Node, at int, inKey bool) int {
	count := 0
	isMap := nodes[at].Kind() == node.Object
	for j, key := at+1, isMap; j < len(nodes); j = next(nodes, j) {
		if nodes[j].Kind() > node.Ext && (key || inKey) {
			count++
		}
		key = isMap && !key
	}
	return count
}

// hashScalar returns the hash of the value at a node that is no container.
// Values that are equal have the same hash.
func (r *reader) hashScalar(nodes []node.Node, i int) uint64 {
	switch n := nodes[i]; n.Kind() {
	case node.String:
		return maphash.Bytes(seed, mem.Slice(r.text, int(n.Val), n.Len()))
	case node.Bytes:
		return mix(maphash.Bytes(seed, mem.Slice(r.text, int(n.Val), n.Len())), uint64(node.Bytes))
	case node.Ext:
		return mix(r.hashScalar(nodes, i+2), mix(nodes[i+1].Val, uint64(node.Ext)))
	case node.Time:
		return mix(mix(n.Val, uint64(n.Len())), uint64(node.Time))
	case node.Int, node.Uint, node.Float, node.Float32:
		kind, word := exact(n)
		return mix(word, uint64(kind))
	default:
		return mix(n.Val, uint64(n.Kind()))
	}
}

// hashContainer returns the hash of a container inside a key, which ends with
// nodes. The order of members does not matter. It takes the hashes of the
// containers directly in it from r.keys.hashes, from base on.
func (r *reader) hashContainer(nodes []node.Node, at, base int) uint64 {
	n := nodes[at]
	item := func(j int) uint64 {
		if nodes[j].Kind() > node.Ext {
			base++
			return r.keys.hashes[base-1]
		}
		return r.hashScalar(nodes, j)
	}
	h := mix(uint64(n.Len()), uint64(n.Kind()))
	for j := at + 1; j < len(nodes); j = next(nodes, j) {
		x := item(j)
		if n.Kind() == node.Array {
			h = mix(h, x)
			continue
		}
		j = next(nodes, j)
		h += mix(x, item(j))
	}
	return h
}

// exact returns a form of a number that equal numbers of all kinds share: Int
// or Uint and an integer, or Float and the bits of a float64 that is none.
func exact(n node.Node) (node.Kind, uint64) {
	var f float64
	switch n.Kind() {
	case node.Float:
		f = math.Float64frombits(n.Val)
	case node.Float32:
		f = float64(math.Float32frombits(uint32(n.Val)))
	default:
		return n.Kind(), n.Val
	}
	switch {
	case f != f:
		return node.Float, math.Float64bits(math.NaN())
	case f != math.Trunc(f) || f < -1<<63 || f >= 1<<64:
		return node.Float, math.Float64bits(f)
	case f < 1<<63:
		return node.Int, uint64(int64(f))
	}
	return node.Uint, uint64(f)
}

// equal reports whether the values at two nodes are equal.
func (r *reader) equal(nodes []node.Node, a, b int) bool {
	x, y := nodes[a], nodes[b]
	switch x.Kind() {
	case node.String, node.Bytes:
		return x.Kind() == y.Kind() && r.content(x) == r.content(y)
	case node.Int, node.Uint, node.Float, node.Float32:
		kind, word := exact(x)
		if y.Kind() < node.Int || y.Kind() > node.Float32 {
			return false
		}
		otherKind, otherWord := exact(y)
		return kind == otherKind && word == otherWord
	case node.Null, node.Bool, node.Time:
		return x.Kind() == y.Kind() && x.Len() == y.Len() && x.Val == y.Val
	}
	// Their hashes are the same, so they are equal but for a miracle. The
	// document shares the nodes, whose values end in front of all open ones.
	if r.keys.doc == nil {
		r.keys.doc = new(value.Doc)
	}
	s := r.keys.doc.Slab()
	s.Nodes, s.Text = nodes, r.slab.Text
	return r.keys.doc.At(a).Equal(r.keys.doc.At(b))
}
