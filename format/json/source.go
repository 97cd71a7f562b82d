package json

import (
	"io"
	"math"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/num"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/wire"
)

// NewSource returns a reader of the tokens of the stream that r gives: values
// one behind the other, with [Lines] one a line, with [Sequence] each behind a
// record separator.
//
// It holds 64 KB of the stream, whatever is in it: strings, keys and numbers
// that are longer come in pieces, such numbers as their text. Beside that it keeps, for the objects that
// are open, their last key and, unless duplicate names are kept (Duplicates),
// 16 to 43 bytes of each key.
//
// Faults are those of the parser, with offsets, lines and columns of the stream.
// A duplicate name is a fault behind which the source goes on, with the key. As
// many of them as MaxErrors are reported; of each other fault the value, or with
// Lines and Sequence the record, ends: there the next token is that of the next
// record, and the fault has the record's bytes as Raw where it is no longer than
// 32 KB. MaxBytes and MaxItems limit each value at the top.
//
// Duplicates(First) and (Last), Filter, IJSON and Nlohmann, which need whole
// values, are a BadOption fault.
func NewSource(r io.Reader, opts ...calque.Option) wire.Source {
	set := option.Resolve(opts)
	s := newSource(&set, firstSize, windowSize)
	s.r = r
	return s.limited()
}

// NewSourceBytes is [NewSource] for a stream that is in memory. The bytes must
// not change while the source is used.
func NewSourceBytes(data []byte, opts ...calque.Option) wire.Source {
	set := option.Resolve(opts)
	s := newSource(&set, windowSize, len(data))
	s.rest = data
	return s.limited()
}

// source is a pull reader of tokens.
type source struct {
	feed
	trail
	set   option.Set
	i     int   // what is read next, an index in the window
	want  state // what is to come
	mode  mode
	check bool  // duplicate names are looked for
	left  int64 // values that MaxItems still allows
	below int   // levels that may still be opened

	names   openNames
	scratch []byte // strings whose text is not in the window as it is
	faults  int    // duplicate names reported

	piece  wire.Token // the string or number that is being read in pieces
	number numberState
	gauge  gauge
	keyPos int64      // where its key begins
	held   wire.Token // what comes behind a fault

	delim    byte // ends a record, 0: nothing does
	record   int64
	valueAt  int64 // where the value at the top begins
	recordAt int   // where the record begins in the window, -1: no longer there
	behind   bool  // the value of the record is complete
	err      error // that ended the stream
}

// mode says what is to be done before a token is read as usual.
type mode uint8

const (
	modeTop   mode = 1 << iota // a value at the top is next
	modePiece                  // a string or a number goes on
	modeHeld                   // a token was read already
	modeSkip                   // the rest of the record is given up
	modeBegin                  // nothing was read
	modeEnded                  // err is all there is
)

func newSource(set *option.Set, size, most int) *source {
	s := &source{set: *set, mode: modeTop | modeBegin, below: set.MaxDepth}
	switch {
	case set.Sequence:
		s.delim = recordSeparator
	case set.Lines:
		s.delim = '\n'
	}
	s.check = set.Duplicates != option.DupKeep
	s.setup(size, most, set)
	if s.err = checkSource(set); s.err != nil {
		s.mode = modeEnded
	}
	return s
}

// checkSource returns a fault where an option needs whole values.
func checkSource(set *option.Set) error {
	if err := checkRead(set); err != nil {
		return err
	}
	bad := ""
	switch {
	case set.Duplicates == option.DupFirst, set.Duplicates == option.DupLast:
		bad = "one of duplicate names"
	case set.Filter != nil:
		bad = "a filter"
	case set.Nlohmann:
		bad = "the nlohmann profile"
	case set.IJSON:
		bad = "I-JSON"
	}
	if bad == "" {
		return nil
	}
	return fault.One(&fault.Error{
		Code: fault.BadOption, Format: "json", Offset: -1, Want: "options for tokens", Got: bad,
	})
}

// Offset implements wire.Source.
func (s *source) Offset() int64 { return s.base + int64(s.i) }

// Path implements wire.Source.
func (s *source) Path() string { return s.last() }

