package json

import (
	"strings"
	"unicode/utf8"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
	"example.com/calque/wire"
)

// pieceState is a string, a number or bytes that come in pieces.
type pieceState struct {
	open bool
	key  bool
	drop bool // it is not written
	kind wire.Kind
	sub  uint64
	has  bool // there is a subtype
	any  bool // a byte was written
	rest [utf8.UTFMax]byte
	held int // bytes in rest: the start of a character, or of three bytes
}

// startPieces writes the first piece of a long text.
func (s *sink) startPieces(t *wire.Token) {
	s.piece = pieceState{open: true, key: t.Key, kind: t.Kind, sub: t.Bits, has: t.Sub}
	d := &s.d
	switch t.Kind {
	case wire.String:
		s.byte('"')
	case wire.Bytes:
		switch {
		case s.set.Bytes == option.BytesError:
			s.i = d.report(s.i, &fault.Error{Code: fault.Lossy, Want: "a kind that JSON has", Got: "bytes"})
			s.piece.drop = true
		case s.set.Bytes == option.BytesObject:
			s.byte('{')
			s.i = d.name(s.i, `"bytes"`, s.depth+1)
			s.byte('[')
		case t.Sub && !d.lossy():
			s.i = d.report(s.i, &fault.Error{Code: fault.Lossy, Want: "bytes without subtype", Got: "bytes with subtype"})
			s.piece.drop = true
		default:
			s.loses(t.Sub, "bytes with subtype")
			s.byte('"')
		}
	case wire.Number:
	default:
		s.piece.drop = true
		s.i = d.report(s.i, &fault.Error{Code: fault.Syntax, Want: "a whole " + t.Kind.String(), Got: "a piece"})
	}
	s.writePiece(t)
}

// goOn writes the next piece.
func (s *sink) goOn(t *wire.Token) error {
	if t.Kind != s.piece.kind || t.Key != s.piece.key {
		return s.misplaced(t)
	}
	s.writePiece(t)
	if t.More {
		return s.after(false)
	}
	key := s.piece.key
	s.endPieces()
	if key {
		s.i = s.colon(s.i)
	}
	return s.after(!key)
}

// byte writes one byte.
func (s *sink) byte(c byte) {
	s.i = s.d.room(s.i, 2)
	mem.Store8(s.d.p, s.i, c)
	s.i++
}

func (s *sink) writePiece(t *wire.Token) {
	p := &s.piece
	switch {
	case p.drop:
	case p.kind == wire.Number:
		s.i = s.d.raw(s.i, t.Text)
	case p.kind == wire.String:
		if p.key {
			s.addKey(t.Text, true)
		}
		s.textPiece(t.Text, t.More)
	case s.set.Bytes == option.BytesObject:
		s.listPiece(t.Text)
	default:
		s.base64Piece(t.Text)
	}
}

// endPieces writes what stands behind the last piece.
func (s *sink) endPieces() {
	p := &s.piece
	p.open = false
	switch {
	case p.drop, p.kind == wire.Number:
	case p.kind == wire.String:
		s.byte('"')
	case s.set.Bytes == option.BytesObject:
		s.byte(']')
		s.byte(',')
		d := &s.d
		s.i = d.name(s.i, `"subtype"`, s.depth+1)
		if p.has {
			s.i = d.uint(s.i, p.sub)
		} else {
			s.i = d.null(s.i)
		}
		if d.pretty {
			s.i = d.line(s.i, s.depth)
		}
		s.byte('}')
	default:
		s.i = s.d.base64(s.i, p.rest[:p.held])
		s.byte('"')
	}
}

// textPiece writes a piece of a string, of which a character may be cut.
func (s *sink) textPiece(text []byte, more bool) {
	p := &s.piece
	for p.held > 0 && (len(text) > 0 || !more) {
		n := p.held + copy(p.rest[p.held:], text)
		head := p.rest[:n]
		if more && !utf8.FullRune(head) {
			p.held = n
			return
		}
		_, size := utf8.DecodeRune(head)
		if size <= 1 { // not a character: up to what breaks it
			size, _ = subpart(mem.View(head))
			size = max(size, p.held)
		}
		s.escape(head[:size])
		text = text[size-p.held:]
		p.held = 0
	}
	if more {
		if k := len(text) - 1; k >= 0 && text[k] >= utf8.RuneSelf {
			for k > 0 && k > len(text)-utf8.UTFMax && !utf8.RuneStart(text[k]) {
				k--
			}
			if !utf8.FullRune(text[k:]) {
				p.held = copy(p.rest[:], text[k:])
				text = text[:k]
			}
		}
	}
	s.escape(text)
}

// escape writes the content of a string.
func (s *sink) escape(text []byte) {
	d := &s.d
	before := d.list.Total
	s.i = d.escape(s.i, mem.View(text), 0, len(text))
	if d.list.Total == before {
		return
	}
	for _, e := range d.list.Errors {
		if e.Code == fault.BadUTF8 { // the index is that in the piece
			e.Got, _, _ = strings.Cut(e.Got, " at index")
		}
	}
}

// base64Piece writes a piece of bytes.
func (s *sink) base64Piece(b []byte) {
	p := &s.piece
	if p.held > 0 {
		n := copy(p.rest[p.held:3], b)
		p.held += n
		b = b[n:]
		if p.held < 3 {
			return
		}
		s.i = s.d.base64(s.i, p.rest[:3])
		p.held = 0
	}
	p.held = copy(p.rest[:], b[len(b)-len(b)%3:])
	s.i = s.d.base64(s.i, b[:len(b)-p.held])
}

// listPiece writes a piece of bytes as a list of numbers.
func (s *sink) listPiece(b []byte) {
	d := &s.d
	comma, size := uint16(','), 1
	if d.pretty {
		comma, size = ','|' '<<8, 2
	}
	for _, c := range b {
		if s.piece.any {
			s.i = d.room(s.i, 2)
			mem.Store16(d.p, s.i, comma)
			s.i += size
		}
		s.piece.any = true
		s.i = d.uint(s.i, uint64(c))
	}
}

// inKey passes over a token of a key that cannot be written.
func (s *sink) inKey(t *wire.Token) {
	switch t.Kind {
	case wire.Array, wire.Object:
		s.within++
	case wire.End:
		s.within--
	}
	if s.within <= 0 && !t.More && t.Kind != wire.Ext {
		s.odd, s.within = false, 0
		s.i = s.colon(s.i)
	}
}
