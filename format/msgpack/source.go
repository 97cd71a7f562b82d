package msgpack

import (
	"io"
	"math/bits"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/internal/window"
	"example.com/calque/wire"
)

// NewSource returns a reader of the tokens of the stream that r gives: values
// one behind the other.
//
// It holds 32 KB of the stream or less, whatever is in it: strings, bytes and extensions
// longer than 16 KB may come in pieces. Beside that it keeps, for the maps that
// are open, their last key, of which 4 KB, and, unless duplicate keys are kept
// (calque.Duplicates), 16 to 43 bytes of each key.
//
// Faults are those of Unmarshal, with offsets in the stream. Behind one of a key
// that is there twice and of a timestamp the source goes on in the value; as many
// of them as MaxErrors are reported. One of UTF-8 ends the value at the top, and
// the source goes on with the next. MaxBytes and MaxItems limit each value at the
// top.
//
// Duplicates(First) and (Last), which need whole maps, are a BadOption fault.
func NewSource(r io.Reader, opts ...calque.Option) wire.Source {
	return newTokens(r, opts)
}

// Source returns the tokens of the stream that r gives, nil where an option needs
// whole values.
func (f messagePack) Source(r io.Reader, opts ...calque.Option) wire.Source {
	opts = f.and(opts)
	if s := newTokens(r, opts); s.err == nil {
		return s
	}
	return nil
}

// tokens is a pull reader of tokens.
type tokens struct {
	track
	hashes
	set  option.Set
	win  *window.Window
	buf  []byte // the bytes at hand
	i    int    // of them read
	base int64  // offset of buf

	mode   mode
	check  bool // duplicate keys are looked for
	begun  piece
	tag    int8   // of the ext that was begun
	start  int64  // offset of the piece that was begun
	rest   uint64 // bytes to come of the content that comes in pieces
	part   wire.Token
	isKey  bool // the content in pieces is that of a key
	whole  printer
	mended []byte // a string that was not UTF-8
	queue  []*fault.Error
	held   wire.Token // what comes behind the faults in the queue

	items   uint64 // elements and members that the value has declared
	faults  int    // faults reported behind which the source goes on
	record  int64
	valueAt int64 // offset of the value at the top
	err     error // that ended the stream
}

// mode says what is to be done before a token is read as usual.
type mode uint8

const (
	modeTop   mode = 1 << iota // a value at the top is next
	modePiece                  // content goes on
	modeHeld                   // faults, and a token behind them, are held
	modeSkip                   // the rest of the value at the top is given up
	modeEnded                  // err is all there is
)

const (
	// wholeText is the length up to which content comes in one piece.
	wholeText = 16 << 10
	// pieceText is the least length of a piece but the last.
	pieceText = 8 << 10
	// history is how much in front of the next byte is kept, to be shown with
	// a fault.
	history = 64
)

func newTokens(r io.Reader, opts []calque.Option) *tokens {
	s := &tokens{set: option.Resolve(opts), win: window.New(r, 0), mode: modeTop}
	s.check = s.set.Duplicates != option.DupKeep
	if s.set.Duplicates == option.DupFirst || s.set.Duplicates == option.DupLast {
		_ = s.end(&fault.Error{
			Code: fault.BadOption, Format: name, Offset: -1, Want: "options for tokens", Got: "one of duplicate names",
		})
	}
	return s
}

// Offset implements wire.Source.
func (s *tokens) Offset() int64 { return s.base + int64(s.i) }

// Path implements wire.Source. A key that is still to be read stands in it as an
// ellipsis.
func (s *tokens) Path() string {
	path := s.path()
	n := len(s.open)
	if s.opening {
		n--
	}
	if n == 0 || s.inKey > n+1 || s.inKey > 0 && s.inKey <= n {
		return path
	}
	if l := &s.open[n-1]; l.isMap && !l.known && l.done > 0 {
		path += "/" + ellipsis
	}
	return path
}

// Next implements wire.Source.
func (s *tokens) Next(t *wire.Token) error {
	if s.mode != 0 {
		if done, err := s.before(t); done {
			return err
		}
	}
	key := false
	s.start = s.base + int64(s.i)
	s.begun = piece{}
	if len(s.open) > 0 {
		top := s.top()
		if top.left == 0 {
			return s.close(t)
		}
		key = top.isMap && top.left&1 == 0
		s.begin(key, s.start)
	}
	if s.i >= len(s.buf) && !s.fill(1) {
		return s.cutOff()
	}
	head := s.buf[s.i]
	shape := shapes[head]
	s.begun = piece{shape: shape, head: head, count: uint64(shape.fixed)}
	size := 1 + int(shape.size)
	if shape.class == classExt {
		size++
	}
	if len(s.buf)-s.i < size && !s.fill(size) {
		return s.cutOff()
	}
	i := s.i
	s.begun.body = i + size
	var word uint64
	if shape.size > 0 {
		word = bigEndian(s.buf[i+1:], int(shape.size))
	}
	if shape.class >= classStr && shape.size > 0 {
		s.begun.count = word
	}
	if s.set.MaxBytes > 0 {
		if err := s.limitBytes(size); err != nil {
			return err
		}
	}
	switch shape.class {
	case classNone:
		return s.fail(fault.BadHead, s.start, "value", byteName(head))
	case classNil:
		*t = wire.Token{Kind: wire.Null}
	case classBool:
		*t = wire.Token{Kind: wire.Bool, Bits: uint64(head & 1)}
	case classFix:
		*t = wire.Token{Kind: wire.Int, Bits: uint64(int64(int8(head)))}
	case classUint:
		*t = wire.Token{Kind: wire.Int + wire.Kind(word>>63), Bits: word} // the kinds follow each other
	case classInt:
		*t = wire.Token{Kind: wire.Int, Bits: uint64(signed(word, int(shape.size)))}
	case classFloat:
		*t = wire.Token{Kind: wire.Float, Bits: word}
		if shape.size == 4 {
			t.Kind = wire.Float32
		}
	case classStr:
		return s.content(t, wire.String, size, key)
	case classBin:
		return s.content(t, wire.Bytes, size, key)
	case classExt:
		return s.ext(t, size, key)
	default:
		return s.container(t, size, key)
	}
	s.i += size
	return s.scalar(t, key)
}

