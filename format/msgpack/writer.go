package msgpack

import (
	"io"
	"math"
	"strconv"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/value"
)

// writer writes values, to a slice that grows or through a buffer to an
// io.Writer.
type writer struct {
	set  *option.Set
	out  io.Writer // nil: the buffer grows
	wide bool      // float32 is written as float 64

	buf  []byte  // its length is its capacity
	base mem.Ptr // address of buf
	k    int     // bytes written to buf
	lim  int     // k above which room must be called
	need int     // bytes that the buffer is likely to need in all

	scopes stack[scope] // what is being written, the innermost last
	inner               // the last of scopes, laid open
	at     int          // node that is being written, where inner is in a document

	list    fault.List
	trail   trail
	kept    int  // bytes of buf in front of the first fault that is no warning; -1: none
	payload bool // run stopped at an extension whose payload is to be written
	sent    bool // bytes of the value were sent on
	done    bool // nothing more can, or need, be written
}

// scope is a value in a document, or a container in owned form, that is being
// written: the next node, or the next item (two a member). Where another scope
// is inside, it is the node or the item that this one belongs to.
type scope struct {
	v value.Value
	i int
}

// inner is what a scope holds.
type inner struct {
	doc     *value.Doc
	elems   []value.Value
	members []value.Member
	end     int // behind the last node or item
}

// layOpen returns what the scope of v holds.
func layOpen(v value.Value) inner {
	if d, i := v.In(); d != nil {
		return inner{doc: d, end: d.Slab().Next(i)}
	}
	elems, members := v.Parts()
	return inner{elems: elems, members: members, end: len(elems) + 2*len(members)}
}

// newWriter returns a writer to dst, or through dst to out.
func newWriter(dst []byte, out io.Writer, set *option.Set) writer {
	w := writer{set: set, wide: set.Dialect == option.DialectReflectCPP, out: out, k: len(dst), kept: -1}
	w.use(dst[:cap(dst)])
	return w
}

// use makes buf the buffer.
func (w *writer) use(buf []byte) {
	w.buf = buf
	w.lim = len(buf) - slack
	if len(buf) > 0 {
		w.base = mem.Of(buf)
	}
	if w.set.Ctx != nil {
		w.lim = min(w.lim, w.k+contextEvery)
	}
}

// value writes v.
func (w *writer) value(v value.Value) {
	w.need = estimate(v)
	w.trail, w.scopes.n = trail{}, 0
	w.emit(v)
	for w.scopes.n > 0 && !w.done {
		top := w.scopes.top()
		i := top.i
		switch {
		case i == w.end:
			w.pop()
		case w.doc != nil:
			w.nodes(top)
		case len(w.elems) > 0:
			top.i++
			w.emit(w.elems[i])
		default:
			top.i++
			if m := &w.members[i/2]; i&1 == 0 {
				w.emit(m.Key)
			} else {
				w.emit(m.Value)
			}
		}
	}
}

// push makes v the innermost scope, which begins with i.
func (w *writer) push(v value.Value, i int) {
	w.scopes.push(scope{v, i})
	w.inner = layOpen(v)
}

// pop leaves the innermost scope.
func (w *writer) pop() {
	if w.scopes.pop(); w.scopes.n == 0 {
		return
	}
	top := w.scopes.top()
	if w.inner = layOpen(top.v); w.doc != nil {
		top.i = w.doc.Slab().Next(top.i)
	}
}

// estimate returns the bytes that writing v is likely to take, where that is
// easily told.
func estimate(v value.Value) int {
	d, i := v.In()
	if d == nil {
		return 0
	}
	s := d.Slab()
	part := float64(s.Next(i)-i) / float64(len(s.Nodes))
	return int(part * float64(len(s.Text)))
}

// nodes goes on with the nodes of the innermost scope.
func (w *writer) nodes(top *scope) {
	top.i = w.run(w.doc.Slab(), top.i, w.end)
	switch {
	case top.i == w.end || w.done:
	case w.payload:
		w.payload = false
		w.push(w.doc.At(top.i+2), top.i+2)
	default:
		w.container(w.doc.At(top.i))
	}
}

// emit writes v, or makes it the innermost scope.
func (w *writer) emit(v value.Value) {
	if d, i := v.In(); d != nil {
		w.push(v, i)
		return
	}
	if w.k > w.lim && !w.room(slack) {
		return
	}
	switch v.Kind() {
	case value.KindNull:
		mem.Store8(w.base, w.k, 0xc0)
		w.k++
	case value.KindBool:
		b := byte(0xc2)
		if v.Bool() {
			b = 0xc3
		}
		mem.Store8(w.base, w.k, b)
		w.k++
	case value.KindInt:
		w.k = putInt(w.base, w.k, v.Int())
	case value.KindUint:
		w.k = putUint(w.base, w.k, v.Uint())
	case value.KindFloat:
		w.k = w.putFloat(w.base, w.k, math.Float64bits(v.Float()))
	case value.KindFloat32:
		w.k = w.putFloat32(w.base, w.k, math.Float32bits(float32(v.Float())))
	case value.KindNumber:
		w.number(v.NumberText())
	case value.KindString:
		w.text(v.Text())
	case value.KindBytes:
		if sub, ok := v.Subtype(); ok {
			w.bytesSub(v.Bytes(), sub)
		} else {
			w.content(classBin, v.Bytes())
		}
	case value.KindTime:
		t := v.Time()
		w.k = putTime(w.base, w.k, t.Unix(), uint32(t.Nanosecond()))
	case value.KindExt:
		tag, payload, ok := v.Ext()
		for ok && !w.extension(tag, payload) {
			v = payload
			tag, payload, ok = v.Ext()
		}
		if !ok {
			w.emit(v)
		}
	default:
		w.container(v)
	}
}

