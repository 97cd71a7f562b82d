package msgpack

import (
	"io"
	"math"
	"strconv"
	"unicode/utf8"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
	"example.com/calque/internal/spool"
	"example.com/calque/wire"
)

// NewSink returns a writer of tokens to w. Where the source knows the number of
// elements and members, what it writes are the bytes of an [Encoder]. Where it
// does not, as with JSON, heads are the shortest too, except those of
// containers, strings and bytes in pieces whose content is more than 256 KB:
// they have 32 bits of length and are patched once that is known.
//
// They are patched in place where w is an io.WriteSeeker that stands at its end,
// such as a file. Else the value from there on goes to a temporary file, and to
// w when it is complete; calque.NoSpool makes that a TooLarge fault.
//
// It holds up to 512 KB, and of the maps that are open the last key, to show
// faults with. A value with a fault is not written, and the next one may follow,
// as long as no part of it had to be handed to w; see wire.Undoer.
func NewSink(w io.Writer, opts ...calque.Option) wire.Sink { return newSink(w, opts) }

// Sink returns a writer of tokens to w.
func (f messagePack) Sink(w io.Writer, opts ...calque.Option) wire.Sink {
	return newSink(w, f.and(opts))
}

// sink writes tokens.
type sink struct {
	track
	heads
	set option.Set
	w   writer // writes to the buffer, and collects faults

	key   bool // the token belongs to a key
	ext   extension
	piece textPiece

	record  int64
	begun   bool // a value at the top is open
	bad     bool // it has a fault, and what follows of it is only checked
	valueK  int  // where it begins in the buffer; -1: no longer there
	valueAt int64
	losses  fault.List
	err     error // why nothing more can be written
}

// extension is one whose payload is to come.
type extension struct {
	open bool
	key  bool // it is a key
	tag  int64
}

func newSink(w io.Writer, opts []calque.Option) *sink {
	s := &sink{set: option.Resolve(opts), valueK: -1}
	s.w = newWriter(make([]byte, 0, bufferSize), nil, &s.set)
	s.out = spool.New(w, s.set.NoSpool)
	s.look = bufferSize
	return s
}

// Put implements wire.Sink.
func (s *sink) Put(t *wire.Token) error {
	if s.err != nil {
		return s.err
	}
	if want := s.wants(t); want != "" {
		return s.misplaced(t, want)
	}
	w := &s.w
	if s.bad {
		w.k = max(s.valueK, 0) // what was written to check it is not wanted
	}
	switch {
	case s.piece.open:
		s.goOn(t)
	case t.Kind == wire.End:
		s.closeContainer()
	default:
		if !s.ext.open {
			s.beginValue(t.Key)
		}
		s.value(t)
	}
	if w.list.Total > 0 || s.bad {
		return s.faults()
	}
	if w.k > s.look {
		s.settleBuffer()
	}
	return s.err
}

// wants returns what could stand in place of t, "" where t can.
func (s *sink) wants(t *wire.Token) string {
	switch {
	case t.Kind > wire.End:
		return "a kind"
	case s.piece.open:
		if t.Kind != s.piece.kind {
			return "the rest of a " + s.piece.kind.String()
		}
		return ""
	case s.ext.open || len(s.open) == 0:
		if t.Kind == wire.End || t.Key {
			return "value"
		}
		return ""
	}
	top := s.top()
	isEnd := t.Kind == wire.End
	switch inMap := top.isMap && top.done&1 == 0; {
	case top.left == 0 && !isEnd:
		return "end"
	case isEnd && top.left > 0:
		if top.isMap {
			return plural(strconv.FormatInt((top.left+1)/2, 10), "more member")
		}
		return plural(strconv.FormatInt(top.left, 10), "more element")
	case inMap && !isEnd && !t.Key:
		return "key or end"
	case !inMap && t.Key && !isEnd, isEnd && top.isMap && !inMap:
		return "value"
	}
	return ""
}

