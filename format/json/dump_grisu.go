package json

import (
	"math"
	"math/bits"

	"example.com/calque/internal/mem"
)

// The floats of nlohmann/json have the digits of Grisu2 (F. Loitsch, Printing
// Floating-Point Numbers Quickly and Accurately with Integers, 2010). They
// always read back, but one in a thousand is not the shortest or the closest,
// so that the same bytes need the same algorithm.

// scaled is the number f * 2^e.
type scaled struct {
	f uint64
	e int
}

// times returns the product of x and y, of which the upper 64 bits are kept and
// rounded.
func (x scaled) times(y scaled) scaled {
	hi, lo := bits.Mul64(x.f, y.f)
	return scaled{hi + lo>>63, x.e + y.e + 64}
}

// normal returns x with the highest bit of f set.
func (x scaled) normal() scaled {
	shift := bits.LeadingZeros64(x.f)
	return scaled{x.f << shift, x.e - shift}
}

// grisu writes the digits of a positive finite float to b and returns their
// number and the exponent of ten of the last one.
func grisu(b *[20]byte, v float64) (n, exp int) {
	x := math.Float64bits(v)
	w := scaled{x & (1<<52 - 1), -1074}
	symmetric := true // both neighbours are equally far
	if e := int(x >> 52); e > 0 {
		symmetric = w.f != 0 || e == 1
		w = scaled{w.f | 1<<52, e - 1075}
	}
	upper := scaled{2*w.f + 1, w.e - 1}.normal()
	lower := scaled{2*w.f - 1, w.e - 1}
	if !symmetric {
		lower = scaled{4*w.f - 1, w.e - 2}
	}
	lower = scaled{lower.f << (lower.e - upper.e), upper.e}

	power, k := grisuPower(upper.e)
	mid := w.normal().times(power)
	high, low := upper.times(power), lower.times(power)
	// The products may be off by one, so that the interval is made smaller.
	return grisuDigits(b, low.f+1, mid.f, high.f-1, high.e, -k)
}

// The product of a power of ten with a number of this binary exponent has an
// exponent in [grisuAlpha, -32].
const grisuAlpha = -60

// grisuPower returns the power of ten that brings numbers of the binary
// exponent e into the wanted range, and its decimal exponent.
func grisuPower(e int) (scaled, int) {
	need := grisuAlpha - e - 1
	k := need * 78913 / (1 << 18) // log10(2), towards zero
	if need > 0 {
		k++
	}
	k = (k-grisuFirst+grisuStep-1)/grisuStep*grisuStep + grisuFirst
	f := grisuPowers[(k-grisuFirst)/grisuStep]
	return scaled{f, log2Pow10(k) - 63}, k
}

// log2Pow10 returns the floor of the binary logarithm of 10^k.
func log2Pow10(k int) int { return k * 108853 >> 15 }

// grisuDigits writes the digits of a number between low and high, close to mid;
// all three have the binary exponent e. It returns their number and the decimal
// exponent of the last one, exp being the one of the whole part.
func grisuDigits(b *[20]byte, low, mid, high uint64, e, exp int) (int, int) {
	delta, dist := high-low, high-mid
	shift := uint(-e)
	whole, part := high>>shift, high&(1<<shift-1)
	n := 0

	left := 1 // digits of whole that are left
	ten := uint64(1)
	for ten*10 <= whole {
		ten *= 10
		left++
	}
	for ; left > 0; ten /= 10 {
		b[n] = byte('0' + whole/ten)
		n++
		whole %= ten
		left--
		if rest := whole<<shift + part; rest <= delta {
			grisuRound(b, n, dist, delta, rest, ten<<shift)
			return n, exp + left
		}
	}
	for {
		part *= 10
		delta *= 10
		dist *= 10
		b[n] = byte('0' + part>>shift)
		n++
		part &= 1<<shift - 1
		exp--
		if part <= delta {
			grisuRound(b, n, dist, delta, part, 1<<shift)
			return n, exp
		}
	}
}

// grisuRound lowers the last digit while that brings the number closer to the
// middle and leaves it inside the interval. unit is what one of the digit is
// worth, rest how far the number is below the upper end.
func grisuRound(b *[20]byte, n int, dist, delta, rest, unit uint64) {
	for rest < dist && delta-rest >= unit && (rest+unit < dist || dist-rest > rest+unit-dist) {
		b[n-1]--
		rest += unit
	}
}

// putNlohmann writes a finite float as nlohmann/json does and returns the index
// behind it.
func putNlohmann(p mem.Ptr, i int, f float64) int {
	if math.Signbit(f) {
		mem.Store8(p, i, '-')
		i++
		f = -f
	}
	out := mem.Slice(p, i, numRoom-1)
	if f == 0 {
		return i + copy(out, "0.0")
	}
	var digits [20]byte
	n, exp := grisu(&digits, f)
	point := n + exp // digits in front of the point
	switch {
	case exp >= 0 && point <= 15:
		k := copy(out, digits[:n])
		k += copy(out[k:], "000000000000000"[:exp])
		return i + k + copy(out[k:], ".0")
	case point > 0 && point <= 15:
		k := copy(out, digits[:point])
		out[k] = '.'
		return i + k + 1 + copy(out[k+1:], digits[point:n])
	case point > -4 && point <= 0:
		k := copy(out, "0.000"[:2-point])
		return i + k + copy(out[k:], digits[:n])
	}
	out[0] = digits[0]
	k := 1
	if n > 1 {
		out[1] = '.'
		k = 2 + copy(out[2:], digits[1:n])
	}
	return i + k + putExponent(out[k:], point-1)
}

// putExponent writes an exponent with its sign and two digits at least, and
// returns its length.
func putExponent(out []byte, e int) int {
	sign := byte('+')
	if e < 0 {
		sign, e = '-', -e
	}
	k := copy(out, []byte{'e', sign})
	if e >= 100 {
		out[k] = byte('0' + e/100)
		k++
		e %= 100
	}
	return k + copy(out[k:], []byte{byte('0' + e/10), byte('0' + e%10)})
}
