package json

import (
	"bytes"
	"context"
	"io"
	"math/bits"
	"unicode/utf8"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
)

const (
	// windowSize is how many bytes of a stream a source holds.
	windowSize = 64 << 10
	// history is how many bytes in front of what is still needed stay in the
	// window, to show faults in; less where that is small.
	history = 160
	// firstSize is how many it holds at first.
	firstSize = 4 << 10
	// moveRoom is the room from which on the window is not moved.
	moveRoom = 4 << 10
)

// feed is a part of a stream, of bounded size, that moves on along it. Zeros
// follow what it holds.
type feed struct {
	r    io.Reader // nil: the stream is what is in rest
	rest []byte
	ctx  context.Context

	buf   []byte
	p     mem.Ptr
	n     int   // bytes held
	size  int   // bytes that there is room for
	most  int   // that there will be room for, if the stream is long
	past  int   // history, as far as there is room for it
	base  int64 // offset in the stream of the first one
	ended bool  // there is nothing more to read
	err   error // why, nil at a clean end

	start  fault.Start // the place of the byte at mark
	mark   int
	strict bool // the text is well-formed UTF-8
}

// setup makes room for size bytes, and later for most.
func (f *feed) setup(size, most int, set *option.Set) {
	f.most = max(min(most, windowSize), 1)
	f.resize(min(size, f.most))
	f.ctx = set.Ctx
	f.strict = set.UTF8 == option.UTF8Strict
}

// resize moves what is held to a window of another size.
func (f *feed) resize(size int) {
	f.size = max(size, 1)
	f.past = min(history, f.size/8)
	buf := make([]byte, f.size+mem.Pad)
	copy(buf, f.buf[:f.n])
	f.buf, f.p = buf, mem.Of(buf)
}

// fill reads once, and reports whether that gave at least one byte. The bytes
// from index keep on stay in the window, shift bytes further to its front. Where
// fill gives nothing and the stream has not ended, the window is full of them.
func (f *feed) fill(keep int) (shift int, ok bool) {
	if f.ended {
		return 0, false
	}
	if f.ctx != nil && f.ctx.Err() != nil {
		f.ended, f.err = true, f.ctx.Err()
		return 0, false
	}
	if f.r == nil && len(f.rest) == 0 {
		f.ended = true
		return 0, false
	}
	room := f.size - f.n
	if drop := f.front(keep - f.past); drop > 0 && (room == 0 || room < moveRoom && drop >= moveRoom) {
		shift = drop
		f.move(drop)
		room += drop
	}
	if (room == 0 || shift > 0) && f.size < f.most {
		f.resize(min(2*f.size, f.most))
		room = f.size - f.n
	}
	if room == 0 {
		return 0, false
	}
	read := f.read(f.buf[f.n : f.n+room])
	f.n += read
	clear(f.buf[f.n : f.n+mem.Pad])
	return shift, read > 0
}

// move drops the first bytes of the window.
func (f *feed) move(drop int) {
	if f.mark < drop {
		f.pass(drop)
	}
	f.mark -= drop
	copy(f.buf, f.buf[drop:f.n])
	f.n -= drop
	f.base += int64(drop)
}

// front returns the index of the first byte of the character at i.
func (f *feed) front(i int) int {
	for back := range utf8.UTFMax {
		if at := i - back; at <= 0 || at < f.n && utf8.RuneStart(f.buf[at]) {
			return max(at, 0)
		}
	}
	return i
}

// read fills room with what one read gives.
func (f *feed) read(room []byte) int {
	if f.r == nil {
		n := copy(room, f.rest)
		f.rest = f.rest[n:]
		return n
	}
	const maxEmpty = 100
	for range maxEmpty {
		n, err := f.r.Read(room)
		if n < 0 || n > len(room) {
			n, err = 0, errReadCount
		}
		if err != nil {
			f.ended = true
			if err != io.EOF { // one that is wrapped is not a clean end
				f.err = err
			}
		}
		if n > 0 || err != nil {
			return n
		}
	}
	f.ended, f.err = true, io.ErrNoProgress
	return 0
}

var errReadCount = readCountError{}

type readCountError struct{}

func (readCountError) Error() string { return "the reader returned an impossible count" }

// pass moves the mark on to an index, counting lines and characters.
func (f *feed) pass(to int) {
	data := f.buf[f.mark:to]
	f.mark = to
	if !f.strict {
		f.start.Advance(data)
		return
	}
	f.start.Offset += int64(len(data))
	if lines := bytes.Count(data, newline); lines > 0 {
		f.start.Lines += lines
		f.start.Columns, f.start.Runes = 0, 0
		data = data[bytes.LastIndexByte(data, '\n')+1:]
	}
	f.start.Columns += len(data)
	f.start.Runes += runesIn(data)
}

var newline = []byte{'\n'}

// runesIn returns the number of characters of well-formed UTF-8.
func runesIn(data []byte) int {
	n := len(data)
	k := 0
	for ; k+8 <= len(data); k += 8 {
		x := mem.Load64(mem.Of(data), k)
		n -= bits.OnesCount64(x >> 7 &^ (x >> 6) & mem.Lo)
	}
	for _, c := range data[k:] {
		if !utf8.RuneStart(c) {
			n--
		}
	}
	return n
}

// locate gives the faults of l, whose offsets are in the window, their place in
// the stream.
func (f *feed) locate(l *fault.List) {
	at := int(l.Errors[0].Offset)
	if from := max(at-history, f.mark); from > f.mark {
		f.pass(max(f.front(from), f.mark))
	}
	if at < f.mark {
		l.Errors[0].Offset += f.base
		return // shown already
	}
	l.Errors[0].Offset -= int64(f.mark)
	l.LocateFrom(f.buf[f.mark:min(f.n, at+history)], true, f.start)
}
