package scan

import "example.com/calque/internal/mem"

// Unescape decodes the n bytes of a string's content at src, which String has
// checked, into dst and returns the length written, at most n. dst may be src.
// Nothing beyond dst+n is written. Half of a surrogate pair, which String
// refuses, becomes U+FFFD.
func Unescape(dst, src mem.Ptr, n int) int {
	k, o := 0, 0
	for k < n {
		if c := mem.Load8(src, k); c != '\\' {
			k, o = plain(dst, src, k, o, n)
			continue
		}
		c := mem.Load8(src, k+1)
		if c != 'u' {
			mem.Store8(dst, o, letters[c])
			k += 2
			o++
			continue
		}
		r := hex4(mem.Load32(src, k+2))
		k += 6
		if r>>11 == 0xD800>>11 {
			high := r
			r = 0xFFFD
			if high < 0xDC00 && k+6 <= n && mem.Load16(src, k) == '\\'|'u'<<8 {
				if low := hex4(mem.Load32(src, k+2)); low>>10 == 0xDC00>>10 {
					r = (high-0xD800)<<10 + (low - 0xDC00) + 0x10000
					k += 6
				}
			}
		}
		o = putRune(dst, o, r)
	}
	return o
}

// Decode is Unescape for a string whose escapes nobody has checked: the n bytes
// at src lie between quotes of an Index. It returns ^offset (from src) of the
// byte at fault, as String does, where an escape is none; dst may be half
// written then.
func Decode(dst, src mem.Ptr, n int) int {
	for k := 0; k < n; {
		x := mem.Load8(src, k)
		if x != '\\' {
			k++
			continue
		}
		if k = escape(src, k); k < 0 {
			return k
		}
	}
	return Unescape(dst, src, n)
}

// letters has the character that each one-letter escape stands for.
var letters = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// plain copies from src+k to dst+o up to the next backslash and returns both
// positions behind it. Where the two overlap, dst+o lies before src+k.
func plain(dst, src mem.Ptr, k, o, n int) (read, wrote int) {
	for k+8 <= n {
		x := mem.Load64(src, k)
		y := x ^ 0x5c*mem.Lo
		m := (y - mem.Lo) &^ y & mem.Hi
		if m == 0 {
			mem.Store64(dst, o, x)
			k += 8
			o += 8
			continue
		}
		// A whole word could run over bytes that are not read yet.
		t := mem.FirstByte(m)
		for range t {
			mem.Store8(dst, o, byte(x))
			x >>= 8
			o++
		}
		return k + t, o
	}
	for k < n {
		c := mem.Load8(src, k)
		if c == '\\' {
			break
		}
		mem.Store8(dst, o, c)
		k++
		o++
	}
	return k, o
}

// putRune writes the UTF-8 form of r at dst+o and returns the index behind it.
func putRune(dst mem.Ptr, o int, r uint32) int {
	switch {
	case r < 0x80:
		mem.Store8(dst, o, byte(r))
		return o + 1
	case r < 0x800:
		mem.Store16(dst, o, uint16(0x80C0|r>>6|r&0x3F<<8))
		return o + 2
	case r < 0x10000:
		mem.Store16(dst, o, uint16(0x80E0|r>>12|r>>6&0x3F<<8))
		mem.Store8(dst, o+2, byte(0x80|r&0x3F))
		return o + 3
	default:
		mem.Store32(dst, o, 0x808080F0|r>>18|r>>12&0x3F<<8|r>>6&0x3F<<16|r&0x3F<<24)
		return o + 4
	}
}
