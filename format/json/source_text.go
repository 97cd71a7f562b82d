package json

import (
	"bytes"
	"unicode/utf8"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/num"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/wire"
)

// hardString reads the string whose quote is at s.i and that is not plain:
// scan.String found its end at e, with escapes, or stopped at the byte ^e.
func (s *source) hardString(t *wire.Token, e int, found uint8) error {
	return s.text(t, false, true, e, found)
}

// hardKey is hardString for a key.
func (s *source) hardKey(t *wire.Token, e int, found uint8) error {
	return s.text(t, true, true, e, found)
}

// text reads a string, or the next piece of one. It begins at s.i, with its
// quote where it is opened.
func (s *source) text(t *wire.Token, key, opened bool, e int, found uint8) error {
	*t = wire.Token{Kind: wire.String, Key: key}
	quote := 0
	if opened {
		quote = 1
	}
	known := s.i + quote // up to here it is well-formed
	for e < 0 {
		if ^e != s.n || s.ended {
			if s.set.UTF8 != option.UTF8Strict {
				return s.mend(t, opened)
			}
			if !s.stuck(stringState(key), s.i+quote) {
				return s.lastFault()
			}
			known = s.i + quote
		} else {
			known = wholeUpTo(s.buf, known, s.n)
			before := s.base
			if !s.more() && !s.ended {
				return s.cut(t, opened, known)
			}
			known -= int(s.base - before)
		}
		e, _ = scan.String(s.p, known)
		found = scan.Escaped // not known
	}
	i := s.i + quote
	t.Text = s.buf[i:e]
	if found&scan.Escaped != 0 {
		t.Text = s.decoded(i, e)
	}
	return s.closeText(t, opened, e+1)
}

// stringState returns the state inside of a string.
func stringState(key bool) state {
	if key {
		return inName
	}
	return inString
}

// decoded returns the content of a string without its escapes.
func (s *source) decoded(i, e int) []byte {
	if bytes.IndexByte(s.buf[i:e], '\\') < 0 {
		return s.buf[i:e]
	}
	out := s.room(e - i)
	return out[:scan.Unescape(mem.Of(out), mem.At(s.p, i), e-i)]
}

// room returns memory of n bytes and padding, the same at each call.
func (s *source) room(n int) []byte {
	if len(s.scratch) < n+mem.Pad {
		s.scratch = make([]byte, min(2*n, max(windowSize, n))+mem.Pad)
	}
	return s.scratch
}

// cut makes t the piece of a string that goes on behind what the window holds of
// it, from a whole character on.
func (s *source) cut(t *wire.Token, opened bool, at int) error {
	i := s.i
	if opened {
		i++
	}
	t.Text = s.decoded(i, at)
	return s.cutText(t, opened, at)
}

// cutText is called with each piece of a string but the last, which ends in
// front of an index.
func (s *source) cutText(t *wire.Token, opened bool, end int) error {
	t.More = true
	if opened {
		s.piece = wire.Token{Kind: t.Kind, Key: t.Key}
		s.mode |= modePiece
		switch {
		case t.Key:
			s.keyPos = s.base + int64(s.i)
			s.gauge = gauge{}
			s.member(nil)
		case !s.object:
			s.count++
		}
	}
	if t.Key {
		s.gauge.add(t.Text)
		s.addKey(t.Text, true)
	}
	s.i = end
	return nil
}

// closeText is called with a string, or its last piece, which ends in front of
// an index.
func (s *source) closeText(t *wire.Token, opened bool, end int) error {
	from := s.i
	s.i = end
	s.mode &^= modePiece
	if !t.Key {
		if !opened && !s.object {
			s.count-- // which scalar counts
		}
		return s.scalar(t, from)
	}
	s.want = wantColon
	if opened {
		s.member(t.Text)
		if s.check && s.names.add(fingerprintOf(memOf(t.Text), 0, len(t.Text))) {
			return s.repeated(t, s.base+int64(from))
		}
		return nil
	}
	s.gauge.add(t.Text)
	s.addKey(t.Text, true)
	if s.check && s.names.add(s.gauge.sum()) {
		return s.repeated(t, s.keyPos)
	}
	return nil
}

// zeros stands for the memory of an empty text.
var zeros [mem.Pad]byte

// memOf returns the address of a text of the window or of scratch, behind which
// there is padding.
func memOf(text []byte) mem.Ptr {
	if len(text) == 0 {
		return mem.Of(zeros[:])
	}
	return mem.Of(text)
}