// container begins a container in owned form and makes it the innermost scope.
func (w *writer) container(v value.Value) {
	if w.k > w.lim && !w.room(slack) {
		return
	}
	in := layOpen(v)
	class, count := classArray, uint64(len(in.elems))
	if v.Kind() == value.KindObject {
		class, count = classMap, uint64(len(in.members))
	}
	if count > math.MaxUint32 {
		w.tooLong(count, "elements")
		return
	}
	w.k = putLength(w.base, w.k, class, count)
	if count == 0 {
		w.skip()
		return
	}
	w.scopes.push(scope{v: v})
	w.inner = in
}

// skip goes on behind the empty container that the innermost scope is at.
func (w *writer) skip() {
	if w.scopes.n > 0 && w.doc != nil {
		top := w.scopes.top()
		top.i = w.doc.Slab().Next(top.i)
	}
}

// text writes a string.
func (w *writer) text(s string) {
	if len(s) > 0 && scan.UTF8(mem.OfString(s), len(s)) < len(s) {
		w.badText([]byte(s))
		return
	}
	w.content(classStr, mem.Slice(mem.OfString(s), 0, len(s)))
}

// badText writes a string that is not UTF-8 as the policy wants it. Like all
// that return a bool it reports whether writing goes on.
func (w *writer) badText(s []byte) bool {
	if w.set.UTF8 == option.UTF8Strict {
		at := scan.UTF8(mem.Of(s), len(s))
		w.report(fault.BadUTF8, "", byteName(s[at])+" at index "+strconv.Itoa(at))
	}
	return w.content(classStr, appendValid(nil, s, w.set.UTF8 == option.UTF8Ignore))
}

// content writes a head of a class and the content.
func (w *writer) content(c class, b []byte) bool {
	if uint64(len(b)) > math.MaxUint32 {
		return w.tooLong(uint64(len(b)), "bytes")
	}
	if w.k > w.lim && !w.room(slack) {
		return false
	}
	w.k = putLength(w.base, w.k, c, uint64(len(b)))
	return w.bytes(b)
}

// ext writes an ext.
func (w *writer) ext(tag int8, b []byte) bool {
	if uint64(len(b)) > math.MaxUint32 {
		return w.tooLong(uint64(len(b)), "bytes")
	}
	if w.k > w.lim && !w.room(slack) {
		return false
	}
	w.k = putExtHead(w.base, w.k, tag, uint64(len(b)))
	return w.bytes(b)
}

// bytesSub writes bytes with a subtype: as an ext of that type.
func (w *writer) bytesSub(b []byte, sub uint64) bool {
	if sub <= math.MaxInt8 {
		return w.ext(int8(sub), b)
	}
	w.lossy("subtype up to 127", "subtype "+strconv.FormatUint(sub, 10))
	return w.content(classBin, b)
}

// extension writes an owned extension. Where only its payload can be written it
// returns false; the payload is still to be written then.
func (w *writer) extension(tag int64, payload value.Value) bool {
	_, sub := payload.Subtype()
	if payload.Kind() == value.KindBytes && !sub && fitsExt(tag, payload.Bytes()) {
		w.ext(int8(tag), payload.Bytes())
		return true
	}
	w.lossy(wantExt, extName(tag, payload.Kind()))
	return false
}

// wantExt is what an extension must be to be written.
const wantExt = "extension of bytes with a type from -128 to 127"

// fitsExt reports whether an ext can have a type and a content: those of type
// -1 must be timestamps.
func fitsExt(tag int64, content []byte) bool {
	if tag == timestampTag {
		_, nanos, ok := timestamp(content)
		return ok && nanos <= maxNanos
	}
	return tag >= math.MinInt8 && tag <= math.MaxInt8
}

// extName returns what was found in place of an extension that can be written.
func extName(tag int64, payload value.Kind) string {
	if tag == timestampTag && payload == value.KindBytes {
		return "type -1 that is no timestamp"
	}
	return "type " + strconv.FormatInt(tag, 10) + " of " + payload.String()
}

// number writes a number that is kept as text: as the nearest float64, or as
// text where that is infinite.
func (w *writer) number(text string) bool {
	w.lossy("number that an integer of 64 bits or a float 64 holds exactly", clip(text))
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return w.content(classStr, []byte(text))
	}
	w.k = putSized(w.base, w.k, 0xcb, math.Float64bits(f), 8)
	return true
}

// clip returns text cut to a length fit to be read.
func clip(text string) string {
	if len(text) > maxText {
		return text[:maxText] + ellipsis
	}
	return text
}

// bytes writes b, past the buffer where it is larger.
func (w *writer) bytes(b []byte) bool {
	if len(b) > len(w.buf)-w.k {
		if w.out != nil && len(b) >= len(w.buf) {
			return w.flush() && (w.kept >= 0 || w.send(b))
		}
		if !w.room(len(b)) {
			return false
		}
	}
	w.k += copy(w.buf[w.k:], b)
	return true
}