// Next implements wire.Source.
func (s *source) Next(t *wire.Token) error {
	if s.mode != 0 {
		if done, err := s.before(t); done {
			return err
		}
	}
	var (
		b    = s.p
		i    = s.i
		from int
		e    int
		c    byte
		want = s.want
	)
	if want == wantColon && mem.Load8(b, i) == ':' {
		want = wantValue
		i++
	}

again:
	if c = mem.Load8(b, i); c <= ' ' {
		i = s.blank(i)
		c = mem.Load8(b, i)
	}
	switch want {
	case wantNext:
		if c == ',' {
			want = wantValue
			if s.object {
				want = wantName
			}
			i++
			goto again
		}
		if c == ']' && !s.object || c == '}' && s.object {
			goto closing
		}
		goto odd
	case wantName:
		if c == '"' {
			from = i
			i++
			var found uint8
			if e, found = scan.String(b, i); e < 0 || found&scan.Escaped != 0 {
				s.i, s.want = from, want
				return s.hardKey(t, e, found)
			}
			s.i, s.want = e+1, wantColon
			s.member(mem.Slice(b, i, e-i))
			*t = wire.Token{Kind: wire.String, Key: true, Text: mem.Slice(b, i, e-i)}
			if s.check && s.names.add(fingerprintOf(b, i, e-i)) {
				return s.repeated(t, s.base+int64(from))
			}
			return nil
		}
		if c == '}' && (s.count == 0 || s.set.TrailingCommas) {
			goto closing
		}
		goto odd
	case wantColon:
		if c == ':' {
			want = wantValue
			i++
			goto again
		}
		goto odd
	}

	// A value.
	if s.left == 0 && (c != ']' || s.object || s.count > 0) {
		want = tooMany
		goto odd
	}
	from = i
	switch c {
	case '"':
		i++
		var found uint8
		if e, found = scan.String(b, i); e < 0 || found&scan.Escaped != 0 {
			s.i, s.want = from, want
			return s.hardString(t, e, found)
		}
		*t = wire.Token{Kind: wire.String, Text: mem.Slice(b, i, e-i)}
		i = e + 1
	case '{', '[':
		if s.below == 0 {
			want = tooDeep
			goto odd
		}
		s.below--
		s.left--
		if !s.object {
			s.count++
		}
		s.i = i + 1
		s.push(c == '{')
		*t = wire.Token{Kind: wire.Array, N: -1}
		s.want = wantValue
		if c == '{' {
			t.Kind = wire.Object
			s.want = wantName
			s.names.open()
		}
		return nil
	case 't':
		if mem.Load32(b, i) != 't'|'r'<<8|'u'<<16|'e'<<24 {
			want = inLiteral
			goto odd
		}
		*t = wire.Token{Kind: wire.Bool, Bits: 1}
		i += 4
	case 'f':
		if mem.Load32(b, i+1) != 'a'|'l'<<8|'s'<<16|'e'<<24 {
			want = inLiteral
			goto odd
		}
		*t = wire.Token{Kind: wire.Bool}
		i += 5
	case 'n':
		if mem.Load32(b, i) != 'n'|'u'<<8|'l'<<16|'l'<<24 {
			want = inLiteral
			goto odd
		}
		*t = wire.Token{Kind: wire.Null}
		i += 4
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		var class num.Class
		var word uint64
		if s.set.KeepSpelling {
			class, word, e = num.ReadSpelled(b, i)
		} else {
			class, word, e = num.Read(b, i)
		}
		if e < 0 || e == s.n {
			s.i, s.want = i, want
			done, err := s.hardNumber(t, e)
			if done {
				return err
			}
			b, i, want = s.p, s.i, s.want
			goto again
		}
		i = e
		if class == num.Text {
			*t = wire.Token{Kind: wire.Number, Text: mem.Slice(b, from, e-from)}
		} else {
			*t = wire.Token{Kind: wire.Int + wire.Kind(class), Bits: word}
		}
	case ']':
		if !s.object && s.depth > 0 && (s.count == 0 || s.set.TrailingCommas) {
			goto closing
		}
		goto odd
	default:
		goto odd
	}
	s.i = i
	return s.scalar(t, from)

closing:
	s.i = i + 1
	s.below++
	if s.object {
		s.names.close()
	}
	s.pop()
	s.want = wantNext
	*t = wire.Token{Kind: wire.End}
	if s.depth == 0 {
		return s.complete(t, i)
	}
	return nil

odd:
	s.i, s.want = i, want
	if want >= inString {
		s.want = wantValue
	}
	switch what, err := s.odd(t, want); what {
	case oddBlank:
		b, i, want = s.p, s.i, s.want
		goto again
	case oddFloat:
		return s.scalar(t, s.i)
	default:
		return err
	}
}

