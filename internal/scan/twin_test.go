package scan

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"example.com/calque/internal/mem"
)

// bench of memory for the twins: texts stand once at its very start and once at
// its very end, so that an access outside of them ends the test.
type bench struct {
	t        testing.TB
	src, dst []byte
	x        Index
	entries  []uint32
}

const benchSize = 1 << 16

func newBench(t testing.TB) *bench {
	return &bench{t: t, src: guarded(t, benchSize), dst: guarded(t, benchSize), entries: make([]uint32, benchSize+64)}
}

// places calls f with s at the start and at the end of the guarded memory,
// followed by so many zero bytes.
func (b *bench) places(s []byte, zeros int, f func(p mem.Ptr)) {
	n := len(s) + zeros
	if n == 0 {
		return
	}
	for _, at := range []int{0, len(b.src) - n} {
		copy(b.src[at:], s)
		clear(b.src[at+len(s) : at+n])
		f(mem.Of(b.src[at:]))
	}
}

// text compares the kernels that read texts with their twins.
func (b *bench) text(s []byte) {
	b.t.Helper()
	b.places(s, mem.Pad, func(p mem.Ptr) {
		end, bits := String(p, 0)
		want, wantBits := stringGeneric(p, 0)
		if end != want || end >= 0 && bits != wantBits {
			b.t.Fatalf("String of %q: %d %d, want %d %d", s, end, bits, want, wantBits)
		}
		if got, want := Space(p, 0), spaceGeneric(p, 0); got != want {
			b.t.Fatalf("Space of %q: %d, want %d", s, got, want)
		}
	})
	b.places(s, 0, func(p mem.Ptr) {
		if got, want := UTF8(p, len(s)), utf8Generic(p, len(s)); got != want {
			b.t.Fatalf("UTF8 of %q: %d, want %d", s, got, want)
		}
		b.index(p, s)
	})
}

// index compares an Index of the text s, which stands at p, with the
// specification.
func (b *bench) index(p mem.Ptr, s []byte) {
	b.t.Helper()
	filled := append(append(make([]byte, 0, len(s)+64), s...), bytes.Repeat([]byte(" "), 64)...)
	var st indexState
	count := indexGeneric(mem.Of(filled), len(filled)/64, unsafe.Pointer(&b.entries[0]), 0, &st)
	wrong := st.control|st.utf8 != 0 || st.inside != 0
	ix := b.x.Start(p, len(s), len(s))
	k := 0
	for _, want := range b.entries[:count] {
		if k >= Mark(ix) {
			if k = b.x.Refill(k); k >= Mark(ix) {
				if wrong {
					break
				}
				b.t.Fatalf("Index of %q ends before %d", s, want)
			}
		}
		if got := Entry(ix, k); got != int(want) {
			b.t.Fatalf("Index of %q: %d, want %d", s, got, want)
		}
		k++
	}
	if (b.x.Fault() >= 0) != wrong || !wrong && k != Mark(ix) {
		b.t.Fatalf("Index of %q: fault %d, %d entries of %d", s, b.x.Fault(), k, count)
	}
	b.x.Done()
}

// quote compares Quote with its twin, with room for everything and with less.
func (b *bench) quote(s []byte, m *Mode) {
	b.t.Helper()
	room := 6*len(s) + QuoteRoom
	want := make([]byte, room)
	b.places(s, 0, func(p mem.Ptr) {
		read, wrote := quoteGeneric(mem.Of(want), room, p, len(s), m)
		for _, less := range []int{0, 1, 64, QuoteRoom - 1, QuoteRoom + 50, room / 2, room - len(s)} {
			if less > room {
				continue
			}
			have := room - less
			for _, at := range []int{0, len(b.dst) - have} {
				dst := b.dst[at : at+have]
				clear(dst)
				r, w := 0, 0
				if have > 0 {
					r, w = Quote(mem.Of(dst), have, p, len(s), m)
				}
				switch {
				case w > have || r > len(s):
					b.t.Fatalf("Quote of %q: %d bytes read and %d written in a room of %d", s, r, w, have)
				case have-w >= QuoteRoom && (r != read || w != wrote):
					b.t.Fatalf("Quote of %q in %d: %d %d, want %d %d", s, have, r, w, read, wrote)
				case r > read || !bytes.Equal(dst[:w], want[:w]) || r == read && w != wrote || boundary(p, 0, r) != r && r < read:
					b.t.Fatalf("Quote of %q in %d: %d %q\nwant %d %q", s, have, r, dst[:w], read, want[:wrote])
				}
			}
		}
	})
}

// sights are put at every position of texts of every length.
var sights = []string{
	"\"", "\\", "\n", "\x00", "\x1f", "\x7f", "<", "é", "中", "\u2028", "😀", "\xc3", "\xe4\xb8", "\xf0\x9f\x98", "\x80", "\xed\xa0\x80", "\xff",
	`\n`, `\"`, `\\`, `\u00e9`, `\ud83d\ude00`, `\x`, `\ud83d`,
}

var allModes = func() (list []*Mode) {
	for k := range 8 {
		list = append(list, NewMode(k&1 != 0, k&2 != 0, k&4 != 0))
	}
	return list
}()

