package json

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"example.com/calque"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// edit changes containers of v at random places, which moves them out of their
// document.
func edit(t *testing.T, r *rand.Rand, v value.Value) {
	t.Helper()
	var err error
	switch change := r.IntN(3) == 0; v.Kind() {
	case value.KindArray:
		if change {
			err = v.Append(randomValue(r, 1, false), randomValue(r, 2, false).Clone())
		}
		for _, e := range v.Elements() {
			edit(t, r, e)
		}
	case value.KindObject:
		if change {
			err = v.Set("new", randomValue(r, 2, false).Clone())
		}
		for _, e := range v.Pairs() {
			edit(t, r, e)
		}
	case value.KindExt:
		_, payload, _ := v.Ext()
		edit(t, r, payload)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestDumpEdited dumps documents some of whose containers were edited.
func TestDumpEdited(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	for n := range rounds {
		v := randomValue(r, 5, n%2 == 0)
		if n%10 == 0 {
			v = nest(v, recursion-5+r.IntN(10), n%20 == 0)
		}
		v = v.Clone()
		edit(t, r, v)
		s := randomSet(r)
		s.Indent = min(s.Indent, 1)
		want, ok := modelDump(v, &s)
		got, err := appendValue(nil, v, &s)
		if (err == nil) != ok || ok && string(got) != want {
			t.Fatalf("%+v: got %q, %v\nwant %q, %v", s, got, err, want, ok)
		}
	}
}

// TestDumpEditedEverywhere edits every level of a deep document, so that levels
// of the document and owned ones take turns all the way down.
func TestDumpEditedEverywhere(t *testing.T) {
	levels := 5000
	v := parsed(t, strings.Repeat(`[{"a":`, levels)+"1"+strings.Repeat(`}]`, levels), calque.MaxDepth(0))
	for at, k := v, 0; k < levels; k++ {
		if err := at.Append(value.Int(int64(k))); err != nil {
			t.Fatal(err)
		}
		at, _ = at.Pointer("/0/a")
	}
	var want strings.Builder
	want.WriteString(strings.Repeat(`[{"a":`, levels) + "1")
	for k := levels - 1; k >= 0; k-- {
		want.WriteString("}," + dumpString(value.Int(int64(k))) + "]")
	}
	if got := dumpString(v, calque.MaxDepth(0)); got != want.String() {
		t.Error("the texts differ")
	}
	if got := dumpString(v, calque.MaxDepth(0), SortKeys()); got != want.String() {
		t.Error("the sorted texts differ")
	}
}

// TestDumpTogether dumps one document, an edited one, in several goroutines; it
// is for the race detector.
func TestDumpTogether(t *testing.T) {
	v := nest(value.String("é"), recursion+10, false).Clone()
	if err := v.Set("new", parsed(t, `[1,{"a":[]}]`)); err != nil {
		t.Fatal(err)
	}
	s := option.Resolve([]calque.Option{Indent(100), SortKeys()})
	want, err := appendValue(nil, v, &s)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 20 {
				if got, err := appendValue(nil, v, &s); err != nil || string(got) != string(want) {
					t.Errorf("the texts differ, %v", err)
				}
			}
		})
	}
	group.Wait()
}
