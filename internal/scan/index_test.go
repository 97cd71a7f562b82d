package scan

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// offsets returns all entries of a text by way of an Index.
func offsets(text string) (list []int, fault int) {
	x := new(Index)
	p := padded(text)
	ix := x.Start(p, len(text), len(text))
	k := 0
	for {
		if k >= Mark(ix) {
			if k = x.Refill(k); k >= Mark(ix) {
				return list, x.Fault()
			}
		}
		list = append(list, Entry(ix, k))
		k++
	}
}

func TestIndex(t *testing.T) { eachTier(t, testIndex) }

func testIndex(t *testing.T) {
	// Below each text: what its entries point at.
	for _, c := range []struct{ text, marks string }{
		{``, ``},
		{`   `, `   `},
		{`1`, `^`},
		{`"a"`, `^ ^`},
		{`"a\nb\n"`, `^ ^    ^`},
		{`"\\"`, `^^ ^`},
		{`"\\\""`, `^^   ^`},
		{`["\n","\n"]`, `^^^ ^^^^ ^^`},
		{` { "k" : [ true , -1.5 ] } `, ` ^ ^ ^ ^ ^ ^    ^ ^    ^ ^`},
		{`"a"b`, `^ ^^`},
		{`1"a"`, `^^ ^`},
		{`{}[]:,`, `^^^^^^`},
		{`"{}[]:,  1"`, `^         ^`},
		{"12\x0c3", `^ ^^`},
		{`\"a"b"`, `^  ^ ^`},
		{`é"é"`, `^ ^  ^`},
		{"1\x002", `^`},
	} {
		var want []int
		for k := range c.marks {
			if c.marks[k] == '^' {
				want = append(want, k)
			}
		}
		if got, fault := offsets(c.text); !slices.Equal(got, want) || fault >= 0 {
			t.Errorf("%q: %v fault %d, want %v", c.text, got, fault, want)
		}
		// The same far behind the start, over every edge of a block.
		for shift := 1; shift < 130; shift++ {
			var moved []int
			for _, k := range want {
				moved = append(moved, k+shift)
			}
			if got, _ := offsets(strings.Repeat(" ", shift) + c.text); !slices.Equal(got, moved) {
				t.Errorf("%q behind %d blanks: %v, want %v", c.text, shift, got, moved)
			}
		}
	}
	for _, c := range []struct {
		text  string
		fault int
	}{
		{`"a`, 2},
		{"\"a\n\"", 2},
		{"\"a\xff\"", 2},
		{"[\xc3", 1},
		{strings.Repeat(" ", 62) + "\"\xc3", 63},
		{strings.Repeat(" ", 40000) + "\"\x1f\xff\"", 40001},
		{strings.Repeat(" ", 40000) + "\"\xff\x1f\"", 40001},
		{strings.Repeat(" ", Window-1) + "\xe4\xb8x", Window - 1},
	} {
		if _, fault := offsets(c.text); fault != c.fault {
			t.Errorf("%.9q and so on: fault %d, want %d", c.text, fault, c.fault)
		}
	}
}

// TestIndexWalk reads documents of several windows by their index.
func TestIndexWalk(t *testing.T) { eachTier(t, testIndexWalk) }

func testIndexWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 20 {
		var items []any
		for range 1 + r.IntN(2000) {
			items = append(items, []any{strings.ToValidUTF8(randomText(r, 60), "?"), r.IntN(1000), strings.Repeat("\\", r.IntN(4)), nil})
		}
		data, err := json.MarshalIndent(items, "", strings.Repeat(" ", r.IntN(5)))
		if err != nil {
			t.Fatal(err)
		}
		list, fault := offsets(string(data))
		if fault >= 0 {
			t.Fatal(fault)
		}
		var b strings.Builder
		for k := 0; k < len(list); k++ {
			i := list[k]
			if data[i] != '"' {
				b.WriteByte(data[i])
				continue
			}
			if k++; data[list[k]] == '\\' {
				k++
			}
			b.Write(data[i : list[k]+1])
		}
		// Scalars are cut down to one letter by the walk.
		var want strings.Builder
		for k, item := range items {
			row := item.([]any)
			s, _ := json.Marshal(row[0])
			e, _ := json.Marshal(row[2])
			fmt.Fprintf(&want, "%c[%s,%c,%s,n]", "[,"[min(k, 1)], s, fmt.Sprint(row[1])[0], e)
		}
		want.WriteString("]")
		if b.String() != want.String() {
			t.Fatalf("got  %.200s\nwant %.200s", b.String(), want.String())
		}
	}
}

func TestIndexCatchUp(t *testing.T) {
	text := strings.Repeat(`[1,"a\n",{ "b": 2}],`, 5000)
	list, _ := offsets(text)
	x := new(Index)
	ix := x.Start(padded(text), len(text), len(text))
	k := 0
	for i := 0; i < len(text); i += 7 {
		k = x.CatchUp(k, i)
		want := len(text)
		if at, _ := slices.BinarySearch(list, i); at < len(list) {
			want = list[at]
		}
		if got := Entry(ix, k); got != want {
			t.Fatalf("from %d on: %d, want %d", i, got, want)
		}
	}
	x.Done()
}
