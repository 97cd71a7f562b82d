package json

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// The model is a dumper that is simple and slow: one string at a time, one
// character at a time. ok is false where it meets a fault.

type model struct {
	set *option.Set
	ok  bool
}

func modelDump(v value.Value, s *option.Set) (string, bool) {
	m := model{s, true}
	text := m.value(v, 0)
	return text, m.ok
}

func (m *model) line(depth int) string {
	if m.set.Indent < 0 {
		return ""
	}
	return "\n" + strings.Repeat(string(m.set.IndentChar), m.set.Indent*depth)
}

func (m *model) list(open, end string, items []string, depth int) string {
	if len(items) == 0 {
		return open + end
	}
	text := open
	for k, item := range items {
		if k > 0 {
			text += ","
		}
		text += m.line(depth+1) + item
	}
	return text + m.line(depth) + end
}

func (m *model) member(key, val string) string {
	if m.set.Indent >= 0 {
		return key + ": " + val
	}
	return key + ":" + val
}

func (m *model) value(v value.Value, depth int) string {
	switch v.Kind() {
	case value.KindNull:
		return "null"
	case value.KindBool:
		return strconv.FormatBool(v.Bool())
	case value.KindInt:
		return strconv.FormatInt(v.Int(), 10)
	case value.KindUint:
		return strconv.FormatUint(v.Uint(), 10)
	case value.KindFloat:
		return m.float(v.Float(), 64)
	case value.KindFloat32:
		return m.float(float64(v.Float32()), 32)
	case value.KindNumber:
		return v.NumberText()
	case value.KindString:
		return m.string(v.Text())
	case value.KindTime:
		return m.string(v.Time().Format(time.RFC3339Nano))
	case value.KindBytes:
		return m.bytes(v, depth)
	case value.KindArray:
		var items []string
		for _, e := range v.Elements() {
			items = append(items, m.value(e, depth+1))
		}
		return m.list("[", "]", items, depth)
	case value.KindObject:
		return m.object(v, depth)
	}
	tag, payload, _ := v.Ext()
	m.ok = m.ok && m.set.Lossy != option.LossyError
	return m.list("{", "}", []string{
		m.member(`"tag"`, strconv.FormatInt(tag, 10)), m.member(`"payload"`, m.value(payload, depth+1)),
	}, depth)
}

func (m *model) object(v value.Value, depth int) string {
	type member struct{ key, item string }
	var members []member
	for key, val := range v.Pairs() {
		name := key.Text()
		if key.Kind() != value.KindString {
			m.ok = m.ok && m.set.Lossy != option.LossyError
			plain := model{&option.Set{NonFinite: option.NonFiniteLiteral, Lossy: option.LossyAllow, Indent: -1}, true}
			name = strings.Trim(plain.value(key, 0), `"`)
		}
		members = append(members, member{name, m.member(m.string(name), m.value(val, depth+1))})
	}
	if m.set.SortKeys {
		slices.SortStableFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
	}
	var items []string
	for _, e := range members {
		items = append(items, e.item)
	}
	return m.list("{", "}", items, depth)
}

func (m *model) bytes(v value.Value, depth int) string {
	sub, has := v.Subtype()
	if m.set.Bytes == option.BytesBase64 {
		m.ok = m.ok && (!has || m.set.Lossy != option.LossyError)
		return `"` + base64.StdEncoding.EncodeToString(v.Bytes()) + `"`
	}
	m.ok = m.ok && m.set.Bytes != option.BytesError
	var numbers []string
	for _, c := range v.Bytes() {
		numbers = append(numbers, strconv.Itoa(int(c)))
	}
	sep, subtype := ",", "null"
	if m.set.Indent >= 0 {
		sep = ", "
	}
	if has {
		subtype = strconv.FormatUint(sub, 10)
	}
	return m.list("{", "}", []string{
		m.member(`"bytes"`, "["+strings.Join(numbers, sep)+"]"), m.member(`"subtype"`, subtype),
	}, depth)
}

func (m *model) float(f float64, size int) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		name := map[bool]string{true: "Infinity", false: "-Infinity"}[f > 0]
		if math.IsNaN(f) {
			name = "NaN"
		}
		switch m.set.NonFinite {
		case option.NonFiniteError:
			m.ok = false
		case option.NonFiniteNull:
			return "null"
		case option.NonFiniteString:
			return `"` + name + `"`
		}
		return name
	}
	if m.set.Floats == option.FloatsNlohmann {
		return modelNlohmann(f)
	}
	if m.set.Floats == option.FloatsES6 && f == 0 {
		return "0"
	}
	if abs := math.Abs(f); abs == 0 || abs >= 1e-6 && abs < 1e21 {
		if size == 64 || float32(abs) >= 1e-6 && float32(abs) < 1e21 {
			return strconv.FormatFloat(f, 'f', -1, size)
		}
	}
	text := strconv.FormatFloat(f, 'e', -1, size)
	return strings.Replace(text, "e-0", "e-", 1)
}

