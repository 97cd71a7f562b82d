package main

import "golang.org/x/sys/cpu"

// wideVectors reports whether the bounds for AVX-512 hold here.
func wideVectors() bool { return cpu.X86.HasAVX512VBMI2 && cpu.X86.HasAVX512VBMI }
