//go:build amd64 && !purego

package scan

import "example.com/calque/internal/mem"

// Bits of found beside those of String; the assembly knows them.
const (
	stringFault = 4 << iota
	stringMore
)

//go:noescape
func stringAVX512(p mem.Ptr, i int) (end int, found uint64)

//go:noescape
func stringAVX2(p mem.Ptr, i int) (end int, found uint64)

// findString is String.
func findString(p mem.Ptr, i int) (end int, bits uint8) {
	// Four words first: most strings are short.
	m := stop(mem.Load64(p, i))
	for range 3 {
		if m != 0 {
			break
		}
		i += 8
		m = stop(mem.Load64(p, i))
	}
	i += mem.FirstByte(m)
	if mem.Load8(p, i) == '"' {
		return i, 0
	}
	return stringLong(p, i)
}

// stringLong is String by the kernels.
func stringLong(p mem.Ptr, i int) (end int, bits uint8) {
	if tier == swar {
		return stringGeneric(p, i)
	}
	for {
		var found uint64
		if tier == avx512 {
			end, found = stringAVX512(p, i)
		} else {
			end, found = stringAVX2(p, i)
		}
		if found&stringFault != 0 {
			end, _ = stringGeneric(p, i)
			return end, bits
		}
		bits |= uint8(found) & (Escaped | NonASCII)
		if found&stringMore != 0 {
			i = boundary(p, i, end)
			continue
		}
		// An escape with digits, and those close behind it.
		for m := uint64(1); m != 0; {
			switch c := mem.Load8(p, end); {
			case c == '"':
				return end, bits
			case c < 0x20:
				return ^end, bits
			case c != '\\': // beyond ASCII
				m = 0
				continue
			}
			bits |= Escaped
			if end = escapes(p, end); end < 0 {
				return end, bits
			}
			if m = stop(mem.Load64(p, end)); m != 0 {
				end += mem.FirstByte(m)
			}
		}
		i = end
	}
}
