//go:build !amd64 || purego

package scan

import "example.com/calque/internal/mem"

// Indexes reports whether the index is faster than reading the text in one
// pass on this machine.
func Indexes() bool { return false }

// index is indexGeneric.
func index(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState) int {
	return indexGeneric(p, blocks, ix, base, st)
}
