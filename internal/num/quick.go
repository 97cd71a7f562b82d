package num

import (
	"math"
	"strconv"
	"strings"

	"example.com/calque/internal/mem"
)

// Skip returns the index behind the number at p+i.
func Skip(p mem.Ptr, i int) (end int) {
	digits := func() int {
		n := 0
		for mem.Load8(p, i)-'0' <= 9 {
			i++
			n++
		}
		return n
	}
	if mem.Load8(p, i) == '-' {
		i++
	}
	if mem.Load8(p, i) == '0' {
		i++
		if mem.Load8(p, i)-'0' <= 9 {
			return ^i
		}
	} else if digits() == 0 {
		return ^i
	}
	if mem.Load8(p, i) == '.' {
		i++
		if digits() == 0 {
			return ^i
		}
	}
	if mem.Load8(p, i)|0x20 == 'e' {
		i++
		if c := mem.Load8(p, i); c == '+' || c == '-' {
			i++
		}
		if digits() == 0 {
			return ^i
		}
	}
	return i
}

// Read reads the number at p+i.
func Read(p mem.Ptr, i int) (c Class, bits uint64, end int) {
	c, bits, end = ReadSpelled(p, i)
	if c != Text || end < 0 {
		return c, bits, end
	}
	s := mem.String(p, i, end-i)
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return Text, 0, end
	}
	if plain(s) != plain(strconv.FormatFloat(f, 'e', -1, 64)) {
		return Text, 0, end
	}
	return Float, math.Float64bits(f), end
}

// plain returns a text that two valid numbers share when they are equal.
func plain(s string) string {
	s, neg := strings.CutPrefix(strings.ToLower(s), "-")
	man, e, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(strings.TrimPrefix(e, "+"))
	whole, frac, _ := strings.Cut(man, ".")
	exp -= len(frac)
	d := strings.TrimLeft(whole+frac, "0")
	t := strings.TrimRight(d, "0")
	exp += len(d) - len(t)
	if t == "" {
		exp = 0
	}
	return strconv.FormatBool(neg) + t + "e" + strconv.Itoa(exp)
}

// ReadSpelled reads the number at p+i as Read does, but gives only integers in
// their canonical spelling as such: every other number is Text.
func ReadSpelled(p mem.Ptr, i int) (c Class, bits uint64, end int) {
	end = Skip(p, i)
	if end < 0 {
		return 0, 0, end
	}
	s := mem.String(p, i, end-i)
	if s != "-0" {
		if v, err := strconv.ParseInt(s, 10, 64); err == nil {
			return Int, uint64(v), end
		}
		if v, err := strconv.ParseUint(s, 10, 64); err == nil {
			return Uint, v, end
		}
	}
	return Text, 0, end
}

// ParseFloat64 returns the float64 nearest to the number at p+i.
func ParseFloat64(p mem.Ptr, i int) (f float64, end int) {
	if end = Skip(p, i); end < 0 {
		return 0, end
	}
	f, err := strconv.ParseFloat(mem.String(p, i, end-i), 64)
	if err != nil {
		return 0, ^i
	}
	return f, end
}

// ParseFloat32 returns the float32 nearest to the number at p+i.
func ParseFloat32(p mem.Ptr, i int) (f float32, end int) {
	if end = Skip(p, i); end < 0 {
		return 0, end
	}
	g, err := strconv.ParseFloat(mem.String(p, i, end-i), 32)
	if err != nil {
		return 0, ^i
	}
	return float32(g), end
}

// ParseInt returns the integer at p+i, which may be spelled 1.0 or 1e2.
func ParseInt(p mem.Ptr, i int) (v int64, end int) {
	if end = Skip(p, i); end < 0 {
		return 0, end
	}
	v, err := strconv.ParseInt(integer(mem.String(p, i, end-i)), 10, 64)
	if err != nil {
		return 0, ^i
	}
	return v, end
}

// ParseUint returns the integer at p+i, which may be spelled 1.0 or 1e2.
func ParseUint(p mem.Ptr, i int) (v uint64, end int) {
	if end = Skip(p, i); end < 0 {
		return 0, end
	}
	v, err := strconv.ParseUint(integer(mem.String(p, i, end-i)), 10, 64)
	if err != nil {
		return 0, ^i
	}
	return v, end
}

// integer spells a valid number as an integer where it is one of at most 20
// digits.
func integer(s string) string {
	if !strings.ContainsAny(s, ".eE") {
		return s
	}
	sign := ""
	s = plain(s)
	if strings.HasPrefix(s, "true") {
		sign = "-"
	}
	d, e, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(s, "true"), "false"), "e")
	exp, _ := strconv.Atoi(e)
	if exp < 0 || exp+len(d) > 20 {
		return ""
	}
	return sign + d + strings.Repeat("0", exp) + strings.Repeat("0", 1-min(1, len(d)))
}

// Shortest returns the shortest decimal that rounds to f: |f| is
// digits * 10^exp, and digits has no trailing zero.
func Shortest(f float64) (digits uint64, exp int) {
	s := plain(strconv.FormatFloat(math.Abs(f), 'e', -1, 64))
	d, e, _ := strings.Cut(strings.TrimPrefix(s, "false"), "e")
	digits, _ = strconv.ParseUint("0"+d, 10, 64)
	exp, _ = strconv.Atoi(e)
	return digits, exp
}

// AppendFloat64 appends the text of a finite f.
func AppendFloat64(dst []byte, f float64) []byte { return appendFloat(dst, f, 64) }

// AppendFloat32 appends the text of a finite f.
func AppendFloat32(dst []byte, f float32) []byte { return appendFloat(dst, float64(f), 32) }

// AppendInt appends the text of v.
func AppendInt(dst []byte, v int64) []byte { return strconv.AppendInt(dst, v, 10) }

// AppendUint appends the text of v.
func AppendUint(dst []byte, v uint64) []byte { return strconv.AppendUint(dst, v, 10) }

func appendFloat(dst []byte, f float64, size int) []byte {
	a := math.Abs(f)
	format := byte('f')
	if a != 0 && (size == 64 && (a < 1e-6 || a >= 1e21) || size == 32 && (float32(a) < 1e-6 || float32(a) >= 1e21)) {
		format = 'e'
	}
	dst = strconv.AppendFloat(dst, f, format, -1, size)
	if n := len(dst); format == 'e' && n >= 4 && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// PutInt writes the text of v at p+i and returns the index behind it.
func PutInt(p mem.Ptr, i int, v int64) int {
	return i + len(AppendInt(mem.Slice(p, i, 32)[:0], v))
}

// PutUint writes the text of v at p+i and returns the index behind it.
func PutUint(p mem.Ptr, i int, v uint64) int {
	return i + len(AppendUint(mem.Slice(p, i, 32)[:0], v))
}

// PutFloat64 writes the text of a finite f at p+i and returns the index behind it.
func PutFloat64(p mem.Ptr, i int, f float64) int {
	return i + len(AppendFloat64(mem.Slice(p, i, 32)[:0], f))
}

// PutFloat32 writes the text of a finite f at p+i and returns the index behind it.
func PutFloat32(p mem.Ptr, i int, f float32) int {
	return i + len(AppendFloat32(mem.Slice(p, i, 32)[:0], f))
}
