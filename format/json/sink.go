package json

import (
	"io"
	"strconv"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// NewSink returns a writer of tokens to w. What it writes are the bytes of an
// [Encoder] with the same options: each value at the top is followed by a
// newline, with [Sequence] it stands behind a record separator too. It holds
// 32 KB of text, and of the containers that are open the last key, to show
// faults with.
//
// A value with a fault is not written, and the next one may follow, as long as
// no part of it had to be handed to w; see wire.Undoer. SortKeys, Canonical,
// IJSON and Nlohmann, which need whole values, are a BadOption fault.
func NewSink(w io.Writer, opts ...calque.Option) wire.Sink {
	s := &sink{set: option.Resolve(opts)}
	if s.set.Lines || s.set.Sequence {
		s.set.Indent = -1
	}
	if s.err = checkSink(&s.set); s.err == nil {
		s.err = s.d.setup(&s.set)
	}
	if s.err != nil {
		return s
	}
	s.d.w = w
	s.buf = make([]byte, bufSize)
	s.d.setBuf(s.buf)
	return s
}

// checkSink returns a fault where an option needs whole values.
func checkSink(set *option.Set) error {
	bad := ""
	switch {
	case set.SortKeys:
		bad = "sorted keys"
	case set.Canonical:
		bad = "the canonical form"
	case set.IJSON:
		bad = "I-JSON"
	case set.Nlohmann:
		bad = "the nlohmann profile"
	default:
		return nil
	}
	return fault.One(&fault.Error{
		Code: fault.BadOption, Format: "json", Offset: -1, Want: "options for tokens", Got: bad,
	})
}

// sink writes tokens as JSON text.
type sink struct {
	d   dumper
	set option.Set
	buf []byte
	i   int // bytes in the buffer of d

	trail
	began  bool  // a value at the top is open
	keyed  bool  // the key of a member was written, its value is to come
	exts   []int // depths of the open objects that stand for extensions
	odd    bool  // a key is open that cannot be written
	within int   // containers open inside of it
	piece  pieceState

	record int64
	losses fault.List
	err    error // why nothing more can be written
}

// Put implements wire.Sink.
func (s *sink) Put(t *wire.Token) error {
	if s.err != nil {
		return s.err
	}
	d := &s.d
	if s.piece.open {
		return s.goOn(t)
	}
	if s.odd {
		s.inKey(t)
		return nil
	}
	if t.Key {
		if !s.object || s.keyed || s.inExt() {
			return s.misplaced(t)
		}
		return s.key(t)
	}
	if t.Kind == wire.End {
		if s.depth == 0 || s.keyed || s.inExt() {
			return s.misplaced(t)
		}
		s.close()
		return s.after(true)
	}

	// A value.
	i := s.i
	switch {
	case s.depth == 0:
		i = s.begin()
	case s.object:
		if !s.keyed {
			return s.misplaced(t)
		}
		s.keyed = false
	default:
		i = s.element(i)
	}
	if t.More {
		s.i = i
		s.startPieces(t)
		return s.after(false)
	}
	switch t.Kind {
	case wire.Null:
		i = d.null(i)
	case wire.Bool:
		i = d.bool(i, t.Bits != 0)
	case wire.Int:
		i = d.int(i, int64(t.Bits))
	case wire.Uint:
		i = d.uint(i, t.Bits)
	case wire.Float:
		i = d.float(i, t.Float64())
	case wire.Float32:
		i = d.float32(i, float32(t.Float64()))
	case wire.Number:
		i = d.raw(i, t.Text)
	case wire.String:
		i = d.quote(i, mem.View(t.Text))
	case wire.Bytes:
		s.loses(t.Sub && s.set.Bytes == option.BytesBase64, "bytes with subtype")
		i = d.blob(i, t.Text, t.Bits, t.Sub, s.depth)
	case wire.Time:
		i = d.time(i, t.Time())
	case wire.Array, wire.Object:
		s.i = i
		s.open(t.Kind == wire.Object)
		return s.after(false)
	case wire.Ext:
		s.i = i
		return s.openExt(int64(t.Bits))
	default:
		return s.misplaced(t)
	}
	s.i = i
	return s.after(true)
}

// begin begins a value at the top and returns where it is written.
func (s *sink) begin() int {
	s.began = true
	s.record++
	s.d.record = s.i
	if !s.set.Sequence {
		return s.i
	}
	i := s.d.room(s.i, 1)
	mem.Store8(s.d.p, i, recordSeparator)
	return i + 1
}

// element writes what stands in front of an element or a key.
func (s *sink) element(i int) int {
	d := &s.d
	i = d.room(i, 2)
	if s.count > 0 {
		mem.Store8(d.p, i, ',')
		i++
	}
	s.count++
	if d.pretty {
		i = d.line(i, s.depth)
	}
	return i
}

// open begins an array or an object.
func (s *sink) open(object bool) {
	d := &s.d
	if s.depth >= s.set.MaxDepth {
		s.i = d.stop(s.i, &fault.Error{
			Code: fault.TooDeep, Want: strconv.Itoa(s.set.MaxDepth) + " levels at most",
		})
		return
	}
	i := d.room(s.i, 1)
	bracket := byte('[')
	if object {
		bracket = '{'
	}
	mem.Store8(d.p, i, bracket)
	s.i = i + 1
	s.push(object)
}

// close ends the innermost container.
func (s *sink) close() {
	d := &s.d
	bracket := byte(']')
	if s.object {
		bracket = '}'
	}
	i := s.i
	if d.pretty && s.count > 0 {
		i = d.line(i, s.depth-1)
	}
	i = d.room(i, 1)
	mem.Store8(d.p, i, bracket)
	s.i = i + 1
	s.pop()
}

// openExt begins an extension: an object whose last member is the payload.
func (s *sink) openExt(tag int64) error {
	d := &s.d
	if !d.lossy() {
		s.i = d.report(s.i, &fault.Error{Code: fault.Lossy, Want: "a kind that JSON has", Got: "extension"})
	}
	s.loses(true, "extension")
	err := s.after(false)
	depth := s.depth
	if s.open(true); s.depth == depth { // too deep
		return s.after(false)
	}
	i := d.name(s.i, `"tag"`, s.depth)
	i = d.int(i, tag)
	mem.Store8(d.p, i, ',')
	s.i = d.name(i+1, `"`+payloadKey+`"`, s.depth)
	s.member([]byte(payloadKey))
	s.keyed = true
	s.exts = append(s.exts, s.depth)
	if err != nil {
		return err
	}
	return s.after(false)
}

// inExt reports whether the innermost container stands for an extension.
func (s *sink) inExt() bool {
	return len(s.exts) > 0 && s.exts[len(s.exts)-1] == s.depth
}

// key writes the key of a member and the colon, or its first piece.
func (s *sink) key(t *wire.Token) error {
	d := &s.d
	if t.Kind == wire.String && !t.More {
		i := d.quote(s.element(s.i), mem.View(t.Text))
		s.member(t.Text)
		s.count-- // element counted it
		s.i = s.colon(i)
		return s.after(false)
	}
	s.i = s.element(s.i)
	s.count--
	if t.Kind == wire.String {
		s.member(nil)
		s.startPieces(t)
		return s.after(false)
	}
	if t.Kind < wire.Ext && !t.More {
		v := scalarOf(t)
		s.member([]byte(keyToken(v)))
		s.loses(true, "key that is no string")
		s.i = s.colon(d.oddKey(v, s.i))
		return s.after(false)
	}
	if t.Kind == wire.End {
		return s.misplaced(t)
	}
	s.member([]byte(t.Kind.String()))
	s.i = d.report(s.i, &fault.Error{Code: fault.BadKey, Want: "string", Got: t.Kind.String()})
	s.odd = true
	s.inKey(t)
	return s.after(false)
}

// scalarOf returns the value of a token that is one.
func scalarOf(t *wire.Token) value.Value {
	var v value.Value
	scalar := *t
	scalar.Key = false
	b := wire.NewBuilder(func(built value.Value) error {
		v = built
		return nil
	})
	if b.Put(&scalar) != nil {
		return value.Null()
	}
	return v
}

// colon writes what stands between a key and its value.
func (s *sink) colon(i int) int {
	s.keyed = true
	i = s.d.room(i, 2)
	mem.Store16(s.d.p, i, s.d.colon)
	return i + s.d.colonLen
}

// after is called behind each token that is written, and complete where that
// completes a value. It returns the faults found in it.
func (s *sink) after(complete bool) error {
	if s.d.list.Total > 0 {
		return s.faults(complete)
	}
	if complete && (s.depth == 0 || s.inExt()) {
		return s.ended()
	}
	return nil
}

// ended ends the extensions whose payload is complete, and the value at the top.
func (s *sink) ended() error {
	for s.inExt() {
		s.exts = s.exts[:len(s.exts)-1]
		s.close()
	}
	if s.depth > 0 {
		return nil
	}
	s.began = false
	d := &s.d
	if !d.muted {
		if i := d.room(s.i, 1); !d.muted {
			mem.Store8(d.p, i, '\n')
			s.i = i + 1
			return nil
		}
	}
	if d.list.Total > 0 { // the writer failed
		return s.faults(false)
	}
	if !s.takeBack() {
		s.err = s.cutOff()
	}
	return nil
}

// faults returns the faults found since the last call. The value that they are
// in will not be written.
func (s *sink) faults(complete bool) error {
	d := &s.d
	list := d.list
	d.list, d.tokens = fault.List{}, nil
	for _, e := range list.Errors {
		e.Record = s.record
		if class := e.Code.Class(); class == fault.ClassIO || class == fault.ClassLimit {
			s.err = &list
		} else {
			e.Path = s.last()
		}
	}
	if s.err == nil && complete && (s.depth == 0 || s.inExt()) {
		if err := s.ended(); err != nil {
			return err
		}
	}
	if len(list.Errors) == 0 {
		return nil
	}
	return &list
}

// takeBack drops what was written of the value that is open. It reports false
// where a part of it is out already.
func (s *sink) takeBack() bool {
	d := &s.d
	whole := d.record >= 0
	s.i = max(d.record, 0)
	d.list, d.tokens, d.kept = fault.List{}, nil, nil
	d.muted, d.stopped = false, false
	d.setBuf(s.buf)
	s.trail.reset()
	s.began, s.keyed, s.odd, s.within = false, false, false, 0
	s.exts = s.exts[:0]
	s.piece = pieceState{}
	return whole
}

// Undo implements wire.Undoer.
func (s *sink) Undo() bool {
	if s.err != nil {
		return false
	}
	if s.began && !s.takeBack() {
		s.err = s.cutOff()
	}
	return s.err == nil
}

// cutOff returns the fault of a sink that has written a part of a value.
func (s *sink) cutOff() error {
	return fault.One(&fault.Error{
		Code: fault.Truncated, Format: "json", Offset: -1, Record: s.record, Want: "the rest of a value, which has a fault",
	})
}

// misplaced returns the fault of a token that cannot stand where it comes.
func (s *sink) misplaced(t *wire.Token) error {
	want := "value"
	switch {
	case s.piece.open:
		want = "the rest of a " + s.piece.kind.String()
	case s.object && !s.keyed:
		want = "key or end"
	}
	got := t.Kind.String()
	if t.Key {
		got = "key"
	}
	s.err = fault.One(&fault.Error{
		Code: fault.Syntax, Format: "json", Path: s.last(), Offset: -1, Record: s.record, Want: want, Got: got,
	})
	return s.err
}

// Flush implements wire.Sink.
func (s *sink) Flush() error {
	if s.err != nil || s.d.muted {
		return s.err
	}
	s.i = s.d.flush(s.i)
	if s.d.list.Total > 0 {
		return s.faults(false)
	}
	return nil
}

// loses notes what is written in another form, where the options ask for that.
func (s *sink) loses(lost bool, what string) {
	if !lost || s.set.Lossy != option.LossyWarn {
		return
	}
	s.losses.Add(&fault.Error{
		Code: fault.Lossy, Format: "json", Path: s.last(), Offset: -1, Record: s.record, Got: what,
	}, s.set.MaxErrors)
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
