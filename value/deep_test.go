package value

import (
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"example.com/calque/internal/node"
)

// TestDeep walks values of many levels with a small goroutine stack: arrays
// and objects in a document, in owned form, and with keys that are containers.
func TestDeep(t *testing.T) {
	levels := 10_000_000
	switch {
	case raceDetector || testing.Short() && runtime.GOARCH != "amd64":
		t.Log("100,000 levels instead of 10 million with -race, or with -short where the platform may be emulated")
		levels = 100_000
	case testing.Short() || strconv.IntSize == 32:
		t.Log("1 million levels instead of 10 million with -short or 32 bits")
		levels = 1_000_000
	}
	defer debug.SetGCPercent(debug.SetGCPercent(30))
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	for name, deep := range map[string]func(int) Value{
		"document": deepDocument, "owned": deepOwned, "edited": deepEdited, "keys": deepKeys,
	} {
		t.Run(name, func(t *testing.T) {
			defer runtime.GC()
			n := levels
			if name == "keys" {
				n /= 50 // each level is sorted by itself
			}
			checkDeep(t, deep(n), name == "keys")
		})
	}
	t.Run("any", func(t *testing.T) {
		x := deepDocument(levels).Any()
		v, err := Of(x)
		if err != nil || v.Hash() != deepDocument(levels).Hash() {
			t.Error("Of", err)
		}
	})
}

func checkDeep(t *testing.T, v Value, odd bool) {
	t.Helper()
	c := v.Clone()
	if v.Hash() != c.Hash() {
		t.Error("hashes")
	}
	if !v.Equal(c) || v.Compare(c) != 0 {
		t.Error("not equal to its clone")
	}
	if len(v.String()) != len(c.String()) {
		t.Error("texts")
	}
	if v.Digest() != c.Digest() {
		t.Error("digests")
	}
	if !odd && v.Any() == nil {
		t.Error("any")
	}
	if err := c.SortKeys(); err != nil {
		t.Error(err)
	}
	top := Array()
	_ = Array(top) // held, so that v is looked through
	if err := top.Append(v); err != nil {
		t.Error(err)
	}
}

// deepDocument returns [{"a":[{"a":...}]}] in a document.
func deepDocument(levels int) Value {
	d := new(Doc)
	s := d.Slab()
	s.Text = []byte("a")
	for i := range levels {
		if i%2 == 0 {
			s.Nodes = append(s.Nodes, node.Make(node.Array, 0, 1, 0))
		} else {
			s.Nodes = append(s.Nodes, node.Make(node.Object, 0, 1, 0), node.Make(node.String, 0, 1, 0))
		}
	}
	s.Nodes = append(s.Nodes, node.Make(node.Null, 0, 0, 0))
	for i := range s.Nodes {
		if k := s.Nodes[i].Kind(); k >= node.Array {
			s.Nodes[i].Val = uint64(len(s.Nodes))
		}
	}
	return d.Root()
}

func deepOwned(levels int) Value {
	v := Null()
	for i := range levels {
		switch i % 3 {
		case 0:
			v = Array(v)
		case 1:
			v = Object(Pair("a", v))
		default:
			v = Ext(1, v)
		}
	}
	return v
}

// deepEdited returns the levels of deepDocument, the upper half owned.
func deepEdited(levels int) Value {
	v := deepDocument(levels)
	at := v
	for i := range levels / 2 {
		if i%2 == 0 {
			_ = at.Append()
			at = at.At(0)
		} else {
			_ = at.Set("b", Null())
			at, _ = at.Get("a")
		}
	}
	return v
}

// deepKeys returns objects with objects as keys.
func deepKeys(levels int) Value {
	v := Object()
	for range levels {
		v = Object(Member{v, Int(1)}, Member{Object(), Int(2)})
	}
	return v
}
