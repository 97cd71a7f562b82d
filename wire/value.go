package wire

import (
	"io"
	"strconv"
	"strings"

	"example.com/calque/internal/node"
	"example.com/calque/value"
)

// FromValue returns the source of values, one behind the other. It needs no
// goroutine stack however deep they are nested. The tokens share the memory of
// the values, which must not be edited meanwhile.
func FromValue(vs ...value.Value) Source { return &walker{roots: vs} }

// walker is the source of values that are in memory.
type walker struct {
	roots []value.Value
	stack []layer
	done  int64 // tokens so far
	at    step  // what the last token was of
}

// step says which part of the path the last token had to itself.
type step uint8

const (
	stepItem step = iota // an element, a key, a member's value or an end
	stepOpen             // the start of a container, which is on the stack already
)

// layer is a container that is being walked.
type layer struct {
	kind    value.Kind
	isKey   bool       // it is the key of a member
	doc     *value.Doc // where its items are nodes
	node    int        // the next one
	elems   []value.Value
	members []value.Member
	i, n    int // items so far, and all: keys and values both count
	key     value.Value
}

// Next implements Source.
func (w *walker) Next(t *Token) error {
	w.at = stepItem
	if len(w.stack) == 0 {
		if len(w.roots) == 0 {
			return io.EOF
		}
		v := w.roots[0]
		w.roots = w.roots[1:]
		w.done++
		w.put(t, v, false)
		return nil
	}
	w.done++
	top := &w.stack[len(w.stack)-1]
	if top.i == top.n {
		*t = Token{Kind: End, Key: top.isKey}
		w.pop()
		return nil
	}
	v := top.next()
	key := top.kind == value.KindObject && top.i&1 == 0
	if key {
		top.key = v
	}
	top.i++
	w.put(t, v, key)
	return nil
}

// next returns the next item of a container.
func (l *layer) next() value.Value {
	switch {
	case l.doc != nil:
		v := l.doc.At(l.node)
		l.node = l.doc.Slab().Next(l.node)
		return v
	case l.kind == value.KindObject:
		m := &l.members[l.i>>1]
		if l.i&1 == 0 {
			return m.Key
		}
		return m.Value
	}
	return l.elems[l.i]
}

// put makes t the first token of v, and opens v where it is a container.
func (w *walker) put(t *Token, v value.Value, key bool) {
	if t.SetScalar(v) {
		t.Key = key
		w.popExt()
		return
	}
	w.at = stepOpen
	l := layer{kind: v.Kind(), isKey: key}
	*t = Token{Kind: Kind(l.kind), Key: key}
	if l.kind == value.KindExt {
		tag, payload, _ := v.Ext()
		t.Bits = uint64(tag)
		l.elems, l.n = []value.Value{payload}, 1
		w.stack = append(w.stack, l)
		return
	}
	n := v.Len()
	t.N, l.n = int64(n), n
	if l.kind == value.KindObject {
		l.n = 2 * n
	}
	if doc, at := v.In(); doc != nil {
		l.doc, l.node = doc, at+1
	} else {
		l.elems, l.members = v.Parts()
	}
	w.stack = append(w.stack, l)
}

// pop leaves a container, and the extensions that it is the payload of.
func (w *walker) pop() {
	w.stack = w.stack[:len(w.stack)-1]
	w.popExt()
}

// popExt leaves the extensions whose payload is complete.
func (w *walker) popExt() {
	for n := len(w.stack); n > 0 && w.stack[n-1].kind == value.KindExt && w.stack[n-1].i == 1; n-- {
		w.stack = w.stack[:n-1]
	}
}

// Offset returns the number of tokens so far, as values in memory have no bytes.
func (w *walker) Offset() int64 { return w.done }

// Path implements Source.
func (w *walker) Path() string {
	stack := w.stack
	if w.at == stepOpen {
		stack = stack[:len(stack)-1]
	}
	var b strings.Builder
	for i := range stack {
		switch l := &stack[i]; {
		case l.isKey:
			return b.String() // inside a key, which has no path of its own
		case l.i == 0 || l.kind == value.KindExt:
		case l.kind == value.KindArray:
			b.WriteByte('/')
			b.WriteString(strconv.Itoa(l.i - 1))
		default:
			b.WriteByte('/')
			b.WriteString(escapeKey(l.key))
		}
	}
	return b.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// escapeKey returns a key as it stands in a JSON Pointer.
func escapeKey(key value.Value) string {
	if key.Kind() == value.KindString {
		return pointerEscapes.Replace(key.Text())
	}
	return pointerEscapes.Replace(key.String())
}

// kindOf returns the kind of a token as that of a node.
func kindOf(k Kind) node.Kind { return node.Kind(k) }
