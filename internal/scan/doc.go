// Package scan holds the byte kernels of the text formats: finding the end of
// a string and checking it, writing a string with its escapes, validating
// UTF-8, skipping white space and indexing the structure of a JSON text.
//
// Every kernel has a pure Go form that works a word at a time (the functions
// whose names end in Generic). That form is the specification: the assembly of
// a platform returns the same for every input, which the tests of this package
// compare.
//
// # Texts
//
// String and Space are given no length: at least [mem.Pad] zero bytes follow
// the text, and a zero byte, which no JSON text holds, ends every scan. Unescape
// and Decode take a piece of such a text. UTF8, Quote and Index are given a
// length and read nothing outside of it.
//
// # Two stages
//
// Index finds the structure of a text a window at a time, at a multiple of the
// speed at which a parser can take it in. See there for what is indexed. A
// reader of strings does
//
//	s, e := scan.Entry(ix, k), scan.Entry(ix, k+1) // both quotes
//	k += 2
//	if mem.Load8(p, e) == '\\' { // it has escapes
//		e = scan.Entry(ix, k)
//		k++
//		// Decode(dst, p+s+1, e-s-1) checks and unescapes
//	}
//
// where the entry behind the last one points at a byte that is neither quote
// nor backslash, so that an unclosed string shows.
//
// # Tiers
//
// There are kernels for AVX-512 and AVX2 on amd64 and some for NEON on arm64;
// what the machine has is found when the program starts. The environment
// variable CALQUE_CPU names a lower tier (avx2, swar), the build tag purego
// leaves the assembly out. The head of each .s file says how its kernels work.
package scan
