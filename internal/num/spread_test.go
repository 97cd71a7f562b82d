package num

import (
	"fmt"
	"testing"

	"example.com/calque/internal/mem"
)

func TestSpreadAndJoin(t *testing.T) {
	b := make([]byte, 8)
	check := func(x uint64) {
		t.Helper()
		mem.Store64(mem.Of(b), 0, spread8(x)+zeros)
		if want := fmt.Sprintf("%08d", x); string(b) != want {
			t.Fatalf("spread8(%d) = %s", x, b)
		}
		if got := join8(spread8(x)); got != x {
			t.Fatalf("join8 of %d = %d", x, got)
		}
	}
	step := uint64(997)
	if testing.Short() {
		step = 9973
	}
	for x := uint64(0); x < 1e8; x += step {
		check(x)
	}
	// Each step divides what the one before leaves over: all numbers of the
	// first four digits with all of the last four would be all of 1e8.
	for x := range uint64(10000) {
		check(x)
		check(x * 10000)
		check(x*10000 + 9999)
		check(99990000 + x)
	}
}
