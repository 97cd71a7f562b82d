//go:build !amd64 || purego

package scan

import "example.com/calque/internal/mem"

// indexes is Indexes.
func indexes() bool { return false }

// index is indexGeneric.
func index(p mem.Ptr, blocks int, ix mem.Ptr, base uint32, st *indexState) int {
	return indexGeneric(p, blocks, ix, base, st)
}
