// Package mem holds the raw memory access that the readers and writers of
// bytes share. Everything is little-endian on every platform.
//
// The rule for all of it: the caller guarantees that the bytes touched belong
// to the allocation that p points into. The readers of calque work on a
// private copy of the input that ends in [Pad] zero bytes, so that a load of
// up to eight bytes at any position of the input is inside it.
package mem

import (
	"math"
	"math/bits"
	"strings"
	"unsafe"
)

// Ptr is the address of the first byte of a buffer.
type Ptr = unsafe.Pointer

// Pad is the number of zero bytes that follow a private copy of an input.
const Pad = 64

// Of returns the address of the first byte of b, which must not be empty.
func Of(b []byte) Ptr { return unsafe.Pointer(unsafe.SliceData(b)) }

// OfString returns the address of the first byte of s.
func OfString(s string) Ptr { return unsafe.Pointer(unsafe.StringData(s)) }

// At returns the address of the byte at p+i.
func At(p Ptr, i int) Ptr { return unsafe.Add(p, i) }

// Load8 returns the byte at p+i.
func Load8(p Ptr, i int) byte { return *(*byte)(unsafe.Add(p, i)) }

// Store8 stores the byte v at p+i.
func Store8(p Ptr, i int, v byte) { *(*byte)(unsafe.Add(p, i)) = v }

// Slice returns the n bytes at p+i. They are the bytes themselves, not a copy.
func Slice(p Ptr, i, n int) []byte { return unsafe.Slice((*byte)(unsafe.Add(p, i)), n) }

// String returns the n bytes at p+i as a string that shares their memory: the
// bytes must not change while the string is in use.
func String(p Ptr, i, n int) string { return unsafe.String((*byte)(unsafe.Add(p, i)), n) }

// View returns b as a string that shares its memory: b must not change while
// the string is in use.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Lanes of a 64-bit word: the low and the high bit of each byte.
const (
	Lo = 0x0101010101010101
	Hi = 0x8080808080808080
)

// FirstByte returns the index (0 to 7) of the lowest byte of a mask that has a
// bit set, 8 where none has.
func FirstByte(mask uint64) int { return bits.TrailingZeros64(mask) >> 3 }

// Uncleared returns n elements that are not cleared first. T must hold no
// pointers, and every element must be written before it is read.
//
// The buffer of a strings.Builder is the one allocation that the library hands
// out uncleared. It is sound to write to it: the builder is dropped, so no
// string shares it. Sizes below 64 bytes are raised, as the allocator aligns
// larger ones to eight bytes at least.
func Uncleared[T any](n int) []T {
	size := int(unsafe.Sizeof(*new(T)))
	if n < 0 || n > math.MaxInt/size {
		return make([]T, n) // which fails where it must
	}
	var sb strings.Builder
	sb.Grow(max(n*size, 64))
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.StringData(sb.String()))), n)
}