// beginValue is called in front of each value and key.
func (s *sink) beginValue(key bool) {
	s.key = key
	if len(s.open) > 0 {
		s.begin(key, -1)
		return
	}
	s.opening = false
	s.begun = true
	s.record++
	s.valueK = s.w.k
}

// value writes a value, or what it begins with.
func (s *sink) value(t *wire.Token) {
	w := &s.w
	if w.k > w.lim && !w.room(slack) {
		return
	}
	if s.ext.open && t.Kind != wire.Bytes {
		s.loseExt(t.Kind)
	}
	switch t.Kind {
	case wire.Array, wire.Object:
		s.openContainer(t)
		return
	case wire.Ext:
		s.ext = extension{open: true, key: s.key, tag: int64(t.Bits)}
		return
	case wire.String, wire.Bytes, wire.Number:
		if t.More {
			s.startPieces(t)
			return
		}
		s.text(t)
	case wire.Null:
		mem.Store8(w.base, w.k, 0xc0)
		w.k++
	case wire.Bool:
		mem.Store8(w.base, w.k, 0xc2|byte(t.Bits&1))
		w.k++
	case wire.Int:
		w.k = putInt(w.base, w.k, int64(t.Bits))
	case wire.Uint:
		w.k = putUint(w.base, w.k, t.Bits)
	case wire.Float:
		w.k = w.putFloat(w.base, w.k, t.Bits)
	case wire.Float32:
		w.k = w.putFloat32(w.base, w.k, uint32(t.Bits))
	case wire.Time:
		w.k = putTime(w.base, w.k, int64(t.Bits), t.Nanos)
	}
	s.scalar(t)
}

// scalar is called when a scalar was written, of which t has as much as is to be
// shown.
func (s *sink) scalar(t *wire.Token) {
	switch {
	case s.key && s.inKey == 0 && t.Kind == wire.String:
		s.member(t.Text)
	case s.key || s.inKey > 0:
		s.settle(t, s.key)
	}
	s.complete()
}

// complete is called when a value is complete.
func (s *sink) complete() {
	if len(s.open) == 0 {
		s.begun = false
	}
}

// loseExt gives an extension up whose payload is to be written alone.
func (s *sink) loseExt(payload wire.Kind) {
	s.w.lossy(wantExt, extName(s.ext.tag, valueKind(payload)))
	s.key, s.ext.open = s.ext.key, false
}

// text writes a string, bytes or a number that are whole.
func (s *sink) text(t *wire.Token) {
	w := &s.w
	if len(t.Text) > wideContent && !s.bad && !s.makeWay() {
		return
	}
	switch {
	case t.Kind == wire.Number:
		w.number(string(t.Text))
	case t.Kind == wire.String:
		w.text(mem.View(t.Text))
	case !s.ext.open && t.Sub:
		w.bytesSub(t.Text, t.Bits)
	case !s.ext.open:
		w.content(classBin, t.Text)
	case !t.Sub && fitsExt(s.ext.tag, t.Text):
		w.ext(int8(s.ext.tag), t.Text)
		s.key, s.ext.open = s.ext.key, false
	default:
		s.loseExt(t.Kind)
		s.text(t)
	}
}

// openContainer writes the head of a container.
func (s *sink) openContainer(t *wire.Token) {
	w := &s.w
	isMap := t.Kind == wire.Object
	class := classArray
	if isMap {
		class = classMap
	}
	items := t.N
	switch {
	case t.N > math.MaxUint32:
		w.tooLong(uint64(t.N), "elements")
		return
	case t.N >= 0:
		w.k = putLength(w.base, w.k, class, uint64(t.N))
		if isMap {
			items *= 2
		}
	default:
		items = -1
		if !s.bad {
			s.openHead(&s.w, class, 0)
		}
	}
	s.track.push(isMap, s.key, items)
}

// closeContainer ends the innermost container.
func (s *sink) closeContainer() {
	last := s.track.pop()
	if last.left < 0 {
		n := last.done
		if last.isMap {
			n /= 2
		}
		if n > math.MaxUint32 {
			s.w.tooLong(n, "elements")
		} else if !s.bad {
			s.failed(s.closeHead(&s.w, n))
		}
	}
	s.key = last.isKey
	s.complete()
}

