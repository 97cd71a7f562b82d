package scan

import (
	"syscall"
	"testing"

	"example.com/calque/internal/mem"
)

// guarded returns n bytes with unreadable pages on both sides.
func guarded(t testing.TB, n int) []byte {
	t.Helper()
	page := syscall.Getpagesize()
	n = (n + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, n+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip("no memory to guard:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	for _, side := range [][]byte{all[:page], all[page+n:]} {
		if err := syscall.Mprotect(side, syscall.PROT_NONE); err != nil {
			t.Skip("no memory to guard:", err)
		}
	}
	return all[page : page+n : page+n]
}

// TestGuard shows that the pages do guard.
func TestGuard(t *testing.T) {
	b := guarded(t, 1)
	if len(b) == 0 || mem.Load8(mem.Of(b), len(b)-1) != 0 {
		t.Fatal("not cleared")
	}
}
