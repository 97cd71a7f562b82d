package num

import (
	"math"
	"math/bits"

	"example.com/calque/internal/mem"
)

// Room is the number of bytes behind p+i that the writing functions may touch.
// The text itself has at most 32.
const Room = 64

// PutInt writes v at p+i and returns the index behind it.
func PutInt(p mem.Ptr, i int, v int64) int {
	if uint64(v) < 10 {
		mem.Store8(p, i, '0'+byte(v))
		return i + 1
	}
	return putInt(p, i, v)
}

// PutUint writes v at p+i and returns the index behind it.
func PutUint(p mem.Ptr, i int, v uint64) int {
	if v < 10 {
		mem.Store8(p, i, '0'+byte(v))
		return i + 1
	}
	return putUint(p, i, v)
}

// putInt is PutInt for all but a single digit.
func putInt(p mem.Ptr, i int, v int64) int {
	mem.Store8(p, i, '-')
	sign := v >> 63
	i -= int(sign)
	u := uint64(v ^ sign - sign)
	if u >= 1e8 {
		return putLarge(p, i, u)
	}
	return putLead(p, i, spread8(u))
}

// putUint writes v > 0.
func putUint(p mem.Ptr, i int, v uint64) int {
	if v >= 1e8 {
		return putLarge(p, i, v)
	}
	return putLead(p, i, spread8(v))
}

// putLead writes the digits of y, not all zero, from the first that is not
// zero, without a branch on how many that are.
func putLead(p mem.Ptr, i int, y uint64) int {
	lead := bits.TrailingZeros64(y) &^ 7
	mem.Store64(p, i, (y+zeros)>>(uint(lead)&63))
	return i + 8 - lead>>3
}

// putLarge writes v >= 1e8.
func putLarge(p mem.Ptr, i int, v uint64) int {
	q := v / 1e8
	y := spread8(v - q*1e8)
	if q < 1e8 {
		i = putLead(p, i, spread8(q))
	} else {
		top := q / 1e8
		x := spread8(q - top*1e8)
		i = putLead(p, i, spread8(top))
		mem.Store64(p, i, x+zeros)
		i += 8
	}
	mem.Store64(p, i, y+zeros)
	return i + 8
}

// PutFloat64 writes the finite f at p+i and returns the index behind it. What it
// writes for other f is no number.
func PutFloat64(p mem.Ptr, i int, f float64) int {
	b := math.Float64bits(f)
	mem.Store8(p, i, '-')
	i += int(b >> 63)
	b &^= 1 << 63
	if a := math.Float64frombits(b); a < 1<<53 {
		if n := int64(a); float64(n) == a {
			return PutUint(p, i, uint64(n))
		}
	}
	e := int(b >> 52)
	if e == 0 || b<<12 == 0 {
		return putRare64(p, i, b)
	}
	// This is short for the common floats, without branches on the digits.
	e -= 1075
	x := -log10Pow2(e)
	pw := &pow10Table[x-pow10Min]
	s := uint(8-e-log2Pow10(x)) & 63
	m := 1<<63 | b<<11
	lo, _ := bits.Mul64(m-(1<<10), pw.hi)
	hi, _ := bits.Mul64(m+(1<<10), pw.hi)
	mid, _ := bits.Mul64(m, pw.hi)
	mask := uint64(1)<<s - 1
	if lo&mask == 0 || hi&mask == 0 {
		return putRare64(p, i, b)
	}
	odd := b & 1
	vmin := ((lo>>s | 1) + odd + 3) >> 2
	vmax := ((hi>>s | 1) - odd) >> 2
	u := mid>>s | 1
	if mid&mask == 0 {
		u = scaleExact(m, pw, s)
	}
	v := halfEven(u)
	if d := vmax / 10 * 10; d >= vmin {
		v = d
	}
	exp := 16 - x // of the first of 17 digits
	if w := v * 10; v < 1e16 {
		v = w
		exp--
	}
	return put17(p, i, v, exp)
}

// putRare64 writes the positive float64 with the bits b.
func putRare64(p mem.Ptr, i int, b uint64) int {
	v, exp := short(split64(b))
	exp += 16
	for v < 1e16 {
		v *= 10
		exp--
	}
	return put17(p, i, v, exp)
}