// goOn reads the next piece of what is being read in pieces.
func (s *source) goOn(t *wire.Token) error {
	if s.piece.Kind == wire.Number {
		return s.goOnNumber(t)
	}
	e, found := scan.String(s.p, s.i)
	return s.text(t, s.piece.Key, false, e, found)
}

// wholeUpTo returns the last index up to end at which the content of a string
// can be cut: not inside a character, an escape or a pair of them. From an index
// on it is well-formed.
func wholeUpTo(text []byte, from, end int) int {
	for back := 1; back < utf8.UTFMax && end-back >= from; back++ {
		c := text[end-back]
		if c >= 0xC0 && !utf8.FullRune(text[end-back:end]) {
			return end - back
		}
		if utf8.RuneStart(c) {
			break
		}
	}
	j := bytes.LastIndexByte(text[max(from, end-6):end], '\\')
	if j < 0 {
		return end
	}
	j += max(from, end-6)
	if !beginsEscape(text, from, j) {
		return end
	}
	high := false
	if j+1 < end && text[j+1] != 'u' {
		return end
	}
	if j+6 <= end {
		r, ok := unescapeHex(text[j:end])
		if high = ok && r >= 0xD800 && r <= 0xDBFF; !high {
			return end
		}
	}
	if before := j - 6; !high && before >= from && text[before] == '\\' && beginsEscape(text, from, before) {
		if r, ok := unescapeHex(text[before:j]); ok && r >= 0xD800 && r <= 0xDBFF {
			return before
		}
	}
	return j
}

// beginsEscape reports whether the backslash at i is not itself escaped.
func beginsEscape(text []byte, from, i int) bool {
	n := 0
	for ; i-n >= from && text[i-n] == '\\'; n++ {
	}
	return n&1 == 1
}

// mend reads a string, or a piece, that is not well-formed: what is at fault is
// replaced or dropped.
func (s *source) mend(t *wire.Token, opened bool) error {
	quote := 0
	if opened {
		quote = 1
	}
	length := 0 // of its content, as far as looked at
	for {
		i := s.i + quote
		n, whole := plainEnd(s.buf[i:s.n], length)
		length = n
		end := i + n
		if !whole {
			if s.more() {
				continue
			}
			i = s.i + quote
			if s.ended {
				if !s.stuck(stringState(t.Key), i) {
					return s.lastFault()
				}
				continue
			}
			end = wholeUpTo(s.buf, i, s.n)
		}
		var ok bool
		if t.Text, ok = s.mended(s.buf[i:end]); !ok {
			if !s.stuck(stringState(t.Key), i) {
				return s.lastFault()
			}
			continue
		}
		if whole {
			return s.closeText(t, opened, end+1)
		}
		return s.cutText(t, opened, end)
	}
}

// plainEnd returns the index of the quote that ends a string whose content text
// begins with; looked bytes were looked at already. Where there is none, it is
// that of the first byte that has to be looked at again.
func plainEnd(text []byte, looked int) (int, bool) {
	for looked < len(text) {
		switch text[looked] {
		case '"':
			return looked, true
		case '\\':
			if looked+1 >= len(text) {
				return looked, false
			}
			looked++
		}
		looked++
	}
	return looked, false
}

// mended returns the content of a string without its escapes and with what is
// not well-formed replaced or dropped; false where there is more at fault.
func (s *source) mended(text []byte) ([]byte, bool) {
	mark := ""
	if s.set.UTF8 == option.UTF8Replace {
		mark = "\ufffd"
	}
	out := s.room(3 * len(text))[:0]
	for len(text) > 0 {
		c := text[0]
		size := 1
		switch {
		case c < 0x20:
			return nil, false
		case c == '\\':
			var r rune
			if r, size = unescape(text); size == 0 {
				return nil, false
			}
			if r < 0 {
				out = append(out, mark...)
			} else {
				out = utf8.AppendRune(out, r)
			}
		case c < utf8.RuneSelf:
			out = append(out, c)
		default:
			var r rune
			if r, size = utf8.DecodeRune(text); r == utf8.RuneError && size == 1 {
				out = append(out, mark...)
				size, _ = subpart(mem.View(text))
			} else {
				out = append(out, text[:size]...)
			}
		}
		text = text[size:]
	}
	return out, true
}

