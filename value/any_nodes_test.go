package value

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestTakeAny: the strings of the result are in the text of the document where
// it is little else, and nowhere near it where not; either way the result is
// what Any gives, and stays so when the document is used again.
func TestTakeAny(t *testing.T) {
	for round := range 80 {
		v := newMaker(uint64(round)).value(4, round%2 == 0)
		for _, fill := range []int{0, 10_000} {
			d := document(v)
			want := document(v).Root().walkAny()
			d.slab.Text = append(d.slab.Text, make([]byte, fill)...) // content is a small part
			got := d.TakeAny(!hasDuplicates(v))
			if d.Root().Kind() != KindNull {
				t.Fatal("the document is not empty")
			}
			for i := range d.slab.Text[:cap(d.slab.Text)] {
				d.slab.Text[:cap(d.slab.Text)][i] = '!'
			}
			runtime.GC()
			if !sameAny(got, want) {
				t.Fatalf("%#v\nwant\n%#v", got, want)
			}
		}
	}
}

// address is how %#v shows where a Value points to.
var address = regexp.MustCompile(`\(0x[0-9a-f]+\)`)

// sameAny compares by the text of types and values, as NaN is not equal to
// itself.
func sameAny(a, b any) bool {
	shown := func(x any) string { return address.ReplaceAllString(fmt.Sprintf("%#v %v", x, x), "") }
	return shown(a) == shown(b)
}

// TestAnyBoxes makes more of everything than one chunk holds, and writes to all
// slices: none shares memory with another.
func TestAnyBoxes(t *testing.T) {
	if !boxable {
		t.Fatal("interfaces are made in another way than box.go has it")
	}
	var elems []Value
	for i := range 3000 {
		elems = append(elems, Array(Int(int64(i)), Float(float64(i)/2), String(strings.Repeat("x", i%40))),
			Array(Array(Bool(true)), Null()), Array(Object(Pair("k", Uint(1<<63+uint64(i))))), Array(), Object())
	}
	v := document(Array(elems...)).Root()
	got, ok := v.Any().([]any)
	if !ok || !reflect.DeepEqual(got, v.walkAny()) {
		t.Fatal("not what the other way makes")
	}
	for i, x := range got {
		if s, ok := x.([]any); ok {
			_ = append(s, "beyond")
			for k := range s {
				s[k] = i
			}
		}
	}
	for i, x := range got {
		if s, ok := x.([]any); ok {
			for _, e := range s {
				if e != i {
					t.Fatalf("slice %d has an element of slice %v", i, e)
				}
			}
		}
	}
}

// TestAnyFirst: of members with the same key the first counts, at every level,
// and what is behind a member that does not count is in its place.
func TestAnyFirst(t *testing.T) {
	v := Object(Pair("a", Int(1)), Pair("a", Array(Object(Pair("x", Int(5))), Int(6))), Pair("b", Int(2)))
	v = Array(v, Object(Pair("c", v), Pair("c", Null())))
	one := map[string]any{"a": int64(1), "b": int64(2)}
	if got, want := document(v).Root().Any(), []any{one, map[string]any{"c": one}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%#v", got)
	}
}

// TestAnyLevels: around the level where recursion ends nothing changes.
func TestAnyLevels(t *testing.T) {
	for levels := anyLevels - 2; levels <= anyLevels+2; levels++ {
		v := Array(String("innermost"), Int(1000))
		for i := range levels {
			if i%2 == 0 {
				v = Object(Pair("k", v), Pair("l", String("behind")))
			} else {
				v = Array(v, String("behind"))
			}
		}
		v = document(v).Root()
		if !reflect.DeepEqual(v.Any(), v.walkAny()) {
			t.Errorf("%d levels", levels)
		}
	}
}
