//go:build !amd64

package main

// wideVectors reports whether the bounds for AVX-512 hold here.
func wideVectors() bool { return false }
