package scan

import "example.com/calque/internal/mem"

// Unescape decodes the n bytes of a string's content at src, which String has
// checked, into dst and returns the length written, at most n. dst may be src.
// Nothing beyond dst+n is touched. Half of a surrogate pair, which String
// refuses, becomes U+FFFD.
func Unescape(dst, src mem.Ptr, n int) int { return unescape(dst, src, n, false) }

// Decode is Unescape for a string whose escapes nobody has checked: the n bytes
// at src lie between two quotes of an Index, in a padded text. Where an escape
// is none, it returns ^offset (from src) of the byte at fault, as String does;
// dst may be half written then.
func Decode(dst, src mem.Ptr, n int) int { return unescape(dst, src, n, true) }
