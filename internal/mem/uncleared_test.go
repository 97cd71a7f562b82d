package mem

import (
	"runtime"
	"testing"
	"unsafe"
)

// Allocations of every small size are aligned to eight bytes, and none shares
// memory with another one, also when the collector has run in between.
func TestUnclearedApart(t *testing.T) {
	var held [][]uint64
	for n := range 300 {
		w := Uncleared[uint64](n)
		if a := uintptr(unsafe.Pointer(unsafe.SliceData(w))); len(w) != n || a%8 != 0 {
			t.Fatalf("%d words at %#x, want %d", len(w), a, n)
		}
		for i := range w {
			w[i] = uint64(n)
		}
		held = append(held, w)
		if n%100 == 0 {
			runtime.GC()
		}
	}
	for n, w := range held {
		for _, v := range w {
			if v != uint64(n) {
				t.Fatalf("the allocation of %d words holds %d", n, v)
			}
		}
	}
}
