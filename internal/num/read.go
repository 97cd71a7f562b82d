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
			return Class(man >> 63), man, end
		}
		if man-1 < 1<<63 {
			return Int, -man, end
		}
	}
	if man < 1e15 && uint(-exp) <= 22 {
		f := float64(int64(man)) / pow10Float[-exp]
		return Float, math.Float64bits(f) | sign, end
	}
	return readSlow(man, exp, kind, sign, end)
}

// readSlow is the end of Read for numbers that are no integers and whose
// decimal may not be the shortest of its float64.
func readSlow(man uint64, exp int, kind uint, sign uint64, end int) (Class, uint64, int) {
	if end < 0 {
		return Text, 0, end
	}
	if kind&cut != 0 {
		return Text, 0, end
	}
	b := toFloat64(man, exp)
	if man != 0 && (b == 0 || b == 0x7FF<<52) {
		return Text, 0, end
	}
	// A decimal of 15 digits is always the shortest, but for subnormals.
	if man < 1e15 && uint(exp+300) <= 600 || man == 0 || isShortest(man, exp, b) {
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
		return Class(man >> 63), man, end
	}
	if man-1 < 1<<63 {
		return Int, -man, end
	}
	return Text, 0, end
}
