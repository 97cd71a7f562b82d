package value

import (
	"math"
	"math/big"
	"strconv"

	"example.com/calque/fault"
)

// Number returns the number that text, a JSON number (RFC 8259), stands for:
// an integer where it is written as one and fits int64 or uint64; a float64
// where the shortest decimal of that float64 is decimally equal to text; else
// a number of KindNumber, which keeps the text. Errors are a BadNumber fault
// with the offset in text.
func Number(text string) (Value, error) {
	end, whole := scanNumber(text)
	if end != len(text) {
		want, got := "a number", "end of input"
		if end < len(text) {
			got = strconv.QuoteRune(rune(text[end]))
			if text[end] >= 0x80 {
				got = "byte 0x" + strconv.FormatUint(uint64(text[end]), 16)
			}
		}
		return Value{}, fault.One(fault.New(fault.BadNumber, int64(min(end, len(text))), want, got))
	}
	if whole && text != "-0" {
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return Int(i), nil
		}
		if u, err := strconv.ParseUint(text, 10, 64); err == nil {
			return Uint(u), nil
		}
	}
	d, ok := parseDecimal(text)
	if !ok {
		if text[0] == '-' {
			return Float(math.Copysign(0, -1)), nil
		}
		return Float(0), nil
	}
	if f, ok := d.float(); ok {
		return Float(f), nil
	}
	return spelled(text), nil
}

// spelled returns a number that keeps its text, which must be a JSON number.
func spelled(text string) Value {
	b := &textBox{head{KindNumber}, text}
	return Value{&b.head, 0}
}

// scanNumber returns the length of the JSON number that s is; for every other
// s, the offset of the byte that breaks the grammar, or len(s)+1 where more
// should follow. whole tells that s has neither fraction nor exponent.
func scanNumber(s string) (end int, whole bool) {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		return i > from
	}
	short := func() (int, bool) {
		if i == len(s) {
			return i + 1, false
		}
		return i, false
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return short()
	}
	whole = true
	if i < len(s) && s[i] == '.' {
		whole = false
		if i++; !digits() {
			return short()
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		whole = false
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return short()
		}
	}
	return i, whole
}

// Int returns the integer that v, a number of any kind, is exactly, else 0.
func (v Value) Int() int64 {
	i, _ := v.AsInt()
	return i
}

// AsInt returns the integer that v, a number of any kind, is exactly: 1.0 and
// 1e2 are integers. Faults: WrongType, OutOfRange where it does not fit int64,
// Inexact for a fraction, NotFinite.
func (v Value) AsInt() (int64, error) {
	if k, x := v.word(); k == KindInt {
		return int64(x), nil
	}
	neg, mag, err := v.integer()
	switch {
	case err != nil:
		return 0, err
	case neg && mag <= 1<<63:
		return -int64(mag), nil
	case neg || mag > math.MaxInt64:
		return 0, v.badNumber(fault.OutOfRange, "integer of 64 bits")
	}
	return int64(mag), nil
}

// Uint returns the integer that v, a number of any kind, is exactly, else 0.
func (v Value) Uint() uint64 {
	u, _ := v.AsUint()
	return u
}

// AsUint is AsInt for uint64; negative numbers are OutOfRange.
func (v Value) AsUint() (uint64, error) {
	neg, mag, err := v.integer()
	if err == nil && neg {
		err = v.badNumber(fault.OutOfRange, "unsigned integer of 64 bits")
	}
	if err != nil {
		return 0, err
	}
	return mag, nil
}

// integer returns v as sign and magnitude.
func (v Value) integer() (neg bool, mag uint64, err error) {
	if !v.IsNumber() {
		return false, 0, v.wrongKind("integer")
	}
	switch x := v.exact(); {
	case x.form == isInt:
		return x.neg, x.mag, nil
	case x.form == isNaN || x.form == isFloat && math.IsInf(x.f, 0):
		return false, 0, v.badNumber(fault.NotFinite, "integer")
	case x.form == isDecimal && x.dec.exp < int64(x.dec.n), x.form == isFloat && math.Abs(x.f) < 1<<64:
		return false, 0, v.badNumber(fault.Inexact, "integer")
	}
	return false, 0, v.badNumber(fault.OutOfRange, "integer of 64 bits")
}

// Float returns the float64 nearest to v, a number of any kind, which is
// infinite for numbers beyond its range; 0 for every other kind.
func (v Value) Float() float64 {
	switch k, x := v.word(); k {
	case KindInt:
		return float64(int64(x))
	case KindUint:
		return float64(x)
	case KindFloat:
		return math.Float64frombits(x)
	case KindFloat32:
		return float64(math.Float32frombits(uint32(x)))
	case KindNumber:
		return v.round(64)
	}
	return 0
}

