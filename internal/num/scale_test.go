package num

import (
	"math"
	"math/big"
	"math/bits"
	"testing"
)

func TestPowersOfTen(t *testing.T) {
	if n := len(pow10Table); n != pow10Max-pow10Min+1 {
		t.Fatalf("the table has %d powers", n)
	}
	for x := pow10Min; x <= pow10Max; x++ {
		pw := pow10Table[x-pow10Min]
		m := new(big.Int).Lsh(new(big.Int).SetUint64(pw.hi), 64)
		m.Sub(m, new(big.Int).SetUint64(pw.lo))
		if m.BitLen() != 128 {
			t.Fatalf("1e%d has %d bits", x, m.BitLen())
		}
		// m is 10^x * 2^(127-log), rounded up.
		exact := power10(x)
		exact.Mul(exact, power2(127-log2Pow10(x)))
		if c := exact.Cmp(new(big.Rat).SetInt(m)); c > 0 {
			t.Errorf("1e%d is too small", x)
		}
		if c := exact.Cmp(new(big.Rat).SetInt(m.Sub(m, big.NewInt(1)))); c <= 0 {
			t.Errorf("1e%d is too large", x)
		}
	}
}

func power10(x int) *big.Rat {
	n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(x, -x))), nil)
	if x < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), n)
	}
	return new(big.Rat).SetInt(n)
}

func power2(x int) *big.Rat {
	n := new(big.Int).Lsh(big.NewInt(1), uint(max(x, -x)))
	if x < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), n)
	}
	return new(big.Rat).SetInt(n)
}

func TestLogarithms(t *testing.T) {
	for x := pow10Min; x <= pow10Max; x++ {
		r := power10(x)
		log := r.Num().BitLen() - r.Denom().BitLen()
		if r.Cmp(power2(log)) < 0 {
			log--
		}
		if got := log2Pow10(x); got != log {
			t.Errorf("log2(1e%d) = %d, want %d", x, got, log)
		}
	}
	for x := -1100; x <= 1100; x++ {
		got := log10Pow2(x)
		if r := power2(x); r.Cmp(power10(got)) < 0 || r.Cmp(power10(got+1)) >= 0 {
			t.Errorf("log10(2^%d) = %d", x, got)
		}
	}
}

// TestScale proves that scale is right for all that this package gives it,
// without trying all of it. The product with a rounded power is larger than the
// exact one by less than 2^64, and the middle word that scale looks at is at
// most one more than that of the product. So the answer can only be wrong for an
// x whose product is, modulo 2^(128+s), in (-2^64, 2^64]. How many x of a range
// have that is a sum of floors of a linear function, which is quickly found; it
// must be the number of x whose exact product is a multiple of 2^(128+s).
func TestScale(t *testing.T) {
	// Reading: every x of 64 bits with the top one set. More than 9 bits are
	// left out where the result has fewer bits; those x are among these.
	top := power2(63).Num()
	for x := minExp10; x <= maxExp10; x++ {
		for _, s := range []int{8, 9} {
			proveScale(t, x, s, 0, top)
		}
	}
	// Writing: f and its bounds are a multiple of half of the lowest bit, a
	// quarter below a power of two.
	for e := -1074; e <= 1023-52; e++ {
		x := -log10Pow2(e)
		proveScale(t, x, -(e - 11 + log2Pow10(x) + 3), 10, top)
	}
	for e := -149; e <= 127-23; e++ {
		x := -log10Pow2(e)
		proveScale(t, x, -(e - 40 + log2Pow10(x) + 3), 39, top)
	}
}

// proveScale is the proof for 10^x and all multiples of 2^low in [top, 2*top)
// with s bits left out.
func proveScale(t *testing.T, x, s, low int, top *big.Int) {
	t.Helper()
	if s < 0 || s > 63 {
		t.Fatalf("1e%d leaves out %d bits", x, s)
	}
	pw := pow10Table[x-pow10Min]
	m := new(big.Int).Lsh(new(big.Int).SetUint64(pw.hi), 64)
	m.Sub(m, new(big.Int).SetUint64(pw.lo))
	// Count by k = x >> low.
	m.Lsh(m, uint(low))
	from := new(big.Int).Rsh(top, uint(low))
	to := new(big.Int).Lsh(from, 1)
	mod := power2(128 + s).Num()
	width := power2(65).Num()
	shift := new(big.Int).Sub(power2(64).Num(), big.NewInt(1))
	got := countBelow(to, mod, m, shift, width)
	got.Sub(got, countBelow(from, mod, m, shift, width))
	if want := countExact(x, s, low, from); got.Cmp(want) != 0 {
		t.Errorf("1e%d without %d bits: %d products are close to a multiple, %d are one", x, s, got, want)
	}
}

