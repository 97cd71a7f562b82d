package json

import (
	"unicode/utf8"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
)

// hard makes the node of the string whose content begins at i and that is not
// plain: scan.String found its end at e with escapes or characters beyond ASCII
// in it, or stopped at the byte ^e. It returns the offset behind the string,
// negative where that is at fault. The text may have moved: see p.text.
func (p *parser) hard(i, e int, found uint8) (node.Node, int) {
	if e < 0 {
		if p.set.UTF8 == option.UTF8Strict {
			return node.Node{}, e
		}
		return p.mended(i)
	}
	if found&scan.Escaped == 0 {
		return node.Make(node.String, 0, e-i, uint64(i)), e + 1
	}
	at := i
	if p.spans { // Raw needs the text as it was
		at = p.reserve(e - i)
	}
	size := scan.Unescape(mem.At(p.text, at), mem.At(p.text, i), e-i)
	if at != i {
		p.slab.Text = p.slab.Text[:at+size]
	}
	return node.Make(node.String, 0, size, uint64(at)), e + 1
}

// reserve returns the offset behind the text at which n bytes, and padding,
// have room. The text keeps its length.
func (p *parser) reserve(n int) int {
	text := p.slab.Text
	if need := len(text) + n + mem.Pad; cap(text) < need {
		grown := mem.Uncleared[byte](max(need, 2*cap(text)))
		p.slab.Text = grown[:copy(grown, text)]
		p.text = mem.Of(p.slab.Text)
	}
	return len(text)
}

// mended makes the node of a string that is not well-formed UTF-8, or has half
// a pair of surrogates: those are replaced or dropped. The result is put behind
// the text, as it can be longer than what it stands for.
func (p *parser) mended(i int) (node.Node, int) {
	text := p.slab.Text[:p.n]
	mark := ""
	if p.set.UTF8 == option.UTF8Replace {
		mark = "\ufffd"
	}
	var out []byte
	for i < len(text) {
		c := text[i]
		switch {
		case c == '"':
			at := p.reserve(len(out))
			p.slab.Text = append(p.slab.Text, out...)
			return node.Make(node.String, 0, len(out), uint64(at)), i + 1
		case c < 0x20:
			return node.Node{}, -1
		case c == '\\':
			r, size := unescape(text[i:])
			if size == 0 {
				return node.Node{}, -1
			}
			i += size
			if r < 0 {
				out = append(out, mark...)
			} else {
				out = utf8.AppendRune(out, r)
			}
		case c < utf8.RuneSelf:
			out = append(out, c)
			i++
		default:
			r, size := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && size == 1 {
				out = append(out, mark...)
				size, _ = subpart(mem.View(text[i:]))
				i += size
				continue
			}
			out = append(out, text[i:i+size]...)
			i += size
		}
	}
	return node.Node{}, -1
}

// unescape returns the character of the escape at the start of s and the
// escape's length: a negative character for half a pair of surrogates, length 0
// where it is no escape.
func unescape(s []byte) (r rune, size int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return rune(s[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	}
	high, ok := unescapeHex(s)
	switch {
	case !ok:
		return 0, 0
	case high < 0xD800 || high > 0xDFFF:
		return high, 6
	case high > 0xDBFF:
		return -1, 6
	}
	low, ok := unescapeHex(s[6:])
	if !ok || low < 0xDC00 || low > 0xDFFF {
		return -1, 6
	}
	return (high-0xD800)<<10 + low - 0xDC00 + 0x10000, 12
}

// unescapeHex returns the value of the \u and four digits that s begins with.
func unescapeHex(s []byte) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for _, c := range s[2:6] {
		d := hexDigit(c)
		if d < 0 {
			return 0, false
		}
		r = r<<4 | d
	}
	return r, true
}

// hexDigit returns the value of a hexadecimal digit, -1 for other bytes.
func hexDigit(c byte) rune {
	switch {
	case c-'0' <= 9:
		return rune(c - '0')
	case c|0x20-'a' <= 5:
		return rune(c|0x20-'a') + 10
	}
	return -1
}
