package scan

import (
	"slices"
	"testing"
)

// allTiers returns the names of the tiers that this machine has, the portable
// one first.
func allTiers() []string { return tiers[:machine+1] }

// setTier makes the kernels use a tier until the result is called.
func setTier(name string) func() {
	before := tier
	tier = slices.Index(tiers[:], name)
	return func() { tier = before }
}

// eachTier runs a test once for each tier of the machine.
func eachTier(t *testing.T, test func(t *testing.T)) {
	for _, name := range allTiers() {
		t.Run(name, func(t *testing.T) {
			defer setTier(name)()
			test(t)
		})
	}
}
