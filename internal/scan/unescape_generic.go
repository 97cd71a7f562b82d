package scan

import (
	"bytes"

	"example.com/calque/internal/mem"
)

// decodeGeneric is Decode in portable code, from src+k on, of which o bytes
// came. Without strict it is Unescape.
func decodeGeneric(dst, src mem.Ptr, k, o, n int, strict bool) int {
	for {
		if k, o = plain(dst, src, k, o, n); k >= n {
			return o
		}
		for k < n && mem.Load8(src, k) == '\\' {
			if k, o = decodeOne(dst, src, k, o, n, strict); k < 0 {
				return k
			}
		}
	}
}

// letters has the character that each one-letter escape stands for.
var letters = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// decodeOne writes what the escape at src+k stands for to dst+o and returns
// both positions behind it, ^offset of the byte at fault for the first.
func decodeOne(dst, src mem.Ptr, k, o, n int, strict bool) (read, wrote int) {
	c := mem.Load8(src, k+1)
	if d := letters[c]; d != 0 {
		mem.Store8(dst, o, d)
		return k + 2, o + 1
	}
	r := hex4(mem.Load32(src, k+2))
	if c != 'u' || r >= noHex {
		return escape(src, k), 0
	}
	if r>>11 != 0xD800>>11 {
		return k + 6, putRune(dst, o, r)
	}
	if r < 0xDC00 && k+12 <= n && mem.Load16(src, k+6) == '\\'|'u'<<8 {
		if low := hex4(mem.Load32(src, k+8)); low>>10 == 0xDC00>>10 {
			return k + 12, putRune(dst, o, (r-0xD800)<<10+(low-0xDC00)+0x10000)
		}
	}
	if strict {
		return escape(src, k), 0
	}
	return k + 6, putRune(dst, o, 0xFFFD)
}

// plain copies from src+k to dst+o up to the next backslash and returns both
// positions behind it. Where the two overlap, dst+o lies before src+k.
func plain(dst, src mem.Ptr, k, o, n int) (read, wrote int) {
	for long := k + 32; k+8 <= n; {
		x := mem.Load64(src, k)
		y := x ^ 0x5c*mem.Lo
		m := (y - mem.Lo) &^ y & mem.Hi
		if m == 0 {
			mem.Store64(dst, o, x)
			k += 8
			o += 8
			if k < long {
				continue
			}
			rest := mem.Slice(src, k, n-k)
			t := bytes.IndexByte(rest, '\\')
			if t < 0 {
				t = n - k
			}
			copy(mem.Slice(dst, o, t), rest[:t])
			return k + t, o + t
		}
		// The bytes behind the run may be text that is not read yet.
		t := mem.FirstByte(m)
		mask := uint64(1)<<(8*uint(t)&63) - 1
		mem.Store64(dst, o, x&mask|mem.Load64(dst, o)&^mask)
		return k + t, o + t
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
