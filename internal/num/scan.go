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
	neg := 0
	if byte(y0) == '-'^'0' {
		neg = 1
	}
	y0 &^= 1<<(8*uint(neg)) - 1 // the sign becomes a digit 0
	other0 := nonDigits(y0)
	if other0 == 0 {
		return scanLong(p, i, neg, y0, y1)
	}
	k := mem.FirstByte(other0) // the integer digits, with the sign
	if k == neg {
		return 0, 0, 0, ^(i + k)
	}
	if byte(y0>>(8*uint(neg))) == 0 && k > neg+1 {
		return 0, 0, 0, ^(i + neg + 1)
	}
	switch byte(y0 >> (uint(k) * 8 & 63)) {
	case '.' ^ '0':
	case 'e' ^ '0', 'E' ^ '0':
		return scanExp(p, i+k, joinFirst(y0, k), 0)
	default:
		return joinFirst(y0, k), 0, 0, i + k
	}
	// Move the integer digits over the dot.
	low := uint64(1)<<(uint(k)*8&63) - 1
	more := other0 & (other0 - 1)
	y0 = (y0&low)<<8 | y0&^(low<<8|0xff)
	n := mem.FirstByte(more)
	if more != 0 {
		man = joinFirst(y0, n)
	} else {
		other1 := nonDigits(y1)
		if other1 == 0 {
			return scanWide(p, i, k, y0, y1)
		}
		m := mem.FirstByte(other1)
		n = 8 + m
		man = join8(y0)*pow10[m&7] + joinFirst(y1, m)
	}
	if n == k+1 {
		return 0, 0, 0, ^(i + n)
	}
	if mem.Load8(p, i+n)|0x20 == 'e' {
		return scanExp(p, i+n, man, k+1-n)
	}
	return man, k + 1 - n, fraction, i + n
}

// scanWide goes on where a fraction does not end within 16 bytes: y0 and y1 are
// their digits, k of them before the dot that was in y0.
func scanWide(p mem.Ptr, i, k int, y0, y1 uint64) (man uint64, exp int, kind uint, end int) {
	y2 := mem.Load64(p, i+16) ^ zeros
	other := nonDigits(y2)
	if other == 0 {
		return scanAny(p, i)
	}
	m := mem.FirstByte(other)
	man = join8(y0)*1e8 + join8(y1)
	if man >= pow10[19-m] {
		return scanAny(p, i)
	}
	man = man*pow10[m] + joinFirst(y2, m)
	if mem.Load8(p, i+16+m)|0x20 == 'e' {
		return scanExp(p, i+16+m, man, k-15-m)
	}
	return man, k - 15 - m, fraction, i + 16 + m
}

// scanLong goes on where the first 8 bytes, y0, are integer digits (the sign
// counts as one).
func scanLong(p mem.Ptr, i, neg int, y0, y1 uint64) (man uint64, exp int, kind uint, end int) {
	if byte(y0>>(8*uint(neg))) == 0 {
		return 0, 0, 0, ^(i + neg + 1)
	}
	man = join8(y0)
	other := nonDigits(y1)
	n := mem.FirstByte(other)
	if other != 0 {
		man = man*pow10[n&7] + joinFirst(y1, n)
		n += 8
	} else {
		y2 := mem.Load64(p, i+16) ^ zeros
		n = mem.FirstByte(nonDigits(y2))
		if n > 3+neg {
			return scanAny(p, i)
		}
		man = (man*1e8+join8(y1))*pow10[n&7] + joinFirst(y2, n)
		n += 16
	}
	j := i + n
	switch mem.Load8(p, j) {
	case '.':
	case 'e', 'E':
		return scanExp(p, j, man, 0)
	default:
		return man, 0, 0, j
	}
	y := mem.Load64(p, j+1) ^ zeros
	m := mem.FirstByte(nonDigits(y))
	if m == 0 {
		return 0, 0, 0, ^(j + 1)
	}
	if m == 8 || n-neg+m > 19 {
		return scanAny(p, i)
	}
	man = man*pow10[m&7] + joinFirst(y, m)
	j += 1 + m
	if mem.Load8(p, j)|0x20 == 'e' {
		return scanExp(p, j, man, -m)
	}
	return man, -m, fraction, j
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
	n := mem.FirstByte(nonDigits(y))
	if n == 0 {
		return 0, ^i
	}
	i += n
	if n < 8 {
		e = int64(joinFirst(y, n))
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
