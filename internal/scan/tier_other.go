//go:build (!amd64 && !arm64) || purego

package scan

// tiers are the names that CALQUE_CPU knows.
var tiers = []string{"swar"}

// detect returns the highest tier of this machine.
func detect() int { return 0 }
