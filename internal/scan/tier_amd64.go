//go:build amd64 && !purego

package scan

// The tiers of instructions there are kernels for; each has all of the one
// below.
const (
	swar   = iota // portable code
	avx2          // AVX2, BMI1, BMI2, POPCNT, PCLMULQDQ (Haswell, Zen)
	avx512        // AVX-512 F, BW, DQ, VL, VBMI, VBMI2 (Ice Lake, Zen 4)
)

// tiers are the names that CALQUE_CPU knows.
var tiers = []string{swar: "swar", avx2: "avx2", avx512: "avx512"}

// cpuid returns the registers of the instruction of that name.
func cpuid(leaf, sub uint32) (a, b, c, d uint32)

// xgetbv returns the low half of the register that says which vector state
// the system saves.
func xgetbv() uint32

// detect returns the highest tier of this machine.
func detect() int {
	const (
		pclmul, popcnt, osxsave, avx                 = 1 << 1, 1 << 23, 1 << 27, 1 << 28 // leaf 1, c
		bmi1, avx2Bit, bmi2                          = 1 << 3, 1 << 5, 1 << 8            // leaf 7, b
		avx512F, avx512DQ, avx512BW, avx512VL        = 1 << 16, 1 << 17, 1 << 30, 1 << 31
		avx512VBMI, avx512VBMI2                      = 1 << 1, 1 << 6 // leaf 7, c
		saved256, saved512                           = 0x06, 0xE6     // xgetbv
		need1, need7b                                = pclmul | popcnt | osxsave | avx, bmi1 | avx2Bit | bmi2
		need512b, need512c                    uint32 = avx512F | avx512DQ | avx512BW | avx512VL, avx512VBMI | avx512VBMI2
	)
	if last, _, _, _ := cpuid(0, 0); last < 7 {
		return swar
	}
	if _, _, c, _ := cpuid(1, 0); c&need1 != need1 {
		return swar
	}
	saved := xgetbv()
	_, b, c, _ := cpuid(7, 0)
	switch {
	case saved&saved256 != saved256 || b&need7b != need7b:
		return swar
	case saved&saved512 != saved512 || b&need512b != need512b || c&need512c != need512c:
		return avx2
	}
	return avx512
}
