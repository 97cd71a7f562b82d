// Package wire is the contract between formats: a [Source] yields the tokens of
// an input, a [Sink] takes them. Any source can be copied into any sink, with
// memory that does not grow with the input.
//
// A value is a scalar token, or an Array or Object token, the tokens of its
// parts and an End token. In an object keys and values alternate, keys marked
// with Key. An Ext token stands in front of its payload. Long strings may come
// in pieces, marked with More.
//
// Package wire/wiretest checks that a format keeps the contract.
package wire
