package num

import (
	"math"
	"math/bits"

	"example.com/calque/internal/mem"
)

// ParseInt returns the integer at p+i. Other spellings of an integer, like 1.0
// and 1e2, are taken as well. A number that is no integer or does not fit is a
// fault at its first byte.
func ParseInt(p mem.Ptr, i int) (v int64, end int) {
	y := mem.Load64(p, i) ^ zeros
	neg := 0
	if byte(y) == '-'^'0' {
		neg = 1
	}
	if other := nonDigits(y) & (mem.Hi &^ 0xff); other != 0 {
		t := bits.TrailingZeros64(other)
		end = i + t>>3
		y &^= -uint64(neg) & 0xff // the sign becomes a digit 0
		first := mem.Load8(p, i+neg)
		c := mem.Load8(p, end)
		if c != '.' && c|0x20 != 'e' && (first-'1' <= 8 || first == '0' && end == i+neg+1) {
			return int64(joinTo(y, t)) ^ -int64(neg) + int64(neg), end
		}
	}
	return intLong(p, i)
}

// intLong is ParseInt for every number.
func intLong(p mem.Ptr, i int) (v int64, end int) {
	u, exp, kind, end := scan(p, i)
	if exp != 0 || kind != 0 {
		u, end = wholeNumber(p, i, end)
	}
	neg := uint64(0)
	if mem.Load8(p, i) == '-' {
		neg = 1
	}
	if u > math.MaxInt64+neg {
		return 0, ^i
	}
	return int64(u ^ -neg + neg), end
}

// ParseUint returns the integer at p+i, as ParseInt does. A sign is a fault at
// the first byte too, even before a zero.
func ParseUint(p mem.Ptr, i int) (v uint64, end int) {
	y := mem.Load64(p, i) ^ zeros
	if other := nonDigits(y) & mem.Hi; other != 0 {
		t := bits.TrailingZeros64(other)
		end = i + t>>3
		first := mem.Load8(p, i)
		c := mem.Load8(p, end)
		if c != '.' && c|0x20 != 'e' && (first-'1' <= 8 || first == '0' && end == i+1) {
			return joinTo(y, t), end
		}
	}
	return uintLong(p, i)
}

// uintLong is ParseUint for every number.
func uintLong(p mem.Ptr, i int) (v uint64, end int) {
	v, exp, kind, end := scan(p, i)
	if exp != 0 || kind != 0 {
		v, end = wholeNumber(p, i, end)
	}
	if end >= 0 && mem.Load8(p, i) == '-' {
		return 0, ^i
	}
	return v, end
}

// wholeNumber returns the magnitude of the number in p[i:end] where that is an
// integer of 64 bits, however it is spelled. An end below zero stays.
func wholeNumber(p mem.Ptr, i, end int) (uint64, int) {
	if end < 0 {
		return 0, end
	}
	// What was read is v * 10^(zeros-behind): zeros become digits of v only
	// when another digit follows.
	var zeros, behind, step, exp int64
	v := uint64(0)
	for j := i; j < end; j++ {
		c := mem.Load8(p, j)
		switch {
		case c == '-':
		case c == '.':
			step = 1
		case c|0x20 == 'e':
			exp, _ = exponent(p, j+1)
			j = end
		case c == '0':
			zeros++
			behind += step
		default:
			var fits bool
			if v, fits = shift10(v, zeros+1, uint64(c-'0')); !fits {
				return 0, ^i
			}
			zeros = 0
			behind += step
		}
	}
	v, fits := shift10(v, exp+zeros-behind, 0)
	if !fits {
		return 0, ^i
	}
	return v, end
}

// shift10 returns v * 10^n + d where that is an integer of 64 bits.
func shift10(v uint64, n int64, d uint64) (u uint64, fits bool) {
	if v == 0 {
		return d, true
	}
	if n < 0 || n >= int64(len(pow10)) {
		return 0, false
	}
	hi, lo := bits.Mul64(v, pow10[n])
	lo, carry := bits.Add64(lo, d, 0)
	return lo, hi+carry == 0
}
