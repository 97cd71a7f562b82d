package value

import "strconv"

// MergeConflict is a place where both sides of a three-way merge changed the
// same thing in different ways.
type MergeConflict struct {
	// Path is the JSON Pointer of the place in the merged value.
	Path string
	// Base, Ours and Theirs are what the three values have there. For elements
	// of arrays that were added or removed they are arrays of the elements.
	Base, Ours, Theirs Value
	// HasBase, HasOurs and HasTheirs tell a null from nothing at all.
	HasBase, HasOurs, HasTheirs bool
}

// Merge returns base with the changes of both ours and theirs. Objects are
// merged by member, arrays by matching their elements with those of base, at
// most 64 levels deep; below that, and for everything else, a value counts
// as a whole. Where both changed the same thing differently, the result has
// ours and the conflict is reported; conflicts come in the order of the result.
// The values given are not changed; the result may share parts with them.
func Merge(base, ours, theirs Value) (Value, []MergeConflict) {
	var m merge3
	v, _ := m.value(some(base), some(ours), some(theirs))
	return v.Clone(), m.conflicts
}

// maybe is a value or nothing.
type maybe struct {
	Value
	ok bool
}

func some(v Value) maybe { return maybe{v, true} }

func (a maybe) same(b maybe) bool { return a.ok == b.ok && (!a.ok || a.Equal(b.Value)) }

type merge3 struct {
	conflicts []MergeConflict
	path      Pointer
}

// value merges three values or absences; ok is false where nothing is to stand.
func (m *merge3) value(base, ours, theirs maybe) (v Value, ok bool) {
	switch {
	case ours.same(theirs), theirs.same(base):
		return ours.Value, ours.ok
	case ours.same(base):
		return theirs.Value, theirs.ok
	}
	if ours.ok && theirs.ok && len(m.path) < maxDiffDepth {
		kind := ours.Kind()
		same := kind == theirs.Kind()
		switch {
		case same && kind == KindObject && plainKeys(ours.Value) && plainKeys(theirs.Value):
			if !base.ok || base.Kind() != KindObject || !plainKeys(base.Value) {
				base = some(Object())
			}
			return m.object(base.Value, ours.Value, theirs.Value), true
		case same && kind == KindArray && base.ok && base.Kind() == KindArray:
			return m.array(elements(base.Value), elements(ours.Value), elements(theirs.Value)), true
		}
	}
	m.conflict(base, ours, theirs)
	return ours.Value, ours.ok
}

func (m *merge3) conflict(base, ours, theirs maybe) {
	m.conflicts = append(m.conflicts, MergeConflict{
		Path: m.path.String(),
		Base: base.Value, Ours: ours.Value, Theirs: theirs.Value,
		HasBase: base.ok, HasOurs: ours.ok, HasTheirs: theirs.ok,
	})
}

func get(v Value, key string) maybe {
	x, ok := v.Get(key)
	return maybe{x, ok}
}

// object merges members: ours in their order, then those only theirs has.
func (m *merge3) object(base, ours, theirs Value) Value {
	var members []Member
	member := func(k string) {
		m.path = append(m.path, k)
		if v, ok := m.value(get(base, k), get(ours, k), get(theirs, k)); ok {
			members = append(members, Pair(k, v))
		}
		m.path = m.path[:len(m.path)-1]
	}
	for k := range ours.Members() {
		member(k)
	}
	for k := range theirs.Members() {
		if _, ok := ours.Get(k); !ok {
			member(k)
		}
	}
	return Object(members...)
}

// array merges elements: runs that all three have in common stand between runs
// that one side or both changed.
func (m *merge3) array(base, ours, theirs []Value) Value {
	var out []Value
	i, j, k := 0, 0, 0
	for _, c := range common(base, ours, theirs) {
		out = m.run(out, base[i:c.base], ours[j:c.ours], theirs[k:c.theirs])
		out = append(out, ours[c.ours:c.ours+c.n]...)
		i, j, k = c.base+c.n, c.ours+c.n, c.theirs+c.n
	}
	out = m.run(out, base[i:], ours[j:], theirs[k:])
	return Array(out...)
}

// run merges a run of elements with no common ones and appends the result.
func (m *merge3) run(out, base, ours, theirs []Value) []Value {
	switch {
	case sameRun(ours, theirs), sameRun(theirs, base):
		return append(out, ours...)
	case sameRun(ours, base):
		return append(out, theirs...)
	}
	m.path = append(m.path, strconv.Itoa(len(out)))
	last := len(m.path) - 1
	if len(base) == len(ours) && len(base) == len(theirs) {
		// Nothing came or went: the elements are merged one by one.
		for i := range base {
			m.path[last] = strconv.Itoa(len(out))
			v, _ := m.value(some(base[i]), some(ours[i]), some(theirs[i]))
			out = append(out, v)
		}
	} else {
		m.conflict(some(Array(base...)), some(Array(ours...)), some(Array(theirs...)))
		out = append(out, ours...)
	}
	m.path = m.path[:last]
	return out
}

func sameRun(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

// triple is a run of n elements that all three arrays have.
type triple struct{ base, ours, theirs, n int }

// common returns the runs of base that both other arrays have matched.
func common(base, ours, theirs []Value) []triple {
	p, q := match(base, ours), match(base, theirs)
	var runs []triple
	for len(p) > 0 && len(q) > 0 {
		from := max(p[0].a, q[0].a)
		to := min(p[0].a+p[0].n, q[0].a+q[0].n)
		if from < to {
			runs = append(runs, triple{from, p[0].b + from - p[0].a, q[0].b + from - q[0].a, to - from})
		}
		if p[0].a+p[0].n < q[0].a+q[0].n {
			p = p[1:]
		} else {
			q = q[1:]
		}
	}
	return runs
}
