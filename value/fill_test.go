package value

import (
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
)

// document returns v as the root of a document, as a parser would make it.
func document(v Value) *Doc {
	d := new(Doc)
	d.Reset()
	s := d.Slab()
	fill(s, v)
	s.Text = append(s.Text, make([]byte, mem.Pad)...)
	return d
}

func fill(s *node.Slab, v Value) {
	at := len(s.Nodes)
	s.Nodes = append(s.Nodes, node.Node{})
	content := func(k node.Kind, flags uint64, text string) {
		s.Nodes[at] = node.Make(k, flags, len(text), uint64(len(s.Text)))
		s.Text = append(s.Text, text...)
	}
	switch k := v.Kind(); k {
	case KindBool:
		x := uint64(0)
		if v.Bool() {
			x = 1
		}
		s.Nodes[at] = node.Make(node.Bool, 0, 0, x)
	case KindInt:
		s.Nodes[at] = node.Make(node.Int, 0, 0, uint64(v.Int()))
	case KindUint:
		s.Nodes[at] = node.Make(node.Uint, 0, 0, v.Uint())
	case KindFloat:
		s.Nodes[at] = node.Make(node.Float, 0, 0, math.Float64bits(v.Float()))
	case KindFloat32:
		s.Nodes[at] = node.Make(node.Float32, 0, 0, uint64(math.Float32bits(v.Float32())))
	case KindNumber:
		content(node.Number, 0, v.NumberText())
	case KindString:
		content(node.String, node.FlagClean, v.Text())
	case KindBytes:
		if sub, ok := v.Subtype(); ok {
			content(node.Bytes, node.FlagSub, string(v.Bytes()))
			s.Nodes = append(s.Nodes, node.Node{Val: sub})
		} else {
			content(node.Bytes, 0, string(v.Bytes()))
		}
	case KindTime:
		t := v.Time()
		s.Nodes[at] = node.Make(node.Time, 0, t.Nanosecond(), uint64(t.Unix()))
	case KindExt:
		tag, payload, _ := v.Ext()
		s.Nodes = append(s.Nodes, node.Make(node.Int, 0, 0, uint64(tag)))
		fill(s, payload)
		s.Nodes[at] = node.Make(node.Ext, 0, 2, uint64(len(s.Nodes)))
	case KindArray:
		for _, e := range v.Elements() {
			fill(s, e)
		}
		s.Nodes[at] = node.Make(node.Array, 0, v.Len(), uint64(len(s.Nodes)))
	case KindObject:
		flags := uint64(0)
		for key, e := range v.Pairs() {
			if key.Kind() != KindString {
				flags = node.FlagKeys
			}
			fill(s, key)
			fill(s, e)
		}
		s.Nodes[at] = node.Make(node.Object, flags, v.Len(), uint64(len(s.Nodes)))
	}
}

// maker makes random values.
type maker struct{ *rand.Rand }

func newMaker(seed uint64) maker { return maker{rand.New(rand.NewPCG(seed, 1))} }

// numbers are near each other, so that pairs of them are often equal or nearly
// so.
var numbers = []Value{
	Int(0), Int(1), Int(-1), Int(2), Int(100), Int(1 << 53), Int(1<<53 + 1), Int(1<<60 + 256), Int(1 << 60),
	Int(1152921504606847200), Int(1152921504606847210),
	Int(math.MaxInt64), Int(math.MinInt64), Uint(1 << 63), Uint(math.MaxUint64), Uint(math.MaxUint64 - 1023),
	Float(0), Float(math.Copysign(0, -1)), Float(1), Float(0.1), Float(1.5), Float(-0.5), Float(1 << 53),
	Float(1 << 60), Float(1<<60 + 256), Float(1 << 63), Float(-1 << 63), Float(1 << 64), Float(1e23), Float(-1e300),
	Float(math.MaxFloat64), Float(math.SmallestNonzeroFloat64), Float(math.NaN()), Float(math.Inf(1)), Float(math.Inf(-1)),
	Float(0.10000000149011612),
	Float32(0), Float32(1), Float32(0.1), Float32(1.5), Float32(float32(math.NaN())), Float32(float32(math.Inf(1))),
	spelled("1.00"), spelled("1e2"), spelled("0.1"), spelled("0.10000000000000000001"), spelled("-0"), spelled("0e5"),
	spelled("9007199254740993.0"), spelled("9007199254740993"), spelled("18446744073709551616"), spelled("18446744073709551615.0"),
	spelled("-18446744073709550000"), spelled("1.1529215046068472e18"), spelled("1152921504606847210.5"), spelled("1e23"), spelled("99999999999999991611392"),
	spelled("1e400"), spelled("1E+400"), spelled("10e399"), spelled("-1e400"), spelled("1e-400"), spelled("1e999999999"),
	spelled("0.1e1000000000"), spelled("1e99999999999999999999"), spelled("10e99999999999999999998"), spelled("1e-99999999999999999999"),
	spelled("0.1e1000000000000000000"), spelled("1e999999999999999999"), spelled("100e-1000000000000000001"), spelled("1e-999999999999999999"),
	spelled("123456789012345678901234567890"), spelled("123456789012345678901234567890.00"), spelled("123456789012345678901234567890.1"),
}

