package num

import (
	"math"
	"math/bits"
	"strconv"

	"example.com/calque/internal/mem"
)

// Skip returns the index behind the number at p+i.
func Skip(p mem.Ptr, i int) (end int) {
	_, _, _, end = scan(p, i)
	return end
}

// ParseFloat64 returns the float64 nearest to the number at p+i. A number too
// large for it is a fault at its first byte; one too small is zero.
func ParseFloat64(p mem.Ptr, i int) (f float64, end int) {
	man, exp, kind, end := scan(p, i)
	sign := signOf(p, i)
	if man < 1<<53 && uint(-exp) <= 22 {
		f = float64(int64(man)) / pow10Float[-exp]
		return math.Float64frombits(math.Float64bits(f) | sign), end
	}
	if kind&cut == 0 && man != 0 && uint(exp-minExp10) <= maxExp10-minExp10 {
		// The common part of toFloat64, without the call.
		clz := bits.LeadingZeros64(man)
		hi, _ := bits.Mul64(man<<(uint(clz)&63), pow10Table[exp-pow10Min].hi)
		msb := hi >> 63
		e := log2Pow10(exp) - clz + int(msb) + 1023 + 62
		if hi&0x1FF != 0 && uint(e) < 0x7FD {
			return math.Float64frombits(sign | uint64(e)<<52 + (hi>>(msb+9)+1)>>1), end
		}
	}
	return float64Slow(p, i, man, exp, kind, sign, end)
}

// float64Slow is the end of ParseFloat64 where a division does not do.
func float64Slow(p mem.Ptr, i int, man uint64, exp int, kind uint, sign uint64, end int) (float64, int) {
	if end < 0 {
		return 0, end
	}
	b := toFloat64(man, exp)
	if kind&cut != 0 && b != toFloat64(man+1, exp) {
		b = math.Float64bits(tieBreak(p, i, end, 64))
	}
	if b == 0x7FF<<52 {
		return 0, ^i
	}
	return math.Float64frombits(b | sign), end
}

// ParseFloat32 returns the float32 nearest to the number at p+i. A number too
// large for it is a fault at its first byte; one too small is zero.
func ParseFloat32(p mem.Ptr, i int) (f float32, end int) {
	man, exp, kind, end := scan(p, i)
	sign := signOf(p, i)
	if man < 1<<53 && uint(-exp) <= 22 {
		// Rounding twice is right unless the first result is half way between
		// two float32.
		g := float64(int64(man)) / pow10Float[-exp]
		if math.Float64bits(g)&(1<<29-1) != 1<<28 {
			return math.Float32frombits(math.Float32bits(float32(g)) | uint32(sign>>32)), end
		}
	}
	return float32Slow(p, i, man, exp, kind, sign, end)
}

// float32Slow is the end of ParseFloat32 where a division does not do.
func float32Slow(p mem.Ptr, i int, man uint64, exp int, kind uint, sign uint64, end int) (float32, int) {
	if end < 0 {
		return 0, end
	}
	b := toFloat32(man, exp)
	if kind&cut != 0 && b != toFloat32(man+1, exp) {
		b = math.Float32bits(float32(tieBreak(p, i, end, 32)))
	}
	if b == 0xFF<<23 {
		return 0, ^i
	}
	return math.Float32frombits(b | uint32(sign>>32)), end
}

// signOf returns the sign bit of the number at p+i as that of a float64.
func signOf(p mem.Ptr, i int) uint64 {
	if mem.Load8(p, i) == '-' {
		return 1 << 63
	}
	return 0
}

// maxDigits is more digits than decide any rounding: a number half way between
// two float64 has at most 767.
const maxDigits = 770

// tieBreak returns the magnitude of the number in p[i:end], whose first 19
// digits do not decide how it rounds. The library decides it, on a text of the
// digits that matter and the exponent of the last one: the length of the number
// and of its own exponent no longer count.
func tieBreak(p mem.Ptr, i, end, size int) float64 {
	var text [maxDigits + 24]byte
	n := 0
	exp := int64(0) // of the last digit in text
	dot := int64(0) // 1 behind the dot
	for ; i < end; i++ {
		c := mem.Load8(p, i)
		switch {
		case c == '.':
			dot = 1
		case c|0x20 == 'e':
			e, _ := exponent(p, i+1)
			exp += e
			i = end
		case c == '-' || c == '0' && n == 0:
			exp -= dot
		case n < maxDigits:
			text[n] = c
			n++
			exp -= dot
		default:
			if c != '0' {
				text[maxDigits-1] = '1' // of these digits it only counts that one is not zero
			}
			exp += 1 - dot
		}
	}
	b := append(text[:n], 'e')
	b = strconv.AppendInt(b, int64(clampExp(exp)), 10)
	f, _ := strconv.ParseFloat(mem.View(b), size)
	return f
}