// scalar is called when the scalar t was read, which begins at an index.
func (s *source) scalar(t *wire.Token, from int) error {
	s.left--
	if !s.object {
		s.count++
	}
	s.want = wantNext
	if s.depth == 0 {
		return s.complete(t, from)
	}
	return nil
}

// blank returns the index behind the white space at i, with [Lines] that of the
// line.
func (s *source) blank(i int) int {
	if s.delim != '\n' {
		return scan.Space(s.p, i)
	}
	for {
		switch mem.Load8(s.p, i) {
		case ' ', '\t', '\r':
			i++
		default:
			return i
		}
	}
}

// before does what the mode says. It reports whether that is all of the answer
// of Next.
func (s *source) before(t *wire.Token) (done bool, err error) {
	switch {
	case s.mode&modeEnded != 0:
		return true, s.err
	case s.mode&modeHeld != 0:
		s.mode &^= modeHeld
		*t = s.held
		return true, nil
	case s.mode&modePiece != 0:
		return true, s.goOn(t)
	}
	if err = s.begin(); err != nil {
		return true, err
	}
	s.mode = 0
	return false, nil
}

// odd deals with what cannot stand where it stands, as far as one can see. With
// oddBlank, Next tries again; with oddFloat, t is NaN or an infinity.
func (s *source) odd(t *wire.Token, want state) (oddity, error) {
	c := mem.Load8(s.p, s.i)
	switch {
	case c == '/' && s.set.Comments && want <= wantEnd:
		switch ok, err := s.comment(want); {
		case err != nil:
			return oddFault, err
		case ok:
			return oddBlank, nil
		}
	case want == wantValue && (c == 'N' || c == 'I'):
		if f, ok := s.nonFiniteWord(); ok {
			*t = floatToken(f)
			return oddFloat, nil
		}
	}
	if s.stuck(want, s.i) {
		return oddBlank, nil
	}
	return oddFault, s.lastFault()
}

// nonFiniteWord reads NaN, Infinity or -Infinity at s.i, where that is allowed.
func (s *source) nonFiniteWord() (float64, bool) {
	if s.set.NonFinite != option.NonFiniteLiteral {
		return 0, false
	}
	for {
		text := s.buf[s.i:s.n]
		if word := nonFiniteAt(text); word != "" {
			s.i += len(word)
			switch word[0] {
			case 'N':
				return math.NaN(), true
			case '-':
				return math.Inf(-1), true
			}
			return math.Inf(1), true
		}
		if !beginsWord(text) || !s.more() {
			return 0, false
		}
	}
}

// beginsWord reports whether text is the start of a literal, cut off.
func beginsWord(text []byte) bool {
	for _, word := range [...]string{"NaN", "Infinity", "-Infinity"} {
		if len(text) < len(word) && string(text) == word[:len(text)] {
			return true
		}
	}
	return false
}

// more reads on, keeping the window from s.i on. It reports false where there is
// nothing more, or no room for it.
func (s *source) more() bool { return s.moreFrom(&s.i) }

// moreFrom reads on, keeping the window from an index on, which moves with it
// as s.i does.
func (s *source) moreFrom(keep *int) bool {
	from := min(*keep, s.i)
	if s.recordAt >= 0 && s.n-s.recordAt <= s.size/2 {
		from = min(from, s.recordAt)
	}
	shift, ok := s.fill(from)
	if shift > 0 {
		s.i -= shift
		if keep != &s.i {
			*keep -= shift
		}
		if s.recordAt -= shift; s.recordAt < 0 {
			s.recordAt = -1
		}
	}
	return ok
}
