//go:build amd64 && !purego

package scan

import "example.com/calque/internal/mem"

// Indexes reports whether the index is faster than reading the text in one
// pass on this machine.
func Indexes() bool { return tier >= avx2 }

//go:noescape
func indexAVX512(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState) (count int)

// index is indexGeneric.
func index(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState) int {
	switch tier {
	case avx512:
		return indexAVX512(p, blocks, ix, base, st)
	default:
		return indexGeneric(p, blocks, ix, base, st)
	}
}
