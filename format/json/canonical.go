package json

import (
	"cmp"
	"math"
	"slices"

	"example.com/calque/fault"
	"example.com/calque/internal/num"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// maxSafe is the largest integer up to which a float64 tells every integer.
const maxSafe = 1<<53 - 1

// canonicalSet returns the options of s in which the form is that of RFC 8785.
func canonicalSet(s *option.Set) *option.Set {
	c := *s
	c.Indent, c.SortKeys = -1, true
	c.EnsureASCII, c.EscapeHTML, c.EscapeJS = false, false, false
	c.Floats, c.NonFinite, c.UTF8 = option.FloatsES6, option.NonFiniteError, option.UTF8Strict
	return &c
}

// number writes a number whose text a value has kept.
func (d *dumper) number(i int, text string) int {
	if !d.exact {
		return d.raw(i, []byte(text))
	}
	v, err := value.Number(text)
	if err != nil { // no parser lets one through
		return d.report(i, &fault.Error{Code: fault.BadNumber, Got: brief(text)})
	}
	switch v.Kind() {
	case value.KindInt:
		return d.int(i, v.Int())
	case value.KindFloat:
		return d.float(i, v.Float())
	}
	return d.canonicalNumber(i, v)
}

// canonicalNumber writes an integer that a float64 may not tell exactly, or a
// number that none tells.
//
//go:noinline
func (d *dumper) canonicalNumber(i int, v value.Value) int {
	f := v.Float()
	if math.IsInf(f, 0) {
		return d.report(i, beyondFloat(v))
	}
	if d.set.Lossy == option.LossyError && !tellsAll(v) {
		return d.report(i, inexact(v, "a number that a float64 tells exactly"))
	}
	return d.float(i, f)
}

// tellsAll reports whether the shortest digits of a float64 are the number v.
func tellsAll(v value.Value) bool {
	switch v.Kind() {
	case value.KindInt, value.KindUint:
		// Below 1e21 the shortest digits are followed by zeros, up to the point.
		return string(num.AppendFloat64(nil, v.Float())) == v.NumberText()
	}
	return v.Kind() != value.KindNumber
}

func inexact(v value.Value, want string) *fault.Error {
	return &fault.Error{Code: fault.Inexact, Offset: -1, Want: want, Got: brief(v.NumberText())}
}

func beyondFloat(v value.Value) *fault.Error {
	return &fault.Error{Code: fault.OutOfRange, Offset: -1, Want: "a number of at most 1.8e308", Got: brief(v.NumberText())}
}

// brief returns the text of a number, cut to a readable length.
func brief(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}

// repeatedName is the prefix, once the members are sorted, of one whose name
// the member in front of it has too.
const repeatedName = 1

// sortUTF16 sorts by the UTF-16 code units of the keys, equal ones by their
// place, and marks those that are equal to the one in front.
func (r *ranks) sortUTF16() {
	slices.SortFunc(r.list, func(a, b rank) int {
		if a.prefix == b.prefix || (a.prefix|b.prefix)&highBits != 0 {
			if c := compareUTF16(r.key(a.at), r.key(b.at)); c != 0 {
				return c
			}
			return cmp.Compare(a.at, b.at)
		}
		return cmp.Compare(a.prefix, b.prefix)
	})
	last := ""
	for k := range r.list {
		key := r.key(r.list[k].at)
		r.list[k].prefix = 0
		if k > 0 && key == last {
			r.list[k].prefix = repeatedName
		}
		last = key
	}
}

// highBits are set in a prefix that is not all ASCII.
const highBits = 0x8080808080808080

// compareUTF16 compares two texts by their UTF-16 code units. In well-formed
// UTF-8 that is the order of the bytes but for one thing: characters beyond
// U+FFFF, whose first byte is F0 or more, come in front of those from U+E000 to
// U+FFFF, whose first byte is EE or EF.
func compareUTF16(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if x, y := a[i], b[i]; x != y {
			return cmp.Compare(utf16Rank(x), utf16Rank(y))
		}
	}
	return cmp.Compare(len(a), len(b))
}

func utf16Rank(c byte) byte {
	if c == 0xEE || c == 0xEF {
		return c + 0x10
	}
	return c
}

// ordered returns where the k-th member of the object being written in order
// is: the node of its key, or its index. In canonical text a name that stands
// twice is a fault.
func (d *dumper) ordered(i, k int) (next, at int) {
	r := d.order[d.base+k]
	if d.exact && r.prefix == repeatedName {
		i = d.report(i, &fault.Error{Code: fault.Duplicate})
	}
	return i, r.at
}
