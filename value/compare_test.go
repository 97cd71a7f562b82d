package value

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"
	"time"
)

// TestOrder compares the values of a list that is in order, each with each.
// Values of one row are equal.
func TestOrder(t *testing.T) {
	nan := Float(math.NaN())
	rows := [][]Value{
		{Null()},
		{Bool(false)},
		{Bool(true)},
		{nan, Float32(float32(math.NaN()))},
		{Float(math.Inf(-1)), Float32(float32(math.Inf(-1)))},
		{spelled("-1e99999999999999999999")},
		{spelled("-1e400"), spelled("-0.1e401")},
		{Float(-math.MaxFloat64)},
		{spelled("-18446744073709551615")},
		{Float(-18446744073709550000), spelled("-18446744073709550000"), spelled("-18446744073709549568")},
		{Int(math.MinInt64), Float(-1 << 63), spelled("-9223372036854775808.0")},
		{Int(-1), spelled("-1e0")},
		{Float(-0.5), spelled("-5e-1")},
		{spelled("-1e-400")},
		{Int(0), Float(0), Float(math.Copysign(0, -1)), spelled("-0"), spelled("0e99999999999999999999")},
		{spelled("1e-99999999999999999999"), spelled("10e-100000000000000000000")},
		{spelled("1e-400")},
		{Float(math.SmallestNonzeroFloat64), spelled("5e-324")},
		{Float(0.1), spelled("0.1"), spelled("0.100"), spelled("1e-1")},
		{spelled("0.1000000000000000055511151231257827021181583404541015625")},
		{Float32(0.1), Float(0.10000000149011612), spelled("0.10000000149011612")},
		{Int(1), Float(1), Float32(1), spelled("1.00"), spelled("0.1e1")},
		{Int(1 << 53), Float(1 << 53), spelled("9007199254740992.000")},
		{Int(1<<53 + 1), spelled("9007199254740993.0")},
		{Int(1 << 60), Float(1 << 60)},
		{Int(1152921504606847200), spelled("1152921504606847200")},
		{Float(1<<60 + 256), Int(1<<60 + 256), spelled("1.1529215046068472e18"), spelled("1152921504606847200.0")},
		{Int(math.MaxInt64)},
		{Float(1 << 63), Uint(1 << 63)},
		{Uint(math.MaxUint64), spelled("18446744073709551615")},
		{spelled("18446744073709551616")},
		{Float(1 << 64), spelled("18446744073709552000")},
		{spelled("99999999999999991611392")},
		{Float(1e23), spelled("100000000000000000000000")},
		{Float(math.MaxFloat64)},
		{spelled("1e400"), spelled("10E+399"), spelled("0.01e402")},
		{spelled("1.0000000000000000000000001e400")},
		{spelled("1e99999999999999999999"), spelled("10e99999999999999999998")},
		{spelled("1e100000000000000000000")},
		{Float(math.Inf(1)), Float32(float32(math.Inf(1)))},
		{String("")},
		{String("a")},
		{String("a\x00")},
		{String("b")},
		{Bytes(nil), Bytes([]byte{})},
		{BytesSub(nil, 0)},
		{BytesSub(nil, 1)},
		{Bytes([]byte("a"))},
		{Time(time.Unix(-1, 5))},
		{Time(time.Unix(0, 0))},
		{Time(time.Unix(0, 1))},
		{Ext(-1, Null())},
		{Ext(1, Int(1)), Ext(1, Float(1))},
		{Ext(1, Array())},
		{Array()},
		{Array(nan), Array(nan)},
		{Array(Int(1)), Array(Float(1))},
		{Array(Int(1), Null())},
		{Array(Int(2))},
		{Array(Array())},
		{Object()},
		{Object(Member{Int(1), Int(1)}), Object(Member{Float(1), Int(1)})},
		{Object(Pair("a", Int(1)))},
		{Object(Pair("a", Int(1)), Pair("a", Int(2)))},
		{Object(Pair("b", Int(2)), Pair("a", Int(1))), Object(Pair("a", Int(1)), Pair("b", Int(2)))},
		{Object(Pair("a", Int(2)), Pair("a", Int(1)))},
		{Object(Member{Array(), Int(1)}, Member{Array(Int(1)), Null()}), Object(Member{Array(Float(1)), Null()}, Member{Array(), Int(1)})},
	}
	for i, row := range rows {
		for j, other := range rows {
			for _, a := range row {
				for _, b := range other {
					checkPair(t, a, b, cmp.Compare(i, j))
					checkPair(t, document(a).Root(), b, cmp.Compare(i, j))
				}
			}
		}
	}
}

func checkPair(t *testing.T, a, b Value, want int) {
	t.Helper()
	if got := a.Compare(b); got != want {
		t.Errorf("%v compared with %v: %d, want %d", a, b, got, want)
	}
	if got := a.Equal(b); got != (want == 0) {
		t.Errorf("%v equal to %v: %v", a, b, got)
	}
	if want == 0 && a.Hash() != b.Hash() {
		t.Errorf("%v and %v have other hashes", a, b)
	}
	if same := a.Digest() == b.Digest(); same != (want == 0) {
		t.Errorf("%v and %v: same digest %v", a, b, same)
	}
}

