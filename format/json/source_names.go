package json

import (
	"math/bits"
	"math/rand/v2"

	"example.com/calque/internal/mem"
)

// A source cannot look at a name again once the window has moved on. Of each
// name of the objects that are open it keeps a hash of 128 bits, with seeds of
// the process: two names are taken for equal where their hashes are, which for
// a billion different names in one object has a chance of 1 in 10^20.

var seed2, seed3 = rand.Uint64(), rand.Uint64()

// fingerprint is the hash of a name. It is never zero.
type fingerprint struct{ a, b uint64 }

// fingerprintOf returns the hash of the n bytes at p+i, behind which seven more
// can be read.
func fingerprintOf(p mem.Ptr, i, n int) fingerprint {
	if n > 16 {
		var g gauge
		g.add(mem.Slice(p, i, n))
		return g.sum()
	}
	var x, y uint64
	if n >= 8 {
		x, y = mem.Load64(p, i), mem.Load64(p, i+n-8)
	} else {
		x = mem.Load64(p, i) << (64 - 8*uint(n))
	}
	return shortPrint(x, y, n)
}

func shortPrint(x, y uint64, n int) fingerprint {
	y ^= uint64(n) * hashStep
	return fingerprint{mix(x^seed0, y^seed1), mix(x^seed2, y^seed3) | 1}
}

// gauge makes the hash of a name that comes in pieces; it does not depend on
// where they are cut.
type gauge struct {
	a, b uint64
	n    int      // bytes so far
	held int      // how many of them, up to 16, are in tail
	tail [24]byte // with room for a load behind them
}

func (g *gauge) add(piece []byte) {
	if g.n == 0 {
		g.a, g.b = seed1, seed3
	}
	g.n += len(piece)
	for len(piece) > 0 {
		if g.held == 16 {
			g.block(mem.Of(g.tail[:]), 0)
			g.held = 0
		}
		if g.held == 0 {
			for ; len(piece) > 16; piece = piece[16:] {
				g.block(mem.Of(piece), 0)
			}
		}
		k := copy(g.tail[g.held:16], piece)
		g.held += k
		piece = piece[k:]
	}
}

func (g *gauge) block(p mem.Ptr, i int) {
	x, y := mem.Load64(p, i), mem.Load64(p, i+8)
	g.a = mix(x^seed0, y^g.a)
	g.b = mix(x^seed2, y^g.b)
}

func (g *gauge) sum() fingerprint {
	p := mem.Of(g.tail[:])
	if n := g.n; n <= 16 { // what fingerprintOf makes of a short name
		var x, y uint64
		if n >= 8 {
			x, y = mem.Load64(p, 0), mem.Load64(p, n-8)
		} else {
			x = mem.Load64(p, 0) << (64 - 8*uint(n))
		}
		return shortPrint(x, y, n)
	}
	clear(g.tail[g.held:])
	g.block(p, 0)
	n := uint64(g.n) * hashStep
	return fingerprint{mix(g.a^n, seed0^g.b), mix(g.b^n, seed2^g.a) | 1}
}

// fewPrints is the number of names up to which they are compared one by one.
const fewPrints = 32

// openNames are the names of the objects that are open.
type openNames struct {
	list  []fingerprint // of the objects without a table, one behind the other
	bloom uint64        // of the innermost object
	base  int           // where its names begin in list
	table *printTable   // its names, where they are many
	outer []nameFrame   // of the objects around
	spare *printTable   // a small one to be used again
}

type nameFrame struct {
	bloom uint64
	base  int
	table *printTable
}

// open begins an object inside the innermost one.
func (o *openNames) open() {
	o.outer = append(o.outer, nameFrame{o.bloom, o.base, o.table})
	o.bloom, o.base, o.table = 0, len(o.list), nil
}

// close ends the innermost object.
func (o *openNames) close() {
	if o.table != nil && len(o.table.slots) <= 1<<12 {
		o.spare = o.table
	}
	o.list = o.list[:o.base]
	last := &o.outer[len(o.outer)-1]
	o.bloom, o.base, o.table = last.bloom, last.base, last.table
	last.table = nil
	o.outer = o.outer[:len(o.outer)-1]
}

// reset ends all objects.
func (o *openNames) reset() {
	for len(o.outer) > 0 {
		o.close()
	}
}

// add adds a name to the innermost object and reports whether that has it
// already.
func (o *openNames) add(f fingerprint) bool {
	bit := uint64(1) << (f.a & 63)
	if o.bloom&bit == 0 && len(o.list)-o.base < fewPrints && o.table == nil {
		o.bloom |= bit
		o.list = append(o.list, f)
		return false
	}
	return o.addSlow(f)
}

func (o *openNames) addSlow(f fingerprint) bool {
	if o.table != nil {
		return o.table.add(f)
	}
	own := o.list[o.base:]
	for _, g := range own {
		if g == f {
			return true
		}
	}
	if len(own) < fewPrints {
		o.list = append(o.list, f)
		return false
	}
	o.table, o.spare = o.spare, nil
	if o.table == nil {
		o.table = &printTable{slots: make([]fingerprint, 4*fewPrints)}
	} else {
		clear(o.table.slots)
		o.table.used = 0
	}
	for _, g := range own {
		o.table.add(g)
	}
	o.list = o.list[:o.base]
	return o.table.add(f)
}

// printTable is a set of fingerprints: each is in the slot that its bits say or
// in one behind it.
type printTable struct {
	slots []fingerprint
	used  int
}

func (t *printTable) add(f fingerprint) bool {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]fingerprint, 2*len(old))
		t.used = 0
		for _, g := range old {
			if g.b != 0 {
				t.add(g)
			}
		}
	}
	mask := uint64(len(t.slots) - 1)
	i := bits.RotateLeft64(f.a, 32) & mask
	for ; t.slots[i].b != 0; i = (i + 1) & mask {
		if t.slots[i] == f {
			return true
		}
	}
	t.slots[i] = f
	t.used++
	return false
}
