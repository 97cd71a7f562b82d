package scan

import "example.com/calque/internal/mem"

// What String found in a string.
const (
	// Escaped: a backslash; Unescape makes the text of it.
	Escaped uint8 = 1 << iota
	// NonASCII: a character beyond U+007F.
	NonASCII
)

// QuoteRoom is the room behind the bytes written below which Quote may stop
// for more.
const QuoteRoom = 128

// Quote writes the n bytes at src as the content of a JSON string, without the
// quotes around it, to dst. The two must not overlap. It returns how many
// bytes it read and wrote; nothing at or beyond dst+room is touched.
//
// \b \t \n \f \r \" and \\ are written so, other characters that m escapes as
// \u and four lower-case digits, for characters above U+FFFF twice.
//
// read == n: all is written. Otherwise src+read is the start of a character,
// and either room-wrote < QuoteRoom and Quote wants more of it, or the UTF-8
// that begins there is ill-formed.
func Quote(dst mem.Ptr, room int, src mem.Ptr, n int, m *Mode) (read, wrote int) {
	if n > 32 || n > room {
		return quoteLong(dst, room, src, n, m)
	}
	// Words that overlap; whether one is looked at twice does not matter.
	odd := m.flags & (escapeHTML | escapeDel)
	var e uint64
	switch {
	case n > 16:
		a, b := mem.Load64(src, 0), mem.Load64(src, 8)
		c, d := mem.Load64(src, n-16), mem.Load64(src, n-8)
		mem.Store64(dst, 0, a)
		mem.Store64(dst, 8, b)
		mem.Store64(dst, n-16, c)
		mem.Store64(dst, n-8, d)
		e = stop(a) | stop(b) | stop(c) | stop(d)
		if odd != 0 {
			e |= extra(a, odd) | extra(b, odd) | extra(c, odd) | extra(d, odd)
		}
	case n >= 8:
		a, b := mem.Load64(src, 0), mem.Load64(src, n-8)
		mem.Store64(dst, 0, a)
		mem.Store64(dst, n-8, b)
		e = stop(a) | stop(b)
		if odd != 0 {
			e |= extra(a, odd) | extra(b, odd)
		}
	default:
		var x uint64
		switch {
		case n >= 4:
			a, b := mem.Load32(src, 0), mem.Load32(src, n-4)
			mem.Store32(dst, 0, a)
			mem.Store32(dst, n-4, b)
			x = uint64(a) | uint64(b)<<32
		case n > 0:
			a, b, c := mem.Load8(src, 0), mem.Load8(src, n>>1), mem.Load8(src, n-1)
			mem.Store8(dst, 0, a)
			mem.Store8(dst, n>>1, b)
			mem.Store8(dst, n-1, c)
			x = uint64(a) | uint64(b)<<8 | uint64(c)<<16 | 0x2020202020<<24
		default:
			return 0, 0
		}
		e = stop(x)
		if odd != 0 {
			e |= extra(x, odd)
		}
	}
	if e == 0 {
		return n, n
	}
	return quoteLong(dst, room, src, n, m)
}

// String finds the end of the string whose first content byte is at p+i and
// checks it: control characters, escapes (half a surrogate pair is none) and
// UTF-8. It returns the index of the closing quote and what the string holds.
// The scan may go on from any start of a character inside of a string.
//
// end < 0: ^end is the offset of the byte at fault: a control character, the
// byte that no escape or digit can be, the backslash of half a pair, or the
// first byte of ill-formed UTF-8. Where more text could still have made the
// string well-formed, it is the offset of the zero byte where the text ends.
func String(p mem.Ptr, i int) (end int, bits uint8) { return findString(p, i) }

// UTF8 returns the length of the longest prefix of the n bytes at p that is
// well-formed UTF-8.
func UTF8(p mem.Ptr, n int) int { return validUTF8(p, n) }
