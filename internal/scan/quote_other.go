//go:build (!amd64 && !arm64) || purego

package scan

import "example.com/calque/internal/mem"

// quoteLong is Quote without the short cut.
func quoteLong(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int) {
	return quoteGeneric(dst, room, src, n, m)
}
