package scan

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/calque/internal/mem"
)

// quoteModel is Quote in the plainest form: the text written and the length
// of the well-formed prefix.
func quoteModel(s string, html, js, ascii bool) (text string, read int) {
	var b strings.Builder
	unit := func(r rune) {
		b.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteByte("0123456789abcdef"[r>>shift&15])
		}
	}
	for k := 0; k < len(s); {
		r, size := utf8.DecodeRuneInString(s[k:])
		if r == utf8.RuneError && size == 1 {
			return b.String(), k
		}
		k += size
		short := strings.IndexRune("\"\\\b\f\n\r\t", r)
		switch {
		case short >= 0:
			b.WriteByte('\\')
			b.WriteByte(`"\bfnrt`[short])
		case r < 0x20, html && strings.ContainsRune("<>&", r), js && (r == 0x2028 || r == 0x2029), ascii && r == 0x7F:
			unit(r)
		case ascii && r >= 0x10000:
			a, c := utf16.EncodeRune(r)
			unit(a)
			unit(c)
		case ascii && r >= 0x80:
			unit(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), len(s)
}

// padded returns the address of a copy of s that zero bytes follow.
func padded(s string) mem.Ptr {
	b := make([]byte, len(s)+mem.Pad)
	copy(b, s)
	return mem.Of(b)
}

var pieces = []string{
	"a", "hello world ", "\"", "\\", "\n", "\t", "\r", "\b", "\f", "\x00", "\x01", "\x1f", "\x7f", "<", ">", "&", "/", "u",
	"é", "ß", "Привет", "中", "文字", "\u2028", "\u2029", "\u20a8", "\u2000", "\u202a", "😀", "\U0010ffff", "\uffff", "\ud7ff", "\ue000", "\u0800",
	"\u0080", "\u07ff", "\U00010000",
}

var badPieces = []string{
	"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xc3", "\xe4\xb8",
	"\xf0\x9f\x98", "\x80", "\xbf\xbf", "\xf8\x88\x80\x80\x80", "\xc1\xbf", "\xf5\x80\x80\x80", "\xe2\x80",
}

// randomText returns up to about limit bytes in one of several styles.
func randomText(r *rand.Rand, limit int) string {
	var b []byte
	n := r.IntN(limit)
	style := r.IntN(8)
	for len(b) < n {
		switch {
		case style == 0 || r.IntN(3) == 0:
			for k := r.IntN(40); k >= 0; k-- {
				b = append(b, byte('a'+r.IntN(26)))
			}
		case style == 1 && r.IntN(10) == 0:
			b = append(b, badPieces[r.IntN(len(badPieces))]...)
		case style == 2:
			b = append(b, []string{"中", "文", "字", "😀"}[r.IntN(4)]...)
		case style == 3 && r.IntN(30) == 0:
			b = append(b, byte(r.IntN(256)))
		case style == 4:
			b = append(b, []string{"п", "р", "и", "в ", "е"}[r.IntN(5)]...)
		case style == 5:
			b = append(b, byte(r.IntN(0x30)))
		default:
			b = append(b, pieces[r.IntN(len(pieces))]...)
		}
	}
	return string(b)
}

// quoteAll writes s through Quote with little room at a time.
func quoteAll(t *testing.T, s string, m *Mode, room int) (text string, read int) {
	t.Helper()
	var out []byte
	src := []byte(s)
	k := 0
	for {
		buf := bytes.Repeat([]byte{0xA5}, room+16)
		var p mem.Ptr
		if k < len(src) {
			p = mem.Of(src[k:])
		}
		r, w := Quote(mem.Of(buf), room, p, len(src)-k, m)
		if w > room || !bytes.Equal(buf[room:], bytes.Repeat([]byte{0xA5}, 16)) {
			t.Fatalf("%q: wrote beyond room %d", s, room)
		}
		out = append(out, buf[:w]...)
		k += r
		if k == len(src) || room-w >= QuoteRoom {
			return string(out), k
		}
		if r == 0 && room >= 2*QuoteRoom {
			t.Fatalf("%q: stands still at %d", s, k)
		}
		room = max(room, 2*QuoteRoom)
	}
}

func TestQuote(t *testing.T) { eachTier(t, testQuote) }

func testQuote(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for k := range rounds(t, 20000) {
		s := randomText(r, 1+[]int{20, 80, 600}[k%3])
		html, js, ascii := k&1 != 0, k&2 != 0, k&4 != 0
		m := NewMode(html, js, ascii)
		want, read := quoteModel(s, html, js, ascii)
		for _, room := range []int{6*len(s) + 200, len(s), 300, 257} {
			got, n := quoteAll(t, s, m, room)
			if got != want || n != read {
				t.Fatalf("html %v js %v ascii %v room %d\n s    %q\n got  %q %d\n want %q %d", html, js, ascii, room, s, got, n, want, read)
			}
		}
	}
}

func TestUTF8(t *testing.T) { eachTier(t, testUTF8) }

func testUTF8(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range rounds(t, 50000) {
		s := randomText(r, 200)
		want := 0
		for want < len(s) {
			c, size := utf8.DecodeRuneInString(s[want:])
			if c == utf8.RuneError && size == 1 {
				break
			}
			want += size
		}
		if got := UTF8(mem.OfString(s), len(s)); got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
	}
}

// stringModel is String in the plainest form.
func stringModel(s string) (end int, bits uint8) {
	s += "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	hex := func(i int) (v rune, fault int) {
		for k := range 4 {
			d := strings.IndexByte("0123456789abcdef", s[i+k]|0x20)
			if d < 0 || s[i+k] < '0' || d > 9 && s[i+k] < 'A' || d <= 9 && s[i+k] > '9' {
				return 0, i + k
			}
			v = v<<4 | rune(d)
		}
		return v, -1
	}
	for i := 0; ; {
		c := s[i]
		switch {
		case c == '"':
			return i, bits
		case c < 0x20:
			return ^i, bits
		case c >= 0x80:
			bits |= NonASCII
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				z := strings.IndexByte(s[i:], 0)
				if z < 4 && !utf8.FullRuneInString(s[i:i+z]) {
					return ^(i + z), bits
				}
				return ^i, bits
			}
			i += size
		case c != '\\':
			i++
		case s[i+1] != 'u':
			bits |= Escaped
			if s[i+1] == 0 || !strings.Contains(`"\/bfnrt`, s[i+1:i+2]) {
				return ^(i + 1), bits
			}
			i += 2
		default:
			bits |= Escaped
			v, fault := hex(i + 2)
			if fault >= 0 {
				return ^fault, bits
			}
			if !utf16.IsSurrogate(v) {
				i += 6
				continue
			}
			if v >= 0xDC00 {
				return ^i, bits
			}
			for k := range 2 {
				if s[i+6+k] == 0 {
					return ^(i + 6 + k), bits
				}
				if s[i+6+k] != `\u`[k] {
					return ^i, bits
				}
			}
			low, fault := hex(i + 8)
			if fault >= 0 {
				return ^fault, bits
			}
			if low < 0xDC00 || low > 0xDFFF {
				return ^i, bits
			}
			i += 12
		}
	}
}

