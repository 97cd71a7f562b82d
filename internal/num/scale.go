package num

import (
	"math"
	"math/bits"
)

// scale returns 4 * x * 10^p scaled by a power of two, rounded down, its lowest
// bit set where that was not exact: the integer part, a bit for a half and one
// for anything less. pw is the power of ten, s the number of bits of the upper
// half of the product that are left out.
//
// The result is right for every x, p and s that this package uses: the product
// is too large by less than two units of its middle word, and no product comes
// that close to a multiple of 2^s without being one. TestScale proves that.
func scale(x uint64, pw *power, s uint) uint64 {
	hi, mid := bits.Mul64(x, pw.hi)
	sticky := uint64(1)
	if hi&(1<<(s&63)-1) == 0 {
		low, _ := bits.Mul64(x, pw.lo)
		sticky = 0
		if mid-low > 1 {
			sticky = 1
		}
		if mid < low {
			hi--
		}
	}
	return hi>>(s&63) | sticky
}

// scaleExact is scale out of line.
//
//go:noinline
func scaleExact(x uint64, pw *power, s uint) uint64 { return scale(x, pw, s) }

// halfEven rounds a result of scale to the nearest integer, ties to even.
func halfEven(u uint64) uint64 { return (u + 1 + u>>2&1) >> 2 }

// The exponents outside of which every man * 10^exp (man of 64 bits, not zero)
// rounds to zero or infinity as a float64.
const minExp10, maxExp10 = -343, 308

// toFloat64 returns the bits of the float64 nearest to man * 10^exp, infinity
// where it is too large.
func toFloat64(man uint64, exp int) uint64 {
	if man == 0 || exp < minExp10 {
		return 0
	}
	if exp > maxExp10 {
		return 0x7FF << 52
	}
	clz := bits.LeadingZeros64(man)
	pw := &pow10Table[exp-pow10Min]
	hi, _ := bits.Mul64(man<<(uint(clz)&63), pw.hi)
	msb := hi >> 63
	// The exponent of the result, one too small: the top bit of the mantissa
	// adds the one.
	e := log2Pow10(exp) - clz + int(msb) + 1023 + 62
	if hi&0x1FF != 0 && uint(e) < 0x7FE {
		// Not exact, so no tie: rounding up from the half on is right.
		return uint64(e)<<52 + (hi>>(msb+9)+1)>>1
	}
	return toFloat64Slow(man, exp)
}

// toFloat64Slow is toFloat64 for every man but zero and every exponent in range.
func toFloat64Slow(man uint64, exp int) uint64 {
	if man < 1<<53 && uint(exp) < uint(len(pow10Float)) {
		return math.Float64bits(float64(int64(man)) * pow10Float[exp]) // both are exact
	}
	clz := bits.LeadingZeros64(man)
	log := log2Pow10(exp)
	e := min(clz-11-log, 1074) // the scaled number has 53 bits or fewer
	s := clz - log - e - 3
	u := uint64(1)
	if s < 64 {
		u = scale(man<<(uint(clz)&63), &pow10Table[exp-pow10Min], uint(s))
	}
	if u >= 1<<55 {
		u = u>>1 | u&1
		e--
	}
	m := halfEven(u)
	if m < 1<<52 {
		return m
	}
	b := uint64(1074-e)<<52 + m
	return min(b, 0x7FF<<52)
}

// toFloat32 is toFloat64 for float32.
func toFloat32(man uint64, exp int) uint32 {
	if man == 0 || exp < minExp10 {
		return 0
	}
	if exp > maxExp10 {
		return 0xFF << 23
	}
	clz := bits.LeadingZeros64(man)
	pw := &pow10Table[exp-pow10Min]
	hi, _ := bits.Mul64(man<<(uint(clz)&63), pw.hi)
	msb := hi >> 63
	e := log2Pow10(exp) - clz + int(msb) + 127 + 62
	if hi&(1<<38-1) != 0 && uint(e) < 0xFE {
		return uint32(e)<<23 + uint32((hi>>(msb+38)+1)>>1)
	}
	return toFloat32Slow(man, exp)
}

// toFloat32Slow is toFloat64Slow for float32.
func toFloat32Slow(man uint64, exp int) uint32 {
	clz := bits.LeadingZeros64(man)
	log := log2Pow10(exp)
	e := min(clz-40-log, 149)
	s := clz - log - e - 3
	u := uint64(1)
	if s < 64 {
		u = scale(man<<(uint(clz)&63), &pow10Table[exp-pow10Min], uint(s))
	}
	if u >= 1<<26 {
		u = u>>1 | u&1
		e--
	}
	m := uint32(halfEven(u))
	if m < 1<<23 {
		return m
	}
	b := uint64(149-e)<<23 + uint64(m)
	return uint32(min(b, 0xFF<<23))
}

// binary is a float taken apart: m * 2^e, with the top bit of m set and its z
// lowest bits those that the format does not have. below reports that the next
// smaller number of the format is only half as far away as the next larger one.
type binary struct {
	m     uint64
	e, z  int
	below bool
}

// split64 takes apart the float64 with the bits b, which has no sign and is
// neither zero nor infinite.
func split64(b uint64) binary {
	e := int(b >> 52)
	if e == 0 {
		s := bits.LeadingZeros64(b) - 11
		return binary{b << (uint(s+11) & 63), -1085 - s, 11 + s, false}
	}
	return binary{1<<63 | b<<11, e - 1086, 11, b<<12 == 0 && e > 1}
}

// split32 is split64 for the bits of a float32.
func split32(b uint32) binary {
	e := int(b >> 23)
	if e == 0 {
		s := bits.LeadingZeros32(b) - 8
		return binary{uint64(b) << (uint(s+40) & 63), -189 - s, 40 + s, false}
	}
	return binary{1<<63 | uint64(b)<<40, e - 190, 40, b<<9 == 0 && e > 1}
}

// short returns the shortest decimal v * 10^p that rounds to f, the nearest one
// of those. v may end in zeros: numbers of one exponent have one p.
func short(f binary) (v uint64, p int) {
	half := uint64(1) << (uint(f.z-1) & 63) // half the distance to the next number
	lo, hi := f.m-half, f.m+half
	p = -log10Pow2(f.e + f.z)
	if f.below {
		lo = f.m - half>>1
		p = -(((f.e+f.z)*631305 - 261663) >> 21)
	}
	odd := f.m >> (uint(f.z) & 63) & 1 // then lo and hi round away from f
	pw := &pow10Table[p-pow10Min]
	s := uint(-(f.e + log2Pow10(p) + 3))
	vmin := (scale(lo, pw, s) + odd + 3) >> 2
	vmax := (scale(hi, pw, s) - odd) >> 2
	if v = vmax / 10 * 10; v >= vmin {
		return v, -p
	}
	if vmin < vmax {
		return halfEven(scale(f.m, pw, s)), -p
	}
	return vmin, -p
}

// Shortest returns the shortest decimal that rounds to the finite f, and of
// those of that length the nearest: |f| is digits * 10^exp, where digits has no
// trailing zero. It returns 0, 0 for zero.
func Shortest(f float64) (digits uint64, exp int) {
	b := math.Float64bits(f) &^ (1 << 63)
	if b == 0 {
		return 0, 0
	}
	digits, exp = short(split64(b))
	for digits%10 == 0 {
		digits /= 10
		exp++
	}
	return digits, exp
}
