package value

import (
	"math"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
)

// anyLevels is the number of levels that become Go values by recursion; what is
// deeper goes by Value.walkAny.
const anyLevels = 128

// TakeAny returns what d.Root().Any() does and empties d. The strings of the
// result may have the text of d for their memory, which d then gives up. unique
// tells that no object of d has a key twice.
func (d *Doc) TakeAny(unique bool) any {
	v := d.Root()
	if !v.inNodes() {
		x := v.Any()
		d.Reset()
		return x
	}
	m := nodeMaker{d: d, nodes: d.slab.Nodes, text: d.slab.Text, unique: unique}
	content := m.count(0, len(m.nodes))
	// Each string keeps all of the text alive: it must be little else.
	m.shared = 2*content >= cap(m.text)
	if !m.shared {
		m.copies = mem.Uncleared[byte](content + 32)
	}
	x, _ := m.value(0, anyLevels)
	if m.shared {
		d.slab.Text = nil
	}
	d.Reset()
	return x
}

// inNodes reports whether v is a container in a document without edits, for
// anyOfNodes.
func (v Value) inNodes() bool {
	return boxable && v.h != nil && v.h.kind == inDoc && len(v.doc().moved) == 0 && nested(v.Kind())
}

// anyOfNodes is Any for a container in a document without edits.
func (v Value) anyOfNodes() any {
	d, from := v.doc(), int(v.x)
	m := nodeMaker{d: d, nodes: d.slab.Nodes, text: d.slab.Text}
	m.copies = mem.Uncleared[byte](m.count(from, d.slab.Next(from)) + 32)
	x, _ := m.value(from, anyLevels)
	return x
}

// nodeMaker makes Go values of nodes, none of which is moved.
type nodeMaker struct {
	boxes
	d      *Doc
	nodes  []node.Node
	text   []byte // of the document
	copies []byte // room for the strings that are copied
	shared bool   // strings are parts of the text
	unique bool   // no key is twice in its object
	light  bool   // there are no values of large memory but strings and containers
}

// weight is what a node of one kind is to the sizes of what is made: a factor
// of its length or of one.
type weight struct{ content, names, words, texts, heavy int }

var weights = [16]weight{
	node.Int:     {words: 1},
	node.Uint:    {words: 1},
	node.Float:   {words: 1},
	node.Float32: {words: 1},
	node.Number:  {content: 1},
	node.String:  {content: 1, texts: 1},
	node.Bytes:   {heavy: 1},
	node.Ext:     {heavy: 1},
	node.Object:  {names: 1},
}

// count returns the number of bytes of the strings among the nodes from..end,
// and notes how many values there are to come.
func (m *nodeMaker) count(from, end int) (content int) {
	names, texts, words, heavy := 0, 0, 0, 0
	for _, n := range m.nodes[from:end] {
		w := &weights[n.Tag&15]
		content += n.Len() * w.content
		names += n.Len() * w.names
		texts += w.texts
		words += w.words
		heavy += w.heavy
	}
	m.textsToCome, m.wordsToCome = texts-names, words
	m.light = heavy == 0
	return content
}

// value returns the Go value of the node at k and the index behind it.
func (m *nodeMaker) value(k, levels int) (x any, next int) {
	n := m.nodes[k]
	switch n.Kind() {
	case node.Null:
		return nil, k + 1
	case node.Bool:
		return n.Val != 0, k + 1
	case node.Int:
		return m.boxes.word(typeInt, n.Val), k + 1
	case node.Uint:
		return m.boxes.word(typeUint, n.Val), k + 1
	case node.Float:
		return m.boxes.word(typeFloat, n.Val), k + 1
	case node.Float32:
		f := float64(math.Float32frombits(uint32(n.Val)))
		return m.boxes.word(typeFloat, math.Float64bits(f)), k + 1
	case node.Number:
		return Num(m.content(n)), k + 1
	case node.String:
		return m.boxes.text(m.content(n)), k + 1
	case node.Array, node.Object:
		return m.container(k, levels)
	}
	return m.other(k)
}

// other is value for what the nodes have no short way for.
//
//go:noinline
func (m *nodeMaker) other(k int) (x any, next int) {
	return m.d.At(k).walkAny(), m.d.slab.Next(k)
}

// container is value for an array or an object.
func (m *nodeMaker) container(k, levels int) (x any, next int) {
	n := m.nodes[k]
	if levels == 0 || n.Has(node.FlagKeys) {
		return m.other(k)
	}
	if n.Kind() == node.Object {
		return m.object(k, n.Len(), levels-1)
	}
	var s []any
	switch count := n.Len(); {
	case count == 0:
		return emptySlice, k + 1
	case count <= smallSlice && m.light && int(n.Val) == k+1+count: // no containers in it
		s, x = m.boxes.slice(count)
	default:
		s, x = newSlice(count)
	}
	k++
	for i := range s {
		s[i], k = m.value(k, levels-1)
	}
	return x, k
}

func (m *nodeMaker) object(k, count, levels int) (x any, next int) {
	out := make(map[string]any, count)
	k++
	for range count {
		name := m.content(m.nodes[k])
		if k++; !m.unique && has(out, name) {
			k = m.d.slab.Next(k)
			continue
		}
		out[name], k = m.value(k, levels)
	}
	return out, k
}

// content returns the string of a node.
func (m *nodeMaker) content(n node.Node) string {
	from, size := int(n.Val), n.Len()
	if m.shared || size == 0 {
		return mem.View(m.text[from : from+size])
	}
	if size > len(m.copies) { // the count was wrong
		m.copies = make([]byte, max(size, minChunk))
	}
	dst := m.copies
	if size <= 32 && len(dst) >= 32 && from+32 <= len(m.text) {
		mem.Copy32(mem.Of(dst), 0, mem.Of(m.text), from)
	} else {
		copy(dst, m.text[from:from+size])
	}
	m.copies = dst[size:]
	return mem.View(dst[:size])
}
