//go:build !unix

package main

import "time"

// clock returns the time since the program began: here there is no other clock.
func clock() time.Duration { return time.Since(begun) }
