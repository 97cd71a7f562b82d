package calque

import "iter"

// Inspector is implemented by formats that can show an input piece by piece.
type Inspector interface {
	// Inspect yields the pieces of data in the order of their bytes. A fault
	// ends the sequence: all pieces in front of it are yielded first, then the
	// *fault.List with a zero Item.
	Inspect(data []byte, opts ...Option) iter.Seq2[Item, error]
}

// Item is one piece of an inspected input: a head, a scalar or an end.
type Item struct {
	Offset  int64  // of the first byte
	Len     int    // bytes of the piece; of the head alone for containers
	Depth   int    // 0 for a top level value
	Path    string // JSON Pointer of the value
	Meaning string // what the bytes are in terms of the format, such as "fixmap, 3 members"
	Value   string // the value as JSON text, cut to a readable length; "" for containers
	Key     bool   // the piece is the key of a member
	End     bool   // the piece closes a container
	Record  int64  // 1-based number of the value where data holds several
}
