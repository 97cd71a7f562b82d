package scan

import "example.com/calque/internal/mem"

// Eight bytes of a text are handled as one word with the first byte in the low
// bits, on platforms of either byte order.

// special returns a mask that is zero exactly where no byte of x is a quote, a
// backslash or a control character. The lowest bit set is in the lane of the
// first one; lanes above that may be wrong.
func special(x uint64) uint64 {
	return ((x - 0x20*mem.Lo) | ((x ^ 0x22*mem.Lo) - mem.Lo) | ((x ^ 0x5c*mem.Lo) - mem.Lo)) &^ x & mem.Hi
}

// stop is special for bytes beyond ASCII too.
func stop(x uint64) uint64 {
	return (x | (x - 0x20*mem.Lo) | ((x ^ 0x22*mem.Lo) - mem.Lo) | ((x ^ 0x5c*mem.Lo) - mem.Lo)) & mem.Hi
}

// tail returns the 1 to 7 bytes at p+k up to p+n in the low lanes of a word,
// the lanes above are zero. No byte outside of p to p+n is read.
func tail(p mem.Ptr, k, n int) uint64 {
	r := n - k
	switch {
	case n >= 8:
		return mem.Load64(p, n-8) >> (8 * uint(8-r) & 63)
	case r >= 4:
		return uint64(mem.Load32(p, k)) | uint64(mem.Load32(p, n-4))<<(8*uint(r-4)&63)
	default:
		return uint64(mem.Load8(p, k)) |
			uint64(mem.Load8(p, k+r>>1))<<(8*uint(r>>1)&63) |
			uint64(mem.Load8(p, n-1))<<(8*uint(r-1)&63)
	}
}