var escapeForms = []string{
	`\n`, `\"`, `\\`, `\/`, `\b`, `\u0041`, `\ud83d\ude00`, `\uD83D\uDE00`, `\u00e9`, `\uffff`, `\u0000`, `\u07ff`, `\u0800`,
	`\x`, `\u12g4`, `\ud83d`, `\ude00`, `\ud83dx`, `\ud83d\n`, `\ud83d\u0041`, `\u`, `\`,
}

func TestString(t *testing.T) { eachTier(t, testString) }

func testString(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range rounds(t, 50000) {
		s := ""
		for range r.IntN(8) {
			s += strings.NewReplacer(`"`, "", `\`, "", "\n", "").Replace(randomText(r, 60))
			if r.IntN(2) == 0 {
				s += escapeForms[r.IntN(len(escapeForms)-9*r.IntN(2))]
			}
			if r.IntN(2) == 0 {
				s = strings.Map(func(c rune) rune {
					if c < 0x20 {
						return -1
					}
					return c
				}, s)
			}
		}
		if r.IntN(4) != 0 {
			s += `"`
		}
		end, bits := String(padded(s), 0)
		wantEnd, wantBits := stringModel(s)
		if end != wantEnd || end >= 0 && bits != wantBits {
			t.Fatalf("%q: %d %d, want %d %d", s, end, bits, wantEnd, wantBits)
		}
	}
}

func TestUnescape(t *testing.T) { eachTier(t, testUnescape) }

