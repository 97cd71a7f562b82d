package json

import (
	"io"
	"math"
	"sync"
	"unicode/utf8"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/value"
)

const (
	// bufSize is the size of the buffer in front of a writer.
	bufSize = 32 << 10
	// slack is how far behind the room promised by dumper.room a token may
	// write: its last store may run over, and commas, colons, spaces and one
	// closing bracket need no promise of their own.
	slack = 256
	// maxNeed is the largest room that may be asked for at once.
	maxNeed = 16 << 10
	// recursion is the number of levels that are written by recursive calls.
	recursion = 128
	// maxOutput is the largest result of an append, below what the allocator
	// refuses with a panic.
	maxOutput = min(1<<40, math.MaxInt-1<<20)
)

// A dumper writes values as JSON text. Its functions are given the index in
// the buffer where to write and return the one behind what they wrote, so that
// the index stays in a register.
//
// Faults do not end a dump: they are collected, and from the first one on the
// text goes into a buffer that nobody sees. See dump_fault.go.
type dumper struct {
	p    mem.Ptr // first byte of buf
	end  int     // room is promised up to here
	list fault.List

	mode     *scan.Mode
	clean    uint64 // flag of the strings that need no escaping in this mode
	short    uint64 // tag, without the length, of those that are short
	colon    uint16 // what stands between key and value, two bytes
	colonLen int
	pretty   bool
	sort     bool
	exact    bool // in the canonical form
	near     int  // levels whose indentation is all in pad
	unit     int  // bytes of indentation a level, where near is above 0
	shallow  int  // levels that are written by recursive calls
	pad      [64]byte

	set  *option.Set
	buf  []byte
	hard int // the largest end that buf allows

	w      io.Writer // nil: buf grows
	record int       // index in buf where the value began, -1: flushed already
	wide   []byte    // a long piece of indentation, nil until needed

	order []rank // members of the sorted objects that are open
	base  int    // where the innermost one begins in order

	stopped bool       // no more is to be written or looked at
	muted   bool       // a fault was found
	kept    []byte     // what was written before the first fault
	tokens  [][]string // of each error in list, its path from the inside out
}

// appendValue appends the JSON text of v to dst. Errors are a *fault.List; dst
// then ends with what was written before the first fault. The memory between the
// length and the capacity of dst may be written to beyond the text.
func appendValue(dst []byte, v value.Value, s *option.Set) ([]byte, error) {
	var d dumper
	if err := d.begin(v, s); err != nil {
		return dst, err
	}
	guess := d.guess(v)
	if cap(dst)-len(dst) >= guess+slack {
		d.setBuf(dst[:cap(dst)])
		return d.appended(d.value(v, len(dst), 0))
	}
	if cap(dst) == 0 && guess <= bufSize/4 {
		scratch := takeBuffer()
		defer giveBuffer(scratch)
		d.setBuf(scratch[:])
		out, err := d.appended(d.value(v, 0, 0))
		if len(out) == 0 || &out[0] == &scratch[0] {
			out = append(dst, out...)
		}
		return out, err
	}
	d.setBuf(dst[:cap(dst)])
	d.grow(len(dst), guess)
	return d.appended(d.value(v, len(dst), 0))
}

// writeValue writes the JSON text of v to w in pieces of at most 32 KB, longer
// ones only of memory that is already there. Errors are a *fault.List; of a
// value with a fault nothing is written that is not written already.
func writeValue(w io.Writer, v value.Value, s *option.Set) error {
	var d dumper
	if err := d.begin(v, s); err != nil {
		return err
	}
	buffer := takeBuffer()
	defer giveBuffer(buffer)
	d.w = w
	d.setBuf(buffer[:])
	d.flush(d.value(v, 0, 0))
	return d.err()
}

var buffers = sync.Pool{New: func() any { return new([bufSize]byte) }}

func takeBuffer() *[bufSize]byte {
	if b, ok := buffers.Get().(*[bufSize]byte); ok {
		return b
	}
	return new([bufSize]byte)
}

func giveBuffer(b *[bufSize]byte) { buffers.Put(b) }

// begin takes over the options for one value.
func (d *dumper) begin(v value.Value, s *option.Set) error {
	err := d.setup(s)
	if err == nil && s.IJSON {
		err = strictValue(v, s)
	}
	return err
}

// noTag is the tag of no node.
const noTag = 1 << 63

// setup takes over the options.
func (d *dumper) setup(s *option.Set) error {
	if err := checkSet(s); err != nil {
		return err
	}
	if s.IJSON {
		strict := *s
		strictRead(&strict)
		s = &strict
	}
	if s.Canonical {
		s = canonicalSet(s)
		d.exact = true
	}
	d.set = s
	d.mode = scan.NewMode(s.EscapeHTML, s.EscapeJS, s.EnsureASCII)
	if !s.EscapeHTML && !s.EnsureASCII { // a clean string may hold DEL
		d.clean = node.FlagClean
		d.short = uint64(node.String) | node.FlagClean
	} else {
		d.short = noTag
	}
	d.sort = s.SortKeys
	d.shallow = min(s.MaxDepth, recursion)
	d.colon, d.colonLen = ':'|' '<<8, 1
	if s.Indent >= 0 {
		d.pretty, d.colonLen = true, 2
		d.setIndent()
	}
	return nil
}

