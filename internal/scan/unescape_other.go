//go:build !amd64 || purego

package scan

import "example.com/calque/internal/mem"

// unescape is Decode if strict, else Unescape.
func unescape(dst, src mem.Ptr, n int, strict bool) int {
	return decodeGeneric(dst, src, 0, 0, n, strict)
}