// failed ends writing with an error of the output.
func (s *sink) failed(err error) bool {
	if err == nil {
		return true
	}
	e := &fault.Error{Code: fault.Write, Format: name, Offset: -1, Err: err}
	if err == spool.ErrForbidden {
		e.Code, e.Err, e.Path = fault.TooLarge, nil, s.path()
		e.Want, e.Got = "output that can be patched", "content of more than "+strconv.Itoa(wideContent)+" bytes"
	}
	s.w.done = true
	s.err = fault.One(e)
	return false
}

// misplaced returns the fault of a token that cannot stand where it comes.
func (s *sink) misplaced(t *wire.Token, want string) error {
	got := t.Kind.String()
	if t.Key {
		got = "key"
	}
	s.err = fault.One(&fault.Error{Code: fault.Syntax, Format: name, Offset: -1, Path: s.path(), Want: want, Got: got})
	s.out.Close()
	return s.err
}

// faults returns the faults that the last token has brought, nil where they are
// only warnings. The value that they are in is dropped at its end.
func (s *sink) faults() error {
	w := &s.w
	list := w.list
	w.list, w.kept = fault.List{}, -1
	if s.err != nil {
		return s.err
	}
	kept := fault.List{Resumable: true}
	end := false
	for _, e := range list.Errors {
		e.Path = s.path()
		if s.record > 1 {
			e.Record = s.record
		}
		if e.Code == fault.Lossy && s.set.Lossy == option.LossyWarn {
			s.losses.Add(e, s.set.MaxErrors)
			continue
		}
		kept.Add(e, s.set.MaxErrors)
		end = end || e.Code.Class() == fault.ClassIO || e.Code.Class() == fault.ClassLimit
	}
	if kept.Total > 0 {
		s.bad = true
		s.heads.drop(max(s.valueK, 0))
	}
	switch {
	case end:
		kept.Resumable = false
		s.takeBack()
		s.out.Close()
		s.err = &kept
	case s.bad && !s.begun:
		s.settleBad()
	}
	return kept.Err()
}

// Flush implements wire.Sink.
func (s *sink) Flush() error {
	if s.err != nil {
		return s.err
	}
	if !s.bad {
		s.emitTo(s.settled(&s.w))
	}
	return s.err
}

// Losses implements wire.Loser.
func (s *sink) Losses() *fault.List {
	if s.losses.Total == 0 {
		return nil
	}
	list := s.losses
	s.losses = fault.List{}
	return &list
}

// Undo implements wire.Undoer.
func (s *sink) Undo() bool {
	if s.err == nil && (s.begun || s.bad) {
		s.settleBad()
	}
	return s.err == nil
}

// settleBad drops the value with a fault. Where a part of it is out, that is the
// end.
func (s *sink) settleBad() {
	if !s.takeBack() {
		s.err = fault.One(&fault.Error{
			Code: fault.Truncated, Format: name, Offset: -1, Record: s.record, Want: "the rest of a value, which has a fault",
		})
	}
}

// takeBack drops what was written of the value that is open. It reports false
// where a part of it is out already.
func (s *sink) takeBack() bool {
	whole := s.valueK >= 0 || s.out.Undo(s.valueAt)
	s.heads.drop(max(s.valueK, 0))
	s.w.k = max(s.valueK, 0)
	s.w.done = false
	s.track.reset()
	s.ext, s.piece = extension{}, textPiece{lead: s.piece.lead[:0]}
	s.begun, s.bad = false, false
	return whole
}

// textPiece is a string, a number or bytes that come in pieces.
type textPiece struct {
	open  bool
	kind  wire.Kind
	class class // classNone: it is not written before it is whole
	n     uint64
	sub   bool
	bits  uint64
	lead  []byte // what is shown of it, or all of it
	rest  [utf8.UTFMax]byte
	held  int // bytes in rest: the start of a character
}
