package json

import (
	"bytes"
	"iter"
	"strconv"
	"unicode/utf8"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// Inspect yields the pieces of data in the order of their bytes: heads and ends
// of containers, names and scalars. Several values may follow one another; with
// [Lines] each has a line of its own. The faults of a value come behind its
// pieces and end the sequence.
func (f textFormat) Inspect(data []byte, opts ...calque.Option) iter.Seq2[calque.Item, error] {
	set := option.Resolve(f.with(opts))
	// The pieces are shown as they stand.
	set.Positions, set.Filter, set.Nlohmann = true, nil, false
	if set.Duplicates != option.DupError {
		set.Duplicates = option.DupKeep
	}
	return func(yield func(calque.Item, error) bool) {
		if err := checkRead(&set); err != nil {
			yield(calque.Item{}, err)
			return
		}
		x := inspector{set: &set, data: data, yield: yield}
		x.start.Advance(data[:bomLen(data)])
		for x.record() {
		}
	}
}

// inspector walks the nodes of one value after the other.
type inspector struct {
	set   *option.Set
	data  []byte
	yield func(calque.Item, error) bool

	start fault.Start // where the value begins
	count int64       // its number
	doc   value.Doc
	path  []byte // of the value that is shown
	open  []opening
	end   int // behind the last piece, from the start of the value
}

// opening is a container whose parts are being shown.
type opening struct {
	at    int // its node
	next  int // the node of the next part
	path  int // length of its path
	index int // of the next part
}

// record shows the next value and reports whether there can be another one.
func (x *inspector) record() bool {
	rest := x.data[x.start.Offset:]
	skip := x.skip(rest)
	x.start.Advance(rest[:skip])
	rest = rest[skip:]
	if len(rest) == 0 && x.count > 0 {
		return false
	}
	x.count++
	end, faults := x.parse(rest)
	if !x.walk(rest) {
		return false
	}
	if faults != nil {
		x.dangling(rest, faults)
		if x.count > 1 || x.set.Lines {
			for _, e := range faults.Errors {
				e.Record = x.count
			}
		}
		faults.LocateFrom(rest, true, x.start)
		x.yield(calque.Item{}, faults)
		return false
	}
	x.start.Advance(rest[:end])
	return true
}

// skip returns the length of the white space and comments in front of a value.
func (x *inspector) skip(rest []byte) int {
	n := blanks(rest)
	for x.set.Comments {
		size := commentLen(rest[n:], 0)
		if size == 0 {
			break
		}
		n += size
		n += blanks(rest[n:])
	}
	return n
}

// parse parses the value that rest begins with, and returns the offset behind it
// or its line.
func (x *inspector) parse(rest []byte) (end int, faults *fault.List) {
	if !x.set.Lines {
		end, _, faults = parseGrowing(&x.doc, rest, 0, minTry, true, x.set)
		return end, faults
	}
	end = len(rest)
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		end = n
	}
	return end, parseWhole(&x.doc, rest[:end], x.set)
}

// walk yields the pieces of the value. It reports whether more are wanted.
func (x *inspector) walk(rest []byte) bool {
	x.path, x.open, x.end = x.path[:0], x.open[:0], 0
	if len(x.doc.Slab().Spans) == 0 {
		return true // not even a fault of the value's bytes
	}
	if !x.piece(rest, 0, false) {
		return false
	}
	for len(x.open) > 0 {
		top := &x.open[len(x.open)-1]
		x.path = x.path[:top.path]
		slab := x.doc.Slab()
		if top.next >= int(slab.Nodes[top.at].Val) {
			if !x.close(top.at) {
				return false
			}
			continue
		}
		at := top.next
		if slab.Nodes[top.at].Kind() == node.Object {
			n := slab.Nodes[at]
			x.path = appendToken(append(x.path, '/'), mem.View(slab.Text[n.Val:][:n.Len()]))
			if !x.piece(rest, at, true) {
				return false
			}
			at++
		} else {
			x.path = strconv.AppendInt(append(x.path, '/'), int64(top.index), 10)
		}
		top.index++
		top.next = slab.Next(at)
		if !x.piece(rest, at, false) {
			return false
		}
	}
	return true
}