// TestNumbersAgainstRationals compares random numbers with big.Rat.
func TestNumbersAgainstRationals(t *testing.T) {
	m := newMaker(1)
	var pool []Value
	for len(pool) < 700 {
		v := m.number()
		if len(v.NumberText()) > 0 && len(v.NumberText()) < 60 && rational(v) != nil {
			pool = append(pool, v)
		}
	}
	rats := make([]*big.Rat, len(pool))
	for i, v := range pool {
		rats[i] = rational(v)
		r, err := v.AsRat()
		if err != nil || r.Cmp(rats[i]) != 0 {
			t.Errorf("%v: rational %v, %v; want %v", v, r, err, rats[i])
		}
		again, err := Number(v.NumberText())
		if err != nil || !again.Equal(v) {
			t.Errorf("%v: its text gives %v, %v", v, again, err)
		}
	}
	for i, a := range pool {
		for j, b := range pool {
			if got, want := a.Compare(b), rats[i].Cmp(rats[j]); got != want {
				t.Fatalf("%v (%v) compared with %v (%v): %d, want %d", a, a.Kind(), b, b.Kind(), got, want)
			}
		}
	}
}

// rational returns what a number stands for by the words of the package's
// documentation; nil where it is not finite or its exponent is large.
func rational(v Value) *big.Rat {
	switch v.Kind() {
	case KindInt:
		return new(big.Rat).SetInt64(v.Int())
	case KindUint:
		return new(big.Rat).SetFrac(new(big.Int).SetUint64(v.Uint()), big.NewInt(1))
	case KindFloat, KindFloat32:
		f := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return nil
		}
		if exact := new(big.Rat).SetFloat64(f); exact.IsInt() && math.Abs(f) < 1<<64 {
			return exact
		}
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
		return r
	}
	if i, ok := new(big.Int).SetString(v.NumberText(), 10); ok && (i.IsUint64() || i.IsInt64()) {
		return new(big.Rat).SetInt(i)
	}
	f, err := strconv.ParseFloat(v.NumberText(), 64)
	if err != nil || f == 0 {
		return nil
	}
	r, _ := new(big.Rat).SetString(v.NumberText())
	if short := rational(Float(f)); short.Cmp(r) == 0 {
		return short
	}
	if short, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64)); short.Cmp(r) == 0 {
		return rational(Float(f))
	}
	return r
}

func TestTotalOrder(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for round := range rounds {
		m := newMaker(uint64(round))
		var pool []Value
		for range 12 {
			v := m.value(4, true)
			pool = append(pool, v, m.variant(v))
		}
		for range 6 {
			pool = append(pool, m.variant(m.scalar()))
		}
		for i, a := range pool {
			for j, b := range pool {
				c := a.Compare(b)
				if c != -b.Compare(a) {
					t.Fatalf("%v and %v: %d, the other way %d", a, b, c, b.Compare(a))
				}
				if a.Equal(b) != (c == 0) {
					t.Fatalf("%v and %v: equal %v, compared %d", a, b, a.Equal(b), c)
				}
				if c == 0 && a.Hash() != b.Hash() {
					t.Fatalf("%v and %v are equal, their hashes are not", a, b)
				}
				if (c == 0) != (a.Digest() == b.Digest()) {
					t.Fatalf("%v and %v: compared %d, same digest %v", a, b, c, c != 0)
				}
				if i/2 == j/2 && i < 24 && c != 0 {
					t.Fatalf("%v and its variant %v: compared %d", a, b, c)
				}
			}
		}
		sorted := slices.Clone(pool)
		slices.SortFunc(sorted, Value.Compare)
		for i := range sorted {
			for j := i; j < len(sorted); j++ {
				if sorted[i].Compare(sorted[j]) > 0 {
					t.Fatalf("not transitive: %v and %v", sorted[i], sorted[j])
				}
			}
		}
	}
}

// TestHashStable pins hashes and digests: other programs may have stored them.
func TestHashStable(t *testing.T) {
	v := Array(Null(), Bool(true), Int(-7), Float(0.1), spelled("1e400"), String("héllo, world"), BytesSub([]byte{1, 2}, 5),
		Time(time.Unix(1, 2)), Ext(3, Int(1)), Object(Pair("b", Int(1)), Pair("a", Array())))
	if got, want := v.Hash(), uint64(0x6bbf534382c2ce48); got != want {
		t.Errorf("hash %#x, want %#x", got, want)
	}
	sum := v.Digest()
	if got, want := sum[:4], []byte{0x56, 0xbb, 0x01, 0x7f}; !slices.Equal(got, want) {
		t.Errorf("digest %x, want %x", got, want)
	}
}

func TestHashSpread(t *testing.T) {
	seen := map[uint64]Value{}
	add := func(v Value) {
		if w, ok := seen[v.Hash()]; ok {
			t.Fatalf("%v and %v have the same hash", v, w)
		}
		seen[v.Hash()] = v
	}
	for i := range int64(2000) {
		add(Int(i))
		add(Float(float64(i) + 0.5))
		add(String(strconv.FormatInt(i, 10)))
		add(Bytes(strconv.AppendInt(nil, i, 10)))
		add(Array(Int(i)))
		add(Array(Int(i), Int(0)))
		add(Object(Pair("a", Int(i))))
		add(Object(Pair("a", Int(i)), Pair("b", Int(i+1))))
		add(Object(Pair("b", Int(i)), Pair("a", Int(i+1))))
		add(Ext(i, Null()))
	}
	for i := range 300 {
		add(String(string(make([]byte, i))))
	}
}
