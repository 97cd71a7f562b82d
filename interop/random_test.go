package interop

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"example.com/calque/value"
)

// maker makes random values and, beside each, its request form for the peers
// (see peers/nlohmann.cpp).
type maker struct {
	*rand.Rand
	clean bool // only well-formed UTF-8
}

func newMaker(seed uint64) *maker { return &maker{Rand: rand.New(rand.NewPCG(seed, 1))} }

// value returns a random value of at most depth levels and its request form.
func (m *maker) value(depth int) (value.Value, []byte) {
	n := 11
	if depth > 0 {
		n = 15
	}
	switch m.IntN(n) {
	case 0:
		return value.Null(), []byte("n")
	case 1:
		return value.Bool(true), []byte("t")
	case 2:
		return value.Bool(false), []byte("f")
	case 3:
		i := int64(m.bits())
		return value.Int(i), binary.LittleEndian.AppendUint64([]byte("i"), uint64(i))
	case 4:
		u := m.bits()
		return value.Uint(u), binary.LittleEndian.AppendUint64([]byte("u"), u)
	case 5, 6:
		f := m.float()
		return value.Float(f), binary.LittleEndian.AppendUint64([]byte("d"), math.Float64bits(f))
	case 7:
		b := []byte(m.text())
		return value.Bytes(b), appendText([]byte("b"), b)
	case 8:
		b, sub := []byte(m.text()), m.bits()
		return value.BytesSub(b, sub), binary.LittleEndian.AppendUint64(appendText([]byte("x"), b), sub)
	case 9, 10:
		s := m.text()
		return value.String(s), appendText([]byte("s"), []byte(s))
	case 11, 12:
		count := m.IntN(6)
		req := binary.LittleEndian.AppendUint32([]byte("a"), uint32(count))
		elems := make([]value.Value, count)
		for i := range elems {
			v, r := m.value(depth - 1)
			elems[i], req = v, append(req, r...)
		}
		return value.Array(elems...), req
	}
	return m.object(depth)
}

func (m *maker) object(depth int) (value.Value, []byte) {
	var members []value.Member
	var parts []byte
	seen := map[string]bool{}
	for range m.IntN(6) {
		k := m.text()
		if seen[k] {
			continue
		}
		seen[k] = true
		v, r := m.value(depth - 1)
		members = append(members, value.Pair(k, v))
		parts = append(appendText(parts, []byte(k)), r...)
	}
	req := binary.LittleEndian.AppendUint32([]byte("o"), uint32(len(members)))
	return value.Object(members...), append(req, parts...)
}

func appendText(req, s []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(req, uint32(len(s))), s...)
}

// bits returns 64 random bits, small numbers being as likely as large ones.
func (m *maker) bits() uint64 {
	u := m.Uint64() >> m.IntN(64)
	if m.IntN(4) == 0 {
		u = -u
	}
	return u
}

// float returns a random float64: any bits, few digits, integral, or special.
func (m *maker) float() float64 {
	switch m.IntN(8) {
	case 0:
		return math.Round(m.Float64()*1e6) / 1e3
	case 1:
		return float64(m.IntN(1 << 30))
	case 2:
		return math.Pow10(m.IntN(640) - 320)
	case 3:
		return []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, 1e23, math.MaxFloat64}[m.IntN(8)]
	}
	return math.Float64frombits(m.Uint64())
}

// pieces are what strings are made of; the last ones are ill-formed.
var pieces = []string{
	"a", "key", "0123456789abcdef", " ", "\"", "\\", "/", "\b", "\f", "\n", "\r", "\t", "\x00", "\x1f", "\x7f",
	"é", "ß", "\u2028", "\u2029", "日本", "\uffff", "😀", "<", ">", "&",
	"\xff", "\x80", "\xc0\xaf", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xf5",
}

const wellFormed = 25

// text returns a random string.
func (m *maker) text() string {
	n := len(pieces)
	if m.clean || m.IntN(3) > 0 {
		n = wellFormed
	}
	var s []byte
	for range m.IntN(9) {
		s = append(s, pieces[m.IntN(n)]...)
	}
	return string(s)
}
