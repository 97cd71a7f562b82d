package scan

import "example.com/calque/internal/mem"

// spaceGeneric is Space in portable code.
func spaceGeneric(p mem.Ptr, i int) int {
	for {
		switch c := mem.Load8(p, i); c {
		case ' ', '\n':
			i++
			// An indentation: words of nothing but blanks.
			for {
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
}
