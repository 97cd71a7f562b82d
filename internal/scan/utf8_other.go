//go:build !amd64 || purego

package scan

import "example.com/calque/internal/mem"

// UTF8 returns the length of the longest prefix of the n bytes at p that is
// well-formed UTF-8.
func UTF8(p mem.Ptr, n int) int { return utf8Generic(p, n) }