// piece yields the piece of a node, and opens it if it is a container.
func (x *inspector) piece(rest []byte, at int, key bool) bool {
	slab := x.doc.Slab()
	n, span := slab.Nodes[at], slab.Spans[at]
	if span.Start == span.End {
		return true // nothing was read
	}
	it := x.item(span)
	switch n.Kind() {
	case node.Array, node.Object:
		it.Len = 1
		it.Meaning = containerMeaning(n)
		x.open = append(x.open, opening{at: at, next: at + 1, path: len(x.path)})
	default:
		text := rest[span.Start:span.End]
		it.Key = key
		it.Meaning = scalarMeaning(n, text, key)
		it.Value = cut(text)
	}
	x.end = int(span.Start) + it.Len
	return x.yield(it, nil)
}

// close yields the end of the innermost container, if that was read.
func (x *inspector) close(at int) bool {
	x.open = x.open[:len(x.open)-1]
	slab := x.doc.Slab()
	if slab.Nodes[at].Has(node.FlagCut) {
		return true
	}
	span := slab.Spans[at]
	x.end = int(span.End)
	it := x.item(node.Span{Start: span.End - 1, End: span.End})
	it.End = true
	it.Meaning = "end of array"
	if slab.Nodes[at].Kind() == node.Object {
		it.Meaning = "end of object"
	}
	return x.yield(it, nil)
}

func (x *inspector) item(span node.Span) calque.Item {
	return calque.Item{
		Offset: x.start.Offset + span.Start, Len: int(span.End - span.Start),
		Depth: len(x.open), Path: string(x.path), Record: x.count,
	}
}

// dangling yields the name of a member whose value was not read, which is not in
// the document.
func (x *inspector) dangling(rest []byte, faults *fault.List) {
	last := faults.Errors[len(faults.Errors)-1]
	stop := int(min(last.Offset, int64(len(rest))))
	if stop <= x.end {
		return
	}
	text := rest[x.end:stop]
	from := x.end + x.skip(text)
	if from < stop && rest[from] == ',' {
		from++
		from += x.skip(rest[from:stop])
	}
	if from >= stop || rest[from] != '"' {
		return
	}
	var f frame
	size, whole := f.find(rest[from:stop])
	if !whole || last.Path == "" {
		return
	}
	text = rest[from : from+size]
	x.path = append(x.path[:0], last.Path...)
	it := x.item(node.Span{Start: int64(from), End: int64(from + size)})
	it.Depth = depthOf(last.Path)
	it.Key = true
	it.Meaning = scalarMeaning(node.Make(node.String, 0, 0, 0), text, true)
	it.Value = cut(text)
	x.yield(it, nil)
}

// depthOf returns the number of tokens of a JSON Pointer.
func depthOf(path string) int {
	n := 0
	for i := range len(path) {
		if path[i] == '/' {
			n++
		}
	}
	return n
}

// containerMeaning describes the head of a container.
func containerMeaning(n node.Node) string {
	word, part := "array", "element"
	if n.Kind() == node.Object {
		word, part = "object", "member"
	}
	if n.Has(node.FlagCut) {
		return word
	}
	return word + ", " + plural(n.Len(), part)
}

// scalarMeaning describes a scalar.
func scalarMeaning(n node.Node, text []byte, key bool) string {
	switch n.Kind() {
	case node.Bool:
		return "boolean"
	case node.Int, node.Uint:
		return "number, integer"
	case node.Float:
		return "number, float"
	case node.Number:
		return "number, kept as text"
	case node.String:
		word := "string"
		if key {
			word = "name"
		}
		if k := escapes(text); k > 0 {
			word += ", " + plural(k, "escape")
		}
		return word
	}
	return "null"
}

// escapes returns the number of escapes in a string.
func escapes(text []byte) int {
	k := 0
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			k++
			i++
		}
	}
	return k
}

// appendToken appends a name as a token of a JSON Pointer.
func appendToken(b []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; c {
		case '~':
			b = append(b, '~', '0')
		case '/':
			b = append(b, '~', '1')
		default:
			b = append(b, c)
		}
	}
	return b
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

// cut returns the text of a scalar, cut to a readable length.
func cut(text []byte) string {
	const most = 60
	if len(text) <= most {
		return string(text)
	}
	n := most
	for n > most-utf8.UTFMax && !utf8.RuneStart(text[n]) {
		n--
	}
	return string(text[:n]) + "..."
}