// hardNumber reads the number at s.i that ends where the window does, or breaks
// off at the byte ^e. It reports false where Next is to try again.
func (s *source) hardNumber(t *wire.Token, e int) (done bool, err error) {
	from := s.i
	if e == s.n || ^e == s.n {
		for !s.ended {
			held := s.n - s.i
			if s.more() {
				if len(numberBytes(s.buf[s.i+held:s.n])) < s.n-s.i-held {
					return false, nil
				}
				continue
			}
			if !s.ended {
				return s.startNumber(t)
			}
		}
		if s.feed.err != nil {
			s.readFault()
			return true, s.lastFault()
		}
		from = s.i
		_, _, e = num.ReadSpelled(s.p, from)
	}
	if e < 0 {
		if f, ok := s.nonFiniteWord(); ok {
			*t = floatToken(f)
			return true, s.scalar(t, s.i)
		}
		if s.stuck(inNumber, ^e-from+s.i) {
			return false, nil
		}
		return true, s.lastFault()
	}
	var class num.Class
	var word uint64
	if s.set.KeepSpelling {
		class, word, _ = num.ReadSpelled(s.p, from)
	} else {
		class, word, _ = num.Read(s.p, from)
	}
	*t = wire.Token{Kind: wire.Int + wire.Kind(class), Bits: word}
	if class == num.Text {
		*t = wire.Token{Kind: wire.Number, Text: s.buf[from:e]}
	}
	s.i = e
	return true, s.scalar(t, from)
}

// numberBytes returns the start of text that consists of bytes of numbers.
func numberBytes(text []byte) []byte {
	for i, c := range text {
		if c-'0' > 9 && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			return text[:i]
		}
	}
	return text
}

// numberState is how far a number that is longer than the window has been read.
type numberState uint8

const (
	atSign numberState = iota
	atFirst
	behindZero
	inInteger
	atFraction
	inFraction
	atExponent
	behindSign
	inExponent
	notNumber
)

// step returns the state behind c.
func (n numberState) step(c byte) numberState {
	digit := c-'0' <= 9
	switch n {
	case atSign, atFirst:
		switch {
		case c == '-' && n == atSign:
			return atFirst
		case c == '0':
			return behindZero
		case digit:
			return inInteger
		}
	case behindZero, inInteger, inFraction:
		switch {
		case digit && n != behindZero:
			return n
		case c == '.' && n != inFraction:
			return atFraction
		case c|0x20 == 'e':
			return atExponent
		}
	case atFraction:
		if digit {
			return inFraction
		}
	case atExponent, behindSign, inExponent:
		switch {
		case digit:
			return inExponent
		case n == atExponent && (c == '+' || c == '-'):
			return behindSign
		}
	}
	return notNumber
}

// whole reports whether the number may end here.
func (n numberState) whole() bool {
	return n == behindZero || n == inInteger || n == inFraction || n == inExponent
}

// steps returns the index of the first byte from i on that does not belong to a
// number, or of the end of the window, and the state there.
func (s *source) steps(n numberState, i int) (int, numberState) {
	for ; i < s.n; i++ {
		next := n.step(s.buf[i])
		if next == notNumber {
			break
		}
		n = next
	}
	return i, n
}

// startNumber makes t the first piece of a number that fills the window. It
// reports false where it is none.
func (s *source) startNumber(t *wire.Token) (done bool, err error) {
	end, n := s.steps(atSign, s.i)
	if end < s.n {
		return false, nil
	}
	*t = wire.Token{Kind: wire.Number, More: true, Text: s.buf[s.i:end]}
	s.piece = wire.Token{Kind: wire.Number}
	s.number = n
	s.mode |= modePiece
	if !s.object {
		s.count++
	}
	s.i = end
	return true, nil
}

// goOnNumber makes t the next piece of the number.
func (s *source) goOnNumber(t *wire.Token) error {
	end, n := s.steps(s.number, s.i)
	for grown := true; grown && end == s.n; {
		grown = s.more()
		end, n = s.steps(s.number, s.i)
	}
	*t = wire.Token{Kind: wire.Number, Text: s.buf[s.i:end]}
	if end == s.n && !s.ended {
		t.More = true
		s.number = n
		s.i = end
		return nil
	}
	if !n.whole() || end < s.n && numberAtFault(n, s.buf[end]) || end == s.n && s.feed.err != nil {
		s.stuck(inNumber, end)
		return s.lastFault()
	}
	from := s.i
	s.i = end
	s.mode &^= modePiece
	if !s.object {
		s.count-- // which scalar counts
	}
	return s.scalar(t, from)
}

// numberAtFault reports whether the number is broken by c, rather than ended.
func numberAtFault(n numberState, c byte) bool { return n == behindZero && c-'0' <= 9 }