// countBelow returns how many k < n have (m*k + shift) modulo mod below width.
func countBelow(n, mod, m, shift, width *big.Int) *big.Int {
	upper := floorSum(n, mod, m, shift)
	back := new(big.Int).Sub(shift, width)
	lower := floorSum(n, mod, m, back.Add(back, mod))
	lower.Sub(lower, n)
	return upper.Sub(upper, lower)
}

// floorSum returns the sum of floor((a*k + b) / m) over 0 <= k < n.
func floorSum(n, m, a, b *big.Int) *big.Int {
	sum := new(big.Int)
	one := big.NewInt(1)
	n, m, a, b = new(big.Int).Set(n), new(big.Int).Set(m), new(big.Int).Set(a), new(big.Int).Set(b)
	for q := new(big.Int); ; {
		q.QuoRem(a, m, a)
		pairs := new(big.Int).Sub(n, one)
		pairs.Mul(pairs, n).Rsh(pairs, 1)
		sum.Add(sum, pairs.Mul(pairs, q))
		q.QuoRem(b, m, b)
		sum.Add(sum, q.Mul(q, n))
		y := new(big.Int).Mul(a, n)
		y.Add(y, b)
		if y.Cmp(m) < 0 {
			return sum
		}
		n.QuoRem(y, m, b)
		m, a = a, m
	}
}

// countExact returns how many k of [from, 2*from), a power of two, make
// 2^low * k * 10^x * 2^(127-log) a multiple of 2^(128+s).
func countExact(x, s, low int, from *big.Int) *big.Int {
	twos := max(1+s+log2Pow10(x)-x-low, 0) // the factors two that k must have
	div := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(max(-x, 0))), nil)
	div.Lsh(div, uint(twos))
	// Multiples of div below 2*from, without those below from.
	last := new(big.Int).Lsh(from, 1)
	last.Sub(last, big.NewInt(1)).Quo(last, div)
	first := new(big.Int).Sub(from, big.NewInt(1))
	return last.Sub(last, first.Quo(first, div))
}

// exactFloat64 returns the bits of the float64 nearest to man * 10^exp, by
// math/big.
func exactFloat64(man uint64, exp int) uint64 {
	r := power10(exp)
	r.Mul(r, new(big.Rat).SetInt(new(big.Int).SetUint64(man)))
	f, _ := r.Float64()
	return math.Float64bits(f)
}

func exactFloat32(man uint64, exp int) uint32 {
	r := power10(exp)
	r.Mul(r, new(big.Rat).SetInt(new(big.Int).SetUint64(man)))
	f, _ := r.Float32()
	return math.Float32bits(f)
}

func TestToFloat(t *testing.T) {
	mans := []uint64{0, 1, 2, 3, 5, 7, 9, 10, 25, 1 << 52, 1<<53 - 1, 1 << 53, 1<<53 + 1, 1 << 63, 1<<63 + 1<<10, 1<<63 + 3<<10, 1e19, 9007199254740993, 1<<64 - 1, 22250738585072014, 17976931348623157, 17976931348623159}
	five := uint64(1)
	for range 27 {
		five *= 5
		mans = append(mans, five, five<<bits.LeadingZeros64(five), five-1, five+1)
	}
	for _, man := range mans {
		for exp := minExp10 - 3; exp <= maxExp10+3; exp++ {
			if got, want := toFloat64(man, exp), exactFloat64(man, exp); got != want {
				t.Fatalf("toFloat64(%d, %d) = %#x, want %#x", man, exp, got, want)
			}
			if got, want := toFloat32(man, exp), exactFloat32(man, exp); got != want {
				t.Fatalf("toFloat32(%d, %d) = %#x, want %#x", man, exp, got, want)
			}
		}
	}
	for _, exp := range []int{-maxExp, minExp10 - 1, maxExp10 + 1, maxExp} {
		want := uint64(0)
		if exp > 0 {
			want = 0x7FF << 52
		}
		if got := toFloat64(1<<64-1, exp); got != want {
			t.Errorf("toFloat64(1<<64-1, %d) = %#x", exp, got)
		}
	}
}

func TestToFloatRandom(t *testing.T) {
	r := source(t)
	n := rounds(50_000)
	progress(t, min(n, 1_000_000), func() {
		man := r.Uint64() >> uint(r.IntN(64))
		exp := r.IntN(maxExp10-minExp10+1) + minExp10
		switch r.IntN(4) {
		case 0:
			exp = r.IntN(60) - 30
		case 1: // near the smallest normal numbers and below
			exp = -308 - r.IntN(36)
		case 2:
			exp = -38 - r.IntN(26)
		}
		if got, want := toFloat64(man, exp), exactFloat64(man, exp); got != want {
			t.Fatalf("toFloat64(%d, %d) = %#x, want %#x", man, exp, got, want)
		}
		if got, want := toFloat32(man, exp), exactFloat32(man, exp); got != want {
			t.Fatalf("toFloat32(%d, %d) = %#x, want %#x", man, exp, got, want)
		}
	})
}
