package scan

import "example.com/calque/internal/mem"

// The UTF-8 automaton. A state is the position (in bits) of its field in a
// row; the row of a byte holds for each state the state behind that byte. So a
// step is one load, which does not wait for the state, and one shift.
const (
	bad   = 6 * iota // ill-formed, forever
	whole            // between two characters
	need1            // one continuation byte is missing
	need2
	need3
	afterE0 // the next byte decides: too long a form
	afterED // surrogate
	afterF0 // too long a form
	afterF4 // above U+10FFFF
)

// rows is the automaton; 256 words fit the first level cache beside the text.
var rows = makeRows()

func makeRows() (t [256]uint64) {
	edge := func(from, lo, hi, to int) {
		for c := lo; c <= hi; c++ {
			t[c] |= uint64(to) << from
		}
	}
	edge(whole, 0x00, 0x7F, whole)
	edge(whole, 0xC2, 0xDF, need1)
	edge(whole, 0xE0, 0xE0, afterE0)
	edge(whole, 0xE1, 0xEC, need2)
	edge(whole, 0xED, 0xED, afterED)
	edge(whole, 0xEE, 0xEF, need2)
	edge(whole, 0xF0, 0xF0, afterF0)
	edge(whole, 0xF1, 0xF3, need3)
	edge(whole, 0xF4, 0xF4, afterF4)
	edge(need1, 0x80, 0xBF, whole)
	edge(need2, 0x80, 0xBF, need1)
	edge(need3, 0x80, 0xBF, need2)
	edge(afterE0, 0xA0, 0xBF, need1)
	edge(afterED, 0x80, 0x9F, need1)
	edge(afterF0, 0x90, 0xBF, need2)
	edge(afterF4, 0x80, 0x8F, need2)
	return t
}

// step returns the state behind the byte c.
func step(state uint64, c byte) uint64 { return rows[c] >> (state & 63) & 63 }

// step8 returns the state behind the eight bytes of x.
func step8(s, x uint64) uint64 {
	s = rows[byte(x)] >> (s & 63)
	s = rows[byte(x>>8)] >> (s & 63)
	s = rows[byte(x>>16)] >> (s & 63)
	s = rows[byte(x>>24)] >> (s & 63)
	s = rows[byte(x>>32)] >> (s & 63)
	s = rows[byte(x>>40)] >> (s & 63)
	s = rows[byte(x>>48)] >> (s & 63)
	return rows[x>>56] >> (s & 63) & 63
}

// dense steps over characters of three bytes in twos and of two bytes in fours,
// from the start of a character at p+k on, and returns where there are no more
// or less than eight bytes are left before lim. It is several times faster
// than the automaton, on text in one script. With escapeLines in flags it
// stops before three bytes whose lead is that of U+2028.
func dense(p mem.Ptr, k, lim int, flags uint64) int {
	for k+8 <= lim {
		x := mem.Load64(p, k)
		if x&0xC0C0F0C0C0F0 == 0x8080E08080E0 {
			// 0: too long a form, 0x200D: a surrogate
			a, b := x&0x200F, x>>24&0x200F
			if a == 0 || a == 0x200D || b == 0 || b == 0x200D {
				break
			}
			if flags&escapeLines != 0 && (byte(x) == 0xE2 || byte(x>>24) == 0xE2) {
				break
			}
			k += 6
			continue
		}
		const leads = 0x001E001E001E001E // none of these bits: too long a form
		if x&0xC0E0C0E0C0E0C0E0 != 0x80C080C080C080C0 || (x&leads+0x7FFF7FFF7FFF7FFF)&0x8000800080008000 != 0x8000800080008000 {
			break
		}
		k += 8
	}
	return k
}

// boundary returns the start of the character that p+k is in the middle of, or
// k. The bytes at p+low up to p+k are the start of well-formed UTF-8.
func boundary(p mem.Ptr, low, k int) int {
	switch {
	case k > low && mem.Load8(p, k-1) >= 0xC0:
		return k - 1
	case k > low+1 && mem.Load8(p, k-2) >= 0xE0:
		return k - 2
	case k > low+2 && mem.Load8(p, k-3) >= 0xF0:
		return k - 3
	}
	return k
}

// prefix returns where the ill-formed UTF-8 at or after p+k begins, n where
// there is none. It goes byte by byte; k is a boundary of characters.
func prefix(p mem.Ptr, k, n int) int {
	state := uint64(whole)
	for i := k; i < n; i++ {
		if state = step(state, mem.Load8(p, i)); state == bad {
			return k
		}
		if state == whole {
			k = i + 1
		}
	}
	return k
}

// utf8Generic is UTF8 in portable code.
func utf8Generic(p mem.Ptr, n int) int {
	state := uint64(whole)
	k := 0
	for k+8 <= n {
		x := mem.Load64(p, k)
		if x&mem.Hi == 0 && state == whole {
			k += 8
			for k+32 <= n {
				a, b := mem.Load64(p, k), mem.Load64(p, k+8)
				c, d := mem.Load64(p, k+16), mem.Load64(p, k+24)
				if (a|b|c|d)&mem.Hi != 0 {
					break
				}
				k += 32
			}
			continue
		}
		if state == whole && byte(x) >= 0xC0 {
			if j := dense(p, k, n, 0); j > k {
				k = j
				continue
			}
		}
		if state = step8(state, x); state == bad {
			return prefix(p, boundary(p, 0, k), n)
		}
		k += 8
	}
	if k < n && state == whole && tail(p, k, n)&mem.Hi == 0 {
		return n
	}
	return prefix(p, boundary(p, 0, k), n)
}
