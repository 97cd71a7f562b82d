package msgpack

import (
	"encoding/binary"
	"strconv"
)

// class is what a head byte begins.
type class uint8

const (
	classNone  class = iota // the byte 0xC1
	classNil                // nothing follows
	classBool               // the value is in the head byte
	classFix                // an integer in the head byte
	classUint               // size bytes of an unsigned integer
	classInt                // size bytes of a signed integer
	classFloat              // size bytes of a float
	classStr                // here and below: size bytes of a length, then content
	classBin
	classExt // a byte with the type stands between length and content
	classArray
	classMap
)

// shape is what a head byte says.
type shape struct {
	class class
	size  uint8 // bytes behind the head byte that hold the number or the length
	fixed uint8 // the length, where it is in the head byte
}

// shapes is the shape of every head byte, names what the specification calls
// it.
var shapes, names = describe()

func describe() (s [256]shape, n [256]string) {
	set := func(from, count int, class class, size, fixed func(i int) int, name func(i int) string) {
		for i := range count {
			s[from+i] = shape{class, uint8(size(i)), uint8(fixed(i))}
			n[from+i] = name(i)
		}
	}
	none := func(int) int { return 0 }
	same := func(i int) int { return i }
	power := func(from int) func(int) int { return func(i int) int { return from << i } }
	word := func(w string) func(int) string { return func(int) string { return w } }
	number := func(w string, from int) func(int) string {
		return func(i int) string { return w + strconv.Itoa(from<<i) }
	}
	set(0x00, 128, classFix, none, none, word("positive fixint"))
	set(0x80, 16, classMap, none, same, word("fixmap"))
	set(0x90, 16, classArray, none, same, word("fixarray"))
	set(0xa0, 32, classStr, none, same, word("fixstr"))
	set(0xc0, 1, classNil, none, none, word("nil"))
	set(0xc2, 1, classBool, none, none, word("false"))
	set(0xc3, 1, classBool, none, none, word("true"))
	set(0xc4, 3, classBin, power(1), none, number("bin", 8))
	set(0xc7, 3, classExt, power(1), none, number("ext", 8))
	set(0xca, 2, classFloat, power(4), none, number("float", 32))
	set(0xcc, 4, classUint, power(1), none, number("uint", 8))
	set(0xd0, 4, classInt, power(1), none, number("int", 8))
	set(0xd4, 5, classExt, none, power(1), number("fixext ", 1))
	set(0xd9, 3, classStr, power(1), none, number("str", 8))
	set(0xdc, 2, classArray, power(2), none, number("array", 16))
	set(0xde, 2, classMap, power(2), none, number("map", 16))
	set(0xe0, 32, classFix, none, none, word("negative fixint"))
	return s, n
}

// piece is one head with what belongs to it: a scalar whole, a container
// without its elements.
type piece struct {
	shape shape
	head  byte
	start int    // offset of the head byte
	body  int    // offset behind the head, its length and the type of an ext
	count uint64 // bytes of content, elements or members
}

// end returns the offset behind the piece.
func (p *piece) end() int {
	switch p.shape.class {
	case classStr, classBin, classExt:
		return p.body + int(p.count)
	}
	return p.body
}

// container reports whether elements or members follow.
func (p *piece) container() bool { return p.shape.class >= classArray }

// tag returns the type of an ext.
func (p *piece) tag(data []byte) int8 { return int8(data[p.body-1]) }

// readPiece returns the piece at an offset of data and how many of its bytes
// are missing, 0 where it is whole.
func readPiece(data []byte, i int) (p piece, missing uint64) {
	if i >= len(data) {
		return piece{start: i}, 1
	}
	s := shapes[data[i]]
	p = piece{shape: s, head: data[i], start: i, count: uint64(s.fixed)}
	size := 1 + int(s.size)
	if s.class == classExt {
		size++
	}
	if size > len(data)-i {
		return p, uint64(size - (len(data) - i))
	}
	p.body = i + size
	if s.class < classStr {
		return p, 0
	}
	if s.size > 0 {
		p.count = bigEndian(data[i+1:], int(s.size))
	}
	if left := uint64(len(data) - p.body); s.class < classArray && p.count > left {
		return p, p.count - left
	}
	return p, 0
}

// bigEndian returns the number in the first size bytes of b.
func bigEndian(b []byte, size int) uint64 {
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.BigEndian.Uint16(b))
	case 4:
		return uint64(binary.BigEndian.Uint32(b))
	}
	return binary.BigEndian.Uint64(b)
}

// signed returns the number in the low size bytes of u, a two's complement.
func signed(u uint64, size int) int64 {
	shift := 64 - 8*uint(size)
	return int64(u<<shift) >> shift
}

// timestampTag is the type of the ext that is a timestamp.
const timestampTag = -1

// maxNanos is the largest number of nanoseconds in a timestamp.
const maxNanos = 999_999_999

// timestamp returns the point in time that the content of an ext of type -1
// stands for. ok is false where it has another length than 4, 8 or 12 bytes;
// nanos may be larger than maxNanos.
func timestamp(b []byte) (seconds int64, nanos uint32, ok bool) {
	switch len(b) {
	case 4:
		return int64(binary.BigEndian.Uint32(b)), 0, true
	case 8:
		u := binary.BigEndian.Uint64(b)
		return int64(u & (1<<34 - 1)), uint32(u >> 34), true
	case 12:
		return int64(binary.BigEndian.Uint64(b[4:])), binary.BigEndian.Uint32(b), true
	}
	return 0, 0, false
}
