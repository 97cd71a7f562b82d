package num

import (
	"math"
	"math/bits"

	"example.com/calque/internal/mem"
)

// Read returns the number at p+i as what holds it exactly: the bits of an
// int64, of a uint64, or of a float64. Float is given only where the shortest
// decimal of the float64 is equal to the number (minus zero is one). Text has
// no bits: the number stays in p[i:end].
func Read(p mem.Ptr, i int) (c Class, b uint64, end int) {
	man, exp, kind, end := scan(p, i)
	sign := signOf(p, i)
	if kind == 0 && exp == 0 && end >= 0 {
		if sign == 0 {
			return Class(man >> 63), man, end // Int or Uint
		}
		if man-1 < 1<<63 {
			return Int, -man, end
		}
	}
	if man < 1e15 && uint(-exp) <= 22 {
		f := float64(int64(man)) / pow10Float[-exp]
		return Float, math.Float64bits(f) | sign, end
	}
	if man-1e15 >= 1e17-1e15 || uint(exp-minExp10) > maxExp10-minExp10 {
		return readRare(man, exp, kind, sign, end)
	}
	// Sixteen or seventeen digits: first the float64, as in toFloat64.
	clz := bits.LeadingZeros64(man)
	pw := pow10Table[exp-pow10Min].hi
	hi, _ := bits.Mul64(man<<(uint(clz)&63), pw)
	msb := hi >> 63
	e := log2Pow10(exp) - clz + int(msb) + 1023 + 62
	m := (hi>>(msb+9) + 1) >> 1
	b = uint64(e)<<52 + m
	if hi&0x1FF == 0 || uint(e) >= 0x7FD || b<<12 == 0 {
		return readRare(man, exp, kind, sign, end)
	}
	// Now whether the decimal is the shortest. The next decimals of fewer
	// digits, below and above, must round to other float64, and none of as many
	// digits may be nearer. All this in units of hi, with 8 bits more. hi is
	// less than one unit too large, so what is close to the limit has to be
	// looked at in another way.
	const doubt = 3 << 8
	step := int64(pw >> uint(56-clz)) // of the last digit
	above := int64(hi-m<<(msb+10)) << 8
	half := int64(1) << (msb + 17) // of the distance between two float64
	digit := int64(man % 10)
	sure := min(digit*step-above-half, (10-digit)*step+above-half, step-2*max(above, -above))
	if sure > doubt {
		return Float, b | sign, end
	}
	if sure < -doubt && digit != 0 {
		return Text, 0, end
	}
	return readRare(man, exp, kind, sign, end)
}

// readRare is Read for every number that is not held as an integer.
func readRare(man uint64, exp int, kind uint, sign uint64, end int) (Class, uint64, int) {
	if end < 0 || kind&cut != 0 {
		return Text, 0, end
	}
	if man == 0 {
		return Float, sign, end
	}
	b := toFloat64(man, exp)
	if b == 0 || b == 0x7FF<<52 {
		return Text, 0, end
	}
	// A decimal of 15 digits is always the shortest, but for subnormals.
	if man < 1e15 && uint(exp+300) <= 600 || isShortest(man, exp, b) {
		return Float, b | sign, end
	}
	return Text, 0, end
}

// isShortest reports whether man * 10^exp is the shortest decimal of the
// float64 with the bits b.
func isShortest(man uint64, exp int, b uint64) bool {
	v, p := short(split64(b))
	if exp < p {
		v, man = man, v
		exp, p = p, exp
	}
	if exp-p >= len(pow10) {
		return false
	}
	hi, lo := bits.Mul64(man, pow10[exp-p])
	return hi == 0 && lo == v
}

// ReadSpelled returns the number at p+i as Read does, but every number except
// the integers of 64 bits stays text, so that no spelling is lost.
func ReadSpelled(p mem.Ptr, i int) (c Class, b uint64, end int) {
	man, exp, kind, end := scan(p, i)
	if kind != 0 || exp != 0 || end < 0 {
		return Text, 0, end
	}
	if mem.Load8(p, i) != '-' {
		return Class(man >> 63), man, end // Int or Uint
	}
	if man-1 < 1<<63 {
		return Int, -man, end
	}
	return Text, 0, end
}