// scalar is called when the scalar t was read.
func (s *tokens) scalar(t *wire.Token, key bool) error {
	if t.Key = key; key || s.inKey > 0 {
		s.settle(t, key)
		if s.check && s.hashed(scalarPrint(t), key) {
			return s.duplicate(t, string(appendToken(nil, t, maxText)))
		}
	}
	if len(s.open) == 0 {
		s.mode |= modeTop
	}
	return nil
}

// hashed takes note of the hash of a value that is a key or in one, and reports
// whether it is a key that its map has already.
func (s *tokens) hashed(p fingerprint, key bool) bool {
	if s.inKey > 0 {
		s.addTo(s.top().isMap, key, p)
	}
	return key && s.add(p)
}

// container opens an array or a map.
func (s *tokens) container(t *wire.Token, size int, key bool) error {
	count := s.begun.count
	if len(s.open) >= s.set.MaxDepth {
		return s.tooFar(tooDeep(0, s.set.MaxDepth), key)
	}
	if most := uint64(s.set.MaxItems); most > 0 {
		if s.items, _ = bits.Add64(s.items, count, 0); s.items > most {
			return s.tooFar(tooMany(0, s.set.MaxItems), key)
		}
	}
	isMap := s.begun.shape.class == classMap
	s.i += size
	items := int64(count)
	if isMap {
		items *= 2
	}
	s.track.push(isMap, key, items)
	s.hashes.push()
	*t = wire.Token{Kind: kindOf(isMap), Key: key, N: int64(count)}
	return nil
}

// close ends the innermost container.
func (s *tokens) close(t *wire.Token) error {
	inKey := s.inKey > 0
	last := s.track.pop()
	sum := s.hashes.pop()
	*t = wire.Token{Kind: wire.End, Key: last.isKey}
	if len(s.open) == 0 {
		s.mode |= modeTop
		return nil
	}
	if inKey && s.check {
		n := uint64(kindOf(last.isMap)) | last.done<<8
		if s.hashed(join(tagged(n, 0), sum), last.isKey) {
			return s.duplicate(t, s.keyText(false))
		}
	}
	return nil
}

// before does what the mode says. It reports whether that is all of the answer
// of Next.
func (s *tokens) before(t *wire.Token) (done bool, err error) {
	switch {
	case s.mode&modeEnded != 0:
		return true, s.err
	case s.mode&modeHeld != 0:
		if len(s.queue) > 0 {
			e := s.queue[0]
			s.queue = s.queue[1:]
			return true, s.located(e)
		}
		s.mode &^= modeHeld
		s.queue = nil
		*t = s.held
		return true, nil
	case s.mode&modeSkip != 0:
		if err = s.skip(); err != nil {
			return true, err
		}
	case s.mode&modePiece != 0:
		return true, s.goOn(t)
	}
	s.valueAt = s.base + int64(s.i)
	s.opening = false
	if s.i >= len(s.buf) && !s.fill(1) {
		if s.failed() == nil {
			s.err, s.mode = io.EOF, modeEnded
			return true, io.EOF
		}
		s.record++
		return true, s.cutOff()
	}
	s.record++
	s.items = 0
	s.mode = 0
	return false, nil
}

// fill makes the bytes at hand n or more, which is at most wholeText, and
// reports false where there are not so many.
func (s *tokens) fill(n int) bool {
	for len(s.buf)-s.i < n {
		if s.set.Ctx != nil && s.set.Ctx.Err() != nil {
			return false
		}
		if drop := s.i - history; drop > 0 {
			s.win.Skip(drop)
			s.i -= drop
			s.base += int64(drop)
		}
		more := s.win.More()
		s.buf = s.win.Bytes()
		if !more {
			return false
		}
	}
	return true
}

// failed returns the error because of which there is nothing more, nil at a
// clean end.
func (s *tokens) failed() error {
	if s.set.Ctx != nil && s.set.Ctx.Err() != nil {
		return s.set.Ctx.Err()
	}
	return s.win.Err()
}

// mend returns text with what is not UTF-8 replaced or dropped.
func (s *tokens) mend(text []byte) []byte {
	s.mended = appendValid(s.mended[:0], text, s.set.UTF8 == option.UTF8Ignore)
	return s.mended
}

// leadOf returns the first bytes of a text, for the text of a key.
func leadOf(held, text []byte) []byte {
	return append(held, text[:min(len(text), leadRoom-len(held))]...)
}
