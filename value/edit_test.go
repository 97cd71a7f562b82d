package value

import (
	"slices"
	"strconv"
	"testing"

	"example.com/calque/fault"
)

func TestEditFaults(t *testing.T) {
	for _, v := range []Value{Null(), Int(1), String("s"), document(Int(1)).Root(), {}} {
		checkFault(t, v.Set("a", Null()), fault.WrongType, "")
		checkFault(t, v.SetKey(Int(1), Null()), fault.WrongType, "")
		checkFault(t, v.Delete("a"), fault.WrongType, "")
		checkFault(t, v.Append(Null()), fault.WrongType, "")
		checkFault(t, v.Insert(0, Null()), fault.WrongType, "")
		checkFault(t, v.SetAt(0, Null()), fault.WrongType, "")
		checkFault(t, v.RemoveAt(0), fault.WrongType, "")
		checkFault(t, v.Clear(), fault.WrongType, "")
		checkFault(t, v.SortKeys(), fault.WrongType, "")
	}
	a, o := document(Array(Int(1))).Root(), document(objectOf(2)).Root()
	checkFault(t, a.Set("a", Null()), fault.WrongType, "")
	checkFault(t, o.Append(Null()), fault.WrongType, "")
	for _, i := range []int{-1, 1, 2} {
		checkFault(t, a.SetAt(i, Null()), fault.OutOfRange, "")
		checkFault(t, a.RemoveAt(i), fault.OutOfRange, "")
	}
	for _, i := range []int{-1, 2} {
		checkFault(t, a.Insert(i, Null()), fault.OutOfRange, "")
	}
	if !a.Equal(Array(Int(1))) || !o.Equal(objectOf(2)) {
		t.Error("changed by edits that failed", a, o)
	}
}

func TestEditsAreShared(t *testing.T) {
	doc := document(Object(Pair("a", Array(Int(1), Array(), Int(3))), Pair("b", Int(4))))
	root := doc.Root()
	holders := []Value{root, root, doc.At(0)}
	a, _ := root.Get("a")
	inner := a.At(1)
	if err := inner.Append(Int(2)); err != nil {
		t.Fatal(err)
	}
	if err := a.Insert(0, Int(0)); err != nil {
		t.Fatal(err)
	}
	if err := root.Set("c", inner); err != nil {
		t.Fatal(err)
	}
	if err := inner.Append(Int(5)); err != nil {
		t.Fatal(err)
	}
	want := `{"a":[0,1,[2,5],3],"b":4,"c":[2,5]}`
	for _, v := range holders {
		if v.String() != want {
			t.Errorf("%v, want %s", v, want)
		}
	}
	if err := root.Delete("a"); err != nil || root.String() != `{"b":4,"c":[2,5]}` || a.String() != `[0,1,[2,5],3]` {
		t.Error(root, a, err)
	}
}

// TestConstructorsCopy keeps the caller's slices out of values.
func TestConstructorsCopy(t *testing.T) {
	elems := make([]Value, 1, 8)
	a := Array(elems...)
	elems[0] = a
	if err := a.Append(Int(1)); err != nil {
		t.Fatal(err)
	}
	if a.String() != "[null,1]" || elems[:2][1] != Null() {
		t.Error(a)
	}
}

func TestCycles(t *testing.T) {
	a := Array(Int(1))
	checkFault(t, a.Append(a), fault.Cycle, "")
	b := Array(a, Ext(1, Object(Pair("a", a))))
	checkFault(t, a.Append(Int(2), b), fault.Cycle, "")
	checkFault(t, a.Append(Object(Member{b, Null()})), fault.Cycle, "")
	checkFault(t, a.SetAt(0, Ext(1, a)), fault.Cycle, "")
	checkFault(t, a.Insert(0, b), fault.Cycle, "")
	if a.String() != "[1]" {
		t.Error(a)
	}
	o := Object(Pair("x", Array(a)))
	checkFault(t, o.Set("x", o), fault.Cycle, "")
	checkFault(t, o.Set("y", Array(o)), fault.Cycle, "")
	checkFault(t, o.SetKey(Array(o), Null()), fault.Cycle, "")

	root := document(Array(Array(Array(Int(1)), Bytes([]byte("x"))), Ext(1, Array()))).Root()
	mid := root.At(0)
	low := mid.At(0)
	_, payload, _ := root.At(1).Ext()
	checkFault(t, low.Append(root), fault.Cycle, "")
	checkFault(t, low.Append(mid), fault.Cycle, "")
	checkFault(t, mid.Append(root), fault.Cycle, "")
	checkFault(t, payload.Append(root.At(1)), fault.Cycle, "")
	if err := root.Append(low); err != nil {
		t.Error(err)
	}
	if err := low.Append(payload); err != nil {
		t.Error(err)
	}
	checkFault(t, payload.Append(mid), fault.Cycle, "")
	if err := mid.RemoveAt(0); err != nil {
		t.Error(err)
	}
	if err := payload.Append(mid); err != nil {
		t.Error("no longer a cycle:", err)
	}
	if got := root.String(); got != "[[h'78'],1([[h'78']]),[1,[[h'78']]]]" {
		t.Error(got)
	}
}

