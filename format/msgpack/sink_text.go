package msgpack

import (
	"math"
	"strconv"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// maxNumber is the length of a number that is held.
const maxNumber = 1 << 20

// valueKind returns the kind of value that a token begins.
func valueKind(k wire.Kind) value.Kind { return value.Kind(k) }

// startPieces begins a string, bytes or a number that comes in pieces.
func (s *sink) startPieces(t *wire.Token) {
	p := &s.piece
	*p = textPiece{open: true, kind: t.Kind, sub: t.Sub, bits: t.Bits, lead: p.lead[:0]}
	tag := int8(0)
	switch {
	case t.Kind == wire.Number, s.ext.open && s.ext.tag == timestampTag && !t.Sub:
		// What becomes of it depends on all of it.
	case t.Kind == wire.String:
		p.class = classStr
	case s.ext.open && !t.Sub && s.ext.tag >= math.MinInt8 && s.ext.tag <= math.MaxInt8:
		p.class, tag = classExt, int8(s.ext.tag)
		s.key, s.ext.open = s.ext.key, false
	default:
		p.class, tag = s.bytesClass(t)
	}
	if p.class != classNone && !s.bad {
		s.openHead(&s.w, p.class, tag)
	}
	s.goOn(t)
}

// bytesClass returns what bytes are written as, those of an extension that is
// given up too.
func (s *sink) bytesClass(t *wire.Token) (c class, tag int8) {
	if s.ext.open {
		s.loseExt(t.Kind)
	}
	if t.Sub && t.Bits <= math.MaxInt8 {
		return classExt, int8(t.Bits)
	}
	if t.Sub {
		s.w.lossy("subtype up to 127", "subtype "+strconv.FormatUint(t.Bits, 10))
	}
	return classBin, 0
}

// goOn writes a piece.
func (s *sink) goOn(t *wire.Token) {
	p := &s.piece
	switch {
	case p.class == classNone:
		s.holdPiece(t)
	case p.kind == wire.String:
		s.textPiece(t)
	default:
		s.addPiece(t.Text)
		p.lead = leadOf(p.lead, t.Text)
	}
	if !t.More && p.open {
		s.endPieces()
	}
}

// holdPiece keeps a piece until what it belongs to is whole.
func (s *sink) holdPiece(t *wire.Token) {
	p := &s.piece
	most := maxNumber
	if p.kind == wire.Bytes {
		most = 12 // bytes of the longest timestamp
	}
	if len(p.lead)+len(t.Text) <= most {
		p.lead = append(p.lead, t.Text...)
		return
	}
	if p.kind == wire.Number {
		s.w.report(fault.TooLarge, "number of at most "+strconv.Itoa(maxNumber)+" characters", "")
		return
	}
	p.class, _ = s.bytesClass(t)
	if !s.bad {
		s.openHead(&s.w, p.class, 0)
	}
	s.addPiece(p.lead)
	s.addPiece(t.Text)
	p.lead = leadOf(p.lead, t.Text)
}

// textPiece writes a piece of a string. Characters may be cut anywhere.
func (s *sink) textPiece(t *wire.Token) {
	p := &s.piece
	text := t.Text
	for p.held > 0 && len(text) > 0 {
		p.rest[p.held] = text[0]
		p.held++
		text = text[1:]
		if incomplete(p.rest[:p.held]) == 0 || p.held == len(p.rest) {
			s.checked(p.rest[:p.held])
			p.held = 0
		}
	}
	tail := 0
	if t.More {
		tail = incomplete(text)
	}
	if whole := text[:len(text)-tail]; len(whole) > 0 {
		s.checked(whole)
	}
	if tail > 0 {
		p.held = copy(p.rest[:], text[len(text)-tail:])
	}
	if !t.More && p.held > 0 {
		s.checked(p.rest[:p.held])
		p.held = 0
	}
}

// checked writes text of a string, mended by the policy where it is not UTF-8.
func (s *sink) checked(text []byte) {
	if at := scan.UTF8(mem.Of(text), len(text)); at < len(text) {
		if s.set.UTF8 == option.UTF8Strict {
			index := strconv.FormatUint(s.piece.n+uint64(at), 10)
			s.w.report(fault.BadUTF8, "", byteName(text[at])+" at index "+index)
		}
		text = appendValid(nil, text, s.set.UTF8 == option.UTF8Ignore)
	}
	switch {
	case s.key && s.inKey == 0:
		s.member(text)
	case s.key || s.inKey > 0:
		s.piece.lead = leadOf(s.piece.lead, text)
	}
	s.addPiece(text)
}

// addPiece writes bytes of content.
func (s *sink) addPiece(b []byte) {
	p := &s.piece
	p.n += uint64(len(b))
	if p.n > math.MaxUint32 {
		if p.n-uint64(len(b)) <= math.MaxUint32 {
			s.w.tooLong(p.n, "bytes")
		}
		return
	}
	if s.bad {
		return
	}
	for len(b) > 0 {
		part := b[:min(len(b), wideContent)]
		b = b[len(part):]
		if !s.w.bytes(part) || s.w.k > s.look && !s.settleBuffer() {
			return
		}
	}
}

// endPieces is called behind the last piece.
func (s *sink) endPieces() {
	p := &s.piece
	p.open = false
	whole := wire.Token{Kind: p.kind, Text: p.lead, Sub: p.sub, Bits: p.bits}
	if p.class == classNone {
		s.text(&whole)
		s.scalar(&whole)
		return
	}
	if !s.bad && s.err == nil {
		s.failed(s.closeHead(&s.w, p.n))
	}
	if p.kind == wire.String && s.key && s.inKey == 0 {
		whole.Text = nil // its text was added piece by piece
	}
	s.scalar(&whole)
}