// modelNlohmann has the shortest digits, which are right for most floats.
func modelNlohmann(f float64) string {
	if abs := math.Abs(f); abs != 0 && (abs < 1e-4 || abs >= 1e15) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

func (m *model) string(s string) string {
	var b strings.Builder
	unit := func(r rune) { fmt.Fprintf(&b, `\u%04x`, r) }
	b.WriteByte('"')
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			size = modelSubpart(s)
			switch m.set.UTF8 {
			case option.UTF8Strict:
				m.ok = false
			case option.UTF8Replace:
				if m.set.EnsureASCII {
					unit(r)
				} else {
					b.WriteRune(r)
				}
			}
			s = s[size:]
			continue
		}
		s = s[size:]
		short := strings.IndexRune("\b\t\n\f\r\"\\", r)
		switch {
		case short >= 0:
			b.WriteByte('\\')
			b.WriteByte(`btnfr"\`[short])
		case r < ' ' || m.set.EscapeHTML && strings.ContainsRune("<>&", r),
			m.set.EscapeJS && (r == '\u2028' || r == '\u2029'),
			m.set.EnsureASCII && r >= 0x7F && r <= 0xFFFF:
			unit(r)
		case m.set.EnsureASCII && r > 0xFFFF:
			unit(0xD800 + (r-0x10000)>>10)
			unit(0xDC00 + (r-0x10000)&0x3FF)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// characterStarts are the beginnings, of two and three bytes, of all characters
// that are longer.
var characterStarts = func() map[string]bool {
	starts := make(map[string]bool)
	for r := rune(0x800); r <= utf8.MaxRune; r += 0x40 { // the last byte does not matter
		if text := string(r); utf8.ValidRune(r) {
			for size := 2; size < len(text); size++ {
				starts[text[:size]] = true
			}
		}
	}
	return starts
}()

// modelSubpart returns the length of the longest beginning of a character that
// s begins with, 1 where it begins with none.
func modelSubpart(s string) int {
	for size := min(3, len(s)); size > 1; size-- {
		if characterStarts[s[:size]] {
			return size
		}
	}
	return 1
}

var (
	goodPieces = []string{
		"a", "hello world ", "\"", "\\", "/", "\b\t\n\f\r", "\x00", "\x1f", "\x7f", "<", ">", "&", "é", "\u0080", "\u07ff",
		"\u0800", "中", "文字", "\u2028", "\u2029", "\u202a", "\ud7ff", "\ue000", "\ufffd", "\uffff", "😀", "\U00010000", "\U0010ffff",
	}
	badPieces = []string{
		"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xc3", "\xe4\xb8",
		"\xf0\x9f\x98", "\x80", "\xbf\xbf", "\xf8\x88\x80\x80\x80", "\xc1\xbf", "\xf5\x80\x80\x80", "\xf1\x80",
	}
)

// randomText returns a string of about up to limit bytes, with an ill-formed
// place here and there where bad is set.
func randomText(r *rand.Rand, limit int, bad bool) string {
	var b []byte
	style := r.IntN(6)
	for n := r.IntN(limit + 1); len(b) < n; {
		switch {
		case bad && r.IntN(10) == 0:
			b = append(b, badPieces[r.IntN(len(badPieces))]...)
		case bad && style == 5 && r.IntN(30) == 0:
			b = append(b, byte(r.IntN(256)))
		case style == 0 || r.IntN(3) == 0:
			for range r.IntN(40) {
				b = append(b, byte('a'+r.IntN(26)))
			}
		case style == 1:
			b = append(b, []string{"中", "文", "字", "😀"}[r.IntN(4)]...)
		default:
			b = append(b, goodPieces[r.IntN(len(goodPieces))]...)
		}
	}
	return string(b)
}

// randomSet returns options at random.
func randomSet(r *rand.Rand) option.Set {
	s := option.Default
	bits := r.Uint32()
	s.EscapeHTML, s.EscapeJS, s.EnsureASCII, s.SortKeys = bits&1 != 0, bits&2 != 0, bits&4 != 0, bits&8 != 0
	s.UTF8, s.Lossy = uint8(r.IntN(3)), uint8(r.IntN(3))
	s.Floats, s.NonFinite, s.Bytes = uint8(r.IntN(2)), uint8(r.IntN(4)), uint8(r.IntN(2))
	s.Indent = []int{-1, -1, 0, 1, 2, 4, 7, 33, 64, 1000}[r.IntN(10)]
	s.IndentChar = []rune{' ', ' ', '\t', 'é', '→', '😀'}[r.IntN(6)]
	return s
}

func TestDumpStringsAgainstModel(t *testing.T) {
	rounds := 20_000
	if testing.Short() {
		t.Log("-short: 2,000 strings of 20,000")
		rounds = 2_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	var out bytes.Buffer
	for n := range rounds {
		limit := 80
		switch {
		case n%400 == 0:
			limit = 3 * bufSize
		case n%8 == 0:
			limit = 600
		}
		text := strings.Clone(randomText(r, limit, n%4 != 0))
		v := value.String(text)
		lead := value.String(strings.Repeat("x", r.IntN(200)))
		if n%100 == 0 {
			lead = value.String(strings.Repeat("x", bufSize-r.IntN(1000)))
		}
		for mode := range 8 * 3 {
			s := option.Default
			s.EscapeHTML, s.EscapeJS, s.EnsureASCII = mode&1 != 0, mode&2 != 0, mode&4 != 0
			s.UTF8 = uint8(mode >> 3)
			want, ok := modelDump(v, &s)
			got, err := appendValue(nil, v, &s)
			if (err == nil) != ok || ok && string(got) != want {
				t.Fatalf("%q in mode %d: got %q, %v\nwant %q, %v", text, mode, got, err, want, ok)
			}
			if mode%8 != n%8 && n%8 != 1 {
				continue // a writer takes the same way for most strings
			}
			out.Reset()
			err = writeValue(&out, value.Array(lead, v), &s)
			if ok {
				want = `["` + lead.Text() + `",` + want + `]`
			}
			if (err == nil) != ok || ok && out.String() != want {
				t.Fatalf("%q in mode %d to a writer: got %q, %v\nwant %q, %v", text, mode, out.Bytes(), err, want, ok)
			}
		}
	}
}

// randomValue returns a value of every kind at random, up to a depth.
func randomValue(r *rand.Rand, depth int, bad bool) value.Value {
	kind := r.IntN(16)
	if depth <= 0 {
		kind = r.IntN(12)
	}
	switch kind {
	case 0:
		return value.Null()
	case 1:
		return value.Bool(r.IntN(2) == 0)
	case 2:
		return value.Int(int64(r.Uint64()) >> r.IntN(64))
	case 3:
		return value.Uint(r.Uint64())
	case 4:
		f := math.Float64frombits(r.Uint64())
		if !bad && (math.IsNaN(f) || math.IsInf(f, 0)) {
			f = 1.5
		}
		return value.Float(f)
	case 5:
		return value.Float32(r.Float32() * 1000)
	case 6:
		return value.Time(time.Unix(r.Int64N(4e9)-2e9, r.Int64N(1e9)))
	case 7:
		b := []byte(randomText(r, 30, true))
		if bad && r.IntN(2) == 0 {
			return value.BytesSub(b, r.Uint64()>>r.IntN(64))
		}
		return value.Bytes(b)
	case 8, 9, 10, 11:
		return value.String(randomText(r, 60, bad && r.IntN(20) == 0))
	case 12:
		if bad && r.IntN(4) == 0 {
			return value.Ext(int64(r.IntN(256))-128, randomValue(r, depth-1, bad))
		}
		fallthrough
	case 13:
		elems := make([]value.Value, r.IntN(6))
		for k := range elems {
			elems[k] = randomValue(r, depth-1, bad)
		}
		return value.Array(elems...)
	}
	members := make([]value.Member, r.IntN(6))
	for k := range members {
		key := value.String(randomText(r, 20, bad && r.IntN(50) == 0))
		if bad && r.IntN(20) == 0 {
			for key = randomValue(r, 0, true); key.Kind() == value.KindBytes; {
				key = value.Int(int64(k)) // the model knows no escapes in base64
			}
		}
		members[k] = value.Member{Key: key, Value: randomValue(r, depth-1, bad)}
	}
	return value.Object(members...)
}

// inDocument returns a copy of v that is in a document, as a parser leaves it.
func inDocument(v value.Value) value.Value { return v.Clone() }

func TestDumpValuesAgainstModel(t *testing.T) {
	rounds := 20_000
	if testing.Short() {
		t.Log("-short: 2,000 values of 20,000")
		rounds = 2_000
	}
	r := rand.New(rand.NewPCG(3, 4))
	var out bytes.Buffer
	for n := range rounds {
		v := randomValue(r, 5, n%3 == 0)
		if n%2 == 0 {
			v = inDocument(v)
		}
		s := randomSet(r)
		want, ok := modelDump(v, &s)
		got, err := appendValue(nil, v, &s)
		if (err == nil) != ok || ok && string(got) != want {
			t.Fatalf("%+v: got %q, %v\nwant %q, %v", s, got, err, want, ok)
		}
		out.Reset()
		err = writeValue(&out, v, &s)
		if (err == nil) != ok || ok && out.String() != want {
			t.Fatalf("%+v, to a writer: got %q, %v\nwant %q, %v", s, out.Bytes(), err, want, ok)
		}
	}
}
