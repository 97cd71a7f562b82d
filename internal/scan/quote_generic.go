package scan

import "example.com/calque/internal/mem"

// need is the room that one step of the portable code wants: eight bytes of
// input become 48 at most, and the last store runs two over.
const need = 64

// escaped returns a mask that is zero exactly where no ASCII byte of x has an
// escape. The lowest bit set is in the lane of the first one; lanes above that
// may be wrong.
func (m *Mode) escaped(x uint64) uint64 {
	s := (x - 0x20*mem.Lo) | ((x ^ 0x5c*mem.Lo) - mem.Lo)
	if m.flags&escapeHTML == 0 {
		s |= (x ^ 0x22*mem.Lo) - mem.Lo
	} else { // " and &, < and > differ by one bit
		s |= ((x | 0x04*mem.Lo) ^ 0x26*mem.Lo) - mem.Lo
		s |= ((x | 0x02*mem.Lo) ^ 0x3e*mem.Lo) - mem.Lo
	}
	if m.flags&escapeDel != 0 {
		s |= (x ^ 0x7f*mem.Lo) - mem.Lo
	}
	return s &^ x & mem.Hi
}

// quoteGeneric is Quote in portable code.
func quoteGeneric(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int) {
	room -= need
	k, o := 0, 0
	state := uint64(whole)
	for o <= room && k+8 <= n {
		x := mem.Load64(src, k)
		e := m.escaped(x)
		if state == whole && e|x&mem.Hi == 0 {
			mem.Store64(dst, o, x)
			k += 8
			o += 8
			for k+32 <= n && o <= room {
				a, b := mem.Load64(src, k), mem.Load64(src, k+8)
				c, d := mem.Load64(src, k+16), mem.Load64(src, k+24)
				if (a|b|c|d)&mem.Hi|m.escaped(a)|m.escaped(b)|m.escaped(c)|m.escaped(d) != 0 {
					break
				}
				mem.Store64(dst, o, a)
				mem.Store64(dst, o+8, b)
				mem.Store64(dst, o+16, c)
				mem.Store64(dst, o+24, d)
				k += 32
				o += 32
			}
			continue
		}
		if state != whole || x&mem.Hi != 0 {
			if s := step8(state, x); s == bad || !m.keeps(x) {
				// Character by character, from the start of one.
				j := boundary(src, 0, k)
				o -= k - j
				state = whole
				lim := k + 8
				if k, o = quoteRunes(dst, o, room, src, j, lim, n, m); k < lim {
					return k, o
				}
				continue
			} else {
				state = s
			}
		}
		if e == 0 {
			mem.Store64(dst, o, x)
			o += 8
		} else {
			o = expand(dst, o, x, 8, m)
		}
		k += 8
	}
	if k < n && k+8 > n && o <= room && state == whole {
		r := n - k
		x := tail(src, k, n) | 0x20*mem.Lo<<(8*uint(r)&63)
		if x&mem.Hi == 0 {
			return n, expand(dst, o, x, r, m)
		}
	}
	j := boundary(src, 0, k)
	return quoteRunes(dst, o-(k-j), room, src, j, n, n, m)
}

// keeps reports whether no character beyond ASCII that begins in x has an
// escape for sure; it need not be right where the answer is false.
func (m *Mode) keeps(x uint64) bool {
	if m.flags&escapeWide != 0 {
		return x&mem.Hi == 0
	}
	if m.flags&escapeLines == 0 {
		return true
	}
	y := x ^ 0xE2*mem.Lo
	return (y-mem.Lo)&^y&mem.Hi == 0
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

// quoteRunes goes character by character from src+k until lim is reached. It
// stops before where dst+o is beyond room or where UTF-8 is ill-formed.
func quoteRunes(dst mem.Ptr, o, room int, src mem.Ptr, k, lim, n int, m *Mode) (read, wrote int) {
	for k < lim && o <= room {
		var w uint32
		if k+4 <= n {
			w = mem.Load32(src, k)
		} else {
			w = uint32(tail(src, k, n))
		}
		if w&0x80 == 0 {
			t := m.text[byte(w)]
			mem.Store64(dst, o, t)
			o += int(t >> 56)
			k++
			continue
		}
		r, size := decode(w)
		if size == 0 {
			break
		}
		k += size
		switch {
		case m.flags&escapeWide != 0 && r >= 0x10000:
			mem.Store64(dst, o, unit(0xD800+(r-0x10000)>>10))
			mem.Store64(dst, o+6, unit(0xDC00+(r-0x10000)&0x3FF))
			o += 12
		case m.flags&escapeWide != 0 || m.flags&escapeLines != 0 && r>>1 == 0x2028>>1:
			mem.Store64(dst, o, unit(r))
			o += 6
		default:
			mem.Store32(dst, o, w)
			o += size
		}
	}
	return k, o
}

// decode returns the character beyond ASCII whose bytes are the low ones of w,
// and their number, 0 where they are ill-formed.
func decode(w uint32) (r uint32, size int) {
	switch {
	case w&0xC0C0F0 == 0x8080E0:
		// 0: too long a form, 0x200D: a surrogate
		if t := w & 0x200F; t != 0 && t != 0x200D {
			return w&0x0F<<12 | w>>8&0x3F<<6 | w>>16&0x3F, 3
		}
	case w&0xC0E0 == 0x80C0:
		if w&0x1E != 0 {
			return w&0x1F<<6 | w>>8&0x3F, 2
		}
	case w&0xC0C0C0F8 == 0x808080F0:
		if w&0x3007 != 0 && (w&0x04 == 0 || w&0x3003 == 0) {
			return w&0x07<<18 | w>>8&0x3F<<12 | w>>16&0x3F<<6 | w>>24&0x3F, 4
		}
	}
	return 0, 0
}
