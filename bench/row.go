package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"example.com/calque/internal/mem"
)

// row is one measurement: the same work done by calque and by its rivals. What
// counts is the ratio to the best of them.
type row struct {
	name   string
	bytes  int // of the text, for the speed that is shown
	calque func() error
	rivals []rival
}

// group makes rows; they are made only when one of them is wanted.
type group struct {
	name string
	make func() ([]row, error)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// named returns the rivals with these names.
func named(all []rival, names ...string) []rival {
	return slices.DeleteFunc(slices.Clone(all), func(r rival) bool { return !slices.Contains(names, r.name) })
}

// padded returns a copy of b with the zero bytes that readers may look at, and
// the address of its first byte.
func padded(b []byte) mem.Ptr {
	p := make([]byte, len(b)+mem.Pad)
	copy(p, b)
	return mem.Of(p)
}

// groups returns all rows there are.
func groups() []group {
	return []group{
		{"control", controlRows},
		{"parse", parseRows},
		{"any", anyRows},
		{"dump", dumpRows},
		{"escape", escapeRows},
		{"number", numberRows},
		{"msgpack", packRows},
		{"command", commandRows},
	}
}

// controlRows measures work against itself: the spread is the noise of the
// machine.
func controlRows() ([]row, error) {
	buf := make([]byte, 1<<20)
	dst := make([]byte, 1<<20)
	work := func() error {
		copy(dst, buf)
		return nil
	}
	spin := func() error {
		x := uint64(1)
		for range 100_000 {
			x = x*6364136223846793005 + 1442695040888963407
		}
		if x == 0 {
			return fmt.Errorf("the impossible happened")
		}
		return nil
	}
	return []row{
		{"control memory", len(buf), work, []rival{{"itself", work}}},
		{"control processor", 0, spin, []rival{{"itself", spin}}},
	}, nil
}
