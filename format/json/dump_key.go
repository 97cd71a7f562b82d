package json

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"time"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// key writes the key of an owned object.
func (d *dumper) key(v value.Value, i int) int {
	if v.Kind() == value.KindString {
		return d.quote(i, v.Text())
	}
	return d.oddKey(v, i)
}

// oddKey writes a key that is no string, which JSON does not have: as a fault,
// or as its text where losses are allowed.
//
//go:noinline
func (d *dumper) oddKey(v value.Value, i int) int {
	text, ok := keyText(v)
	if !ok || !d.lossy() {
		return d.report(i, &fault.Error{Code: fault.BadKey, Want: "string", Got: v.Kind().String()})
	}
	return d.quote(i, text)
}

// keyText returns the text that a key has in JSON; ok is false for keys that
// have none: arrays, objects and extensions.
func keyText(v value.Value) (text string, ok bool) {
	switch v.Kind() {
	case value.KindString:
		return v.Text(), true
	case value.KindArray, value.KindObject, value.KindExt:
		return "", false
	case value.KindTime:
		return v.Time().UTC().Format(time.RFC3339Nano), true
	case value.KindBytes:
		s := option.Default
		s.Lossy = option.LossyAllow
		b, err := appendValue(nil, v, &s)
		return string(bytes.Trim(b, `"`)), err == nil
	}
	s := option.Default
	s.NonFinite = option.NonFiniteLiteral
	b, err := appendValue(nil, v, &s)
	return string(b), err == nil
}

// blameKey is blame for a member of an object.
func (d *dumper) blameKey(mark int, key value.Value) int {
	return d.blame(mark, keyToken(key))
}

// keyToken returns what stands for a key in a path.
func keyToken(key value.Value) string {
	text, ok := keyText(key)
	if !ok {
		return key.Kind().String()
	}
	return text
}

// rank is one member of an object that is being sorted.
type rank struct {
	prefix uint64 // the first eight bytes of the key, zeros behind its end
	at     int    // node of the key, or index of the member
}

// ranks are the members of one object and the way to their keys.
type ranks struct {
	list  []rank
	doc   *value.Doc     // where at is a node
	own   []value.Member // where at is an index
	utf16 bool           // canonical order
}

// arrange sorts the members in the order in which they are written.
func (r *ranks) arrange() {
	if r.utf16 {
		r.sortUTF16()
		return
	}
	r.sort()
}

// prefixOf returns the first eight bytes of a key, as a number in their order.
func prefixOf(key string) uint64 {
	n := len(key)
	p := mem.OfString(key)
	switch {
	case n >= 8:
		return bits.ReverseBytes64(mem.Load64(p, 0))
	case n >= 4:
		last := bits.ReverseBytes32(mem.Load32(p, n-4))
		return uint64(bits.ReverseBytes32(mem.Load32(p, 0)))<<32 | uint64(last)<<(64-8*n)
	}
	x := uint64(0)
	for k := range n {
		x |= uint64(key[k]) << (56 - 8*k)
	}
	return x
}

// sortNodes pushes the members of the object at a node, in the order of their
// keys, onto order. The entry below them holds what base was before.
func (d *dumper) sortNodes(doc *value.Doc, at int) {
	s := doc.Slab()
	count := s.Nodes[at].Len()
	d.order = append(slices.Grow(d.order, count+1), rank{at: d.base})
	d.base = len(d.order)
	r := ranks{doc: doc, utf16: d.exact}
	at++
	for range count {
		d.order = append(d.order, rank{prefixOf(r.key(at)), at})
		at = s.Next(s.Next(at))
	}
	r.list = d.order[d.base:]
	r.arrange()
}

// sortMembers is sortNodes for the members of an owned object.
func (d *dumper) sortMembers(members []value.Member) {
	d.order = append(slices.Grow(d.order, len(members)+1), rank{at: d.base})
	d.base = len(d.order)
	r := ranks{own: members, utf16: d.exact}
	for k := range members {
		d.order = append(d.order, rank{prefixOf(r.key(k)), k})
	}
	r.list = d.order[d.base:]
	r.arrange()
}

// unsort drops the members of the innermost sorted object.
func (d *dumper) unsort() {
	header := d.base - 1
	d.base = d.order[header].at
	d.order = d.order[:header]
}

// key returns the text of the key of the member at.
func (r *ranks) key(at int) string {
	if r.doc == nil {
		text, _ := keyText(r.own[at].Key)
		return text
	}
	s := r.doc.Slab()
	if n := s.Nodes[at]; n.Kind() == node.String {
		return mem.View(s.Text[n.Val : n.Val+uint64(n.Len())])
	}
	text, _ := keyText(r.doc.At(at))
	return text
}

// insertionMax is the number of members up to which insertion is the fastest
// way to sort them.
const insertionMax = 24

// sort sorts by the bytes of the keys, equal ones by their place.
func (r *ranks) sort() {
	if len(r.list) > insertionMax {
		slices.SortFunc(r.list, r.compare)
		return
	}
	for k := 1; k < len(r.list); k++ {
		x := r.list[k]
		j := k
		for ; j > 0; j-- {
			y := r.list[j-1]
			if y.prefix < x.prefix || y.prefix == x.prefix && r.compare(y, x) < 0 {
				break
			}
			r.list[j] = y
		}
		r.list[j] = x
	}
}

func (r *ranks) compare(a, b rank) int {
	if a.prefix != b.prefix {
		return cmp.Compare(a.prefix, b.prefix)
	}
	if c := strings.Compare(r.key(a.at), r.key(b.at)); c != 0 {
		return c
	}
	return cmp.Compare(a.at, b.at)
}
