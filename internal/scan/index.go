package scan

import (
	"unsafe"

	"example.com/calque/internal/mem"
)

const (
	// Window is the number of text bytes that one Refill indexes at least.
	Window = 16 << 10
	// Ahead is the number of entries that may be looked at from the first one
	// that is not below the mark, without asking; those behind the last entry
	// hold the offset given to Start.
	Ahead = 32
	// MaxIndexed is the length of the longest text that can be indexed.
	MaxIndexed = 1<<31 - 1<<16
)

// Index is the structure of a JSON text, found a window at a time: the offsets
// of
//
//   - { } [ ] : and , outside of strings,
//   - both quotes of every string and, between them, the backslash of its
//     first escape where there is one,
//   - the first byte of every other run of bytes without white space.
//
// Hence a string is two entries, or three when it has to be unescaped. (The
// control characters 0C and 1A, which no JSON text holds outside of strings,
// stand like a bracket.) A backslash outside of strings escapes, too. The
// window is checked on the way: control characters in strings and ill-formed
// UTF-8 anywhere end the index, see Fault. Escapes and scalars are not
// checked, and nothing says where a scalar ends.
//
// A reader walks the entries by number: it looks at entries k to k+Ahead
// freely as long as k is below the mark, and otherwise calls Refill, which
// moves the entries and gives it a new k.
//
// The zero Index is ready for Start. It is 66 KB large: pool it.
type Index struct {
	text  mem.Ptr
	size  int // bytes of text
	done  int // bytes of it that are indexed
	count int // entries
	end   uint32
	fault int
	state indexState
	// entries begins with one unused element and the mark.
	entries [2 + 2*Ahead + Window + 2*Ahead + 64]uint32
}

// indexState is what a window hands to the next. The assembly knows it.
type indexState struct {
	escaped uint64 // 1: the next byte is escaped
	marked  uint64 // 1: a backslash was met since the last quote
	inside  uint64 // all bits: inside of a string, the opening quote included
	scalar  uint64 // 1: the last byte belongs to a scalar
	control uint64 // not 0: a control character stands in a string
	utf8    uint64 // not 0: UTF-8 is ill-formed
	_       [2]uint64
	before  [64]byte // the last block
}

// Indexes reports whether this machine has a kernel for the index, without
// which it is slower than reading the text in one pass.
func Indexes() bool { return indexes() }

// Start begins the index of the n bytes at p; nothing beyond them is read. n
// must not be above MaxIndexed. Behind the last entry stand entries that hold
// end: the offset of a byte that is not what any reader wants next, such as
// the zero behind a padded text. It returns the address of entry 0, which
// stays the same, for Entry and Mark.
func (x *Index) Start(p mem.Ptr, n, end int) mem.Ptr {
	x.text, x.size, x.end = p, n, uint32(end)
	x.done, x.count, x.fault = 0, 0, -1
	x.state = indexState{}
	x.entries[1] = 0
	x.Refill(0)
	return unsafe.Pointer(&x.entries[2])
}

// Entry returns the offset in entry k of an index.
func Entry(ix mem.Ptr, k int) int { return int(*(*uint32)(unsafe.Add(ix, k*4))) }

// Mark returns the first entry number of an index that needs a Refill. At the
// end of the text it is the number of entries, and stays so.
func Mark(ix mem.Ptr) int { return int(*(*uint32)(unsafe.Add(ix, -4))) }

// Done drops the reference to the text.
func (x *Index) Done() { x.text = nil }

// Fault returns the offset of the first control character in a string or of
// ill-formed UTF-8, n where the text ends inside of a string, and -1 while
// nothing is wrong with the text indexed so far. The entries end before the
// window of the fault.
func (x *Index) Fault() int { return x.fault }

// CatchUp returns the number of the first entry from k on whose offset is not
// below i, that of the entry behind the last where there is none.
func (x *Index) CatchUp(k, i int) int {
	for {
		for k < int(x.entries[1]) {
			if int(x.entries[2+k]) >= i {
				return k
			}
			k++
		}
		if k = x.Refill(k); k >= int(x.entries[1]) {
			return k
		}
	}
}

// Refill moves the entries from k on to the front, appends those of the next
// window and returns the new number of entry k, which is below the mark. At
// the end of the text, and where k is below the mark already, it returns k and
// nothing moves.
func (x *Index) Refill(k int) int {
	if k < int(x.entries[1]) || x.done == x.size && x.count > 0 {
		return k
	}
	ix := x.entries[2:]
	c := 0
	if k < x.count {
		c = copy(ix, ix[k:x.count])
	}
	for c < 2*Ahead && x.done < x.size {
		c += x.window(unsafe.Pointer(&ix[c]))
	}
	x.count = c
	if x.done < x.size {
		x.entries[1] = uint32(c - Ahead)
		return 0
	}
	for i := range ix[c : c+2*Ahead] {
		ix[c+i] = x.end
	}
	x.entries[1] = uint32(c)
	return 0
}

// window indexes the next window of the text and returns the number of its
// entries, none where the text is at fault.
func (x *Index) window(ix mem.Ptr) (count int) {
	from, before := x.done, x.state
	n := min(Window, x.size-from)
	if full := n / 64; full > 0 {
		count = index(mem.At(x.text, from), full, ix, uint32(from), &x.state)
	}
	if rest := n % 64; rest > 0 {
		// The last block is filled up with blanks.
		block := [64]byte{}
		for i := range block {
			block[i] = ' '
		}
		copy(block[:], mem.Slice(x.text, from+n-rest, rest))
		count += index(unsafe.Pointer(&block), 1, mem.At(ix, count*4), uint32(from+n-rest), &x.state)
	}
	x.done += n
	if x.state.control|x.state.utf8 != 0 || x.done == x.size && x.state.inside != 0 || x.done == x.size && x.state.open() {
		x.fault = before.find(x.text, from, x.size)
		x.done = x.size
		return 0
	}
	return count
}

// open reports whether the text so far ends inside of a character.
func (s *indexState) open() bool {
	p := unsafe.Pointer(&s.before)
	return boundary(p, 0, 64) != 64
}

// find returns the offset of the first fault of a text of n bytes. Those
// before from have none; s is the state behind them.
func (s *indexState) find(p mem.Ptr, from, n int) int {
	start := boundary(p, 0, from)
	ill := start + UTF8(mem.At(p, start), n-start)
	escaped, inside := s.escaped != 0, s.inside != 0
	for i := from; i < ill; i++ {
		switch c := mem.Load8(p, i); {
		case inside && c < 0x20:
			return i
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			inside = !inside
		}
	}
	return ill
}
