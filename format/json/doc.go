// Package json reads and writes JSON text (RFC 8259).
//
//	v, err := json.Parse[value.Value](data)
//	text, err := json.Marshal(v, json.Indent(2))
//
// # Values
//
//	JSON    | value.Value                                | any
//	null    | null                                       | nil
//	boolean | boolean                                    | bool
//	number  | integer, where it has neither fraction nor | int64, uint64
//	        | exponent and fits 64 bits                  |
//	number  | float, where the shortest text of a        | float64
//	        | float64 is decimally equal to it           |
//	number  | number, its text kept                      | value.Num
//	string  | string                                     | string
//	array   | array                                      | []any
//	object  | object, members in their order             | map[string]any
//
// So no digit is lost. With calque.KeepSpelling a value keeps the text of every
// number that would be written in another way, such as 1.0 and 1e3.
//
// # What is accepted
//
// Exactly the grammar of RFC 8259; a byte order mark in front is skipped. A name
// that an object has already is a fault (calque.Duplicates); names are compared
// as they are without escapes. Where the grammar leaves a choice:
//
//	numbers of any size and precision      accepted, exactly (1e400, 1e-400)
//	half a pair of surrogates (\ud800)     a fault: it has no UTF-8 form
//	text that is not UTF-8                 a fault
//	U+0000, escaped                        accepted
//	a byte order mark                      skipped at the start, else a fault
//	nesting                                10,000 levels (calque.MaxDepth)
//
// calque.UTF8 mends what is not UTF-8, one U+FFFD for each maximal subpart and
// each half pair, or drops it. [Comments], [TrailingCommas] and the literals of
// [NonFinite] loosen the grammar.
//
// # Faults
//
// Reading goes on behind faults of meaning, such as duplicate names, and ends at
// the first fault of syntax, so that one error, a *fault.List, has all of them,
// each with path, offset, line and column. What was read in front of the fault
// is returned with it.
//
// # Streams
//
// A [Decoder] reads values one behind the other, with [Lines] one a line
// (NDJSON); [Each] does so as a sequence, also over the elements of an array that
// is too large for memory.
//
// # Limits
//
// Parsing takes no stack and linear time for every input, of 32 GiB at most. For an input of n
// bytes it allocates 24 n bytes at most, and a constant: mostly about 3 n, most
// where every byte or two are a value. Positions, mended text and the policies
// First and Last for repeated names can double that. An option keeps the input
// from being parsed where it is larger (MaxBytes), deeper (MaxDepth) or of more
// values (MaxItems) than one wants.
//
// calque.ShareInput is accepted and has no effect: strings are decoded in place,
// in a copy of the input.
package json
