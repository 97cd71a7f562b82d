package num

import (
	"math/bits"

	"example.com/calque/internal/mem"
)

// What a scan found beside the number itself.
const (
	fraction = 1 // the text has a dot or an exponent
	cut      = 2 // digits that are not zero were left out of man
)

// maxExp bounds the exponents that scan returns, far out of the range of any
// float: 0 and infinity are all that lies there.
const maxExp = 1 << 20

// scan reads the number at p+i: it is man * 10^exp, or with cut set a little
// more, by less than 10^exp. The sign is for the caller to see. An integer that
// fits uint64 has exp 0, and no fraction set.
//
// The position of the end comes from two words that are loaded side by side, so
// that what follows the number waits for one load only; the value is off that
// chain.
func scan(p mem.Ptr, i int) (man uint64, exp int, kind uint, end int) {
	y0 := mem.Load64(p, i) ^ zeros
	y1 := mem.Load64(p, i+8) ^ zeros
	// Only the value has to know whether the first byte is a sign.
	marks := nonDigits(y0)
	other := marks & (mem.Hi &^ 0xff)
	neg := 0
	if byte(y0) == '-'^'0' {
		neg = 1
	}
	y0 &^= -uint64(neg) & 0xff // the sign becomes a digit 0
	if c := mem.Load8(p, i+neg); c-'1' > 8 {
		if c != '0' {
			return 0, 0, 0, ^(i + neg)
		}
		if mem.Load8(p, i+neg+1)-'0' <= 9 {
			return 0, 0, 0, ^(i + neg + 1)
		}
	}
	if other == 0 {
		return scanLong(p, i, neg, y0, y1)
	}
	upto := other ^ (other - 1) // the bytes up to the first that is no digit
	t := bits.TrailingZeros64(other)
	k := t >> 3 // the integer digits, with the sign
	if c := mem.Load8(p, i+k); c != '.' {
		man = joinTo(y0, t)
		if c|0x20 == 'e' {
			return scanExp(p, i+k, man, 0)
		}
		return man, 0, 0, i + k
	}
	// Move the integer digits over the dot.
	y0 ^= (y0 ^ y0<<8) & upto
	var n int
	if more := marks & mem.Hi &^ upto; more != 0 {
		t = bits.TrailingZeros64(more)
		n = t >> 3
		man = joinTo(y0, t)
	} else if more = nonDigits(y1) & mem.Hi; more != 0 {
		t = bits.TrailingZeros64(more)
		n = t >> 3
		man = join8(y0)*pow10[n] + joinTo(y1, t)
		n += 8
	} else {
		y2 := mem.Load64(p, i+16) ^ zeros
		more = nonDigits(y2) & mem.Hi
		if more == 0 {
			return scanAny(p, i)
		}
		t = bits.TrailingZeros64(more)
		n = t >> 3
		man = join8(y0)*1e8 + join8(y1)
		if n > 4 && man >= pow10[19-n] {
			return scanAny(p, i)
		}
		man = man*pow10[n] + joinTo(y2, t)
		n += 16
	}
	end = i + n
	exp = k + 1 - n
	if exp == 0 {
		return 0, 0, 0, ^end
	}
	if mem.Load8(p, end)|0x20 == 'e' {
		return scanExp(p, end, man, exp)
	}
	return man, exp, fraction, end
}

// scanLong goes on where the first 8 bytes, y0, are integer digits (the sign
// counts as one).
func scanLong(p mem.Ptr, i, neg int, y0, y1 uint64) (man uint64, exp int, kind uint, end int) {
	man = join8(y0)
	n := 0
	if other := nonDigits(y1) & mem.Hi; other != 0 {
		t := bits.TrailingZeros64(other)
		n = t >> 3
		man = man*pow10[n] + joinTo(y1, t)
		n += 8
	} else {
		y2 := mem.Load64(p, i+16) ^ zeros
		other = nonDigits(y2) & mem.Hi
		t := bits.TrailingZeros64(other | 1<<63)
		n = t >> 3
		if n > 3+neg {
			return scanAny(p, i)
		}
		man = (man*1e8+join8(y1))*pow10[n] + joinTo(y2, t)
		n += 16
	}
	end = i + n
	switch mem.Load8(p, end) {
	case '.':
	case 'e', 'E':
		return scanExp(p, end, man, 0)
	default:
		return man, 0, 0, end
	}
	y := mem.Load64(p, end+1) ^ zeros
	t := bits.TrailingZeros64(nonDigits(y) & mem.Hi)
	m := t >> 3
	if m == 0 {
		return 0, 0, 0, ^(end + 1)
	}
	if m == 8 || n-neg+m > 19 {
		return scanAny(p, i)
	}
	man = man*pow10[m] + joinTo(y, t)
	end += 1 + m
	if mem.Load8(p, end)|0x20 == 'e' {
		return scanExp(p, end, man, -m)
	}
	return man, -m, fraction, end
}

