// Package calque is one system for serialization: one Go type, every wire
// format, at the speed of code written by hand for it.
//
// A [Format] is a value; the functions here take one as their argument, and each
// package below format/ has the same functions for its own format.
//
//	v, err := json.Parse[value.Value](data)
//	out, err := calque.Marshal(msgpack.Format, v)
//
// Errors are a *fault.List with every fault of the input, each with code, path
// and position.
package calque
