package scan

import (
	"math"

	"example.com/calque/internal/mem"
)

// Space returns the first index from i on whose byte is no blank, tab, line
// feed or carriage return.
func Space(p mem.Ptr, i int) int {
	if mem.Load8(p, i) > ' ' {
		return i
	}
	return space(p, i)
}

// spaceGeneric is Space in portable code.
func spaceGeneric(p mem.Ptr, i int) int { return spaceUntil(p, i, math.MaxInt) }

// spaceUntil is Space that may stop at white space from limit on.
func spaceUntil(p mem.Ptr, i, limit int) int {
	for i < limit {
		switch mem.Load8(p, i) {
		case ' ', '\n':
			i++
			// An indentation: words of nothing but blanks.
			for i < limit {
				x := mem.Load64(p, i) ^ 0x20*mem.Lo
				if x != 0 {
					i += mem.FirstByte(x)
					break
				}
				i += 8
			}
		case '\r', '\t':
			i++
		default:
			return i
		}
	}
	return i
}
