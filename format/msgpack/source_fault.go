package msgpack

import (
	"example.com/calque/fault"
	"example.com/calque/wire"
)

// note puts a fault into the queue behind which the source goes on, unless there
// are too many of them.
func (s *tokens) note(code fault.Code, offset int64, want, got string) {
	if s.faults >= s.set.MaxErrors {
		return
	}
	s.faults++
	s.queue = append(s.queue, &fault.Error{Code: code, Format: name, Offset: offset, Want: want, Got: got})
}

// hold makes t the token behind the faults in the queue.
func (s *tokens) hold(t *wire.Token) {
	s.held = *t
	s.mode |= modeHeld
}

// duplicate returns the fault of a key that its map has already, of which t is
// the last token.
func (s *tokens) duplicate(t *wire.Token, text string) error {
	if len(s.open) == 0 {
		s.mode |= modeTop
	}
	s.note(fault.Duplicate, s.top().keyOff, "", text)
	return s.queued(t, nil)
}

// located returns a fault with its place, as an error.
func (s *tokens) located(e *fault.Error) *fault.List {
	if e.Path == "" {
		e.Path = s.path()
	}
	if s.record > 1 {
		e.Record = s.record
	}
	l := fault.One(e)
	if e.Offset >= s.base {
		e.Offset -= s.base
		l.LocateFrom(s.buf, false, fault.Start{Offset: s.base})
	}
	return l
}

// end makes a fault the end of the stream.
func (s *tokens) end(e *fault.Error) error {
	s.err = s.located(e)
	s.mode = modeEnded
	return s.err
}

// fail ends the stream with a fault at an offset.
func (s *tokens) fail(code fault.Code, offset int64, want, got string) error {
	return s.end(&fault.Error{Code: code, Format: name, Offset: offset, Want: want, Got: got})
}

// cutOff ends the stream where there is nothing more inside a value.
func (s *tokens) cutOff() error {
	at := s.base + int64(len(s.buf))
	s.queue = nil
	if s.mode&modePiece != 0 && s.isKey {
		s.top().known = false
	}
	if err := s.failed(); err != nil {
		e := &fault.Error{Code: fault.Read, Format: name, Offset: at, Err: err}
		if s.set.Ctx != nil && s.set.Ctx.Err() != nil {
			e.Code = fault.Canceled
		}
		return s.end(e)
	}
	want := "value"
	if s.start < at {
		if s.begun.shape.class == classExt && s.begun.body > 0 && s.mode&modePiece == 0 {
			s.tag = int8(s.buf[s.i+1+int(s.begun.shape.size)])
		}
		want = s.begun.describe(s.tag)
	}
	return s.fail(fault.Truncated, at, want, "end of input")
}

// tooFar ends the stream at a container that is beyond a limit.
func (s *tokens) tooFar(f found, key bool) error {
	if key && s.inKey == 0 {
		s.fill(wholeText / 16) // what is there of the key is shown
		s.keys = appendText(s.keys, s.buf, s.i)
		s.top().known = true
	}
	return s.fail(f.code, s.start, f.want, f.got)
}

// limitBytes ends the stream where a value with what was begun, which has a head
// of size bytes, is longer than allowed.
func (s *tokens) limitBytes(size int) error {
	n := s.start - s.valueAt + int64(size)
	if c := s.begun.shape.class; c >= classStr && c < classArray {
		n += int64(s.begun.count)
	}
	if n <= s.set.MaxBytes {
		return nil
	}
	s.track.reset()
	return s.end(tooLarge(s.valueAt, 0, s.set.MaxBytes, n))
}
