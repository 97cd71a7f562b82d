package json

import (
	"math"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// Two brackets as a word for one store.
const (
	emptyArray  = '[' | ']'<<8
	emptyObject = '{' | '}'<<8
)

// value writes v, which is depth levels deep.
func (d *dumper) value(v value.Value, i, depth int) int {
	if doc, at := v.In(); doc != nil {
		i, _ = d.node(doc, i, at, depth)
		return i
	}
	switch v.Kind() {
	case value.KindArray:
		if depth < d.shallow {
			return d.array(v, i, depth)
		}
		return d.deep(v, i, depth)
	case value.KindObject:
		if depth < d.shallow {
			return d.object(v, i, depth)
		}
		return d.deep(v, i, depth)
	case value.KindExt:
		return d.ext(v, i, depth)
	}
	return d.scalar(v, i, depth)
}

// scalar writes an owned value that is no container.
func (d *dumper) scalar(v value.Value, i, depth int) int {
	switch v.Kind() {
	case value.KindBool:
		return d.bool(i, v.Bool())
	case value.KindInt:
		return d.int(i, v.Int())
	case value.KindUint:
		return d.uint(i, v.Uint())
	case value.KindFloat:
		return d.float(i, v.Float())
	case value.KindFloat32:
		return d.float32(i, v.Float32())
	case value.KindNumber:
		return d.number(i, v.NumberText())
	case value.KindString:
		return d.quote(i, v.Text())
	case value.KindBytes:
		sub, has := v.Subtype()
		return d.blob(i, v.Bytes(), sub, has, depth)
	case value.KindTime:
		return d.time(i, v.Time())
	}
	return d.null(i)
}

// node writes the value of a node of a document. It returns the index in the
// text and that of the node behind the value.
func (d *dumper) node(doc *value.Doc, i, at, depth int) (int, int) {
	s := doc.Slab()
	n := s.Nodes[at]
	switch n.Kind() {
	case node.String:
		if n.Tag&^shortLen == d.short && int(n.Val) <= len(s.Text)-32 {
			i = d.room(i, 34)
			putShort(d.p, i, mem.Of(s.Text), int(n.Val), n.Len())
			return i + n.Len() + 2, at + 1
		}
		return d.longText(s, i, n), at + 1
	case node.Int:
		return d.int(i, int64(n.Val)), at + 1
	case node.Float:
		return d.float(i, math.Float64frombits(n.Val)), at + 1
	case node.Array:
		if depth < d.shallow {
			return d.nodeArray(doc, i, at, depth), int(n.Val)
		}
		return d.deep(doc.At(at), i, depth), int(n.Val)
	case node.Object:
		if depth < d.shallow {
			return d.nodeObject(doc, i, at, depth), int(n.Val)
		}
		return d.deep(doc.At(at), i, depth), int(n.Val)
	}
	return d.rareNode(doc, i, at, depth)
}

// rareNode is node for the other kinds.
func (d *dumper) rareNode(doc *value.Doc, i, at, depth int) (int, int) {
	s := doc.Slab()
	n := s.Nodes[at]
	switch n.Kind() {
	case node.Bool:
		return d.bool(i, n.Val != 0), at + 1
	case node.Uint:
		return d.uint(i, n.Val), at + 1
	case node.Number:
		return d.number(i, mem.View(s.Text[n.Val:n.Val+uint64(n.Len())])), at + 1
	case node.Ext:
		return d.ext(doc.At(at), i, depth), int(n.Val)
	case node.Moved:
		return d.value(doc.At(at), i, depth), int(n.Val)
	case node.Float32, node.Bytes, node.Time:
		return d.scalar(doc.At(at), i, depth), s.Next(at)
	}
	return d.null(i), at + 1
}

// nodeArray writes an array of a document.
func (d *dumper) nodeArray(doc *value.Doc, i, at, depth int) int {
	count := doc.Slab().Nodes[at].Len()
	i = d.room(i, 2)
	if count == 0 {
		mem.Store16(d.p, i, emptyArray)
		return i + 2
	}
	at++
	before := d.list.Total
	mark := byte('[')
	for k := range count {
		mem.Store8(d.p, i, mark)
		mark = ','
		i++
		if d.pretty {
			i = d.line(i, depth+1)
		}
		i, at = d.node(doc, i, at, depth+1)
		if d.list.Total != before {
			if before = d.blameIndex(before, k); d.stopped {
				return i
			}
		}
	}
	return d.closed(i, ']', depth)
}

// nodeObject writes an object of a document.
func (d *dumper) nodeObject(doc *value.Doc, i, at, depth int) int {
	s := doc.Slab()
	count := s.Nodes[at].Len()
	i = d.room(i, 2)
	if count == 0 {
		mem.Store16(d.p, i, emptyObject)
		return i + 2
	}
	if d.sort {
		d.sortNodes(doc, at)
	}
	at++
	before := d.list.Total
	mark := byte('{')
	for k := range count {
		if d.sort {
			i, at = d.ordered(i, k)
		}
		mem.Store8(d.p, i, mark)
		mark = ','
		i++
		if d.pretty {
			i = d.line(i, depth+1)
		}
		keyAt := at
		if n := s.Nodes[at]; n.Tag&^shortLen == d.short && int(n.Val) <= len(s.Text)-32 {
			i = d.room(i, 34)
			putShort(d.p, i, mem.Of(s.Text), int(n.Val), n.Len())
			i += n.Len() + 2
			at++
		} else if n.Kind() == node.String {
			i = d.longText(s, i, n)
			at++
		} else {
			i = d.oddKey(doc.At(at), i)
			at = s.Next(at)
		}
		mem.Store16(d.p, i, d.colon)
		i += d.colonLen
		i, at = d.node(doc, i, at, depth+1)
		if d.list.Total != before {
			if before = d.blameKey(before, doc.At(keyAt)); d.stopped {
				return i
			}
		}
	}
	if d.sort {
		d.unsort()
	}
	return d.closed(i, '}', depth)
}

// closed writes the closing bracket of a container that is not empty.
func (d *dumper) closed(i int, bracket byte, depth int) int {
	if d.pretty {
		i = d.line(i, depth)
	}
	i = d.room(i, 1)
	mem.Store8(d.p, i, bracket)
	return i + 1
}

// array writes an owned array.
func (d *dumper) array(v value.Value, i, depth int) int {
	elems, _ := v.Parts()
	i = d.room(i, 2)
	if len(elems) == 0 {
		mem.Store16(d.p, i, emptyArray)
		return i + 2
	}
	before := d.list.Total
	mark := byte('[')
	for k := range elems {
		mem.Store8(d.p, i, mark)
		mark = ','
		i++
		if d.pretty {
			i = d.line(i, depth+1)
		}
		i = d.value(elems[k], i, depth+1)
		if d.list.Total != before {
			if before = d.blameIndex(before, k); d.stopped {
				return i
			}
		}
	}
	return d.closed(i, ']', depth)
}

// object writes an owned object.
func (d *dumper) object(v value.Value, i, depth int) int {
	_, members := v.Parts()
	i = d.room(i, 2)
	if len(members) == 0 {
		mem.Store16(d.p, i, emptyObject)
		return i + 2
	}
	if d.sort {
		d.sortMembers(members)
	}
	before := d.list.Total
	mark := byte('{')
	for k := range members {
		if d.sort {
			i, k = d.ordered(i, k)
		}
		mem.Store8(d.p, i, mark)
		mark = ','
		i++
		if d.pretty {
			i = d.line(i, depth+1)
		}
		m := &members[k]
		i = d.key(m.Key, i)
		mem.Store16(d.p, i, d.colon)
		i += d.colonLen
		i = d.value(m.Value, i, depth+1)
		if d.list.Total != before {
			if before = d.blameKey(before, m.Key); d.stopped {
				return i
			}
		}
	}
	if d.sort {
		d.unsort()
	}
	return d.closed(i, '}', depth)
}

// ext writes an extension, which JSON does not have: as a fault, or as the
// object {"tag":1,"payload":...} where losses are allowed.
func (d *dumper) ext(v value.Value, i, depth int) int {
	if !d.spellsExt() {
		return d.report(i, &fault.Error{Code: fault.Lossy, Want: "a kind that JSON has", Got: "extension"})
	}
	if depth >= d.shallow {
		return d.deep(v, i, depth)
	}
	tag, payload, _ := v.Ext()
	before := d.list.Total
	i = d.openExt(i, tag, depth)
	i = d.value(payload, i, depth+1)
	if d.list.Total != before {
		if d.blame(before, payloadKey); d.stopped {
			return i
		}
	}
	return d.closed(i, '}', depth)
}

// lossy reports whether what JSON does not have is written in its nearest form.
func (d *dumper) lossy() bool { return d.set.Lossy != option.LossyError }

// spellsExt reports whether an extension is written as an object. Canonical text
// has none, as that object is no value of its own.
func (d *dumper) spellsExt() bool { return d.lossy() && !d.exact }

const payloadKey = "payload"

// openExt writes an extension up to its payload.
func (d *dumper) openExt(i int, tag int64, depth int) int {
	i = d.room(i, 1)
	mem.Store8(d.p, i, '{')
	i = d.name(i+1, `"tag"`, depth+1)
	i = d.int(i, tag)
	mem.Store8(d.p, i, ',')
	return d.name(i+1, `"`+payloadKey+`"`, depth+1)
}
