package value

import (
	"time"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
)

// The getters come in pairs: Text returns the zero value where the kind does
// not fit, AsText an error that says what was wanted and what was found. The
// errors are a *fault.List of one error, whose Offset is that of the value
// where its document has positions.

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.Kind() == KindNull }

// IsNumber reports whether v is a number of any kind.
func (v Value) IsNumber() bool { return rank(v.Kind()) == KindInt }

// Bool returns v where it is a boolean, else false.
func (v Value) Bool() bool {
	k, x := v.word()
	return k == KindBool && x != 0
}

// AsBool returns v where it is a boolean, else a WrongType fault.
func (v Value) AsBool() (bool, error) {
	k, x := v.word()
	if k != KindBool {
		return false, v.wrongKind("boolean")
	}
	return x != 0, nil
}

// Text returns the content of a string, else "". The content of a string in a
// document shares the document's memory: it is valid until [Doc.Reset]. Use
// strings.Clone to keep it.
func (v Value) Text() string {
	s, _ := v.content(KindString)
	return s
}

// AsText returns what [Value.Text] returns where v is a string, else a
// WrongType fault.
func (v Value) AsText() (string, error) {
	s, ok := v.content(KindString)
	if !ok {
		return "", v.wrongKind("string")
	}
	return s, nil
}

// Bytes returns bytes, else nil. They are not copied and must not be changed;
// those in a document are valid until [Doc.Reset].
func (v Value) Bytes() []byte {
	p, _ := v.AsBytes()
	return p
}

// AsBytes returns what [Value.Bytes] returns where v is bytes, else a
// WrongType fault.
func (v Value) AsBytes() ([]byte, error) {
	if v.h != nil {
		switch v.h.kind {
		case KindBytes:
			return v.bytes().b, nil
		case inDoc:
			s := &v.doc().slab
			if n := s.Nodes[v.x]; n.Kind() == node.Bytes {
				end := n.Val + uint64(n.Len())
				return s.Text[n.Val:end:end], nil
			}
		}
	}
	return nil, v.wrongKind("bytes")
}

// Subtype returns the subtype of bytes and whether they have one.
func (v Value) Subtype() (uint64, bool) {
	if v.h != nil {
		switch v.h.kind {
		case KindBytes:
			return v.bytes().sub, v.bytes().hasSub
		case inDoc:
			nodes := v.doc().slab.Nodes
			if n := nodes[v.x]; n.Kind() == node.Bytes && n.Has(node.FlagSub) {
				return nodes[v.x+1].Val, true
			}
		}
	}
	return 0, false
}

// Time returns a point in time, in UTC, else the zero Time.
func (v Value) Time() time.Time {
	t, _ := v.AsTime()
	return t
}

// AsTime returns a point in time, in UTC, where v is one, else a WrongType
// fault. Strings are not read as times.
func (v Value) AsTime() (time.Time, error) {
	if v.h != nil {
		switch v.h.kind {
		case KindTime:
			return v.time().t, nil
		case inDoc:
			if n := v.doc().slab.Nodes[v.x]; n.Kind() == node.Time {
				return time.Unix(int64(n.Val), int64(n.Len())).UTC(), nil
			}
		}
	}
	return time.Time{}, v.wrongKind("time")
}

// stamp returns the seconds since 1970 and the nanoseconds of a time.
func (v Value) stamp() (sec int64, nsec int) {
	if v.h.kind == inDoc {
		n := v.doc().slab.Nodes[v.x]
		return int64(n.Val), n.Len()
	}
	t := v.time().t
	return t.Unix(), t.Nanosecond()
}

// Ext returns the tag and the payload of an extension; ok is false where v is
// none.
func (v Value) Ext() (tag int64, payload Value, ok bool) {
	if v.h != nil {
		switch v.h.kind {
		case KindExt:
			return v.ext().tag, v.ext().payload, true
		case inDoc:
			nodes := v.doc().slab.Nodes
			if nodes[v.x].Kind() == node.Ext {
				return int64(nodes[v.x+1].Val), Value{v.h, v.x + 2}, true
			}
		}
	}
	return 0, Value{}, false
}

// Len returns the number of elements or members of a container, the number of
// bytes of a string or of bytes, and 0 for everything else.
func (v Value) Len() int {
	v = v.owned()
	if v.h == nil {
		return 0
	}
	switch v.h.kind {
	case KindString:
		return len(v.text().s)
	case KindBytes:
		return len(v.bytes().b)
	case KindArray:
		return len(v.array().elems)
	case KindObject:
		return len(v.object().members)
	case inDoc:
		switch n := v.doc().slab.Nodes[v.x]; n.Kind() {
		case node.String, node.Bytes, node.Array, node.Object:
			return n.Len()
		}
	}
	return 0
}

// word returns the kind of v and the word of a scalar that has one.
func (v Value) word() (Kind, uint64) {
	v = v.owned()
	switch {
	case v.h == nil:
		return KindNull, 0
	case v.h.kind == inDoc:
		n := v.doc().slab.Nodes[v.x]
		return Kind(n.Kind()), n.Val
	}
	return v.h.kind, v.x
}

// content returns the text of a string or a number, which want says, and
// whether v is of that kind.
func (v Value) content(want Kind) (string, bool) {
	switch {
	case v.h == nil:
	case v.h.kind == inDoc:
		s := &v.doc().slab
		if n := s.Nodes[v.x]; Kind(n.Kind()) == want {
			return mem.View(s.Text[n.Val : n.Val+uint64(n.Len())]), true
		}
	case v.h.kind == want:
		return v.text().s, true
	}
	return "", false
}

// wrongKind returns a fault that tells the kind wanted and that of v.
func (v Value) wrongKind(want string) error {
	return v.fault(fault.WrongType, want, v.Kind().String())
}

// fault returns a fault of v.
func (v Value) fault(code fault.Code, want, got string) error {
	e := fault.New(code, -1, want, got)
	if v.h != nil && v.h.kind == inDoc {
		if start, _, ok := v.doc().Span(v); ok {
			e.Offset = start
		}
	}
	return fault.One(e)
}
