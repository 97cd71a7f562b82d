//go:build arm64 && !purego

package scan

import "example.com/calque/internal/mem"

// The tiers of instructions there are kernels for.
const (
	swar = iota // portable code
	neon        // every arm64
)

// tiers are the names that CALQUE_CPU knows.
var tiers = []string{swar: "swar", neon: "neon"}

// detect returns the highest tier of this machine.
func detect() int { return neon }

//go:noescape
func quoteNEON(dst, src mem.Ptr, n int, m *Mode) (count int)

//go:noescape
func textNEON(p mem.Ptr, n int, nibbles *[32]byte) (count int, high uint64)

// Below so many bytes the call of a kernel does not pay.
const neonMin = 64

// quoteLong is Quote without the short cut.
func quoteLong(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int) {
	k, o := 0, 0
	piece := neonMin
	for tier == neon {
		c := min(n-k, room-o, longest)
		if c < neonMin {
			break
		}
		count := quoteNEON(mem.At(dst, o), mem.At(src, k), c, m)
		j := boundary(src, k, k+count)
		o += j - k
		k = j
		if count >= longest/2 {
			continue
		}
		// Past what stopped it; the further, the denser the escapes.
		if count >= neonMin {
			piece = neonMin
		} else {
			piece = min(4*piece, 4096)
		}
		if n-k <= piece || room-o < need {
			break
		}
		c = boundary(src, k, k+piece) - k
		r, w := quoteGeneric(mem.At(dst, o), room-o, mem.At(src, k), c, m)
		k += r
		o += w
		if r < c {
			break // out of room, or ill-formed
		}
	}
	if k == n || room-o < need {
		return k, o
	}
	r, w := quoteGeneric(mem.At(dst, o), room-o, mem.At(src, k), n-k, m)
	return k + r, o + w
}

// findString is String.
func findString(p mem.Ptr, i int) (end int, bits uint8) {
	piece := neonMin
	for {
		var more bool
		var found uint8
		end, found, more = stringUntil(p, i, i+piece)
		bits |= found
		if !more || tier == swar {
			if more {
				end, found = stringGeneric(p, end)
				bits |= found
			}
			return end, bits
		}
		count, high := textNEON(mem.At(p, end), longest, &stringNibbles)
		if high != 0 {
			bits |= NonASCII
		}
		i = boundary(p, end, end+count)
		if count >= neonMin {
			piece = neonMin
		} else {
			piece = min(4*piece, 4096)
		}
	}
}

// validUTF8 is UTF8.
func validUTF8(p mem.Ptr, n int) int {
	k := 0
	for tier == neon && n-k >= neonMin {
		c := min(n-k, longest)
		count, _ := textNEON(mem.At(p, k), c, &noNibbles)
		k = boundary(p, k, k+count)
		if count < longest {
			break
		}
	}
	if k == n {
		return n
	}
	return k + utf8Generic(mem.At(p, k), n-k)
}

// Nibble tables of what ends a stretch of a string, and of nothing.
var (
	stringNibbles = compile(false, false, false).nibbles
	noNibbles     [32]byte
)