func TestTwins(t *testing.T) { eachTier(t, testTwins) }

func testTwins(t *testing.T) {
	b := newBench(t)
	fills := []string{"a", "é", "中", "😀", " ", "\n", "\"", `\n`}
	step := 1
	if testing.Short() {
		step = 7
		t.Log("short: one length in seven")
	}
	for n := 0; n <= 300; n += step {
		for k, fill := range fills {
			s := bytes.Repeat([]byte(fill), n/len(fill)+1)[:n]
			b.text(s)
			b.quote(s, allModes[k])
			b.quote(s, allModes[(n+k)%8])
		}
	}
	// All lengths with all positions would be too many: the edges of blocks.
	for n := 0; n <= 200; n += step {
		s := bytes.Repeat([]byte("a"), n)
		wide := bytes.Repeat([]byte("é"), n/2)
		for k := range n {
			sight := sights[(n+k)%len(sights)]
			for _, text := range [][]byte{s, wide} {
				if k > len(text) {
					continue
				}
				text = append(append(append([]byte{}, text[:k]...), sight...), text[k:]...)
				b.text(text)
				b.quote(text, allModes[(n+k)%7])
			}
		}
	}
	for _, sight := range sights {
		for _, n := range []int{31, 32, 33, 63, 64, 65, 95, 96, 127, 128, 129, 191, 192, 193} {
			for k := range n {
				s := bytes.Repeat([]byte("a"), n)
				copy(s[k:], sight)
				b.text(s)
				b.quote(s, allModes[(n+k)%8])
			}
		}
	}
}

func TestTwinsRandom(t *testing.T) { eachTier(t, testTwinsRandom) }

func testTwinsRandom(t *testing.T) {
	b := newBench(t)
	r := rand.New(rand.NewPCG(21, 22))
	for k := range rounds(t, 40000) {
		s := []byte(randomText(r, 1+[]int{40, 100, 300, 1500}[k%4]))
		if r.IntN(3) == 0 && len(s) > 0 {
			s = s[r.IntN(len(s)):]
		}
		b.text(s)
		b.quote(s, allModes[k%8])
	}
	// Longer than one call of a kernel.
	for range 4 {
		unit := []byte(randomText(r, 200) + "中")
		s := bytes.Repeat(unit, 3*longest/len(unit))
		p := mem.Of(append(s, make([]byte, mem.Pad)...))
		end, _ := String(p, 0)
		if want, _ := stringGeneric(p, 0); end != want {
			t.Fatalf("String of many %q: %d, want %d", unit, end, want)
		}
		if got, want := UTF8(p, len(s)), utf8Generic(p, len(s)); got != want {
			t.Fatalf("UTF8 of many %q: %d, want %d", unit, got, want)
		}
		room := 6*len(s) + QuoteRoom
		got, want := make([]byte, room), make([]byte, room)
		r1, w1 := Quote(mem.Of(got), room, p, len(s), allModes[3])
		r2, w2 := quoteGeneric(mem.Of(want), room, p, len(s), allModes[3])
		if r1 != r2 || w1 != w2 || !bytes.Equal(got[:w1], want[:w1]) {
			t.Fatalf("Quote of many %q: %d %d, want %d %d", unit, r1, w1, r2, w2)
		}
	}
}

func FuzzUnescape(f *testing.F) {
	for _, s := range escapeForms {
		f.Add([]byte(s + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + s + s + s + s + s + s + s + s + s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		// What an Index says of a string: where it ends.
		text := append(append([]byte{}, s...), '"')
		n := bytes.IndexByte(text, '"')
		for n > 0 && (n-len(bytes.TrimRight(text[:n], "\\")))%2 == 1 {
			k := bytes.IndexByte(text[n+1:], '"')
			if k < 0 {
				return
			}
			n += k + 1
		}
		p := padded(string(text[:n+1]))
		want := make([]byte, n+1)
		count := decodeGeneric(mem.Of(want), p, 0, 0, n, true)
		for _, name := range allTiers() {
			func() {
				defer setTier(name)()
				got := make([]byte, n+1)
				if c := Decode(mem.Of(got), p, n); c != count || c > 0 && !bytes.Equal(got[:c], want[:c]) {
					t.Fatalf("Decode of %q by %s: %d %q, want %d %q", text[:n], name, c, got, count, want)
				}
			}()
		}
	})
}

func FuzzText(f *testing.F) {
	for _, s := range sights {
		f.Add([]byte(s + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + s))
	}
	b := newBench(f)
	f.Fuzz(func(t *testing.T, s []byte) {
		if len(s) > benchSize/8 {
			return
		}
		b.t = t
		for _, name := range allTiers() {
			func() {
				defer setTier(name)()
				b.text(s)
			}()
		}
	})
}

func FuzzQuote(f *testing.F) {
	for k, s := range sights {
		f.Add([]byte(s+"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"+s), byte(k))
	}
	b := newBench(f)
	f.Fuzz(func(t *testing.T, s []byte, mode byte) {
		if len(s) > benchSize/8 {
			return
		}
		b.t = t
		for _, name := range allTiers() {
			func() {
				defer setTier(name)()
				b.quote(s, allModes[mode%8])
			}()
		}
	})
}
