//go:build unix

package main

import (
	"syscall"
	"time"
)

// clock returns the processor time of the process and of those it started: what
// other programs do meanwhile does not count, collecting garbage does.
func clock() time.Duration {
	var own, started syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil || syscall.Getrusage(syscall.RUSAGE_CHILDREN, &started) != nil {
		return time.Since(begun)
	}
	return time.Duration(own.Utime.Nano() + own.Stime.Nano() + started.Utime.Nano() + started.Stime.Nano())
}
