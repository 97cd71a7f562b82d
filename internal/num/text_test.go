package num

import (
	"bufio"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// randomText returns a valid number of any shape.
func randomText(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(3) == 0 {
		b.WriteByte('-')
	}
	length := func() int {
		switch r.IntN(8) {
		case 0:
			return 1
		case 1:
			return r.IntN(40) + 1
		}
		return r.IntN(20) + 1
	}
	digits := func(n int) {
		only := r.IntN(6) // all zeros, all nines, or anything
		for range n {
			switch only {
			case 0:
				b.WriteByte('0')
			case 1:
				b.WriteByte('9')
			default:
				b.WriteByte('0' + byte(r.IntN(10)))
			}
		}
	}
	if r.IntN(3) == 0 {
		b.WriteByte('0')
	} else {
		b.WriteByte('1' + byte(r.IntN(9)))
		digits(length() - 1)
	}
	if r.IntN(3) != 0 {
		b.WriteByte('.')
		if r.IntN(4) == 0 {
			b.WriteString(strings.Repeat("0", r.IntN(30)))
		}
		digits(length())
	}
	switch r.IntN(6) {
	case 0, 1:
		b.WriteByte("eE"[r.IntN(2)])
		b.WriteString([]string{"", "+", "-"}[r.IntN(3)])
		b.WriteString(strings.Repeat("0", max(r.IntN(12)-8, 0)))
		b.WriteString(strconv.Itoa(r.IntN(345)))
	case 2:
		fmt.Fprintf(&b, "e%d", r.IntN(60)-30)
	}
	return b.String()
}

func TestTextRandom(t *testing.T) {
	r := source(t)
	progress(t, min(rounds(50_000), 20_000_000), func() {
		s := randomText(r)
		checkNumber(t, s)
		// Damage it in one place.
		i := r.IntN(len(s))
		checkNumber(t, s[:i]+string("0123456789+-.eE,x"[r.IntN(17)])+s[i+1:])
		checkNumber(t, s[:i])
	})
}

// TestMidpoints reads the numbers half way between two floats, in full length
// and with something added or taken away far behind.
func TestMidpoints(t *testing.T) {
	r := source(t)
	check := func(mid *big.Float) {
		t.Helper()
		s := mid.Text('e', -1)
		long, e, _ := strings.Cut(s, "e")
		checkNumber(t, s)
		if len(long) == 1 {
			long += ".0"
		}
		for _, tail := range []string{"1", "0000000000000000000000000000001", "00000", strings.Repeat("0", 800) + "1"} {
			checkNumber(t, long+tail+"e"+e)
		}
		below := long[:len(long)-1] + string(long[len(long)-1]-1) + "9999" // the last digit is 5, or 1 to 9 of an integer
		if long[len(long)-1] != '0' {
			checkNumber(t, below+"e"+e)
		}
		// Without an exponent, as far as that is reasonable.
		if x := mid.MantExp(nil); x > -120 && x < 120 {
			checkNumber(t, mid.Text('f', -1))
		}
	}
	exact := func(f float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(f) }
	half := big.NewFloat(0.5)
	progress(t, min(rounds(500), 200_000), func() {
		f := math.Abs(math.Float64frombits(randomBits64(r)))
		if next := math.Nextafter(f, math.Inf(1)); !math.IsInf(next, 0) {
			mid := exact(f)
			check(mid.Add(mid, exact(next)).Mul(mid, half))
		}
		g := float32(math.Abs(float64(math.Float32frombits(randomBits32(r)))))
		if next := math.Nextafter32(g, float32(math.Inf(1))); !math.IsInf(float64(next), 0) {
			mid := exact(float64(g))
			check(mid.Add(mid, exact(float64(next))).Mul(mid, half))
		}
	})
	// The limits: half of the smallest number, and half way beyond the largest.
	check(exact(5e-324).Mul(exact(5e-324), half))
	check(exact(math.SmallestNonzeroFloat32).Mul(exact(math.SmallestNonzeroFloat32), half))
	largest := new(big.Int).Lsh(big.NewInt(1<<54-1), 1024-54)
	check(new(big.Float).SetInt(largest))
	largest = new(big.Int).Lsh(big.NewInt(1<<25-1), 128-25)
	check(new(big.Float).SetInt(largest))
}

// TestPowers writes and reads all powers of two and of ten, and what is next to
// them.
func TestPowers(t *testing.T) {
	check64 := func(b uint64) {
		t.Helper()
		f := math.Float64frombits(b)
		want := string(jsonFloat(nil, f, 64))
		if got := string(AppendFloat64(nil, f)); got != want {
			t.Errorf("%#x: %s, want %s", b, got, want)
		}
		checkNumber(t, want)
		digits, exp := Shortest(f)
		wantDigits, wantExp := decimalOf(want)
		if wantDigits == "" {
			wantDigits = "0"
		}
		if strconv.FormatUint(digits, 10) != wantDigits || exp != wantExp {
			t.Errorf("Shortest(%v) = %d, %d, want %s, %d", f, digits, exp, wantDigits, wantExp)
		}
	}
	check32 := func(b uint32) {
		t.Helper()
		f := math.Float32frombits(b)
		want := string(jsonFloat(nil, float64(f), 32))
		if got := string(AppendFloat32(nil, f)); got != want {
			t.Errorf("%#x: %s, want %s", b, got, want)
		}
		checkNumber(t, want)
	}
	for e := range uint64(0x7FF) {
		for d := range uint64(3) {
			if b := e<<52 + d - 1; b < 0x7FF<<52 {
				check64(b)
				check64(b | 1<<63)
			}
		}
	}
	for e := range uint64(52) {
		check64(1 << e)
	}
	for e := range uint32(0xFF) {
		for d := range uint32(3) {
			if b := e<<23 + d - 1; b < 0xFF<<23 {
				check32(b)
				check32(b | 1<<31)
			}
		}
	}
	for x := -323; x <= 308; x++ {
		b := math.Float64bits(math.Pow10(x))
		check64(b - 1)
		check64(b)
		check64(b + 1)
		if x >= -45 && x <= 38 {
			b := math.Float32bits(float32(math.Pow10(x)))
			check32(b)
			check32(b + 1)
			check32(max(b, 1) - 1)
		}
	}
	check64(0x7FF<<52 - 1)
	check32(0xFF<<23 - 1)
}

// TestIntLengths writes and reads the smallest and the largest integers of each
// length.
func TestIntLengths(t *testing.T) {
	for x := range 20 {
		for _, v := range []uint64{pow10[x] - 1, pow10[x], pow10[x] + 1, pow10[x] / 7, pow10[x]*18/10 + 5} {
			want := strconv.FormatUint(v, 10)
			if got := string(AppendUint(nil, v)); got != want {
				t.Errorf("AppendUint: %s, want %s", got, want)
			}
			checkNumber(t, want)
			checkNumber(t, "-"+want)
			checkNumber(t, want+".0")
			checkNumber(t, want+"00")
			checkNumber(t, want+"e-2")
			if v > math.MaxInt64 {
				continue
			}
			if got := string(AppendInt(nil, -int64(v))); v > 0 && got != "-"+want {
				t.Errorf("AppendInt: %s, want -%s", got, want)
			}
		}
	}
	if got := string(AppendInt(nil, math.MinInt64)); got != "-9223372036854775808" {
		t.Errorf("AppendInt: %s", got)
	}
	if got := string(AppendUint(nil, math.MaxUint64)); got != "18446744073709551615" {
		t.Errorf("AppendUint: %s", got)
	}
}

// TestFloatRows reads every row of the data of parse-number-fxx: the bits of a
// half, a float and a double, and the text.
func TestFloatRows(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpora/parse-number-fxx/data/*.txt")
	if len(files) == 0 {
		t.Skip("the data of parse-number-fxx is not here")
	}
	rows, others := 0, 0
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			line := lines.Text()
			if len(line) < 32 {
				t.Fatalf("%s: short row %q", name, line)
			}
			text := line[31:]
			if grammar(text) != len(text) {
				others++ // a spelling that is no JSON number
				continue
			}
			rows++
			want32, err32 := strconv.ParseUint(line[5:13], 16, 32)
			want64, err64 := strconv.ParseUint(line[14:30], 16, 64)
			if err32 != nil || err64 != nil {
				t.Fatalf("%s: bad row %q", name, line)
			}
			checkRow(t, text, uint32(want32), want64)
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d rows read, %d are no JSON numbers", rows, others)
}

func checkRow(t *testing.T, text string, want32 uint32, want64 uint64) {
	t.Helper()
	p, i := padded(text)
	f, end := ParseFloat64(p, i)
	if inf := want64&^(1<<63) == 0x7FF<<52; end != orFault(!inf, i+len(text), i) || !inf && math.Float64bits(f) != want64 {
		t.Errorf("ParseFloat64(%q) = %#x, %d, want %#x", text, math.Float64bits(f), end, want64)
	}
	g, end := ParseFloat32(p, i)
	if inf := want32&^(1<<31) == 0xFF<<23; end != orFault(!inf, i+len(text), i) || !inf && math.Float32bits(g) != want32 {
		t.Errorf("ParseFloat32(%q) = %#x, %d, want %#x", text, math.Float32bits(g), end, want32)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"0", "-0", "1.5", "-1e5", "1e400", "123456789012345678901234567890", "0.1234567890123456789", "1.7976931348623158e308", "4.9406564584124654e-324", "-", "01", "1.", "1e+", "9007199254740993.0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkNumber(t, s)
	})
}

func FuzzParseFloat(f *testing.F) {
	f.Add(uint64(1), uint64(5), -324, uint64(0))
	f.Add(uint64(1<<52), uint64(9007199254740993), 0, uint64(1))
	f.Add(uint64(0x3FF<<52), uint64(18446744073709551615), 289, uint64(99))
	f.Fuzz(func(t *testing.T, bits, man uint64, exp int, tail uint64) {
		if v := math.Float64frombits(bits); !math.IsNaN(v) && !math.IsInf(v, 0) {
			text := AppendFloat64(nil, v)
			if want := jsonFloat(nil, v, 64); string(text) != string(want) {
				t.Fatalf("%#x: %s, want %s", bits, text, want)
			}
			checkNumber(t, string(text))
		}
		if v := math.Float32frombits(uint32(bits)); !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0) {
			text := AppendFloat32(nil, v)
			if want := jsonFloat(nil, float64(v), 32); string(text) != string(want) {
				t.Fatalf("%#x: %s, want %s", uint32(bits), text, want)
			}
		}
		exp %= 1000
		checkNumber(t, fmt.Sprintf("%de%d", man, exp))
		checkNumber(t, fmt.Sprintf("%d%de%d", man, tail, exp))
		checkNumber(t, fmt.Sprintf("%d.%d", man, tail))
		checkNumber(t, fmt.Sprintf("-0.%022dE%d", man, exp))
	})
}
