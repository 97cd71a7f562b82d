package msgpack

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"example.com/calque/internal/node"
	"example.com/calque/wire"
)

// A source cannot look at a key again once the window has moved on. Of each key
// of the maps that are open it keeps a hash of 128 bits, with seeds of the
// process: two keys are taken for equal where their hashes are, which for a
// billion different keys in one map has a chance of 1 in 10^20. Keys that are
// equal as values have equal hashes, whatever kind they are of.

// fingerprint is the hash of a value. It is never zero.
type fingerprint struct{ a, b uint64 }

// Seeds of the hashes: two for the text of strings, two for all else.
var textSeeds, otherSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
	[2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// printOf returns the hash of bytes with a pair of seeds.
func printOf(seeds *[2]maphash.Seed, b []byte) fingerprint {
	return fingerprint{maphash.Bytes(seeds[0], b), maphash.Bytes(seeds[1], b) | 1}
}

// join returns the hash of two hashes in their order.
func join(x, y fingerprint) fingerprint {
	var b [32]byte
	binary.LittleEndian.PutUint64(b[:], x.a)
	binary.LittleEndian.PutUint64(b[8:], x.b)
	binary.LittleEndian.PutUint64(b[16:], y.a)
	binary.LittleEndian.PutUint64(b[24:], y.b)
	return printOf(&otherSeeds, b[:])
}

// plus returns the sum of two hashes, which does not depend on their order.
func plus(x, y fingerprint) fingerprint {
	b, carry := bits.Add64(x.b, y.b, 0)
	a, _ := bits.Add64(x.a, y.a, carry)
	return fingerprint{a, b}
}

// tagged returns the hash of two words, of which the second is small.
func tagged(word uint64, kind uint64) fingerprint {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], word)
	binary.LittleEndian.PutUint64(b[8:], kind)
	return printOf(&otherSeeds, b[:])
}

// scalarPrint returns the hash of a token that is a value by itself.
func scalarPrint(t *wire.Token) fingerprint {
	switch t.Kind {
	case wire.String:
		return printOf(&textSeeds, t.Text)
	case wire.Bytes:
		return bytesPrint(printOf(&textSeeds, t.Text))
	case wire.Int, wire.Uint, wire.Float, wire.Float32:
		kind, word := exact(node.Make(node.Kind(t.Kind), 0, 0, t.Bits))
		return tagged(word, uint64(kind))
	case wire.Time:
		return tagged(t.Bits, uint64(wire.Time)|uint64(t.Nanos)<<8)
	}
	return tagged(t.Bits, uint64(t.Kind))
}

// bytesPrint returns the hash of bytes whose content as text has a hash.
func bytesPrint(content fingerprint) fingerprint {
	return join(content, fingerprint{uint64(wire.Bytes), 0})
}

// extPrint returns the hash of an extension whose payload has one.
func extPrint(tag uint64, payload fingerprint) fingerprint {
	return join(payload, tagged(tag, uint64(wire.Ext)))
}

// printer makes the hash of text that comes in pieces.
type printer struct{ a, b maphash.Hash }

func (p *printer) reset() {
	p.a.SetSeed(textSeeds[0])
	p.b.SetSeed(textSeeds[1])
}

func (p *printer) add(piece []byte) {
	_, _ = p.a.Write(piece) // it never fails
	_, _ = p.b.Write(piece)
}

func (p *printer) sum() fingerprint { return fingerprint{p.a.Sum64(), p.b.Sum64() | 1} }

// fewPrints is the number of keys up to which they are compared one by one.
const fewPrints = 32

// hashes are those of the keys of the containers that are open.
type hashes struct {
	scopes []hashScope
	list   []fingerprint // keys of the maps without a table, one behind the other
	spare  *printTable   // a small one to be used again
}

// hashScope is what is held of a container that is open.
type hashScope struct {
	base  int // where its keys begin in the list
	bloom uint64
	table *printTable // its keys, where they are many
	sum   fingerprint // of its items so far, where it is in a key
	key   fingerprint // of the member that is open, where it is in a key
}

func (h *hashes) push() { h.scopes = append(h.scopes, hashScope{base: len(h.list)}) }

// pop returns the hash of the items of the innermost container.
func (h *hashes) pop() fingerprint {
	last := &h.scopes[len(h.scopes)-1]
	if last.table != nil && len(last.table.slots) <= 1<<12 {
		h.spare = last.table
	}
	last.table = nil
	h.list = h.list[:last.base]
	h.scopes = h.scopes[:len(h.scopes)-1]
	return last.sum
}

// addTo adds an item to the hash of the innermost container, which is in a key.
func (h *hashes) addTo(isMap, key bool, p fingerprint) {
	switch s := &h.scopes[len(h.scopes)-1]; {
	case !isMap:
		s.sum = join(s.sum, p)
	case key:
		s.key = p
	default:
		s.sum = plus(s.sum, join(s.key, p))
	}
}

// add adds a key to the innermost container and reports whether that has it
// already.
func (h *hashes) add(p fingerprint) bool {
	s := &h.scopes[len(h.scopes)-1]
	if s.table != nil {
		return s.table.add(p)
	}
	own := h.list[s.base:]
	if bit := uint64(1) << (p.a & 63); s.bloom&bit == 0 {
		s.bloom |= bit
	} else {
		for _, q := range own {
			if q == p {
				return true
			}
		}
	}
	if len(own) < fewPrints {
		h.list = append(h.list, p)
		return false
	}
	s.table, h.spare = h.spare, nil
	if s.table == nil {
		s.table = &printTable{slots: make([]fingerprint, 4*fewPrints)}
	} else {
		clear(s.table.slots)
		s.table.used = 0
	}
	for _, q := range own {
		s.table.add(q)
	}
	h.list = h.list[:s.base]
	return s.table.add(p)
}

// printTable is a set of hashes: each is in the slot that its bits say or in one
// behind it.
type printTable struct {
	slots []fingerprint
	used  int
}

// add adds a hash and reports whether it is there already.
func (t *printTable) add(p fingerprint) bool {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]fingerprint, 2*len(old))
		t.used = 0
		for _, q := range old {
			if q.b != 0 {
				t.add(q)
			}
		}
	}
	mask := uint64(len(t.slots) - 1)
	i := bits.RotateLeft64(p.a, 32) & mask
	for ; t.slots[i].b != 0; i = (i + 1) & mask {
		if t.slots[i] == p {
			return true
		}
	}
	t.slots[i] = p
	t.used++
	return false
}
