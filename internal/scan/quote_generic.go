package scan

import "example.com/calque/internal/mem"

// need is the room that one step of the portable code wants: eight bytes of
// input become 48 at most, and the last store runs two over.
const need = 64

// extra returns a mask that is zero where x is ASCII without an escape that
// only some policies have, and not zero where it is ASCII with one. Flags are
// those of the policy.
func extra(x, flags uint64) (s uint64) {
	if flags&escapeHTML != 0 { // " and &, < and > differ by one bit
		s = (((x | 0x04*mem.Lo) ^ 0x26*mem.Lo) - mem.Lo) | (((x | 0x02*mem.Lo) ^ 0x3e*mem.Lo) - mem.Lo)
	}
	if flags&escapeDel != 0 {
		s |= (x ^ 0x7f*mem.Lo) - mem.Lo
	}
	return s & mem.Hi
}

// quoteGeneric is Quote in portable code.
func quoteGeneric(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int) {
	room -= need
	odd := m.flags & (escapeHTML | escapeDel)
	k, o := 0, 0
	state := uint64(whole)
	clean := 3 // words in a row that were copied
	for o <= room && k+8 <= n {
		x := mem.Load64(src, k)
		e := stop(x)
		if odd != 0 {
			e |= extra(x, odd)
		}
		if e == 0 && state == whole {
			mem.Store64(dst, o, x)
			k += 8
			o += 8
			if clean++; clean >= 4 && min(n-k, room-o) >= 32 {
				l := plainWords(mem.At(dst, o), mem.At(src, k), min(n-k, room-o), odd)
				k += l
				o += l
				clean = 0
			}
			continue
		}
		clean = 0
		if state != whole || x&mem.Hi != 0 {
			if !m.keeps(x) {
				k, o = back(src, k, o)
				state = whole
				lim := min(k+32, n)
				if k, o = quoteRunes(dst, o, room, src, k, lim, n, m); k < lim {
					return k, o
				}
				continue
			}
			if state == whole && byte(x) >= 0xC0 {
				if l := dense(src, k, min(n, k+room-o), m.flags) - k; l > 0 {
					copy(mem.Slice(dst, o, l), mem.Slice(src, k, l))
					k += l
					o += l
					continue
				}
			}
			if state = step8(state, x); state == bad {
				break
			}
			if special(x)|extra(x, odd)&^x == 0 {
				mem.Store64(dst, o, x)
				k += 8
				o += 8
				continue
			}
		}
		o = expand8(dst, o, x, m)
		k += 8
	}
	r := n - k
	if r > 0 && r < 8 && o <= room && state == whole {
		x := tail(src, k, n) | 0x20*mem.Lo<<(8*uint(r)&63)
		if x&mem.Hi == 0 {
			return n, expand(dst, o, x, r, m)
		}
	}
	k, o = back(src, k, o)
	return quoteRunes(dst, o, room, src, k, n, n, m)
}

// back returns k and o where src+k is the start of a character, and both less
// by the bytes that it lies behind the start where not.
func back(src mem.Ptr, k, o int) (read, wrote int) {
	j := boundary(src, 0, k)
	return j, o - (k - j)
}

// plainWords copies from src to dst, at most n bytes, while all is ASCII and
// nothing has an escape, and returns how many. odd are the flags for extra.
func plainWords(dst, src mem.Ptr, n int, odd uint64) (k int) {
	for ; k+32 <= n; k += 32 {
		a, b := mem.Load64(src, k), mem.Load64(src, k+8)
		c, d := mem.Load64(src, k+16), mem.Load64(src, k+24)
		if stop(a)|stop(b)|stop(c)|stop(d) != 0 {
			break
		}
		if odd != 0 && extra(a, odd)|extra(b, odd)|extra(c, odd)|extra(d, odd) != 0 {
			break
		}
		mem.Store64(dst, k, a)
		mem.Store64(dst, k+8, b)
		mem.Store64(dst, k+16, c)
		mem.Store64(dst, k+24, d)
	}
	return k
}

