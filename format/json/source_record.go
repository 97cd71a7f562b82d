package json

import (
	"bytes"
	"io"
	"math"

	"example.com/calque/fault"
	"example.com/calque/internal/scan"
	"example.com/calque/wire"
)

// begin goes to the next value at the top. It returns io.EOF where there is
// none.
func (s *source) begin() error {
	if s.mode&modeBegin != 0 {
		s.skipMark()
	}
	if s.mode&modeSkip != 0 {
		s.skipRecord()
	}
	if s.ctx != nil && s.ctx.Err() != nil {
		s.ended, s.feed.err = true, s.ctx.Err()
		s.n = s.i
		s.readFault()
		return s.lastFault()
	}
	if err := s.toValue(); err != nil {
		return err
	}
	s.valueAt = s.base + int64(s.i)
	s.left = math.MaxInt64
	if s.set.MaxItems > 0 {
		s.left = s.set.MaxItems
	}
	s.want = wantValue
	s.behind = false
	return nil
}

// skipMark drops the byte order mark at the start of the stream.
func (s *source) skipMark() {
	const mark = "\xef\xbb\xbf"
	for s.n < len(mark) && string(s.buf[:s.n]) == mark[:s.n] && s.more() {
		continue
	}
	s.i = bomLen(s.buf[:s.n])
	s.mode &^= modeBegin
}

// skipRecord goes to the end of the record that was given up.
func (s *source) skipRecord() {
	s.mode &^= modeSkip
	for {
		if k := bytes.IndexByte(s.buf[s.i:s.n], s.delim); k >= 0 {
			s.i += k
			return
		}
		s.i = s.n
		if !s.more() {
			return
		}
	}
}

// toValue goes to the first byte of the next value at the top.
func (s *source) toValue() error {
	switch s.delim {
	case '\n':
		return s.toLine()
	case recordSeparator:
		return s.toRecord()
	}
	s.recordAt = -1
	if _, err := s.peek(wantValue); err != nil {
		return err
	}
	s.record++
	return nil
}

// peek steps over white space, with [Lines] in the line, and over comments, and
// returns the byte behind them. It returns io.EOF, and ends the source, where
// the stream ends.
func (s *source) peek(want state) (byte, error) {
	for {
		s.i = s.blank(s.i)
		if s.i == s.n {
			if s.more() {
				continue
			}
			return 0, s.end()
		}
		c := s.buf[s.i]
		if c != '/' || !s.set.Comments {
			return c, nil
		}
		ok, err := s.comment(want)
		if err != nil {
			return 0, err
		}
		if !ok && (s.n-s.i >= 2 || !s.more()) {
			return c, nil
		}
	}
}

// end ends the source where the stream does.
func (s *source) end() error {
	if s.feed.err != nil {
		s.readFault()
	} else {
		s.err = io.EOF
		s.mode = modeEnded
	}
	return s.err
}

// toLine goes to the value of the next line that is not blank.
func (s *source) toLine() error {
	if s.behind {
		if err := s.endRecord(); err != nil {
			return err
		}
	}
	comments := s.set.Comments
	s.set.Comments = false // they are part of a record
	defer func() { s.set.Comments = comments }()
	for {
		s.recordAt = s.i
		c, err := s.peek(wantValue)
		if err != nil {
			return err
		}
		if c != '\n' {
			s.record++
			return nil
		}
		s.i++
	}
}

// endRecord goes behind the complete value of a record to the byte that ends it.
func (s *source) endRecord() error {
	for {
		c, err := s.peek(wantEnd)
		if err != nil || c == s.delim {
			return err
		}
		if !s.stuck(wantEnd, s.i) {
			return s.lastFault()
		}
	}
}

// recordSeparator is the byte in front of each text of a sequence (RFC 7464).
const recordSeparator = 0x1E

