package num

import (
	"math"
	"math/bits"

	"example.com/calque/internal/mem"
)

// Room is the number of bytes behind p+i that the writing functions may touch.
// The text itself has at most 32.
const Room = 64

// pairs holds the two digits of 0 to 99, the first in the low byte. The rest
// keeps an index of seven bits in range.
var pairs = func() (t [128]uint16) {
	for i := range uint16(100) {
		t[i] = '0' + i/10 | ('0'+i%10)<<8
	}
	return t
}()

// PutUint writes v at p+i and returns the index behind it.
func PutUint(p mem.Ptr, i int, v uint64) int {
	if v < 10000 {
		return putSmall(p, i, v)
	}
	if v < 1e8 {
		return putLead(p, i, v)
	}
	return putLarge(p, i, v)
}

// PutInt writes v at p+i and returns the index behind it.
func PutInt(p mem.Ptr, i int, v int64) int {
	mem.Store8(p, i, '-')
	s := v >> 63
	return PutUint(p, i-int(s), uint64(v^s-s))
}

// putSmall writes v < 10000.
func putSmall(p mem.Ptr, i int, v uint64) int {
	if v < 100 {
		if v < 10 {
			mem.Store8(p, i, '0'+byte(v))
			return i + 1
		}
		mem.Store16(p, i, pairs[v&127])
		return i + 2
	}
	q := v / 100
	w := uint32(pairs[q&127]) | uint32(pairs[(v-q*100)&127])<<16
	if q < 10 {
		mem.Store32(p, i, w>>8)
		return i + 3
	}
	mem.Store32(p, i, w)
	return i + 4
}

// putLead writes 0 < v < 1e8, without a branch on its length.
func putLead(p mem.Ptr, i int, v uint64) int {
	x := spread8(v)
	lead := bits.TrailingZeros64(x) &^ 7
	mem.Store64(p, i, (x+zeros)>>(uint(lead)&63))
	return i + 8 - lead>>3
}

// putLarge writes v >= 1e8.
func putLarge(p mem.Ptr, i int, v uint64) int {
	q := v / 1e8
	lo := spread8(v - q*1e8)
	switch {
	case q < 10000:
		i = putSmall(p, i, q)
	case q < 1e8:
		i = putLead(p, i, q)
	default:
		top := q / 1e8
		i = putSmall(p, i, top)
		mem.Store64(p, i, spread8(q-top*1e8)+zeros)
		i += 8
	}
	mem.Store64(p, i, lo+zeros)
	return i + 8
}

// PutFloat64 writes the finite f at p+i and returns the index behind it.
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
	v, exp := short(split64(b))
	exp += 16 // of the first of 17 digits
	for v < 1e16 {
		v *= 10
		exp--
	}
	q := v / 1e8
	first := q / 1e8
	y1 := spread8(q - first*1e8)
	y2 := spread8(v - q*1e8)
	n := 10 + lastDigit(y2) // digits without trailing zeros
	if y2 == 0 {
		n = 2 + lastDigit(y1)
	}
	return place(p, i, byte(first), y1, y2, n, exp)
}

// PutFloat32 writes the finite f at p+i and returns the index behind it.
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
	v, exp := short(split32(b))
	exp += 8
	for v < 1e8 {
		v *= 10
		exp--
	}
	first := v / 1e8
	y := spread8(v - first*1e8)
	return place(p, i, byte(first), y, 0, 2+lastDigit(y), exp)
}

// place writes the n digits first, y1, y2 with a dot, of which the first has
// the exponent exp.
func place(p mem.Ptr, i int, first byte, y1, y2 uint64, n, exp int) int {
	first += '0'
	y1 += zeros
	y2 += zeros
	if uint(exp) <= 20 {
		mem.Store8(p, i, first)
		mem.Store64(p, i+1, y1)
		mem.Store64(p, i+9, y2)
		if n <= exp+1 { // an integer
			mem.Store32(p, i+17, zeros&(1<<32-1))
			return i + exp + 1
		}
		// Write the digits behind the dot again, one further on.
		s := uint(exp) * 8 & 63
		if exp < 8 {
			mem.Store64(p, i+2+exp, y1>>s|y2<<1<<(63-s))
			mem.Store64(p, i+10+exp, y2>>s)
		} else {
			mem.Store64(p, i+2+exp, y2>>s)
		}
		mem.Store8(p, i+1+exp, '.')
		return i + n + 1
	}
	if exp < 0 && exp >= -6 {
		mem.Store64(p, i, zeros&^(0xff<<8)|'.'<<8)
		i += 1 - exp
		mem.Store8(p, i, first)
		mem.Store64(p, i+1, y1)
		mem.Store64(p, i+9, y2)
		return i + n
	}
	mem.Store8(p, i, first)
	mem.Store8(p, i+1, '.')
	mem.Store64(p, i+2, y1)
	mem.Store64(p, i+10, y2)
	if n > 1 {
		i++
	}
	i += n
	mem.Store8(p, i, 'e')
	mem.Store8(p, i+1, '+')
	if exp < 0 {
		mem.Store8(p, i+1, '-')
		exp = -exp
	}
	return PutUint(p, i+2, uint64(exp))
}
