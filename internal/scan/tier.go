package scan

import "os"

// machine is the highest tier that the machine and its system allow, an index
// into tiers.
var machine = detect()

// tier is the one in use: that of the machine or the lower one that the
// environment variable CALQUE_CPU names. The tests set it.
var tier = allowed(machine, os.Getenv("CALQUE_CPU"))

// longest is the number of bytes that one call of assembly handles at most,
// about: the scheduler cannot stop it.
const longest = 1 << 20

// allowed returns the tier of that name where have is not lower, else have.
func allowed(have int, name string) int {
	for t, known := range tiers[:have+1] {
		if known == name {
			return t
		}
	}
	return have
}