// checkSet returns a fault where an option has a value that it does not know.
func checkSet(s *option.Set) error {
	bad := func(want string) error {
		return fault.One(&fault.Error{Code: fault.BadOption, Format: "json", Offset: -1, Want: want})
	}
	switch {
	case !utf8.ValidRune(s.IndentChar):
		return bad("a character for the indentation")
	case s.Floats > option.FloatsNlohmann:
		return bad("a style of floats")
	case s.NonFinite > option.NonFiniteLiteral:
		return bad("a policy for NaN and infinities")
	case s.Bytes > option.BytesError:
		return bad("a form of bytes")
	case s.UTF8 > option.UTF8Ignore:
		return bad("a policy for ill-formed UTF-8")
	}
	return nil
}

// guess returns about how many bytes the text of v will have, from the share
// that v has in the text and the nodes of its document.
func (d *dumper) guess(v value.Value) int {
	doc, at := v.In()
	if doc == nil {
		elems, members := v.Parts()
		return 64 + 16*len(elems) + 32*len(members)
	}
	s := doc.Slab()
	nodes := s.Next(at) - at
	size := float64(len(s.Text))*float64(nodes)/float64(len(s.Nodes)) + 3*float64(nodes)
	if d.pretty {
		size += float64(nodes * (1 + 4*min(d.unit, 8)))
	}
	return int(min(size, 1<<30))
}

// setBuf makes b the buffer.
func (d *dumper) setBuf(b []byte) {
	d.buf, d.hard = b, len(b)-slack
	if len(b) > 0 {
		d.p = mem.Of(b)
	}
	d.setEnd(0)
}

// checkEvery is how many bytes are written between two looks at the context.
const checkEvery = 64 << 10

// setEnd promises the room that the buffer has; with a context not all of it
// at once, so that dumper.more is called and looks at it.
func (d *dumper) setEnd(i int) {
	d.end = d.hard
	if d.set.Ctx != nil {
		d.end = min(d.hard, i+checkEvery)
	}
}

// room makes sure that need bytes (maxNeed at most), and slack bytes more, can
// be written at i; it returns the index where they can, as the buffer may have
// been written out.
func (d *dumper) room(i, need int) int {
	if need <= d.end-i {
		return i
	}
	return d.more(i, need)
}

//go:noinline
func (d *dumper) more(i, need int) int {
	if ctx := d.set.Ctx; ctx != nil && !d.stopped {
		if err := ctx.Err(); err != nil {
			d.stop(i, &fault.Error{Code: fault.Canceled, Err: err})
		}
	}
	if d.muted {
		return 0
	}
	if d.w != nil {
		if d.record > 0 {
			if i = d.flushRecords(i); need <= d.end-i {
				return i
			}
		}
		return d.flush(i)
	}
	if d.hard-i < need && !d.grow(i, need) {
		return d.tooLarge(i)
	}
	d.setEnd(i)
	return i
}

// reserve makes room for n bytes, where the buffer grows, so that it does not
// grow in steps while they are written. The room is not promised.
func (d *dumper) reserve(i, n int) {
	if d.w == nil && !d.muted && d.hard-i < n && d.grow(i, n) {
		d.setEnd(i)
	}
}

// grow gives the buffer room for need bytes behind the i that it holds, and
// space to grow. It returns false where that is more than there can be.
func (d *dumper) grow(i, need int) bool {
	if need > maxOutput-slack-i {
		return false
	}
	size := len(d.buf)
	if size < 1<<20 {
		size *= 2
	} else {
		size += size / 2
	}
	grown := mem.Uncleared[byte](min(max(size, i+need+slack), maxOutput))
	copy(grown, d.buf[:i])
	d.setBuf(grown)
	d.setEnd(i)
	return true
}

// flush writes the first i bytes of the buffer to the writer and returns 0, the
// index of an empty buffer.
func (d *dumper) flush(i int) int {
	d.record = -1
	d.pass(d.buf[:i])
	if !d.muted {
		d.setEnd(0)
	}
	return 0
}

// flushRecords writes out what is in front of the value being written, and
// moves what is there of it to the start of the buffer: until it fills the
// buffer alone, it can be taken back.
func (d *dumper) flushRecords(i int) int {
	d.pass(d.buf[:d.record])
	if d.muted {
		return 0
	}
	i = copy(d.buf, d.buf[d.record:i])
	d.record = 0
	d.setEnd(i)
	return i
}

// through writes b past the buffer, which holds i bytes, and returns 0, the
// index of an empty buffer.
func (d *dumper) through(i int, b []byte) int {
	i = d.flush(i)
	d.pass(b)
	return i
}

// pass hands b to the writer, unless there was a fault. Everything up to b must
// have been handed to it.
func (d *dumper) pass(b []byte) {
	if d.muted || len(b) == 0 {
		return
	}
	n, err := d.w.Write(b)
	if err == nil && n != len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		d.stop(0, &fault.Error{Code: fault.Write, Err: err})
	}
}

// appended returns the text, i bytes of the buffer.
func (d *dumper) appended(i int) ([]byte, error) {
	if d.muted {
		return d.kept, d.err()
	}
	return d.buf[:i], nil
}
