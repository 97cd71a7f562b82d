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
// The functions that read texts (String, Space, Unescape's source excepted)
// have no length: at least [mem.Pad] zero bytes follow the text, and a zero
// byte, which no JSON text holds, ends every scan. UTF8 and Quote are given a
// length and read nothing outside of it.
package scan