// toRecord goes to the value behind the next record separator.
func (s *source) toRecord() error {
	if s.behind {
		if err := s.endRecord(); err != nil {
			return err
		}
	}
	for separated := false; ; s.i++ {
		s.i = scan.Space(s.p, s.i)
		for s.i == s.n {
			if !s.more() {
				return s.end()
			}
			s.i = scan.Space(s.p, s.i)
		}
		switch c := s.buf[s.i]; {
		case c == recordSeparator:
			separated = true
			s.recordAt = s.i + 1
		case separated:
			s.record++
			return nil
		default:
			s.recordAt = s.i
			s.record++
			s.report(fault.New(fault.Syntax, int64(s.i), "record separator", got(s.buf[s.i:s.n])), false)
			return s.lastFault()
		}
	}
}

// complete is called when t completes a value at the top, whose last token
// begins at an index. It looks at what follows, so that the value of a record is
// known to be all of it.
func (s *source) complete(t *wire.Token, from int) error {
	s.mode |= modeTop
	if s.delim == 0 {
		if isNumber(t) && s.i < s.n && numberGoesOn(s.buf[s.i]) {
			s.stuck(inNumber, s.i)
			return s.lastFault()
		}
		return nil
	}
	s.behind = true
	lead := 0
	if t.Kind == wire.String {
		lead = 1
	}
	inWindow := len(t.Text) > 0 && &t.Text[0] == &s.buf[from+lead]
	err := s.lookBehind(t, &from)
	if inWindow && err == nil {
		t.Text = s.buf[from+lead:][:len(t.Text)]
	}
	return err
}

// lookBehind checks that nothing but white space follows the value of a record.
// A comment, or white space that fills the window, is left to endRecord.
func (s *source) lookBehind(t *wire.Token, from *int) error {
	ahead := 0
	for {
		at := s.blank(s.i + ahead)
		ahead = at - s.i
		if at == s.n {
			if s.moreFrom(from) {
				continue
			}
			at = s.i + ahead
		}
		c := s.buf[at]
		switch {
		case at == s.n && (!s.ended || s.feed.err != nil), c == '/' && s.set.Comments && at < s.n:
			return nil //nolint:nilerr // what the reader failed with is reported behind the value
		case at == s.n, c == s.delim:
			if s.delim == recordSeparator && ahead == 0 && canBeCut(t) {
				s.report(fault.New(fault.Truncated, int64(at), "white space behind the value", ""), false)
				return s.lastFault()
			}
			return nil
		}
		s.i = at
		if !s.stuck(wantEnd, at) {
			return s.lastFault()
		}
		ahead = 0
	}
}

// canBeCut reports whether a value that ends in t may be the start of a longer
// one: RFC 7464 wants white space behind such.
func canBeCut(t *wire.Token) bool {
	return t.Kind != wire.End && t.Kind != wire.String
}

// isNumber reports whether t is a number that is written with digits.
func isNumber(t *wire.Token) bool {
	switch t.Kind {
	case wire.Int, wire.Uint, wire.Number:
		return true
	case wire.Float:
		f := t.Float64()
		return f-f == 0
	}
	return false
}

// limited returns s, with the limit of MaxBytes where there is one.
func (s *source) limited() wire.Source {
	if s.set.MaxBytes > 0 {
		return bounded{s}
	}
	return s
}

// bounded is a source with a limit of bytes for each value at the top.
type bounded struct{ *source }

func (b bounded) Next(t *wire.Token) error {
	s := b.source
	err := s.Next(t)
	limit := s.set.MaxBytes
	if err != nil || s.Offset()-s.valueAt <= limit {
		return err
	}
	e := tooLargeFault(limit)
	e.Offset += s.valueAt - s.base
	s.report(e, false)
	e.Path = ""
	return s.lastFault()
}

// floatToken returns the token of a float64.
func floatToken(f float64) wire.Token { return wire.Token{Kind: wire.Float, Bits: math.Float64bits(f)} }
