package num

import (
	"math"
	"strings"
	"testing"
)

func TestGrammarFaults(t *testing.T) {
	for _, c := range []struct {
		text  string
		fault int
	}{
		{"", 0},
		{"-", 1},
		{"+1", 0},
		{"-+1", 1},
		{"--1", 1},
		{"01", 1},
		{"-01", 2},
		{"00", 1},
		{"-00", 2},
		{"00.5", 1},
		{"012345678901234567890", 1},
		{"-012345678901234567890", 2},
		{"0123456", 1},
		{"01234567", 1},
		{"1.", 2},
		{"-1.", 3},
		{"0.", 2},
		{"1.,", 2},
		{"1..2", 2},
		{".5", 0},
		{"-.5", 1},
		{"1.e5", 2},
		{"1.-5", 2},
		{"123456.", 7},
		{"1234567.", 8},
		{"12345678.", 9},
		{"123456789.", 10},
		{"1234567890123456.", 17},
		{"12345678901234567890.", 21},
		{"1e", 2},
		{"1E", 2},
		{"1e+", 3},
		{"1e-", 3},
		{"1e+-5", 3},
		{"1e.5", 2},
		{"1ee5", 2},
		{"1.5e", 4},
		{"1.5e+", 5},
		{"123456789e", 10},
		{"123456789.5e", 12},
		{"0.12345678901234567e", 20},
		{"0.123456789012345678901234567890e", 33},
		{"e5", 0},
		{"x", 0},
		{"-x", 1},
		{"Infinity", 0},
		{"-Infinity", 1},
		{"NaN", 0},
		{"\x80", 0},
		{"1.\xb1", 2},
		{"1e\xb1", 2},
	} {
		if got := grammar(c.text); got != ^c.fault {
			t.Errorf("the naive grammar gives %d for %q, want %d", got, c.text, ^c.fault)
		}
		checkNumber(t, c.text)
	}
}

func TestEndOfNumber(t *testing.T) {
	for _, c := range []struct{ text, number string }{
		{"1,2", "1"},
		{"0]", "0"},
		{"-0}", "-0"},
		{"1 ", "1"},
		{"1.5\n", "1.5"},
		{"1.5.5", "1.5"},
		{"1e5e5", "1e5"},
		{"1e5.5", "1e5"},
		{"0x10", "0"},
		{"1_000", "1"},
		{"1-2", "1"},
		{"1\xb1", "1"},
		{"1.5\xb1", "1.5"},
		{"12345678,", "12345678"},
		{"123456789\x80", "123456789"},
		{"1.2345678\xff12", "1.2345678"},
		{"1\x8a2345678", "1"},
	} {
		p, i := padded(c.text)
		if got := Skip(p, i); got != i+len(c.number) {
			t.Errorf("Skip(%q) = %d, want %d", c.text, got, i+len(c.number))
		}
		checkNumber(t, c.text)
	}
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		text  string
		class Class
		bits  uint64
	}{
		{"0", Int, 0},
		{"-1", Int, ^uint64(0)},
		{"9223372036854775807", Int, math.MaxInt64},
		{"-9223372036854775808", Int, 1 << 63},
		{"9223372036854775808", Uint, 1 << 63},
		{"18446744073709551615", Uint, math.MaxUint64},
		{"-0", Float, 1 << 63},
		{"0.0", Float, 0},
		{"-0.0", Float, 1 << 63},
		{"0e99999", Float, 0},
		{"-0.000e-99999", Float, 1 << 63},
		{"0e999999999999999999999999999999", Float, 0},
		{"1.0", Float, math.Float64bits(1)},
		{"1e2", Float, math.Float64bits(100)},
		{"100e-2", Float, math.Float64bits(1)},
		{"0.1", Float, math.Float64bits(0.1)},
		{"0.30000000000000004", Float, math.Float64bits(0.30000000000000004)},
		{"0.300000000000000040", Float, math.Float64bits(0.30000000000000004)},
		{"0.3000000000000000400000000000000000000000", Float, math.Float64bits(0.30000000000000004)},
		{"0.30000000000000005", Text, 0}, // the same float64, not the shortest
		{"0.3000000000000000399", Text, 0},
		{"1.00000000000000000000000000", Float, math.Float64bits(1)},
		{"1.00000000000000000000000001", Text, 0},
		{"18446744073709551616", Text, 0},
		{"-9223372036854775809", Text, 0},
		{"100000000000000000000", Float, math.Float64bits(1e20)},
		{"-10000000000000000000", Float, math.Float64bits(-1e19)},
		{"100000000000000000001", Text, 0},
		{"1" + strings.Repeat("0", 300), Float, math.Float64bits(1e300)},
		{"1" + strings.Repeat("0", 309), Text, 0},
		{"1e400", Text, 0},
		{"1e-400", Text, 0},
		{"1e99999999999999999999", Text, 0},
		{"1e-99999999999999999999", Text, 0},
		{"1.7976931348623157e308", Float, math.Float64bits(math.MaxFloat64)},
		{"1.7976931348623158e308", Text, 0},
		{"1.7976931348623159e308", Text, 0},
		{"5e-324", Float, 1},
		{"4e-324", Text, 0},
		{"0.005e-321", Float, 1},
		{"4.9406564584124654e-324", Text, 0},
		{"2e-324", Text, 0},
		{"2.2250738585072014e-308", Float, 1 << 52},
		{"9007199254740993.0", Text, 0},
		{"9007199254740992.0", Float, math.Float64bits(1 << 53)},
		{"9007199254740993", Int, 1<<53 + 1},
	} {
		p, i := padded(c.text)
		class, bits, end := Read(p, i)
		if class != c.class || bits != c.bits || end != i+len(c.text) {
			t.Errorf("Read(%q) = %d, %#x, %d, want %d, %#x", c.text, class, bits, end, c.class, c.bits)
		}
		checkNumber(t, c.text)
	}
}

