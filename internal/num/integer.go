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
	neg := 0
	if mem.Load8(p, i) == '-' {
		neg = 1
	}
	u, end := plainUint(p, i+neg)
	if end < 0 || u > uint64(math.MaxInt64+neg) {
		return intSlow(p, i)
	}
	return (int64(u) ^ -int64(neg)) + int64(neg), end
}

// intSlow is ParseInt for every number.
func intSlow(p mem.Ptr, i int) (v int64, end int) {
	u, end := wholeNumber(p, i)
	if end < 0 {
		return 0, end
	}
	if mem.Load8(p, i) == '-' {
		if u > 1<<63 {
			return 0, ^i
		}
		return -int64(u), end
	}
	if u > math.MaxInt64 {
		return 0, ^i
	}
	return int64(u), end
}

// ParseUint returns the integer at p+i, as ParseInt does. A sign is a fault at
// the first byte too, even before a zero.
func ParseUint(p mem.Ptr, i int) (v uint64, end int) {
	v, end = plainUint(p, i)
	if end < 0 {
		return uintSlow(p, i)
	}
	return v, end
}

// uintSlow is ParseUint for every number.
func uintSlow(p mem.Ptr, i int) (v uint64, end int) {
	v, end = wholeNumber(p, i)
	if end >= 0 && mem.Load8(p, i) == '-' {
		return 0, ^i
	}
	return v, end
}

// plainUint returns the integer of up to 19 digits at p+i. An end below zero
// only says that there is none, or that there is more to it than digits.
func plainUint(p mem.Ptr, i int) (v uint64, end int) {
	y := mem.Load64(p, i) ^ zeros
	if other := nonDigits(y) & mem.Hi; other != 0 {
		t := bits.TrailingZeros64(other)
		v = joinTo(y, t)
		end = i + t>>3
	} else {
		v = join8(y)
		y1 := mem.Load64(p, i+8) ^ zeros
		if other = nonDigits(y1) & mem.Hi; other != 0 {
			t := bits.TrailingZeros64(other)
			v = v*pow10[t>>3] + joinTo(y1, t)
			end = i + 8 + t>>3
		} else {
			y2 := mem.Load64(p, i+16) ^ zeros
			t := bits.TrailingZeros64(nonDigits(y2)&mem.Hi | 1<<63)
			if t > 3*8+7 {
				return 0, -1
			}
			v = (v*1e8+join8(y1))*pow10[t>>3] + joinTo(y2, t)
			end = i + 16 + t>>3
		}
	}
	if c := mem.Load8(p, i); c-'1' > 8 && (c != '0' || end > i+1) {
		return 0, -1
	}
	if c := mem.Load8(p, end); c == '.' || c|0x20 == 'e' {
		return 0, -1
	}
	return v, end
}

// wholeNumber returns the magnitude of the number at p+i where that is an
// integer of 64 bits, however it is spelled.
func wholeNumber(p mem.Ptr, i int) (v uint64, end int) {
	end = Skip(p, i)
	if end < 0 {
		return 0, end
	}
	fault := ^i
	// What was read is v * 10^(zeros-behind): zeros become digits of v only
	// when another digit follows.
	var zeros, behind, step int64
	exp := int64(0)
	for ; i < end; i++ {
		c := mem.Load8(p, i)
		switch {
		case c == '-':
		case c == '.':
			step = 1
		case c|0x20 == 'e':
			exp, _ = exponent(p, i+1)
			i = end
		case c == '0':
			zeros++
			behind += step
		default:
			var fits bool
			if v, fits = shift10(v, zeros+1, uint64(c-'0')); !fits {
				return 0, fault
			}
			zeros = 0
			behind += step
		}
	}
	v, fits := shift10(v, exp+zeros-behind, 0)
	if !fits {
		return 0, fault
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
