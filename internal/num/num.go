// Package num turns numbers into text and text into numbers.
//
// The reading functions take a padded text: the address of its first byte, the
// index where the number begins, and at least [mem.Pad] zero bytes behind the
// last byte of the text. They read one number of the JSON grammar and return
// the index behind it; what follows the number is for the caller to judge.
//
// A negative end is a fault, and ^end its offset. Where a number breaks the
// grammar that is the byte that breaks it (where the text ends, the zero behind
// it). Where a well-formed number does not fit the wanted type, it is the first
// byte of the number, a sign or a digit, which cannot break the grammar.
//
// The writing functions write the shortest text that reads back as the same
// number, in the form of encoding/json.
//
// The conversions between binary and decimal, in both directions, are the
// "unrounded scaling" of R. Cox (Floating-Point Printing and Parsing Can Be
// Simple And Fast, 2026): one multiplication with a power of ten of 128 bits,
// of which the lower half is looked at only when the upper one does not decide.
package num

//go:generate go run ./gen

import "math/bits"

// Class is what a number of a text is held as.
type Class uint8

// The classes.
const (
	Int   Class = iota // an integer that fits int64
	Uint               // an integer above the largest int64 that fits uint64
	Float              // a number that a float64 holds without loss
	Text               // any other number
)

// zeros is eight digits zero as text.
const zeros = 0x3030303030303030

// pow10 holds the powers of ten of 64 bits.
var pow10 = [20]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// pow10Float holds the powers of ten that a float64 holds exactly.
var pow10Float = [23]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// log2Pow10 returns the floor of the binary logarithm of 10^x.
func log2Pow10(x int) int { return x * 108853 >> 15 }

// log10Pow2 returns the floor of the decimal logarithm of 2^x.
func log10Pow2(x int) int { return x * 78913 >> 18 }

// nonDigits marks, in its top bit, each byte of y that is no digit; y is a word
// of text xor zeros. Marks above the lowest one may be wrong where a byte is
// not ASCII, and the other bits mean nothing.
func nonDigits(y uint64) uint64 { return y + 0x7676767676767676 | y }

// join8 returns the number that eight digits make, the first in the lowest byte.
func join8(y uint64) uint64 {
	y = y * (10<<8 + 1) >> 8 // pairs, in every other byte
	return ((y&0x000000FF000000FF)*(100+1e6<<32) + (y>>16&0x000000FF000000FF)*(1+1e4<<32)) >> 32
}

// joinTo returns the number that the digits of y below its mark make, which is
// in bit t: n digits have it in bit 8*n+7.
func joinTo(y uint64, t int) uint64 { return join8(y << 1 << (uint(t^0x38) & 63)) }

// spread8 returns the eight digits of x < 1e8, the first in the lowest byte. In
// each of three steps every number n in v becomes two, n/d and n%d above it: a
// shift moves n to where n%d goes, and one product takes d*(n/d) from it and
// adds n/d below.
func spread8(x uint64) uint64 {
	q := x * 109951163 >> 40 // x / 10000
	v := x<<32 - q*(10000<<32-1)
	q = v * 10486 >> 20 & 0x0000007f0000007f // v / 100
	v = v<<16 - q*(100<<16-1)
	q = v * 103 >> 10 & 0x000f000f000f000f // v / 10
	return v<<8 - q*(10<<8-1)
}

// lastDigit returns the index (0 to 7) of the last digit of y that is not
// zero, -1 where all are.
func lastDigit(y uint64) int { return 7 - bits.LeadingZeros64(y)>>3 }
