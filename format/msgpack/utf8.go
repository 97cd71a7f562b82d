package msgpack

import (
	"example.com/calque/internal/mem"
	"example.com/calque/internal/scan"
)

// appendValid appends text to dst with each maximal subpart of ill-formed UTF-8
// replaced by U+FFFD, or dropped.
func appendValid(dst, text []byte, drop bool) []byte {
	for len(text) > 0 {
		n := scan.UTF8(mem.Of(text), len(text))
		dst = append(dst, text[:n]...)
		if text = text[n:]; len(text) == 0 {
			break
		}
		if !drop {
			dst = append(dst, "\uFFFD"...)
		}
		text = text[subpart(text):]
	}
	return dst
}

// subpart returns the length of the maximal subpart of ill-formed UTF-8 that
// text begins with (Unicode, chapter 3.9): the bytes up to the first one that
// cannot go on a character.
func subpart(text []byte) int {
	lo, hi := byte(0x80), byte(0xbf) // of the second byte
	need := 0
	switch c := text[0]; {
	case c >= 0xc2 && c <= 0xdf:
		need = 1
	case c == 0xe0:
		need, lo = 2, 0xa0
	case c == 0xed:
		need, hi = 2, 0x9f
	case c >= 0xe1 && c <= 0xef:
		need = 2
	case c == 0xf0:
		need, lo = 3, 0x90
	case c == 0xf4:
		need, hi = 3, 0x8f
	case c >= 0xf1 && c <= 0xf3:
		need = 3
	}
	n := 1
	for ; n <= need && n < len(text); n++ {
		if text[n] < lo || text[n] > hi {
			break
		}
		lo, hi = 0x80, 0xbf
	}
	return n
}
