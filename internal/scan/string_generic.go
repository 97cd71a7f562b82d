package scan

import (
	"math"

	"example.com/calque/internal/mem"
)

// stringGeneric is String in portable code.
func stringGeneric(p mem.Ptr, i int) (end int, bits uint8) {
	end, bits, _ = stringUntil(p, i, math.MaxInt)
	return end, bits
}

// stringUntil is String that stops with more at the start of a character from
// limit on.
func stringUntil(p mem.Ptr, i, limit int) (end int, bits uint8, more bool) {
	for i < limit {
		m := stop(mem.Load64(p, i))
		if m == 0 {
			i += 8
			continue
		}
		i += mem.FirstByte(m)
		switch c := mem.Load8(p, i); {
		case c == '"':
			return i, bits, false
		case c == '\\':
			bits |= Escaped
			i = escapes(p, i)
		case c < 0x20:
			return ^i, bits, false
		default:
			bits |= NonASCII
			i = beyond(p, i)
		}
		if i < 0 {
			return i, bits, false
		}
	}
	return i, bits, true
}

// beyond steps over text that is not only ASCII: from the start of a character
// at p+i to a later boundary of characters that no special byte lies before.
// It returns ^offset of the byte at fault.
func beyond(p mem.Ptr, i int) int {
	state := uint64(whole)
	k := dense(p, i, math.MaxInt, 0)
	for {
		x := mem.Load64(p, k)
		if m := special(x); m != 0 {
			t := mem.FirstByte(m)
			for range t {
				state = step(state, byte(x))
				x >>= 8
			}
			if state != whole {
				return ^broken(p, boundary(p, i, k))
			}
			return k + t
		}
		if x&mem.Hi == 0 && state == whole {
			return k
		}
		if state == whole && byte(x) >= 0xC0 {
			if j := dense(p, k, math.MaxInt, 0); j > k {
				k = j
				continue
			}
		}
		if state = step8(state, x); state == bad {
			return ^broken(p, boundary(p, i, k))
		}
		k += 8
	}
}

// broken returns the offset of the byte at fault of a text that goes wrong at
// or after the character at p+i: the start of the ill-formed sequence, but the
// zero where that comes in the middle of a sequence that could have gone on.
func broken(p mem.Ptr, i int) int {
	state := uint64(whole)
	for k := i; ; k++ {
		c := mem.Load8(p, k)
		if state = step(state, c); state == bad {
			if c == 0 {
				return k
			}
			return i
		}
		if state == whole {
			i = k + 1
		}
	}
}

// hexValue has the value of each hexadecimal digit, times 4096, 256, 16 and 1,
// and the bit noHex for other bytes.
var hexValue = func() (t [4][256]uint32) {
	for place := range t {
		for i := range t[place] {
			t[place][i] = noHex
		}
		shift := 12 - 4*place
		for i := range uint32(10) {
			t[place]['0'+i] = i << shift
		}
		for i := range uint32(6) {
			t[place]['a'+i], t[place]['A'+i] = (10+i)<<shift, (10+i)<<shift
		}
	}
	return t
}()

const noHex = 1 << 16

// hex4 returns the value of the four hexadecimal digits in w, noHex or more
// where one is none.
func hex4(w uint32) uint32 {
	return hexValue[0][w&0xFF] | hexValue[1][w>>8&0xFF] | hexValue[2][w>>16&0xFF] | hexValue[3][w>>24]
}

// escapes steps over the escapes in a row from p+i on. It returns ^offset of
// the byte at fault.
func escapes(p mem.Ptr, i int) int {
	for {
		x := mem.Load64(p, i)
		if byte(x) != '\\' {
			return i
		}
		c := byte(x >> 8)
		if letters[c] != 0 {
			i += 2
			continue
		}
		if r := hex4(uint32(x >> 16)); c == 'u' && r>>11 != 0xD800>>11 && r < noHex {
			i += 6
			continue
		}
		if i = escape(p, i); i < 0 {
			return i
		}
	}
}

// escape steps over the escape whose backslash is at p+i, for a pair of
// surrogates over both. It returns ^offset of the byte at fault.
func escape(p mem.Ptr, i int) int {
	switch mem.Load8(p, i+1) {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		r := hex4(mem.Load32(p, i+2))
		if r>>11 != 0xD800>>11 && r < noHex {
			return i + 6
		}
		return surrogates(p, i)
	}
	return ^(i + 1)
}

// surrogates is escape for a \u that is no character alone.
func surrogates(p mem.Ptr, i int) int {
	if j := digits(p, i+2); j < 0 {
		return j
	}
	if hex4(mem.Load32(p, i+2))>>10 != 0xD800>>10 {
		return ^i // a low one without a high one
	}
	for k, c := range [2]byte{'\\', 'u'} {
		if d := mem.Load8(p, i+6+k); d == 0 {
			return ^(i + 6 + k)
		} else if d != c {
			return ^i
		}
	}
	if j := digits(p, i+8); j < 0 {
		return j
	}
	if hex4(mem.Load32(p, i+8))>>10 != 0xDC00>>10 {
		return ^i
	}
	return i + 12
}

// digits returns the offset behind the four hexadecimal digits at p+i, or
// ^offset of the first byte that is none.
func digits(p mem.Ptr, i int) int {
	for k := range 4 {
		if hexValue[0][mem.Load8(p, i+k)] == noHex {
			return ^(i + k)
		}
	}
	return i + 4
}