// scanExp reads the exponent whose 'e' is at j of the number man * 10^exp.
func scanExp(p mem.Ptr, j int, man uint64, exp int) (uint64, int, uint, int) {
	e, end := exponent(p, j+1)
	if end < 0 {
		return 0, 0, 0, end
	}
	return man, clampExp(int64(exp) + e), fraction, end
}

// exponent reads what follows an 'e'. Values beyond 10^17 are no longer exact:
// no text is long enough to make up for them.
func exponent(p mem.Ptr, i int) (e int64, end int) {
	neg := false
	if c := mem.Load8(p, i); c == '-' || c == '+' {
		neg = c == '-'
		i++
	}
	y := mem.Load64(p, i) ^ zeros
	t := bits.TrailingZeros64(nonDigits(y) & mem.Hi)
	n := t >> 3
	if n == 0 {
		return 0, ^i
	}
	i += n
	if n < 8 {
		e = int64(joinTo(y, t))
	} else {
		e = int64(join8(y))
		for ; mem.Load8(p, i)-'0' <= 9; i++ {
			if e < 1e17 {
				e = e*10 + int64(mem.Load8(p, i)-'0')
			}
		}
	}
	if neg {
		e = -e
	}
	return e, i
}

// clampExp returns e, or the bound of maxExp that it exceeds.
func clampExp(e int64) int { return int(min(max(e, -maxExp), maxExp)) }

// scanAny is scan for every number, byte by byte.
func scanAny(p mem.Ptr, i int) (man uint64, exp int, kind uint, end int) {
	if mem.Load8(p, i) == '-' {
		i++
	}
	c := mem.Load8(p, i) - '0'
	if c > 9 {
		return 0, 0, 0, ^i
	}
	start := i
	d := digits{}
	if c == 0 {
		i++
		if mem.Load8(p, i)-'0' <= 9 {
			return 0, 0, 0, ^i
		}
	} else {
		i = d.take(p, i)
	}
	e := d.left
	if c = mem.Load8(p, i); c|0x20 != 'e' && c != '.' {
		if d.left == 1 && start+20 == i {
			// Twenty digits may still fit.
			last := uint64(mem.Load8(p, i-1) - '0')
			hi, lo := bits.Mul64(d.man, 10)
			lo, carry := bits.Add64(lo, last, 0)
			if hi+carry == 0 {
				return lo, 0, 0, i
			}
		}
		return d.man, clampExp(e), d.kind, i
	}
	if c == '.' {
		i++
		n := i
		left := d.left
		i = d.take(p, i)
		if i == n {
			return 0, 0, 0, ^i
		}
		e += d.left - left - int64(i-n)
	}
	if mem.Load8(p, i)|0x20 == 'e' {
		x, j := exponent(p, i+1)
		if j < 0 {
			return 0, 0, 0, j
		}
		e += x
		i = j
	}
	return d.man, clampExp(e), d.kind | fraction, i
}

// digits gathers digits one by one.
type digits struct {
	man  uint64 // the first 19 from the first that is not zero
	n    int    // how many these are
	left int64  // how many came behind them
	kind uint   // cut, when one of those is not zero
}

// take gathers the digits at p+i and returns the index behind them.
func (d *digits) take(p mem.Ptr, i int) int {
	for ; ; i++ {
		c := mem.Load8(p, i) - '0'
		switch {
		case c > 9:
			return i
		case d.n < 19:
			d.man = d.man*10 + uint64(c)
			if d.man != 0 {
				d.n++
			}
		default:
			d.left++
			if c != 0 {
				d.kind = cut
			}
		}
	}
}
