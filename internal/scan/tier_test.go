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

// rounds returns n, a tenth of it where the tests are to be short.
func rounds(t *testing.T, n int) int {
	t.Helper()
	if testing.Short() {
		t.Logf("short: %d rounds of %d", n/10, n)
		return n / 10
	}
	return n
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

func TestAllowed(t *testing.T) {
	for have := range tiers {
		for want, name := range tiers {
			if got := allowed(have, name); got != min(have, want) {
				t.Errorf("%s on a machine with %s: %s", name, tiers[have], tiers[got])
			}
		}
		for _, name := range []string{"", "x"} {
			if got := allowed(have, name); got != have {
				t.Errorf("%q on a machine with %s: %s", name, tiers[have], tiers[got])
			}
		}
	}
	t.Logf("this machine has %s, in use is %s", tiers[machine], tiers[tier])
}
