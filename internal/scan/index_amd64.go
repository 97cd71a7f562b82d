//go:build amd64 && !purego

package scan

import "example.com/calque/internal/mem"

// indexes is Indexes.
func indexes() bool { return tier >= avx2 }

//go:noescape
func indexAVX512(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState) (count int)

//go:noescape
func indexAVX2(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState, bits *[256]uint64) (count int)

// indexBits has for each byte the numbers of its bits, one in a lane.
var indexBits = func() (t [256]uint64) {
	for c := range t {
		k := 0
		for bit := range 8 {
			if c>>bit&1 != 0 {
				t[c] |= uint64(bit) << (8 * k)
				k++
			}
		}
	}
	return t
}()

// index is indexGeneric.
func index(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState) int {
	switch tier {
	case avx512:
		return indexAVX512(p, blocks, ix, base, st)
	case avx2:
		return indexAVX2(p, blocks, ix, base, st, &indexBits)
	default:
		return indexGeneric(p, blocks, ix, base, st)
	}
}