// put17 writes the number whose 17 digits are v, the first of which has the
// exponent exp.
func put17(p mem.Ptr, i int, v uint64, exp int) int {
	q := v / 1e8
	first := q * 1441151881 >> 57 // q / 1e8, as q < 1e9
	y1 := spread8(q - first*1e8)
	y2 := spread8(v - q*1e8)
	n := 10 + lastDigit(y2) // digits without trailing zeros
	if y2 == 0 {
		n = 2 + lastDigit(y1)
	}
	first += '0'
	y1 += zeros
	y2 += zeros
	switch {
	case uint(exp) < 8 && n > exp+1:
		mem.Store8(p, i, byte(first))
		mem.Store64(p, i+1, y1)
		// The digits behind the dot once more, one byte further on.
		s := uint(exp) * 8 & 63
		i += exp + 1
		mem.Store8(p, i, '.')
		mem.Store64(p, i+1, y1>>s|y2<<1<<(63-s))
		mem.Store64(p, i+9, y2>>s)
		return i + n - exp
	case uint(exp) <= 20:
		mem.Store8(p, i, byte(first))
		mem.Store64(p, i+1, y1)
		mem.Store64(p, i+9, y2)
		if n <= exp+1 { // an integer
			mem.Store32(p, i+17, zeros&(1<<32-1))
			return i + exp + 1
		}
		i += exp + 1
		mem.Store8(p, i, '.')
		mem.Store64(p, i+1, y2>>(uint(exp)*8&63))
		return i + n - exp
	case exp < 0 && exp >= -6:
		mem.Store64(p, i, zeros&^(0xff<<8)|'.'<<8)
		i += 1 - exp
		mem.Store8(p, i, byte(first))
		mem.Store64(p, i+1, y1)
		mem.Store64(p, i+9, y2)
		return i + n
	}
	mem.Store8(p, i, byte(first))
	mem.Store8(p, i+1, '.')
	mem.Store64(p, i+2, y1)
	mem.Store64(p, i+10, y2)
	if n > 1 {
		i++
	}
	return putExp(p, i+n, exp)
}

// putExp writes an exponent.
func putExp(p mem.Ptr, i, exp int) int {
	mem.Store16(p, i, 'e'|'+'<<8)
	if exp < 0 {
		mem.Store16(p, i, 'e'|'-'<<8)
		exp = -exp
	}
	return PutUint(p, i+2, uint64(exp))
}

// PutFloat32 is PutFloat64 for float32.
func PutFloat32(p mem.Ptr, i int, f float32) int {
	b := math.Float32bits(f)
	mem.Store8(p, i, '-')
	i += int(b >> 31)
	b &^= 1 << 31
	if a := math.Float32frombits(b); a < 1<<24 {
		if n := int64(a); float32(n) == a {
			return PutUint(p, i, uint64(n))
		}
	}
	e := int(b >> 23)
	if e == 0 || b<<9 == 0 {
		return putRare32(p, i, b)
	}
	// As in PutFloat64.
	e -= 150
	x := -log10Pow2(e)
	pw := &pow10Table[x-pow10Min]
	s := uint(37-e-log2Pow10(x)) & 63
	m := 1<<63 | uint64(b)<<40
	lo, _ := bits.Mul64(m-(1<<39), pw.hi)
	hi, _ := bits.Mul64(m+(1<<39), pw.hi)
	mid, _ := bits.Mul64(m, pw.hi)
	mask := uint64(1)<<s - 1
	if lo&mask == 0 || hi&mask == 0 {
		return putRare32(p, i, b)
	}
	odd := uint64(b & 1)
	vmin := ((lo>>s | 1) + odd + 3) >> 2
	vmax := ((hi>>s | 1) - odd) >> 2
	u := mid>>s | 1
	if mid&mask == 0 {
		u = scaleExact(m, pw, s)
	}
	v := halfEven(u)
	if d := vmax / 10 * 10; d >= vmin {
		v = d
	}
	exp := 8 - x
	if w := v * 10; v < 1e8 {
		v = w
		exp--
	}
	if w := v * 10; v < 1e8 {
		v = w
		exp--
	}
	return put9(p, i, v, exp)
}

// putRare32 writes the positive float32 with the bits b.
func putRare32(p mem.Ptr, i int, b uint32) int {
	v, exp := short(split32(b))
	exp += 8
	for v < 1e8 {
		v *= 10
		exp--
	}
	return put9(p, i, v, exp)
}

// put9 writes the number whose 9 digits are v, the first of which has the
// exponent exp.
func put9(p mem.Ptr, i int, v uint64, exp int) int {
	first := v * 1441151881 >> 57 // v / 1e8
	y := spread8(v - first*1e8)
	n := 2 + lastDigit(y)
	first += '0'
	y += zeros
	switch {
	case uint(exp) <= 20:
		mem.Store8(p, i, byte(first))
		mem.Store64(p, i+1, y)
		if n <= exp+1 { // an integer
			mem.Store64(p, i+9, zeros)
			mem.Store32(p, i+17, zeros&(1<<32-1))
			return i + exp + 1
		}
		i += exp + 1
		mem.Store8(p, i, '.')
		mem.Store64(p, i+1, y>>(uint(exp)*8&63))
		return i + n - exp
	case exp < 0 && exp >= -6:
		mem.Store64(p, i, zeros&^(0xff<<8)|'.'<<8)
		i += 1 - exp
		mem.Store8(p, i, byte(first))
		mem.Store64(p, i+1, y)
		return i + n
	}
	mem.Store8(p, i, byte(first))
	mem.Store8(p, i+1, '.')
	mem.Store64(p, i+2, y)
	if n > 1 {
		i++
	}
	return putExp(p, i+n, exp)
}
