package json

import (
	"bytes"
	"cmp"
	"encoding/binary"
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

func prefixOf(key string) uint64 {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64([]byte(key[:8]))
	}
	var b [8]byte
	copy(b[:], key)
	return binary.BigEndian.Uint64(b[:])
}

// sortNodes pushes the members of the object at a node, in the order of their
// keys, onto order. The entry below them holds what base was before.
func (d *dumper) sortNodes(doc *value.Doc, at int) {
	s := doc.Slab()
	count := s.Nodes[at].Len()
	d.order = append(slices.Grow(d.order, count+1), rank{at: d.base})
	d.base = len(d.order)
	at++
	key := func(at int) string {
		if n := s.Nodes[at]; n.Kind() == node.String {
			return mem.View(s.Text[n.Val : n.Val+uint64(n.Len())])
		}
		text, _ := keyText(doc.At(at))
		return text
	}
	for range count {
		d.order = append(d.order, rank{prefixOf(key(at)), at})
		at = s.Next(s.Next(at))
	}
	sortRanks(d.order[d.base:], key)
}

// sortMembers is sortNodes for the members of an owned object.
func (d *dumper) sortMembers(members []value.Member) {
	d.order = append(slices.Grow(d.order, len(members)+1), rank{at: d.base})
	d.base = len(d.order)
	key := func(k int) string {
		text, _ := keyText(members[k].Key)
		return text
	}
	for k := range members {
		d.order = append(d.order, rank{prefixOf(key(k)), k})
	}
	sortRanks(d.order[d.base:], key)
}

// unsort drops the members of the innermost sorted object.
func (d *dumper) unsort() {
	header := d.base - 1
	d.base = d.order[header].at
	d.order = d.order[:header]
}

// sortRanks sorts by the bytes of the keys, equal ones by their place. Few keys
// share a prefix and differ behind it, so that key is called seldom.
func sortRanks(ranks []rank, key func(at int) string) {
	slices.SortFunc(ranks, func(a, b rank) int {
		if a.prefix != b.prefix {
			return cmp.Compare(a.prefix, b.prefix)
		}
		if c := strings.Compare(key(a.at), key(b.at)); c != 0 {
			return c
		}
		return cmp.Compare(a.at, b.at)
	})
}
