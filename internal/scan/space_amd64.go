//go:build amd64 && !purego

package scan

import "example.com/calque/internal/mem"

//go:noescape
func spaceAVX512(p mem.Ptr, i int) int

//go:noescape
func spaceAVX2(p mem.Ptr, i int) int

// space is Space; the kernels are worth their call for deep indentation.
func space(p mem.Ptr, i int) int {
	limit := i + 64
	if i = spaceUntil(p, i, limit); i < limit || tier == swar {
		return spaceGeneric(p, i)
	}
	for {
		from := i
		if tier == avx512 {
			i = spaceAVX512(p, i)
		} else {
			i = spaceAVX2(p, i)
		}
		if i-from < longest/2 {
			return i
		}
	}
}
