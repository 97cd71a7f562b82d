package json

import (
	"bytes"
	"unicode/utf8"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/scan"
	"example.com/calque/wire"
)

// stuck is called where a source that is in a state cannot go on at an index.
// Where only the end of the window is to blame, it reads more and reports true:
// then all from s.i on is to be tried again. Else it makes the fault, which
// lastFault returns.
func (s *source) stuck(want state, at int) bool {
	for {
		e := faultAt(want, at, s.place())
		off := int(e.Offset)
		cut := e.Got != "" && off < s.n && s.n-off < utf8.UTFMax && s.buf[off] >= 0xC0
		if off < s.n && !cut || s.ended {
			s.conclude(e, want)
			return false
		}
		before := s.base
		grown := s.more()
		if grown && !cut {
			return true
		}
		shift := int(s.base - before)
		at -= shift
		if !grown && !s.ended { // the window is full
			e.Offset -= int64(shift)
			s.conclude(e, want)
			return false
		}
	}
}

// conclude makes the fault that a value, or the stream, ends with.
func (s *source) conclude(e *fault.Error, want state) {
	if s.ended && s.feed.err != nil && int(e.Offset) >= s.n {
		s.readFault()
		return
	}
	inside := want.inside()
	if want == wantValue && e.Code == fault.Truncated && !s.object && s.count == 0 {
		inside = false // the array ends before it has an element
	}
	s.report(e, inside)
}

// lastFault returns the fault made last.
func (s *source) lastFault() error { return s.err }

// place is where the source stands, for faultAt: the text ends where the record
// does.
func (s *source) place() place {
	return place{
		text:  s.buf[:s.recordEnd()],
		set:   &s.set,
		array: s.depth > 0 && !s.object,
		empty: s.count == 0,
	}
}

// recordEnd returns the index of the byte that ends the record, or of the end of
// the window.
func (s *source) recordEnd() int {
	if s.delim != 0 {
		if k := bytes.IndexByte(s.buf[s.i:s.n], s.delim); k >= 0 {
			return s.i + k
		}
	}
	return s.n
}

// report makes a fault, whose offset is in the window, of the record or of the
// stream. Inside, it is about the next element or the member.
func (s *source) report(e *fault.Error, inside bool) {
	e.Format = "json"
	index := s.count
	if s.mode&modePiece != 0 {
		index--
	}
	e.Path = s.path(inside, index)
	l := fault.One(e)
	if s.delim != 0 && e.Code.Class() != fault.ClassIO {
		l.Resumable = true
		before := s.base
		e.Raw = s.raw()
		e.Offset -= s.base - before
	}
	s.countIn(e)
	s.locate(l)
	s.err = l
	if l.Resumable {
		s.abandon()
	} else {
		s.mode = modeEnded
	}
}

// countIn gives a fault the number of its record, where there can be several.
func (s *source) countIn(e *fault.Error) {
	if s.delim != 0 || s.record > 1 {
		e.Record = s.record
	}
}

// raw returns a copy of the record, nil where it is too long.
func (s *source) raw() []byte {
	looked := s.i - s.recordAt
	for s.recordAt >= 0 {
		if k := bytes.IndexByte(s.buf[s.recordAt+looked:s.n], s.delim); k >= 0 {
			return bytes.Clone(s.buf[s.recordAt : s.recordAt+looked+k])
		}
		looked = s.n - s.recordAt
		if s.more() {
			continue
		}
		if s.ended && s.recordAt >= 0 {
			return bytes.Clone(s.buf[s.recordAt:s.n])
		}
		break
	}
	return nil
}

// abandon gives the record up: the next token is that of the next one.
func (s *source) abandon() {
	s.mode = modeTop | modeSkip
	s.recordAt = -1
	s.behind = false
	s.trail.reset()
	s.names.reset()
	s.below = s.set.MaxDepth
}

// readFault ends the stream because the reader failed or the context is done.
func (s *source) readFault() {
	e := &fault.Error{Code: fault.Read, Format: "json", Offset: int64(s.n), Err: s.feed.err}
	if s.ctx != nil && s.ctx.Err() != nil {
		e.Code = fault.Canceled
	}
	s.countIn(e)
	l := fault.One(e)
	s.locate(l)
	s.err = l
	s.mode = modeEnded
}

// repeated returns the fault of the key t, which begins at an offset of the
// stream and which its object has already. The key follows.
func (s *source) repeated(t *wire.Token, pos int64) error {
	if s.faults >= s.set.MaxErrors {
		return nil
	}
	s.faults++
	s.held = *t
	s.mode |= modeHeld
	e := fault.New(fault.Duplicate, pos-s.base, "", quoted(string(s.keys[s.keyAt:])))
	e.Format = "json"
	e.Path = s.path(true, 0)
	s.countIn(e)
	l := fault.One(e)
	s.locate(l)
	return l
}

// comment steps over the comment at s.i, of any length. It reports false where
// there is none, or where what is there is cut off by the end of the window.
func (s *source) comment(want state) (bool, error) {
	if s.n-s.i < 2 {
		return false, nil
	}
	block := s.buf[s.i+1] == '*'
	if !block && s.buf[s.i+1] != '/' {
		return false, nil
	}
	at := s.i + 2
	for {
		text, closed := s.buf[at:s.n], s.ended
		if k := bytes.IndexByte(text, s.delim); s.delim != 0 && k >= 0 {
			text, closed = text[:k], true
		}
		end := commentEnd(text, block)
		if !block && end < 0 && closed && s.feed.err == nil {
			end = len(text)
		}
		size := len(text)
		if end >= 0 {
			size = end
		}
		fine := size
		if s.strict && size > 0 {
			fine = scan.UTF8(mem.At(s.p, at), size)
		}
		if fine < size && (end >= 0 || closed || utf8.FullRune(text[fine:size])) {
			e := fault.New(fault.BadUTF8, int64(at+fine), "", byteName(text[fine]))
			s.i = at
			s.report(e, want.inside())
			return false, s.err
		}
		switch {
		case end >= 0:
			s.i = at + end
			return true, nil
		case closed:
			s.i = at
			s.conclude(fault.New(fault.Truncated, int64(at+size), "'*/'", ""), want)
			return false, s.err
		case block && fine > 0 && text[fine-1] == '*':
			fine--
		}
		s.i = at + fine
		s.more()
		at = s.i
	}
}

// commentEnd returns the length of the rest of a comment that text begins with,
// -1 where it does not end.
func commentEnd(text []byte, block bool) int {
	if !block {
		return bytes.IndexByte(text, '\n')
	}
	if k := bytes.Index(text, []byte("*/")); k >= 0 {
		return k + 2
	}
	return -1
}
