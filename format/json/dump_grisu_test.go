package json

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"example.com/calque/internal/mem"
)

func nlohmannText(f float64) string {
	var b [numRoom]byte
	return string(b[:putNlohmann(mem.Of(b[:]), 0, f)])
}

func TestGrisuPowers(t *testing.T) {
	for k, got := range grisuPowers {
		exp := grisuFirst + k*grisuStep
		x := new(big.Float).SetPrec(64).SetMode(big.ToNearestEven)
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp, -exp))), nil)
		if exp >= 0 {
			x.SetInt(power)
		} else {
			x.SetRat(new(big.Rat).SetFrac(big.NewInt(1), power))
		}
		mant := new(big.Float)
		e := x.MantExp(mant)
		want, _ := mant.SetMantExp(mant, 64).Uint64()
		if got != want || e != log2Pow10(exp)+1 {
			t.Errorf("10^%d: %#x, exponent %d, want %#x, %d", exp, got, log2Pow10(exp)+1, want, e)
		}
	}
}

func TestNlohmannFloats(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0", 1: "1.0", -1.5: "-1.5", 100: "100.0", 0.1: "0.1", 123456.789: "123456.789",
		999999999999999: "999999999999999.0", 1e15: "1e+15", 1e16: "1e+16", 1e100: "1e+100",
		9007199254740992: "9.007199254740992e+15", 123456789012345680: "1.2345678901234568e+17",
		0.0001: "0.0001", 0.00012345: "0.00012345", 0.00001: "1e-05", 1.2345e-05: "1.2345e-05",
		5e-324: "5e-324", 2.2250738585072014e-308: "2.2250738585072014e-308", math.MaxFloat64: "1.7976931348623157e+308",
		// neither the shortest digits nor the closest
		1e23: "9.999999999999999e+22", -3.556169393814842e-26: "-3.5561693938148423e-26",
	} {
		if got := nlohmannText(f); got != want {
			t.Errorf("%v: got %s, want %s", f, got, want)
		}
	}
	if got := nlohmannText(math.Copysign(0, -1)); got != "-0.0" {
		t.Errorf("-0: got %s", got)
	}
}

// TestNlohmannFloatsReadBack tells that every float reads back, and that one in
// a thousand has other digits than the shortest, as measured with the library:
// 3,155 of 2,999,007.
func TestNlohmannFloatsReadBack(t *testing.T) {
	rounds := 1_000_000
	if testing.Short() {
		rounds = 100_000
	}
	r := rand.New(rand.NewPCG(7, 8))
	differ := 0
	for range rounds {
		f := math.Float64frombits(r.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		got := nlohmannText(f)
		if back, err := strconv.ParseFloat(got, 64); err != nil || back != f {
			t.Fatalf("%v: %s reads back as %v, %v", f, got, back, err)
		}
		if want := modelNlohmann(f); got != want {
			differ++
		}
	}
	if share := float64(differ) / float64(rounds); share < 0.0007 || share > 0.0014 {
		t.Errorf("%d of %d differ from the shortest digits", differ, rounds)
	}
}
