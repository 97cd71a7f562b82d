package msgpack

import (
	"fmt"
	"strconv"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// ParseDoc makes d hold the one value that data holds and returns that; the
// memory of d is used again, and the value is valid until then. Errors are a
// *fault.List; d then holds what could be read.
func ParseDoc(d *value.Doc, data []byte, opts ...calque.Option) (value.Value, error) {
	set := option.Resolve(opts)
	err := parse(d, source{data: data}, &set).Err()
	return d.Root(), err
}

// source is an input, or a part of a stream.
type source struct {
	data   []byte
	first  bool   // what lies behind the value does not matter
	base   int64  // offset of data in the stream
	record int64  // number of the value in the stream, 0 outside one
	prefix string // path of the value in the stream
}

// decode reads src into v, a pointer.
func decode(src source, v any, set *option.Set) *fault.List {
	if list := badTarget(v); list != nil {
		return list
	}
	d, ok := v.(*value.Doc)
	if !ok {
		d = new(value.Doc)
	}
	list := parse(d, src, set)
	switch v := v.(type) {
	case *value.Value:
		*v = d.Root()
	case *any:
		*v = d.TakeAny(list.Err() == nil && set.Duplicates != option.DupKeep)
	}
	return list
}

// badTarget returns a fault where decode cannot read into v.
func badTarget(v any) *fault.List {
	ok := false
	switch v := v.(type) {
	case *value.Doc:
		ok = v != nil
	case *value.Value:
		ok = v != nil
	case *any:
		ok = v != nil
	}
	if ok {
		return nil
	}
	return fault.One(&fault.Error{
		Code: fault.BadType, Format: name, Offset: -1,
		Want: "*value.Value, *value.Doc or *any", Got: fmt.Sprintf("%T", v),
	})
}

// parse fills d with the value that src begins with. The list is empty or nil
// where there is no fault.
func parse(d *value.Doc, src source, set *option.Set) *fault.List {
	d.Reset()
	n := len(src.data)
	if set.MaxBytes > 0 && int64(n) > set.MaxBytes {
		return fault.One(tooLarge(src.base, src.record, set.MaxBytes, int64(n)))
	}
	slab := d.Slab()
	slab.Load(src.data)
	r := reader{set: set, slab: slab, text: mem.Of(slab.Text), n: n, nodes: slab.Nodes[:cap(slab.Nodes)]}
	k, end := r.run()
	if k == 0 {
		r.nodes, k = append(r.nodes[:0], node.Node{}), 1 // null, for want of anything
	}
	slab.Nodes = r.nodes[:k]
	if !r.broken && !src.first && end < n {
		r.halt(trailing(k, end, src.data[end]))
	}
	var spans []node.Span
	if set.Positions {
		spans = make([]node.Span, k)
	}
	var list *fault.List
	if spans != nil || r.total > 0 {
		list = r.trace(src, spans)
		slab.Spans = spans
	}
	if r.keys.marked {
		dedup(slab)
	}
	return list
}

// tooLarge is the fault of n bytes where fewer are allowed.
func tooLarge(offset, record, limit, n int64) *fault.Error {
	return &fault.Error{
		Code: fault.TooLarge, Format: name, Offset: offset, Record: record,
		Want: "at most " + plural(strconv.FormatInt(limit, 10), "byte"),
		Got:  strconv.FormatInt(n, 10),
	}
}
