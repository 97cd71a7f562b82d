package wire

import (
	"io"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/value"
)

// Builder is a Sink that makes values of the tokens it gets.
type Builder struct {
	done func(v value.Value) error
	doc  *value.Doc
	open []building
	text int  // where the string begins of which pieces have come
	more bool // such a string is open
	bad  error
}

// building is a container that is being built, an extension too.
type building struct {
	at    int // its node
	count int // items so far, keys and values both count
	isKey bool
}

// NewBuilder returns a Builder that calls done with each value once it is
// complete. An error of done is returned by Put.
func NewBuilder(done func(v value.Value) error) *Builder { return &Builder{done: done} }

// ToValue reads the next value of src. It returns io.EOF itself at a clean end
// of src. A fault behind which src goes on in the same value does not end it:
// then the value is returned with the faults, of which 100 are kept.
func ToValue(src Source) (value.Value, error) {
	var (
		v      value.Value
		t      Token
		faults fault.List
		whole  bool
	)
	b := NewBuilder(func(built value.Value) error {
		v, whole = built, true
		return nil
	})
	for !whole {
		err := src.Next(&t)
		if err == nil {
			err = b.Put(&t)
		}
		if err == nil {
			continue
		}
		list, ok := err.(*fault.List) //nolint:errorlint // a Source returns the list itself
		if !ok {
			return v, err // io.EOF
		}
		for _, e := range list.Errors {
			faults.Add(e, 0)
		}
		faults.Resumable = list.Resumable
		if list.Resumable || fault.Fatal(list) {
			return v, &faults
		}
	}
	return v, faults.Err()
}

// Flush does nothing: values are handed over when they are complete.
func (b *Builder) Flush() error { return b.bad }

// Undo drops the value that is open.
func (b *Builder) Undo() bool {
	b.doc, b.open, b.more = nil, b.open[:0], false
	return b.bad == nil
}

// Put implements Sink.
func (b *Builder) Put(t *Token) error {
	if b.bad != nil {
		return b.bad
	}
	if want := b.wants(t); want != "" {
		got := t.Kind.String()
		if t.Key {
			got = "key"
		}
		b.bad = fault.One(fault.New(fault.Syntax, -1, want, got))
		return b.bad
	}
	if b.doc == nil {
		b.doc = new(value.Doc)
	}
	s := b.doc.Slab()
	switch t.Kind {
	case Array, Object, Ext:
		b.open = append(b.open, building{at: len(s.Nodes), isKey: t.Key})
		s.Nodes = append(s.Nodes, node.Make(kindOf(t.Kind), 0, 0, 0))
		if t.Kind == Ext {
			s.Nodes = append(s.Nodes, node.Make(node.Int, 0, 0, t.Bits))
		}
		return nil
	case End:
		return b.close()
	case String, Number, Bytes:
		if !b.piece(s, t) {
			return nil
		}
	case Time:
		s.Nodes = append(s.Nodes, node.Make(node.Time, 0, int(t.Nanos), t.Bits))
	default:
		s.Nodes = append(s.Nodes, node.Make(kindOf(t.Kind), 0, 0, t.Bits))
	}
	return b.complete(t.Key, t.Kind != String)
}

// wants returns what could stand in place of t, "" where t can.
func (b *Builder) wants(t *Token) string {
	if b.more {
		s := b.doc.Slab()
		if last := s.Nodes[len(s.Nodes)-1]; last.Kind() != kindOf(t.Kind) {
			return "the rest of a " + Kind(last.Kind()).String()
		}
		return ""
	}
	if t.Kind > End {
		return "a kind"
	}
	if len(b.open) == 0 {
		if t.Kind == End || t.Key {
			return "value"
		}
		return ""
	}
	top := &b.open[len(b.open)-1]
	switch kind := b.doc.Slab().Nodes[top.at].Kind(); {
	case kind == node.Object && top.count&1 == 0:
		if t.Kind != End && !t.Key {
			return "key or end"
		}
	case t.Kind == End && kind == node.Array:
	case t.Kind == End || t.Key:
		return "value"
	}
	return ""
}

// piece adds the text of t and reports whether it is complete, with its node
// the last one.
func (b *Builder) piece(s *node.Slab, t *Token) bool {
	if !b.more {
		b.text = len(s.Text)
		s.Nodes = append(s.Nodes, node.Make(kindOf(t.Kind), 0, 0, uint64(b.text)))
	}
	s.Text = append(s.Text, t.Text...)
	if b.more = t.More; b.more {
		return false
	}
	flags := uint64(0)
	if t.Sub {
		flags = node.FlagSub
	}
	s.Nodes[len(s.Nodes)-1] = node.Make(kindOf(t.Kind), flags, len(s.Text)-b.text, uint64(b.text))
	if t.Sub {
		s.Nodes = append(s.Nodes, node.Make(node.Int, 0, 0, t.Bits))
	}
	return true
}

// close ends the innermost container.
func (b *Builder) close() error {
	s := b.doc.Slab()
	top := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	n := s.Nodes[top.at]
	count := top.count
	if n.Kind() == node.Object {
		count /= 2
	}
	flags := n.Tag & node.FlagKeys
	s.Nodes[top.at] = node.Make(n.Kind(), flags, count, uint64(len(s.Nodes)))
	return b.complete(top.isKey, true)
}

// complete is called behind each complete value or key. It ends the extensions
// that the value is the payload of, and hands a top level value over.
func (b *Builder) complete(key, odd bool) error {
	s := b.doc.Slab()
	for n := len(b.open); n > 0; n-- {
		top := &b.open[n-1]
		if k := s.Nodes[top.at].Kind(); k != node.Ext {
			top.count++
			if key && odd {
				s.Nodes[top.at].Tag |= node.FlagKeys
			}
			return nil
		}
		s.Nodes[top.at] = node.Make(node.Ext, 0, 2, uint64(len(s.Nodes)))
		key, odd = top.isKey, true
		b.open = b.open[:n-1]
	}
	s.Text = append(s.Text, make([]byte, mem.Pad)...)
	v := b.doc.At(0)
	b.doc = nil
	if b.done == nil {
		return nil
	}
	return b.done(v)
}

// Values returns the remaining values of src, up to the first error.
func Values(src Source) ([]value.Value, error) {
	var vs []value.Value
	for {
		v, err := ToValue(src)
		if err == io.EOF {
			return vs, nil
		}
		if err != nil {
			return vs, err
		}
		vs = append(vs, v)
	}
}
