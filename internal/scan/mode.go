package scan

import "sync/atomic"

// Mode is a compiled escaping policy: the kernels of all tiers read it, none
// of them has code for one policy.
type Mode struct {
	// text holds for each byte what is written for it: the text in the low
	// six lanes, its length in the top one. Bytes beyond ASCII stand for
	// themselves.
	text [256]uint64
	// class is 0 for bytes that are copied, the letter for those with a
	// two-byte escape, 0x80 for those with a longer form.
	class [128]byte
	// nibbles has 16 entries by low and 16 by high half of a byte; the two
	// have a bit in common exactly where the byte has an escape.
	nibbles [32]byte
	flags   uint64
}

// Bits of Mode.flags; the assembly knows them by number.
const (
	escapeLines = 1 << iota // U+2028 and U+2029
	escapeWide              // every character beyond ASCII
	escapeHTML              // < > &
	escapeDel               // 0x7F
)

var modes [8]atomic.Pointer[Mode]

// NewMode returns the policy that escapes what JSON wants escaped, and for
// html also < > and &, for js also U+2028 and U+2029, for ascii also every
// character from U+007F on. Equal arguments give the same Mode.
func NewMode(html, js, ascii bool) *Mode {
	k := 0
	for bit, on := range [3]bool{html, js, ascii} {
		if on {
			k |= 1 << bit
		}
	}
	if m := modes[k].Load(); m != nil {
		return m
	}
	modes[k].CompareAndSwap(nil, compile(html, js, ascii))
	return modes[k].Load()
}

func compile(html, js, ascii bool) *Mode {
	m := new(Mode)
	if js {
		m.flags |= escapeLines
	}
	if ascii {
		m.flags |= escapeWide | escapeDel
	}
	if html {
		m.flags |= escapeHTML
	}
	for i := range 256 {
		c := byte(i)
		wanted := c < 0x20 || c == '"' || c == '\\' || ascii && c == 0x7F ||
			html && (c == '<' || c == '>' || c == '&')
		if !wanted {
			m.text[c] = uint64(c) | 1<<56
			continue
		}
		m.nibbles[c&15] |= 1 << (c >> 4)
		m.nibbles[16+c>>4] |= 1 << (c >> 4)
		if letter := letterOf(c); letter != 0 {
			m.text[c] = '\\' | uint64(letter)<<8 | 2<<56
			m.class[c] = letter
			continue
		}
		m.text[c] = unit(uint32(c)) | 6<<56
		m.class[c] = 0x80
	}
	return m
}

// letterOf returns the letter of the two-byte escape of c, 0 if it has none.
func letterOf(c byte) byte {
	switch c {
	case '"', '\\':
		return c
	case '\b':
		return 'b'
	case '\t':
		return 't'
	case '\n':
		return 'n'
	case '\f':
		return 'f'
	case '\r':
		return 'r'
	}
	return 0
}

const hexDigits = "0123456789abcdef"

// hexPair has the two digits of each byte.
var hexPair = func() (t [256]uint16) {
	for i := range t {
		t[i] = uint16(hexDigits[i>>4]) | uint16(hexDigits[i&15])<<8
	}
	return t
}()

// unit returns the \u form of the 16-bit code r in the low six lanes.
func unit(r uint32) uint64 {
	return '\\' | 'u'<<8 | uint64(hexPair[r>>8&255])<<16 | uint64(hexPair[r&255])<<32
}
