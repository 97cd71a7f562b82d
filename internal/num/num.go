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
// byte of the number, which no break of the grammar can have: it is a sign or a
// digit then.
package num

// Class is what a number of a text is held as.
type Class uint8

// The classes.
const (
	Int   Class = iota // an integer that fits int64
	Uint               // an integer above the largest int64 that fits uint64
	Float              // a number that a float64 holds without loss
	Text               // any other number
)
