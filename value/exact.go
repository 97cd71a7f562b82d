package value

import (
	"cmp"
	"math"
	"strings"
)

// exact is the number that a value stands for in comparisons, hashes and exact
// conversions, in one form for every kind that can hold it.
//
// A float is the number its text shows, the shortest decimal that reads back
// as it: 0.1 is one tenth, as it was in the input. A float that is an integer
// below 2^64 is exactly that integer, so that it equals the same Int. Kept
// texts are what Number makes of them, so that equality does not depend on
// whether a reader kept spellings.
type exact struct {
	form form
	neg  bool    // of isInt, mag is not 0
	mag  uint64  // of isInt
	f    float64 // of isFloat
	dec  decimal // of isDecimal
}

type form uint8

const (
	isNaN     form = iota
	isInt          // an integer whose magnitude is below 2^64
	isFloat        // a float64 that is not, or infinite
	isDecimal      // everything else
)

// exact returns the number that v, a number, stands for.
func (v Value) exact() exact {
	switch k, x := v.word(); k {
	case KindInt:
		return exactInt(int64(x))
	case KindUint:
		return exact{form: isInt, mag: x}
	case KindFloat:
		return exactFloat(math.Float64frombits(x))
	case KindFloat32:
		return exactFloat(float64(math.Float32frombits(uint32(x))))
	}
	text, _ := v.content(KindNumber)
	d, ok := parseDecimal(text)
	if !ok {
		return exact{form: isInt}
	}
	mag, whole := d.integer()
	if !whole || d.neg && mag > 1<<63 || strings.ContainsAny(text, ".eE") {
		if f, ok := d.float(); ok {
			return exactFloat(f)
		}
	}
	if whole {
		return exact{form: isInt, neg: d.neg, mag: mag}
	}
	return exact{form: isDecimal, dec: d}
}

func exactInt(i int64) exact {
	if i < 0 {
		return exact{form: isInt, neg: true, mag: -uint64(i)}
	}
	return exact{form: isInt, mag: uint64(i)}
}

func exactFloat(f float64) exact {
	switch {
	case math.IsNaN(f):
		return exact{form: isNaN}
	case math.Abs(f) < 1<<64 && f == math.Trunc(f):
		return exact{form: isInt, neg: f < 0, mag: uint64(math.Abs(f))}
	}
	return exact{form: isFloat, f: f}
}

// compare returns -1, 0 or 1 as x is less than, equal to or greater than y.
// NaN is less than every other number and equal to itself.
func (x *exact) compare(y *exact) int {
	switch {
	case x.form == isNaN || y.form == isNaN:
		return cmp.Compare(min(x.form, isInt), min(y.form, isInt))
	case x.form == isInt && y.form == isInt:
		return compareInts(x, y)
	case x.form == isFloat && y.form == isFloat:
		return cmp.Compare(x.f, y.f)
	case x.form == isInt && y.form == isFloat:
		return compareIntFloat(x, y.f)
	case x.form == isFloat && y.form == isInt:
		return -compareIntFloat(y, x.f)
	}
	if s := x.side() - y.side(); s != 0 {
		return cmp.Compare(s, 0)
	}
	d, e := x.decimal(), y.decimal()
	return d.compare(&e)
}

func compareInts(x, y *exact) int {
	switch {
	case x.neg && y.neg:
		return cmp.Compare(y.mag, x.mag)
	case x.neg:
		return -1
	case y.neg:
		return 1
	}
	return cmp.Compare(x.mag, y.mag)
}

// compareIntFloat compares an integer with a float that is not an integer
// below 2^64.
func compareIntFloat(x *exact, f float64) int {
	switch {
	case f >= 1<<64:
		return -1
	case f <= -(1 << 64):
		return 1
	}
	// The float lies between two integers.
	t := exactFloat(math.Floor(f))
	if c := compareInts(x, &t); c != 0 {
		return c
	}
	return -1
}

// side returns -2 and 2 for infinities, else the sign.
func (x *exact) side() int {
	switch {
	case x.form == isInt && x.mag == 0:
		return 0
	case x.form == isFloat && math.IsInf(x.f, 0):
		return int(math.Copysign(2, x.f))
	case x.form == isInt && x.neg, x.form == isFloat && x.f < 0, x.form == isDecimal && x.dec.neg:
		return -1
	}
	return 1
}

// decimal returns the decimal of x, which must be finite and not zero.
func (x *exact) decimal() decimal {
	switch x.form {
	case isInt:
		return intDecimal(x.neg, x.mag)
	case isFloat:
		return floatDecimal(x.f)
	}
	return x.dec
}
