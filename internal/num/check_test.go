package num

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"example.com/calque/internal/mem"
)

// padded returns a padded copy of text, behind one byte so that reading
// does not begin at the start of an allocation.
func padded(text string) (p mem.Ptr, i int) {
	b := make([]byte, 1+len(text)+mem.Pad)
	b[0] = '['
	copy(b[1:], text)
	return mem.Of(b), 1
}

// grammar is the naive reading of the grammar of numbers: the index behind the
// number that s begins with, or the complement of the offset of the fault.
func grammar(s string) int {
	i := 0
	at := func() byte {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	digits := func() bool {
		from := i
		for '0' <= at() && at() <= '9' {
			i++
		}
		return i > from
	}
	if at() == '-' {
		i++
	}
	zero := at() == '0'
	switch from := i; {
	case !digits():
		return ^i
	case zero && i > from+1:
		return ^(from + 1)
	}
	if at() == '.' {
		i++
		if !digits() {
			return ^i
		}
	}
	if at() == 'e' || at() == 'E' {
		i++
		if at() == '+' || at() == '-' {
			i++
		}
		if !digits() {
			return ^i
		}
	}
	return i
}

// decimalOf returns the digits without zeros at either end and the exponent of
// the last one, of a valid number.
func decimalOf(s string) (digits string, exp int) {
	s = strings.ToLower(strings.TrimPrefix(s, "-"))
	s, e, _ := strings.Cut(s, "e")
	exp, err := strconv.Atoi(e)
	if err != nil && e != "" {
		exp = 1 << 30 // the sign does not matter
	}
	whole, frac, _ := strings.Cut(s, ".")
	digits = whole + frac
	exp -= len(frac)
	short := strings.TrimRight(digits, "0")
	exp += len(digits) - len(short)
	short = strings.TrimLeft(short, "0")
	if short == "" {
		exp = 0
	}
	return short, exp
}

// checkNumber compares every reading function with the library on the number
// that s begins with.
func checkNumber(t testing.TB, s string) {
	t.Helper()
	p, i := padded(s)
	end := grammar(s)
	want := end
	if want >= 0 {
		want += i
	} else {
		want -= i
	}
	if got := Skip(p, i); got != want {
		t.Fatalf("Skip(%q) = %d, want %d", s, got, want)
	}
	if end < 0 {
		for name, got := range map[string]int{
			"Read":         third(Read(p, i)),
			"ReadSpelled":  third(ReadSpelled(p, i)),
			"ParseFloat64": second(ParseFloat64(p, i)),
			"ParseFloat32": second(ParseFloat32(p, i)),
			"ParseInt":     second(ParseInt(p, i)),
			"ParseUint":    second(ParseUint(p, i)),
		} {
			if got != want {
				t.Fatalf("%s(%q) ends at %d, want %d", name, s, got, want)
			}
		}
		return
	}
	text := s[:end]
	checkFloats(t, text, p, i, want)
	checkInts(t, text, p, i, want)
	checkClass(t, text, p, i, want)
}

func second[T any](_ T, end int) int        { return end }
func third[A, B any](_ A, _ B, end int) int { return end }
func orFault(ok bool, end, i int) int {
	if ok {
		return end
	}
	return ^i
}

func checkFloats(t testing.TB, text string, p mem.Ptr, i, end int) {
	t.Helper()
	f, err := strconv.ParseFloat(text, 64)
	g, got := ParseFloat64(p, i)
	if got != orFault(err == nil, end, i) || err == nil && math.Float64bits(f) != math.Float64bits(g) {
		t.Fatalf("ParseFloat64(%q) = %v, %d, want %v, %v", text, g, got, f, err)
	}
	f, err = strconv.ParseFloat(text, 32)
	h, got := ParseFloat32(p, i)
	if got != orFault(err == nil, end, i) || err == nil && math.Float32bits(float32(f)) != math.Float32bits(h) {
		t.Fatalf("ParseFloat32(%q) = %v, %d, want %v, %v", text, h, got, f, err)
	}
}

// wholeText returns the plain spelling of a number that is an integer of at
// most 20 digits, else "".
func wholeText(text string) string {
	digits, exp := decimalOf(text)
	switch {
	case digits == "":
		digits = "0"
	case exp < 0 || exp+len(digits) > 20:
		return ""
	default:
		digits += strings.Repeat("0", exp)
	}
	if text[0] == '-' {
		return "-" + digits
	}
	return digits
}

func checkInts(t testing.TB, text string, p mem.Ptr, i, end int) {
	t.Helper()
	whole := wholeText(text)
	v, err := strconv.ParseInt(whole, 10, 64)
	w, got := ParseInt(p, i)
	if got != orFault(err == nil, end, i) || err == nil && v != w {
		t.Fatalf("ParseInt(%q) = %d, %d, want %d, %v", text, w, got, v, err)
	}
	u, err := strconv.ParseUint(whole, 10, 64)
	x, got := ParseUint(p, i)
	if got != orFault(err == nil, end, i) || err == nil && u != x {
		t.Fatalf("ParseUint(%q) = %d, %d, want %d, %v", text, x, got, u, err)
	}
}

func checkClass(t testing.TB, text string, p mem.Ptr, i, end int) {
	t.Helper()
	class, bits := Text, uint64(0)
	if text != "-0" {
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			class, bits = Int, uint64(v)
		} else if v, err := strconv.ParseUint(text, 10, 64); err == nil {
			class, bits = Uint, v
		}
	}
	if c, b, got := ReadSpelled(p, i); c != class || b != bits || got != end {
		t.Fatalf("ReadSpelled(%q) = %d, %#x, %d, want %d, %#x, %d", text, c, b, got, class, bits, end)
	}
	if f, err := strconv.ParseFloat(text, 64); class == Text && err == nil {
		digits, exp := decimalOf(text)
		d, e := decimalOf(strconv.FormatFloat(f, 'e', -1, 64))
		if digits == d && exp == e {
			class, bits = Float, math.Float64bits(f)
		}
	}
	if c, b, got := Read(p, i); c != class || b != bits || got != end {
		t.Fatalf("Read(%q) = %d, %#x, %d, want %d, %#x, %d", text, c, b, got, class, bits, end)
	}
}

// jsonFloat appends f in the form of encoding/json, by the library.
func jsonFloat(dst []byte, f float64, size int) []byte {
	format := byte('f')
	if a := math.Abs(f); a != 0 {
		if size == 64 && (a < 1e-6 || a >= 1e21) || size == 32 && (float32(a) < 1e-6 || float32(a) >= 1e21) {
			format = 'e'
		}
	}
	if size == 32 && math.Abs(f) == 1.0/4096 {
		// Of two decimals equally near the even one is right; the library of
		// Go 1.26 takes the odd one for this float32, and for no other.
		return strconv.AppendFloat(dst, math.Copysign(0.00024414062, f), 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, format, -1, size)
	if n := len(dst); format == 'e' && n >= 4 && bytes.Equal(dst[n-4:n-1], []byte("e-0")) {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}