// AsFloat returns the float64 that v, a number of any kind, is exactly: for
// texts and floats that is decided by the shortest decimal of the float64.
// Faults: WrongType, OutOfRange, and Inexact where digits would be lost. Float
// rounds instead.
func (v Value) AsFloat() (float64, error) {
	if !v.IsNumber() {
		return 0, v.wrongKind("float")
	}
	f := v.Float()
	if k := v.Kind(); k == KindFloat || k == KindFloat32 {
		return f, nil
	}
	x, y := v.exact(), exactFloat(f)
	switch {
	case math.IsInf(f, 0):
		return 0, v.badNumber(fault.OutOfRange, "float of 64 bits")
	case x.compare(&y) != 0:
		return 0, v.badNumber(fault.Inexact, "float of 64 bits")
	}
	return f, nil
}

// Float32 returns the float32 nearest to v, a number of any kind, which is
// infinite for numbers beyond its range; 0 for every other kind.
func (v Value) Float32() float32 {
	switch k, x := v.word(); k {
	case KindInt:
		return float32(int64(x))
	case KindUint:
		return float32(x)
	case KindNumber:
		return float32(v.round(32)) // a float32 already
	}
	return float32(v.Float())
}

// round returns a number text as the nearest float of a size.
func (v Value) round(size int) float64 {
	text, _ := v.content(KindNumber)
	f, _ := strconv.ParseFloat(text, size) // infinite where out of range
	return f
}

// NumberText returns the decimal text of the number that v stands for in
// comparisons: the digits of an integer, also of a float that is an integer
// below 2^64; the shortest decimal of another float; the text of KindNumber as
// it was written. It returns "" where v is not a finite number.
func (v Value) NumberText() string {
	if s, ok := v.content(KindNumber); ok {
		return s
	}
	if !v.IsNumber() {
		return ""
	}
	switch x := v.exact(); {
	case x.form == isInt:
		text := strconv.FormatUint(x.mag, 10)
		if x.neg || x.mag == 0 && math.Signbit(v.Float()) {
			return "-" + text
		}
		return text
	case x.form == isFloat && !math.IsInf(x.f, 0):
		return string(appendFloat(nil, x.f, 64))
	}
	return ""
}

// appendFloat appends a finite float as JSON text: the shortest digits that
// read back, with an exponent from 1e21 on and below 1e-6.
func appendFloat(dst []byte, f float64, size int) []byte {
	form := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		form = 'e'
	}
	dst = strconv.AppendFloat(dst, f, form, -1, size)
	if n := len(dst); form == 'e' && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1] // e-09 is e-9
		dst = dst[:n-1]
	}
	return dst
}

// MaxBigDigits is the largest number of digits, and the largest exponent, of
// the numbers that AsBigInt and AsRat expand.
const MaxBigDigits = 100_000

// AsBigInt returns the integer that v, a number of any kind, is exactly.
// Faults: WrongType, Inexact for a fraction, NotFinite, and OutOfRange beyond
// [MaxBigDigits].
func (v Value) AsBigInt() (*big.Int, error) {
	if !v.IsNumber() {
		return nil, v.wrongKind("integer")
	}
	r, err := v.AsRat()
	if err != nil {
		return nil, err
	}
	if !r.IsInt() {
		return nil, v.badNumber(fault.Inexact, "integer")
	}
	return r.Num(), nil
}

// AsRat returns the number that v, a number of any kind, stands for in
// comparisons: one tenth for the float 0.1. Faults: WrongType, NotFinite, and
// OutOfRange beyond [MaxBigDigits].
func (v Value) AsRat() (*big.Rat, error) {
	if !v.IsNumber() {
		return nil, v.wrongKind("number")
	}
	x := v.exact()
	switch {
	case x.form == isNaN || x.form == isFloat && math.IsInf(x.f, 0):
		return nil, v.badNumber(fault.NotFinite, "finite number")
	case x.form == isDecimal && (x.dec.n > MaxBigDigits || x.dec.exp > MaxBigDigits || x.dec.exp < -MaxBigDigits):
		return nil, v.badNumber(fault.OutOfRange, "number of "+strconv.Itoa(MaxBigDigits)+" digits")
	case x.side() == 0:
		return new(big.Rat), nil
	}
	d := x.decimal()
	r, ok := new(big.Rat).SetString(d.plain() + "e" + strconv.FormatInt(d.exp-int64(d.n), 10))
	if !ok {
		return nil, v.badNumber(fault.Internal, "number")
	}
	if d.neg {
		r.Neg(r)
	}
	return r, nil
}

// badNumber returns a fault of v with its text.
func (v Value) badNumber(code fault.Code, want string) error {
	const most = 40
	got := v.NumberText()
	if got == "" {
		got = v.String()
	}
	if len(got) > most {
		got = got[:most] + "..."
	}
	return v.fault(code, want, got)
}
