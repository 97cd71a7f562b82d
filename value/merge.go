package value

import (
	"strconv"

	"example.com/calque/fault"
)

// MergePatch returns a copy of v with a merge patch applied (RFC 7396): members
// of the patch replace those of v, null removes them, objects are merged; a
// patch that is no object replaces the whole.
func (v Value) MergePatch(patch Value) Value {
	if patch.Kind() != KindObject {
		return patch.Clone()
	}
	whole := Object()
	if v.Kind() == KindObject {
		whole = v.Clone()
	}
	// Pairs of an object and the patch for it; no recursion, as a patch may be
	// of any depth.
	type pair struct{ target, patch Value }
	for todo := []pair{{whole, patch}}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for k, x := range p.patch.Pairs() {
			switch x.Kind() {
			case KindNull:
				drop(p.target.DeleteKey(k))
			case KindObject:
				y, ok := p.target.Lookup(k)
				if !ok || y.Kind() != KindObject {
					y = Object()
					drop(p.target.SetKey(k, y))
				}
				todo = append(todo, pair{y, x})
			default:
				drop(p.target.SetKey(k, x.Clone()))
			}
		}
	}
	return whole
}

// drop takes the error of an edit that cannot fail: the target is an object
// that nothing put into it contains.
func drop(error) {}

// MergeDiff returns a merge patch that makes a to b: b.Equal of what MergePatch
// returns. A merge patch cannot say everything: a member of b that is null, in
// a place where a differs, is a Lossy fault with its path; all of them are
// collected. So are objects with several members of one name. What differs
// below 64 levels is replaced from there, if both values are objects this is
// a Lossy fault, too.
func MergeDiff(a, b Value) (Value, error) {
	var m merger
	patch := m.diff(a, b)
	return patch, m.list.Err()
}

type merger struct {
	list fault.List
	path Pointer
}

func (m *merger) lossy(want, got string) {
	e := fault.New(fault.Lossy, -1, want, got)
	e.Path = m.path.String()
	m.list.Add(e, 0)
}

// diff returns the merge patch for a pair that is not equal.
func (m *merger) diff(a, b Value) Value {
	if b.Kind() != KindObject {
		return b
	}
	if a.Kind() != KindObject {
		m.fresh(b)
		return b
	}
	if !plainKeys(a) || !plainKeys(b) || len(m.path) >= maxDiffDepth {
		m.lossy("objects with different names as keys, of at most "+strconv.Itoa(maxDiffDepth)+" levels", "")
		return b
	}
	patch := Object()
	for k := range a.Members() {
		if _, ok := b.Get(k); !ok {
			drop(patch.Set(k, Null()))
		}
	}
	for k, y := range b.Members() {
		x, ok := a.Get(k)
		if ok && x.Equal(y) {
			continue
		}
		m.path = append(m.path, k)
		switch {
		case y.IsNull():
			m.lossy("no null", "null")
		case ok:
			drop(patch.Set(k, m.diff(x, y)))
		default:
			m.fresh(y)
			drop(patch.Set(k, y))
		}
		m.path = m.path[:len(m.path)-1]
	}
	return patch
}

// fresh reports the members that are null in a value that is put where there is
// no object: applying the patch would drop them. Those in arrays stay.
func (m *merger) fresh(v Value) {
	if v.Kind() != KindObject {
		return
	}
	type place struct {
		v    Value
		path Pointer
	}
	for todo := []place{{v, m.path}}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !plainKeys(p.v) {
			e := fault.New(fault.Lossy, -1, "different names as keys", "")
			e.Path = p.path.String()
			m.list.Add(e, 0)
			continue
		}
		for k, x := range p.v.Pairs() {
			kind := x.Kind()
			if kind != KindNull && kind != KindObject {
				continue
			}
			path := append(p.path[:len(p.path):len(p.path)], k.Text())
			if kind == KindObject {
				todo = append(todo, place{x, path})
				continue
			}
			e := fault.New(fault.Lossy, -1, "no null", "null")
			e.Path = path.String()
			m.list.Add(e, 0)
		}
	}
}