// TestSharedManyTimes checks for cycles in a value with 2^60 paths.
func TestSharedManyTimes(t *testing.T) {
	low := Array()
	v := low
	for range 60 {
		v = Array(v, v)
	}
	checkFault(t, low.Append(v), fault.Cycle, "")
	other := Array()
	_ = Array(other) // held, so that v is looked through
	if err := other.Append(v); err != nil {
		t.Error(err)
	}
}

func TestSortKeys(t *testing.T) {
	v := Object(Pair("b", Array(Object(Pair("z", Int(1)), Pair("y", Int(2))))), Pair("a", Ext(1, Object(Pair("d", Null()), Pair("c", Null())))),
		Member{Object(Pair("q", Int(1)), Pair("p", Int(2))), Null()}, Member{Int(5), Null()}, Pair("b", Int(0)))
	want := `{5:null,"a":1({"c":null,"d":null}),"b":[{"y":2,"z":1}],"b":0,{"p":2,"q":1}:null}`
	doc := document(v)
	moved := document(v).Root()
	for _, e := range moved.Pairs() {
		_ = e.Append()
	}
	for _, w := range []Value{v, doc.Root(), moved} {
		for range 2 {
			if err := w.SortKeys(); err != nil || w.String() != want {
				t.Errorf("%v, %v, want %s", w, err, want)
			}
		}
	}
	sorted := document(Object(Pair("a", Int(1)), Pair("b", Int(2))))
	if err := sorted.Root().SortKeys(); err != nil || sorted.Root().Moved() {
		t.Error("a sorted object was moved", err)
	}
}

// The model of TestEditsAgainstModel: plain Go with the same reference
// semantics.
type (
	modelArray  struct{ elems []any }
	modelObject struct {
		keys []string
		vals []any
	}
)

// build returns the value of a model; each container once, wherever it is.
func (m maker) model(depth int) any {
	switch n := m.IntN(5); {
	case depth > 0 && m.IntN(3) == 0:
		a := &modelArray{}
		for range n {
			a.elems = append(a.elems, m.model(depth-1))
		}
		return a
	case depth > 0 && m.IntN(2) == 0:
		o := &modelObject{}
		if m.IntN(10) == 0 {
			n, depth = indexFrom+n, 1
		}
		for i := range n {
			o.keys = append(o.keys, "k"+strconv.Itoa(i))
			o.vals = append(o.vals, m.model(depth-1))
		}
		return o
	}
	return m.Int64()
}

func valueOf(x any) Value {
	switch x := x.(type) {
	case *modelArray:
		var elems []Value
		for _, e := range x.elems {
			elems = append(elems, valueOf(e))
		}
		return Array(elems...)
	case *modelObject:
		var members []Member
		for i, k := range x.keys {
			members = append(members, Pair(k, valueOf(x.vals[i])))
		}
		return Object(members...)
	}
	return Int(x.(int64))
}

func items(x any) []any {
	switch x := x.(type) {
	case *modelArray:
		return x.elems
	case *modelObject:
		return x.vals
	}
	return nil
}

func contains(x, y any) bool {
	return x == y || slices.ContainsFunc(items(x), func(e any) bool { return contains(e, y) })
}

func modelSize(x any) int {
	n := 1
	for _, e := range items(x) {
		n += modelSize(e)
	}
	return n
}