// keeps reports whether no character beyond ASCII that begins in x has an
// escape for sure; it need not be right where the answer is false.
func (m *Mode) keeps(x uint64) bool {
	if m.flags&(escapeWide|escapeLines) == 0 {
		return true
	}
	y := x ^ 0xE2*mem.Lo // the lead of U+2028
	return m.flags&escapeWide == 0 && (y-mem.Lo)&^y&mem.Hi == 0
}

// expand8 is expand of eight bytes. Nothing in it waits for a comparison.
func expand8(dst mem.Ptr, o int, x uint64, m *Mode) int {
	t := m.text[byte(x)]
	mem.Store64(dst, o, t)
	o += int(t >> 56)
	t = m.text[byte(x>>8)]
	mem.Store64(dst, o, t)
	o += int(t >> 56)
	t = m.text[byte(x>>16)]
	mem.Store64(dst, o, t)
	o += int(t >> 56)
	t = m.text[byte(x>>24)]
	mem.Store64(dst, o, t)
	o += int(t >> 56)
	t = m.text[byte(x>>32)]
	mem.Store64(dst, o, t)
	o += int(t >> 56)
	t = m.text[byte(x>>40)]
	mem.Store64(dst, o, t)
	o += int(t >> 56)
	t = m.text[byte(x>>48)]
	mem.Store64(dst, o, t)
	o += int(t >> 56)
	t = m.text[x>>56]
	mem.Store64(dst, o, t)
	return o + int(t>>56)
}

// expand writes the low count bytes of x with their escapes at dst+o and
// returns the index behind them. Up to seven bytes more are touched.
func expand(dst mem.Ptr, o int, x uint64, count int, m *Mode) int {
	for range count {
		t := m.text[byte(x)]
		mem.Store64(dst, o, t)
		o += int(t >> 56)
		x >>= 8
	}
	return o
}

// quoteRunes goes character by character from src+k until lim is reached or
// passed. It stops before where dst+o is beyond room or where UTF-8 is
// ill-formed.
func quoteRunes(dst mem.Ptr, o, room int, src mem.Ptr, k, lim, n int, m *Mode) (read, wrote int) {
	all, lines := m.flags&escapeWide != 0, m.flags&escapeLines != 0
	odd := m.flags & (escapeHTML | escapeDel)
	for k < lim && o <= room {
		var w uint32
		if k+4 <= n {
			w = mem.Load32(src, k)
		} else {
			w = uint32(tail(src, k, n))
		}
		var r uint32
		size := 2
		switch {
		case w&0xC0C0F0 == 0x8080E0:
			// 0: too long a form, 0x200D: a surrogate
			if t := w & 0x200F; t == 0 || t == 0x200D {
				return k, o
			}
			r, size = w&0x0F<<12|w>>8&0x3F<<6|w>>16&0x3F, 3
		case w&0x80 == 0:
			if k+8 <= n {
				x := mem.Load64(src, k)
				if t := mem.FirstByte(stop(x) | extra(x, odd)); t > 0 {
					mem.Store64(dst, o, x)
					k += t
					o += t
					continue
				}
			}
			t := m.text[byte(w)]
			mem.Store64(dst, o, t)
			o += int(t >> 56)
			k++
			continue
		case w&0xC0E0 == 0x80C0 && w&0x1E != 0:
			r = w&0x1F<<6 | w>>8&0x3F
		case w&0xC0C0C0F8 == 0x808080F0 && w&0x3007 != 0 && (w&0x04 == 0 || w&0x3003 == 0):
			k += 4
			if !all {
				mem.Store32(dst, o, w)
				o += 4
				continue
			}
			r = w&0x07<<18 | w>>8&0x3F<<12 | w>>16&0x3F<<6 | w>>24&0x3F
			mem.Store64(dst, o, unit(0xD800+(r-0x10000)>>10))
			mem.Store64(dst, o+6, unit(0xDC00+(r-0x10000)&0x3FF))
			o += 12
			continue
		default:
			return k, o
		}
		k += size
		if all || lines && r>>1 == 0x2028>>1 {
			mem.Store64(dst, o, unit(r))
			o += 6
		} else {
			mem.Store32(dst, o, w)
			o += size
		}
	}
	return k, o
}