func testUnescape(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	b := newBench(t)
	for k := range rounds(t, 20000) {
		var text strings.Builder
		style := k % 6
		for range r.IntN([]int{4, 20, 100}[r.IntN(3)]) {
			switch {
			case style == 0 || r.IntN(4) == 0:
				text.WriteString(strings.Repeat("x", r.IntN(40)))
			case style == 1:
				text.WriteString(escapeForms[r.IntN(6)])
			case style == 2:
				fmt.Fprintf(&text, `\u%04x`, r.IntN(0xD800))
			case style == 3:
				fmt.Fprintf(&text, `\u%04X`, []int{0x41, 0xe9, 0x7ff, 0x800, 0xffff}[r.IntN(5)])
			case style == 4:
				text.WriteString(escapeForms[r.IntN(len(escapeForms)-9)])
			default:
				text.WriteString(escapeForms[r.IntN(len(escapeForms)-1)])
			}
		}
		s := text.String()
		fault, _ := stringModel(s + `"`)
		want, bad := "", false
		if fault >= 0 {
			want = unescapeModel(s)
		} else {
			bad = true
		}
		n := len(s)
		// In place, with the quote and the padding behind it.
		b.places([]byte(s+`"`), mem.Pad, func(p mem.Ptr) {
			got := Decode(p, p, n)
			if bad && got != fault || !bad && (got < 0 || string(mem.Slice(p, 0, got)) != want) || mem.Load8(p, n) != '"' {
				t.Fatalf("%q in place: %d %q, want %d %q", s, got, mem.Slice(p, 0, max(got, 0)), fault, want)
			}
		})
		b.places([]byte(s+`"`), mem.Pad, func(p mem.Ptr) {
			dst := b.dst[len(b.dst)-n:]
			if n == 0 {
				return
			}
			got := Decode(mem.Of(dst), p, n)
			if bad && got != fault || !bad && (got < 0 || string(dst[:got]) != want) {
				t.Fatalf("%q: %d, want %d %q", s, got, fault, want)
			}
			if got = Unescape(mem.Of(dst), p, n); !bad && (got < 0 || string(dst[:got]) != want) {
				t.Fatalf("%q: %d %q, want %q", s, got, dst[:got], want)
			}
		})
	}
	for s, want := range map[string]string{
		`\ud800`: "\ufffd", `\ud800x`: "\ufffdx", `\udc00\ud800`: "\ufffd\ufffd", `\ud800\u0041`: "\ufffdA",
		strings.Repeat(`\ud800`, 20): strings.Repeat("\ufffd", 20),
	} {
		p := padded(s + `"`)
		if n := Unescape(p, p, len(s)); string(mem.Slice(p, 0, n)) != want {
			t.Errorf("%q: %q, want %q", s, mem.Slice(p, 0, n), want)
		}
	}
}

func unescapeModel(s string) string {
	var units []uint16
	var b strings.Builder
	flush := func() {
		b.WriteString(string(utf16.Decode(units)))
		units = units[:0]
	}
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			flush()
			b.WriteByte(s[i])
			i++
			continue
		}
		if s[i+1] == 'u' {
			v := 0
			for _, c := range s[i+2 : i+6] {
				v = v<<4 | strings.IndexRune("0123456789abcdef", c|0x20)
			}
			units = append(units, uint16(v))
			i += 6
			continue
		}
		flush()
		b.WriteByte("\b\f\n\r\t\"\\/"[strings.IndexByte(`bfnrt"\/`, s[i+1])])
		i += 2
	}
	flush()
	return b.String()
}

func TestSpace(t *testing.T) { eachTier(t, testSpace) }

func testSpace(t *testing.T) {
	for _, n := range []int{longest/2 - 1, longest / 2, longest + 100, 3 * longest} {
		if got := Space(padded(strings.Repeat(" ", n)), 0); got != n {
			t.Fatalf("%d blanks: %d", n, got)
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range rounds(t, 20000) {
		b := make([]byte, r.IntN(400))
		for k := range b {
			b[k] = "    \n\t\r \n        "[r.IntN(16)]
		}
		s := string(b)
		if r.IntN(2) == 0 {
			s += string([]byte{"x\x00\x0b\xa0!"[r.IntN(5)]}) + " "
		}
		want := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
		if got := Space(padded(s), 0); got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
	}
}
