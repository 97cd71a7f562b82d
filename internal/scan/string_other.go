//go:build (!amd64 && !arm64) || purego

package scan

import "example.com/calque/internal/mem"

// findString is String.
func findString(p mem.Ptr, i int) (end int, bits uint8) { return stringGeneric(p, i) }
