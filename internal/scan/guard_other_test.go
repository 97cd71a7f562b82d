//go:build !linux

package scan

import "testing"

// guarded returns n bytes; there are no guards on this system.
func guarded(t testing.TB, n int) []byte {
	t.Log("memory is not guarded on this system")
	return make([]byte, n)
}
