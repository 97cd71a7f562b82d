package msgpack

import (
	"unicode/utf8"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/wire"
)

// content reads a string or bytes, behind a head of size bytes.
func (s *tokens) content(t *wire.Token, kind wire.Kind, size int, key bool) error {
	count := s.begun.count
	if uint64(len(s.buf)-s.i-size) < count {
		if count > wholeText-uint64(size) {
			s.i += size
			s.pieces(wire.Token{Kind: kind, Key: key}, key)
			return s.goOn(t)
		}
		if !s.fill(size + int(count)) {
			return s.cutOff()
		}
	}
	from := s.i + size
	text := s.buf[from:][:count]
	s.i = from + int(count)
	*t = wire.Token{Kind: kind, Text: text}
	if kind != wire.String {
		return s.scalar(t, key)
	}
	if key && s.inKey == 0 {
		s.member(text)
	}
	if count > 0 {
		if at := scan.UTF8(mem.Of(text), len(text)); at < len(text) {
			if s.set.UTF8 == option.UTF8Strict {
				return s.badText(text[at], s.base+int64(from+at))
			}
			t.Text = s.mend(text)
		}
	}
	return s.text(t, key)
}

// text is called when the string t was read whole.
func (s *tokens) text(t *wire.Token, key bool) error {
	if s.inKey > 0 {
		return s.queued(t, s.scalar(t, key))
	}
	t.Key = key
	if len(s.open) == 0 {
		s.mode |= modeTop
	}
	if key && s.check && s.add(scalarPrint(t)) {
		return s.duplicate(t, s.keyText(true))
	}
	return s.queued(t, nil)
}

// queued returns err, or the first of the faults that are in the queue in front
// of the token t.
func (s *tokens) queued(t *wire.Token, err error) error {
	if err != nil || len(s.queue) == 0 {
		return err
	}
	s.hold(t)
	e := s.queue[0]
	s.queue = s.queue[1:]
	return s.located(e)
}

// badText gives the value at the top up because of a string that is not UTF-8.
func (s *tokens) badText(b byte, offset int64) error {
	s.mode |= modeSkip
	if len(s.open) == 0 && s.mode&modePiece == 0 {
		s.mode = modeTop
	}
	l := s.located(&fault.Error{Code: fault.BadUTF8, Format: name, Offset: offset, Got: byteName(b)})
	l.Resumable = true
	return l
}

// skip reads to the end of the value that was given up.
func (s *tokens) skip() error {
	set, check := s.set, s.check
	s.mode &^= modeSkip
	s.set.UTF8, s.set.MaxErrors, s.check = option.UTF8Ignore, 0, false
	s.queue = nil
	defer func() { s.set, s.check = set, check }()
	var t wire.Token
	for s.mode&modeTop == 0 {
		if err := s.Next(&t); err != nil {
			return err
		}
	}
	return nil
}

// ext reads an ext, behind a head of size bytes.
func (s *tokens) ext(t *wire.Token, size int, key bool) error {
	count := s.begun.count
	need := uint64(size) + min(count, wholeText-uint64(size))
	if uint64(len(s.buf)-s.i) < need && !s.fill(int(need)) {
		return s.cutOff()
	}
	at := s.i + size
	s.begun.body = at
	s.tag = int8(s.buf[at-1])
	lead := s.buf[at:][:min(count, leadRoom)]
	body := s.base + int64(at)
	s.i = at
	if s.tag == timestampTag {
		seconds, nanos, ok := int64(0), uint32(0), false
		if count <= uint64(len(lead)) {
			seconds, nanos, ok = timestamp(lead)
		}
		if ok && nanos <= maxNanos {
			s.i += int(count)
			*t = wire.Token{Kind: wire.Time, Bits: uint64(seconds), Nanos: nanos}
			return s.scalar(t, key)
		}
		f := badTimestamp(0, 0, count, nanos, ok)
		if !ok {
			body = s.start
		}
		s.note(f.code, body, f.want, f.got)
	}
	if key || s.inKey > 0 {
		s.settle(&wire.Token{Kind: wire.Bytes, Text: lead}, key)
	}
	*t = wire.Token{Kind: wire.Ext, Key: key, Bits: uint64(int64(s.tag))}
	s.pieces(wire.Token{Kind: wire.Bytes}, key)
	s.begun.shape.class = classExt
	return s.queued(t, nil)
}

// pieces makes the content of what was begun come next, in as many pieces as it
// takes.
func (s *tokens) pieces(t wire.Token, key bool) {
	s.mode |= modePiece
	s.rest = s.begun.count
	s.part, s.isKey = t, key
	s.lead = s.lead[:0]
	if s.check && (key || s.inKey > 0) {
		s.whole.reset()
	}
}

// goOn returns the next piece of content.
func (s *tokens) goOn(t *wire.Token) error {
	keyed := s.isKey || s.inKey > 0
	if least := min(s.rest, pieceText); uint64(len(s.buf)-s.i) < least && !s.fill(int(least)) {
		return s.cutOff()
	}
	n := int(min(s.rest, uint64(len(s.buf)-s.i)))
	text := s.buf[s.i : s.i+n]
	*t = s.part
	raw := text
	if t.Kind == wire.String {
		if uint64(n) < s.rest {
			n -= incomplete(text)
			text = text[:n]
			raw = text
		}
		if at := scan.UTF8(mem.Of(text), n); at < n {
			if s.set.UTF8 == option.UTF8Strict {
				if s.isKey && s.inKey == 0 {
					s.member(raw)
				}
				return s.badText(text[at], s.base+int64(s.i+at))
			}
			text = s.mend(text)
		}
	}
	s.i += n
	s.rest -= uint64(n)
	t.Text, t.More = text, s.rest > 0
	if keyed {
		s.keyPiece(t, raw)
	}
	if t.More {
		return s.queued(t, nil)
	}
	s.mode &^= modePiece
	if len(s.open) == 0 {
		s.mode |= modeTop
	}
	if keyed {
		if err := s.keyEnd(t); err != nil {
			return err
		}
	}
	return s.queued(t, nil)
}

// keyPiece takes note of a piece of a key, or of content in one; raw is the
// piece as it is in the input.
func (s *tokens) keyPiece(t *wire.Token, raw []byte) {
	if s.check {
		s.whole.add(t.Text)
	}
	if t.Kind == wire.String && s.inKey == 0 {
		s.member(raw)
		return
	}
	s.lead = leadOf(s.lead, raw)
}

// keyEnd is called behind the last piece t of a key, or of content in one.
func (s *tokens) keyEnd(t *wire.Token) error {
	if ext := s.begun.shape.class == classExt; !ext && (t.Kind != wire.String || s.inKey > 0) {
		s.settle(&wire.Token{Kind: t.Kind, Text: s.lead}, s.isKey)
	}
	if !s.check {
		return nil
	}
	p := s.whole.sum()
	if t.Kind == wire.Bytes {
		p = bytesPrint(p)
	}
	if s.begun.shape.class == classExt {
		p = extPrint(uint64(int64(s.tag)), p)
	}
	if s.hashed(p, s.isKey) {
		return s.duplicate(t, s.keyText(t.Kind == wire.String))
	}
	return nil
}

// incomplete returns the number of bytes at the end of a text that may be the
// begin of a character.
func incomplete(text []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if tail := text[len(text)-back:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return back
		}
	}
	return 0
}
