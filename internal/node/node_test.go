package node

import (
	"bytes"
	"math"
	"testing"

	"example.com/calque/internal/mem"
)

func TestMake(t *testing.T) {
	n := Make(String, FlagClean|FlagSub, 1<<30, math.MaxUint64)
	if n.Kind() != String || n.Len() != 1<<30 || n.Val != math.MaxUint64 {
		t.Errorf("kind %d, length %d, value %x", n.Kind(), n.Len(), n.Val)
	}
	if !n.Has(FlagClean) || !n.Has(FlagSub) || n.Has(FlagKeys) {
		t.Errorf("flags of %x", n.Tag)
	}
}

func TestNext(t *testing.T) {
	s := Slab{Nodes: []Node{
		0: Make(Array, 0, 4, 8),
		1: Make(Int, 0, 0, 5),
		2: Make(Bytes, FlagSub, 0, 0),
		3: Make(Int, 0, 0, 7), // the subtype
		4: Make(Ext, 0, 2, 7),
		5: Make(Int, 0, 0, 1),
		6: Make(Null, 0, 0, 0),
		7: Make(Bytes, 0, 0, 0),
	}}
	for i, want := range map[int]int{0: 8, 1: 2, 2: 4, 4: 7, 7: 8} {
		if got := s.Next(i); got != want {
			t.Errorf("behind %d: %d, want %d", i, got, want)
		}
	}
}

func TestLoad(t *testing.T) {
	var s Slab
	for _, text := range []string{"a long text that comes first", "short", "", "another text, the longest one of them all, so that it needs more memory"} {
		s.Load([]byte(text))
		want := append([]byte(text), make([]byte, mem.Pad)...)
		if !bytes.Equal(s.Text, want) || len(s.Nodes) != 0 || cap(s.Nodes) == 0 {
			t.Errorf("%q: text %q, %d nodes", text, s.Text, len(s.Nodes))
		}
		for i := range s.Text {
			s.Text[i] = 0xff // what a reader leaves behind must not show
		}
	}
}

func TestGrow(t *testing.T) {
	var nodes []Node
	moves := 0
	for i := range 10_000 {
		grown := Grow(nodes, 1)
		if cap(grown) != cap(nodes) {
			moves++
		}
		nodes = append(grown, Make(Int, 0, 0, uint64(i)))
	}
	for i, n := range nodes {
		if n.Val != uint64(i) {
			t.Fatalf("node %d holds %d", i, n.Val)
		}
	}
	if moves > 50 {
		t.Errorf("%d moves for 10,000 nodes", moves)
	}
	if grown := Grow(nodes[:3], 1); &grown[0] != &nodes[0] {
		t.Error("nodes with room were moved")
	}
}