func (m maker) number() Value {
	switch m.IntN(8) {
	case 0:
		return Int(int64(m.Uint64() >> m.IntN(64)))
	case 1:
		return Int(-int64(m.Uint64() >> (1 + m.IntN(63))))
	case 2:
		return Float(math.Float64frombits(m.Uint64()))
	case 3:
		return Float32(math.Float32frombits(m.Uint32()))
	case 4:
		return Float(float64(int64(m.Uint64() >> m.IntN(64))))
	case 5:
		f := math.Float64frombits(m.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			f = 0.25
		}
		return spelled(strconv.FormatFloat(f, 'e', m.IntN(25)-1, 64))
	}
	return numbers[m.IntN(len(numbers))]
}

func (m maker) key() string {
	const letters = "abcdefgh~/é"
	n := m.IntN(4)
	if m.IntN(20) == 0 {
		n = 40
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[m.IntN(len(letters))]
	}
	return string(b)
}

func (m maker) scalar() Value {
	switch m.IntN(10) {
	case 0:
		return Null()
	case 1:
		return Bool(m.IntN(2) == 0)
	case 2, 3:
		return String(m.key())
	case 4:
		return Bytes([]byte(m.key()))
	case 5:
		return BytesSub([]byte(m.key()), uint64(m.IntN(2)))
	case 6:
		return Time(time.Unix(int64(m.IntN(3)-1), int64(m.IntN(2))))
	}
	return m.number()
}

// value returns a value nested at most depth levels; odd allows keys of any
// kind.
func (m maker) value(depth int, odd bool) Value {
	if depth == 0 || m.IntN(4) == 0 {
		return m.scalar()
	}
	n := m.IntN(5)
	if m.IntN(40) == 0 {
		n = indexFrom + m.IntN(20)
		depth = 1
	}
	switch m.IntN(7) {
	case 0:
		return Ext(int64(m.IntN(3)-1), m.value(depth-1, odd))
	case 1, 2, 3:
		elems := make([]Value, n)
		for i := range elems {
			elems[i] = m.value(depth-1, odd)
		}
		return Array(elems...)
	}
	members := make([]Member, n)
	for i := range members {
		members[i] = Pair(m.key(), m.value(depth-1, odd))
		if n >= indexFrom {
			members[i].Key = String(m.key() + strconv.Itoa(i))
		}
		if odd && m.IntN(4) == 0 {
			members[i].Key = m.value(depth-1, odd)
		}
	}
	return Object(members...)
}

// variant returns a value that is equal to v in another form: members in
// another order, numbers of another kind, in a document or not.
func (m maker) variant(v Value) Value {
	w := m.shuffled(v)
	switch m.IntN(4) {
	case 0:
		return w
	case 1:
		w = document(w).Root()
		m.touch(w)
		return w
	case 2:
		return w.Clone()
	}
	return document(w).Root()
}

// touch edits some containers in v without changing them.
func (m maker) touch(v Value) {
	if m.IntN(3) == 0 {
		switch v.Kind() {
		case KindArray:
			_ = v.Append()
		case KindObject:
			_ = v.DeleteFunc(func(_, _ Value) bool { return false })
		}
	}
	_, payload, _ := v.Ext()
	if !payload.IsNull() {
		m.touch(payload)
	}
	for _, e := range v.Elements() {
		m.touch(e)
	}
	for k, e := range v.Pairs() {
		m.touch(k)
		m.touch(e)
	}
}

func (m maker) shuffled(v Value) Value {
	switch k := v.Kind(); {
	case v.IsNumber() && m.IntN(2) == 0:
		if f := v.Float(); k == KindFloat32 || k == KindFloat && math.Abs(f) < 1<<63 && f == math.Trunc(f) && m.IntN(2) == 0 {
			if f == math.Trunc(f) && math.Abs(f) < 1<<63 {
				return Int(int64(f))
			}
			return Float(f)
		}
		if s := v.NumberText(); s != "" && k != KindNumber {
			return spelled(s)
		}
	case k == KindExt:
		tag, payload, _ := v.Ext()
		return Ext(tag, m.shuffled(payload))
	case k == KindArray:
		var elems []Value
		for _, e := range v.Elements() {
			elems = append(elems, m.shuffled(e))
		}
		return Array(elems...)
	case k == KindObject:
		var members []Member
		for key, e := range v.Pairs() {
			members = append(members, Member{m.shuffled(key), m.shuffled(e)})
		}
		return Object(m.order(members)...)
	}
	return v
}

// order returns members in another order; those with equal keys stay in
// theirs.
func (m maker) order(members []Member) []Member {
	var out []Member
	for _, i := range m.Perm(len(members)) {
		for _, x := range members[:i] {
			if x.Key.Equal(members[i].Key) {
				i = -1 // the first of several brings the others along
				break
			}
		}
		if i < 0 {
			continue
		}
		for _, x := range members[i:] {
			if x.Key.Equal(members[i].Key) {
				out = append(out, x)
			}
		}
	}
	return out
}
