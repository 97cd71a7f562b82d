package scan

import (
	"bytes"

	"example.com/calque/internal/mem"
)

// decodeGeneric is Decode in portable code, from src+k on, of which o bytes
// came. Without strict it is Unescape.
func decodeGeneric(dst, src mem.Ptr, k, o, n int, strict bool) int {
	for k < n {
		if mem.Load8(src, k) != '\\' {
			if k, o = plain(dst, src, k, o, n); k == n {
				break
			}
		}
		k, o = decodeRun(dst, src, k, o, n, false)
		if k < n && mem.Load8(src, k) == '\\' {
			if k, o = decodeOne(dst, src, k, o, n, strict); k < 0 {
				return k
			}
		}
	}
	return o
}

// decodeRun decodes while escapes come close together and returns both
// positions behind them. It stops behind three words without an escape, near
// the end, before an escape that decodeOne should look at, and, if vectors,
// before many with digits.
func decodeRun(dst, src mem.Ptr, k, o, n int, vectors bool) (read, wrote int) {
	gap := 0
	for k+8 <= n {
		x := mem.Load64(src, k)
		if byte(x) != '\\' {
			m := backslash(x)
			if m == 0 {
				mem.Store64(dst, o, x)
				k += 8
				o += 8
				if gap++; gap == 3 {
					break
				}
				continue
			}
			t := mem.FirstByte(m)
			merge(dst, o, x, t)
			k += t
			o += t
			continue
		}
		gap = 0
		c := byte(x >> 8)
		if c != 'u' {
			d := letters[c]
			if d == 0 {
				break
			}
			mem.Store8(dst, o, d)
			k += 2
			o++
			continue
		}
		if vectors && many(src, k, n) {
			break
		}
		switch r := hex4(uint32(x >> 16)); {
		case r < 0x80:
			mem.Store8(dst, o, byte(r))
			o++
		case r < 0x800:
			mem.Store16(dst, o, uint16(0x80C0|r>>6|r&0x3F<<8))
			o += 2
		case r>>11 != 0xD800>>11 && r < noHex:
			mem.Store32(dst, o, 0x8080E0|r>>12|r>>6&0x3F<<8|r&0x3F<<16) // one byte more, which has been read
			o += 3
		default:
			return k, o
		}
		k += 6
	}
	return k, o
}

// many reports whether eight escapes with digits may begin at src+k, the first
// of which is no surrogate.
func many(src mem.Ptr, k, n int) bool {
	return k+48 <= n && mem.Load16(src, k) == '\\'|'u'<<8 && mem.Load16(src, k+42) == '\\'|'u'<<8 &&
		mem.Load8(src, k+2)|0x20 != 'd'
}

// backslash returns a mask whose lowest bit set is in the lane of the first
// backslash of x, zero where there is none.
func backslash(x uint64) uint64 {
	y := x ^ 0x5c*mem.Lo
	return (y - mem.Lo) &^ y & mem.Hi
}

// merge stores the low count lanes of x, at most seven, at dst+o. The bytes
// behind them, which may be text that is not read yet, stay.
func merge(dst mem.Ptr, o int, x uint64, count int) {
	mask := uint64(1)<<(8*uint(count)&63) - 1
	mem.Store64(dst, o, x&mask|mem.Load64(dst, o)&^mask)
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
		m := backslash(x)
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
		t := mem.FirstByte(m)
		merge(dst, o, x, t)
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
