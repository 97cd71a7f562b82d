//go:build (!amd64 && !arm64) || purego

package scan

import "example.com/calque/internal/mem"

// validUTF8 is UTF8.
func validUTF8(p mem.Ptr, n int) int { return utf8Generic(p, n) }
