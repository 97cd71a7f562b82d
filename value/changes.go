package value

import "strconv"

// Change is one difference between two values.
type Change struct {
	// From is the JSON Pointer of the place in the first value, To that in the
	// second one: in arrays an index may have moved. Of a member or element that
	// only one of them has, both are its place there.
	From, To string
	// Old and New are what the values have there.
	Old, New Value
	// HasOld and HasNew tell a null from nothing at all.
	HasOld, HasNew bool
}

// Changes returns what differs between a and b, in the order of a, for people to
// read; [Diff] returns a patch. Objects are compared by name, arrays by a
// longest common subsequence with the bound that Diff has. Below 64 levels,
// and in objects with several members of one name or with keys that are not
// strings, values count as a whole.
func Changes(a, b Value) []Change {
	var c changer
	c.value(a, b)
	return c.found
}

type changer struct {
	found    []Change
	from, to []byte // pointers of the pair being compared
	depth    int
}

func (c *changer) value(a, b Value) {
	if kind := a.Kind(); kind == b.Kind() && c.depth < maxDiffDepth {
		switch {
		case kind == KindArray:
			c.array(elements(a), elements(b))
			return
		case kind == KindObject && plainKeys(a) && plainKeys(b):
			c.object(a, b)
			return
		}
	}
	if !a.Equal(b) {
		c.add(a, b, true, true)
	}
}

func (c *changer) add(a, b Value, hasOld, hasNew bool) {
	from, to := string(c.from), string(c.to)
	switch {
	case !hasOld:
		from = to
	case !hasNew:
		to = from
	}
	c.found = append(c.found, Change{from, to, a, b, hasOld, hasNew})
}

// at calls compare for a pair below the current one.
func (c *changer) at(from, to string, compare func()) {
	m, n := len(c.from), len(c.to)
	c.from = append(append(c.from, '/'), EscapeToken(from)...)
	c.to = append(append(c.to, '/'), EscapeToken(to)...)
	c.depth++
	compare()
	c.depth--
	c.from, c.to = c.from[:m], c.to[:n]
}

func (c *changer) object(a, b Value) {
	for k, x := range a.Members() {
		y, ok := b.Get(k)
		c.at(k, k, func() {
			if ok {
				c.value(x, y)
			} else {
				c.add(x, Value{}, true, false)
			}
		})
	}
	for k, y := range b.Members() {
		if _, ok := a.Get(k); !ok {
			c.at(k, k, func() { c.add(Value{}, y, false, true) })
		}
	}
}

func (c *changer) array(xs, ys []Value) {
	Align(xs, ys, func(i, j int, same bool) {
		if same {
			return
		}
		c.at(strconv.Itoa(max(i, 0)), strconv.Itoa(max(j, 0)), func() {
			switch {
			case j < 0:
				c.add(xs[i], Value{}, true, false)
			case i < 0:
				c.add(Value{}, ys[j], false, true)
			default:
				c.value(xs[i], ys[j])
			}
		})
	})
}

// Align calls pair for the elements of two arrays in order, matched by a longest
// common subsequence with the bound that [Diff] has: with the indexes of two
// that are equal, of two that stand in each other's place, and with -1 for the
// other where an element is only in one array.
func Align(xs, ys []Value, pair func(i, j int, same bool)) {
	i, j := 0, 0
	run := func(endI, endJ int) {
		for ; i < endI && j < endJ; i, j = i+1, j+1 {
			pair(i, j, false)
		}
		for ; i < endI; i++ {
			pair(i, -1, false)
		}
		for ; j < endJ; j++ {
			pair(-1, j, false)
		}
	}
	for _, m := range match(xs, ys) {
		run(m.a, m.b)
		for range m.n {
			pair(i, j, true)
			i, j = i+1, j+1
		}
	}
	run(len(xs), len(ys))
}
