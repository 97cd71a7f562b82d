//go:build !amd64 || purego

package scan

import "example.com/calque/internal/mem"

// space is Space where the first byte may be white space.
func space(p mem.Ptr, i int) int { return spaceGeneric(p, i) }