// Exponents beyond every integer, and texts as long as they would have to be.
func TestLongTexts(t *testing.T) {
	zeros := strings.Repeat("0", 200_000)
	for _, c := range []struct {
		text string
		want float64
	}{
		{"0." + zeros + "15e200001", 1.5},
		{"15" + zeros + "e-200001", 1.5},
		{"0." + zeros + "12345678901234567890123e200001", 1.2345678901234568},
		{"12345678901234567890123" + zeros + "e-200022", 1.2345678901234568},
		{"9007199254740993" + zeros + "1e-200001", 9007199254740994},
		{"9007199254740993" + zeros + "e-200000", 9007199254740992},
		{"0." + zeros + "9007199254740993" + zeros + "1e200016", 9007199254740994},
		{"0." + zeros + "1e199999", 0.01},
		{"0." + zeros + "1e99999999999999999999", 0},
	} {
		p, i := padded(c.text)
		got, end := ParseFloat64(p, i)
		wantEnd := i + len(c.text)
		if c.want == 0 {
			wantEnd = ^i
		}
		if got != c.want || end != wantEnd {
			t.Errorf("ParseFloat64(%.30s... of %d) = %v, %d, want %v, %d", c.text, len(c.text), got, end, c.want, wantEnd)
		}
	}
}

func TestWholeNumbers(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
		fits bool
	}{
		{"0", 0, true},
		{"-0", 0, true},
		{"1.0", 1, true},
		{"-1.000", -1, true},
		{"1e2", 100, true},
		{"1.5e1", 15, true},
		{"100e-2", 1, true},
		{"-0.0", 0, true},
		{"0e-99999999999", 0, true},
		{"1.5", 0, false},
		{"15e-1", 0, false},
		{"1e18", 1e18, true},
		{"1e19", 0, false},
		{"1e20", 0, false},
		{"1e99999999999", 0, false},
		{"1e-99999999999", 0, false},
		{"9223372036854775807", math.MaxInt64, true},
		{"9223372036854775807.000", math.MaxInt64, true},
		{"9223372036854775808", 0, false},
		{"-9223372036854775808", math.MinInt64, true},
		{"-9223372036854775809", 0, false},
		{"-99999999999999999999999999", 0, false},
	} {
		p, i := padded(c.text)
		v, end := ParseInt(p, i)
		if v != c.want || end != orFault(c.fits, i+len(c.text), i) {
			t.Errorf("ParseInt(%q) = %d, %d, want %d, %t", c.text, v, end, c.want, c.fits)
		}
		checkNumber(t, c.text)
	}
}
