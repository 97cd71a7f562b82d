//go:build !amd64 || purego

package scan

import "example.com/calque/internal/mem"

// String finds the end of the string whose first content byte is at p+i and
// checks it: control characters, escapes (half a surrogate pair is none) and
// UTF-8. It returns the index of the closing quote and what the string holds.
// The scan may go on from any start of a character inside of a string.
//
// end < 0: ^end is the offset of the byte at fault: a control character, the
// byte that no escape or digit can be, the backslash of half a pair, or the
// first byte of ill-formed UTF-8. Where more text could still have made the
// string well-formed, it is the offset of the zero byte where the text ends.
func String(p mem.Ptr, i int) (end int, bits uint8) { return stringGeneric(p, i) }
