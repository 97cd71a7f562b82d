package value

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// decimal is a number that is neither zero, NaN nor infinite, as text:
// 0.DIGITS * 10^exp. Exponents are compared and never expanded, so 1e999999999
// costs no more than its text.
type decimal struct {
	neg    bool
	digits string // first and last are not '0'; one '.' may be among them
	n      int    // digits without the dot
	exp    int64
	// huge is the text of |exp| where it has more than 18 digits; exp is then
	// MaxInt64 or -MaxInt64 for its sign.
	huge string
}

// parseDecimal returns the decimal of a JSON number; ok is false where the
// number is zero.
func parseDecimal(s string) (d decimal, ok bool) {
	if s[0] == '-' {
		d.neg = true
		s = s[1:]
	}
	exponent := ""
	if e := strings.IndexAny(s, "eE"); e >= 0 {
		s, exponent = s[:e], s[e+1:]
	}
	whole, frac := s, ""
	if dot := strings.IndexByte(s, '.'); dot >= 0 {
		whole, frac = s[:dot], strings.TrimRight(s[dot+1:], "0")
		s = s[:dot+1+len(frac)]
	}
	if whole != "0" { // a JSON number has no other leading zero
		d.exp = int64(len(whole))
	} else {
		s = strings.TrimLeft(frac, "0")
		d.exp = int64(len(s) - len(frac))
	}
	d.digits = s
	if frac == "" {
		d.digits = strings.TrimRight(strings.TrimSuffix(s, "."), "0")
	}
	d.n = len(d.digits)
	if strings.IndexByte(d.digits, '.') >= 0 {
		d.n--
	}
	if d.n == 0 {
		return decimal{}, false
	}
	d.scale(exponent)
	return d, true
}

// scale adds the exponent of a JSON number (sign and digits, or "") to exp.
func (d *decimal) scale(exponent string) {
	neg := strings.HasPrefix(exponent, "-")
	exponent = strings.TrimLeft(strings.TrimLeft(exponent, "+-"), "0")
	shift := d.exp
	if neg {
		shift = -shift
	}
	if len(exponent) > 18 {
		exponent = addDigits(exponent, shift)
		shift = 0
	}
	switch {
	case len(exponent) > 18:
		d.huge = exponent
		d.exp = math.MaxInt64
	case exponent == "":
		d.exp = shift
	default:
		e, _ := strconv.ParseInt(exponent, 10, 64) // at most 18 digits
		d.exp = e + shift
	}
	if neg {
		d.exp = -d.exp
	}
}

const pow18 = 1_000_000_000_000_000_000

// addDigits returns the digits of digits+k, without leading zeros. There must
// be more than 18 digits and |k| be below 10^18.
func addDigits(digits string, k int64) string {
	cut := len(digits) - 18
	head := []byte(digits[:cut])
	low, _ := strconv.ParseInt(digits[cut:], 10, 64) // 18 digits
	low += k
	switch {
	case low < 0:
		low += pow18
		i := cut - 1
		for ; head[i] == '0'; i-- {
			head[i] = '9'
		}
		head[i]--
	case low >= pow18:
		low -= pow18
		i := cut - 1
		for ; i >= 0 && head[i] == '9'; i-- {
			head[i] = '0'
		}
		if i < 0 {
			head = append([]byte{'0'}, head...)
			i = 0
		}
		head[i]++
	}
	// The 1 in front keeps the leading zeros of the low part.
	head = append(head, strconv.FormatInt(low+pow18, 10)[1:]...)
	return strings.TrimLeft(string(head), "0")
}

// compare returns -1, 0 or 1 as d is less than, equal to or greater than e.
func (d *decimal) compare(e *decimal) int {
	if d.neg != e.neg {
		if d.neg {
			return -1
		}
		return 1
	}
	c := compareExponents(d, e)
	if c == 0 {
		c = compareDigits(d.digits, e.digits)
	}
	if d.neg {
		return -c
	}
	return c
}

func compareExponents(d, e *decimal) int {
	c := cmp.Compare(d.exp, e.exp)
	if c != 0 || d.huge == "" {
		return c
	}
	if c = cmp.Compare(len(d.huge), len(e.huge)); c == 0 {
		c = strings.Compare(d.huge, e.huge)
	}
	if d.exp < 0 {
		return -c
	}
	return c
}

// compareDigits compares the digits of two mantissas, whose dots do not count.
func compareDigits(a, b string) int {
	i, j := 0, 0
	for {
		if i < len(a) && a[i] == '.' {
			i++
		}
		if j < len(b) && b[j] == '.' {
			j++
		}
		if i == len(a) || j == len(b) {
			return cmp.Compare(len(a)-i, len(b)-j)
		}
		if a[i] != b[j] {
			return cmp.Compare(a[i], b[j])
		}
		i++
		j++
	}
}

// plain returns the digits without a dot.
func (d *decimal) plain() string {
	if d.n == len(d.digits) {
		return d.digits
	}
	return strings.Replace(d.digits, ".", "", 1)
}

// float returns the float64 whose shortest decimal d is; ok is false where
// there is none.
func (d *decimal) float() (f float64, ok bool) {
	if d.n > 17 || d.exp < -330 || d.exp > 310 {
		return 0, false
	}
	buf := make([]byte, 0, 32)
	if d.neg {
		buf = append(buf, '-')
	}
	buf = append(buf, d.plain()...)
	buf = append(buf, 'e')
	buf = strconv.AppendInt(buf, d.exp-int64(d.n), 10)
	f, err := strconv.ParseFloat(string(buf), 64)
	if err != nil || f == 0 {
		return 0, false
	}
	short := floatDecimal(f)
	return f, short.compare(d) == 0
}

// integer returns the magnitude of d where it is an integer below 2^64.
func (d *decimal) integer() (mag uint64, ok bool) {
	if d.exp < int64(d.n) || d.exp > 20 {
		return 0, false
	}
	text := d.plain() + strings.Repeat("0", int(d.exp)-d.n)
	mag, err := strconv.ParseUint(text, 10, 64)
	return mag, err == nil
}

// floatDecimal returns the shortest decimal that reads back as f, which must
// be finite and not zero.
func floatDecimal(f float64) decimal {
	text := strconv.FormatFloat(f, 'e', -1, 64) // -d.ddde-dd
	d := decimal{neg: f < 0}
	if d.neg {
		text = text[1:]
	}
	e := strings.IndexByte(text, 'e')
	exp, _ := strconv.Atoi(text[e+1:])
	d.digits = text[:e]
	d.exp = int64(exp) + 1
	d.n = max(e-1, 1) // the dot
	return d
}

// intDecimal returns the decimal of an integer that is not zero.
func intDecimal(neg bool, mag uint64) decimal {
	text := strconv.FormatUint(mag, 10)
	d := decimal{neg: neg, exp: int64(len(text)), digits: strings.TrimRight(text, "0")}
	d.n = len(d.digits)
	return d
}
