//go:build amd64 && !purego

package scan

import "example.com/calque/internal/mem"

//go:noescape
func quoteAVX512(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int)

//go:noescape
func quoteAVX2(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int)

// quoteLong is Quote without the short cut.
func quoteLong(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int) {
	k, o := 0, 0
	for {
		end := n
		if n-k > longest {
			end = boundary(src, k, k+longest)
		}
		var r, w int
		switch {
		case tier == avx512:
			r, w = quoteAVX512(mem.At(dst, o), room-o, mem.At(src, k), end-k, m)
		case tier == avx2 && end-k >= 32:
			r, w = quoteAVX2(mem.At(dst, o), room-o, mem.At(src, k), end-k, m)
		default:
			r, w = quoteGeneric(mem.At(dst, o), room-o, mem.At(src, k), n-k, m)
			return k + r, o + w
		}
		if k+r == n {
			return n, o + w
		}
		back := boundary(src, k, k+r)
		o += w - (k + r - back)
		k = back
		if k == end {
			continue
		}
		if room-o < need {
			return k, o
		}
		if room-o < 512 {
			// The kernels want some room more than they fill.
			r, w = quoteGeneric(mem.At(dst, o), room-o, mem.At(src, k), n-k, m)
			return k + r, o + w
		}
		lim := min(k+64, n)
		k, o = quoteRunes(dst, o, room-need, src, k, lim, n, m)
		if k < lim || k == n {
			return k, o
		}
	}
}