// holder is a value and the model of it.
type holder struct {
	v Value
	m any
}

// pick follows random items from one of the holders to a container.
func (m maker) pick(hs []holder) holder {
	h := hs[m.IntN(len(hs))]
	for m.IntN(3) > 0 {
		all := items(h.m)
		if len(all) == 0 {
			break
		}
		i := m.IntN(len(all))
		next := holder{h.v.At(i), all[i]}
		if o, ok := h.m.(*modelObject); ok {
			next.v, _ = h.v.Get(o.keys[i])
		}
		if items(next.m) == nil && m.IntN(2) == 0 {
			break
		}
		h = next
	}
	return h
}

// TestEditsAgainstModel does the same random edits to documents and to a
// model, through several holders, and compares them.
func TestEditsAgainstModel(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	for round := range rounds {
		m := newMaker(uint64(round))
		var hs []holder
		for range 2 {
			x := m.model(4)
			hs = append(hs, holder{document(valueOf(x)).Root(), x})
		}
		x := m.model(2)
		hs = append(hs, holder{valueOf(x), x})
		for step := range 60 {
			h := m.pick(hs)
			h.edit(t, m, hs)
			if m.IntN(4) == 0 && len(hs) < 12 {
				hs = append(hs, m.pick(hs))
			}
			if step%10 == 9 {
				for _, h := range hs {
					if want := valueOf(h.m); h.v.String() != want.String() {
						t.Fatalf("round %d, step %d:\n%v\nwant\n%v", round, step, h.v, want)
					}
				}
			}
		}
		for _, h := range hs {
			want := valueOf(h.m)
			if !h.v.Equal(want) || h.v.Hash() != want.Hash() || h.v.Clone().String() != want.String() {
				t.Fatalf("round %d: %v, want %v", round, h.v, want)
			}
		}
	}
}

func (h holder) edit(t *testing.T, m maker, hs []holder) {
	t.Helper()
	x := holder{m: m.model(2)}
	if x.v = valueOf(x.m); m.IntN(3) == 0 {
		x.v = document(x.v).Root()
	}
	if m.IntN(3) == 0 {
		if x = m.pick(hs); modelSize(x.m) > 300 {
			return
		}
	}
	cycle := contains(x.m, h.m)
	check := func(err error, do func()) {
		t.Helper()
		switch {
		case cycle:
			checkFault(t, err, fault.Cycle, "")
		case err != nil:
			t.Fatal(err)
		default:
			do()
		}
	}
	switch c := h.m.(type) {
	case *modelArray:
		n := len(c.elems)
		switch op := m.IntN(8); {
		case op == 0 && n > 0:
			i := m.IntN(n)
			check(h.v.SetAt(i, x.v), func() { c.elems[i] = x.m })
		case op <= 2:
			i := m.IntN(n + 1)
			check(h.v.Insert(i, x.v), func() { c.elems = slices.Insert(c.elems, i, x.m) })
		case op <= 4 && n > 0:
			i := m.IntN(n)
			cycle = false
			check(h.v.RemoveAt(i), func() { c.elems = slices.Delete(c.elems, i, i+1) })
		case op == 5 && m.IntN(10) == 0:
			cycle = false
			check(h.v.Clear(), func() { c.elems = nil })
		default:
			check(h.v.Append(x.v), func() { c.elems = append(c.elems, x.m) })
		}
	case *modelObject:
		key := "k" + strconv.Itoa(m.IntN(2*len(c.keys)+2))
		i := slices.Index(c.keys, key)
		switch op := m.IntN(4); {
		case op == 0:
			cycle = false
			check(h.v.Delete(key), func() {
				if i >= 0 {
					c.keys = slices.Delete(c.keys, i, i+1)
					c.vals = slices.Delete(c.vals, i, i+1)
				}
			})
		case op == 1 && m.IntN(10) == 0:
			cycle = false
			check(h.v.Clear(), func() { c.keys, c.vals = nil, nil })
		default:
			check(h.v.Set(key, x.v), func() {
				if i >= 0 {
					c.vals[i] = x.m
				} else {
					c.keys = append(c.keys, key)
					c.vals = append(c.vals, x.m)
				}
			})
		}
	default:
		checkFault(t, h.v.Append(x.v), fault.WrongType, "")
	}
}
