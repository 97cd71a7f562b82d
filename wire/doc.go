// Package wire is the contract between formats: a [Source] yields the tokens of
// an input, a [Sink] takes them. Any source can be copied into any sink, with
// memory that does not grow with the input.
//
// A value is a scalar token, or an Array or Object token, the tokens of its
// parts and an End token. In an object keys and values alternate, keys marked
// with Key; a key that is a container has Key on its first token and on its End.
// An Ext token stands in front of its payload. Long strings, numbers and bytes
// may come in pieces, marked with More.
//
//	{"a":[1,"x"]}   Object, String "a" (Key), Array, Int 1, String "x", End, End
//
// [Copy] joins the two ends. [Tokens] and [Walk] read a source token by token,
// [ToValue] and [Values] make values of it; [FromValue] and [NewBuilder] are the
// source and the sink of values in memory.
//
// Package wire/wiretest checks that a format keeps the contract.
package wire
