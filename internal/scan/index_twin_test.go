package scan

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"example.com/calque/internal/mem"
)

// indexBy runs an indexer over the blocks of text in pieces of so many.
func indexBy(f func(mem.Ptr, int, mem.Ptr, uint32, *indexState) int, text []byte, piece int) ([]uint32, indexState) {
	var st indexState
	ix := make([]uint32, len(text)+64)
	count := 0
	for i := 0; i < len(text); i += 64 * piece {
		n := min(64*piece, len(text)-i)
		count += f(mem.Of(text[i:]), n/64, unsafe.Pointer(&ix[count]), uint32(i), &st)
	}
	return ix[:count], st
}

func sameIndex(t *testing.T, text []byte, piece int) {
	t.Helper()
	// A byte that is wrong at the end of a block may show in the next.
	text = append(slices.Clip(text), make([]byte, 64)...)
	want, a := indexBy(indexGeneric, text, len(text)/64)
	got, b := indexBy(index, text, piece)
	// Behind ill-formed UTF-8 only that there is some is specified.
	flags := func(s indexState) [6]uint64 {
		return [6]uint64{s.escaped, s.marked, s.inside, s.scalar, min(s.control, 1), min(s.utf8, 1)}
	}
	if !slices.Equal(got, want) || flags(a) != flags(b) || a.before != b.before {
		t.Fatalf("pieces of %d\ntext %q\ngot  %v %v\nwant %v %v", piece, text, got, flags(b), want, flags(a))
	}
}

func TestIndexTwin(t *testing.T) { eachTier(t, testIndexTwin) }

func testIndexTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	alphabets := []string{`\"`, `\" a`, `{}[]:,"1 `, "{}[]:,\"1 \\\n\t\r\x00\x0c\x1a\x1f\x01/*<A\x2c\x7f", "\"中é😀a\\ {", ""}
	for k := range rounds(t, 20000) {
		text := make([]byte, 0, 64*6)
		alphabet := alphabets[k%len(alphabets)]
		for n := 64 * (1 + r.IntN(6)); len(text) < n; {
			switch {
			case alphabet == "":
				text = append(text, byte(r.IntN(256)))
			case r.IntN(12) == 0:
				text = append(text, randomText(r, 30)...)
			default:
				text = append(text, string([]rune(alphabet)[r.IntN(len([]rune(alphabet)))])...)
			}
		}
		text = text[:len(text)/64*64]
		sameIndex(t, text, 1+r.IntN(6))
	}
	// Every byte at every position of a block, inside and outside of a string.
	step := 1
	if testing.Short() {
		step = 5
	}
	for c := 0; c < 256; c += step {
		for i := range 130 {
			text := make([]byte, 192)
			for k := range text {
				text[k] = 'x'
			}
			text[i] = byte(c)
			sameIndex(t, text, 3)
			if i > 0 {
				text[0] = '"'
				sameIndex(t, text, 1)
			}
		}
	}
}

func FuzzIndex(f *testing.F) {
	f.Add([]byte(`{"a":[1,"b\"\\",true]}`), uint8(1))
	f.Fuzz(func(t *testing.T, text []byte, piece uint8) {
		if len(text) > 1<<16 {
			return
		}
		text = append(slices.Clone(text), make([]byte, 64)...)
		text = text[:len(text)/64*64]
		for _, name := range allTiers() {
			func() {
				defer setTier(name)()
				sameIndex(t, text, 1+int(piece))
			}()
		}
	})
}

func BenchmarkIndex(b *testing.B) {
	for _, s := range []struct{ name, text string }{
		{"document", document(1 << 20)},
		{"program", `"` + program(1<<20) + `"`},
		{"han", `"` + words(1<<20, han, `","`, `。`) + `"`},
		{"numbers", "[" + words(1<<20, "0123456789", ",") + "]"},
	} {
		for _, name := range allTiers() {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				defer setTier(name)()
				p := padded(s.text)
				ix := make([]uint32, Window+128)
				for b.Loop() {
					var st indexState
					for i := 0; i+Window <= len(s.text); i += Window {
						index(mem.At(p, i), Window/64, unsafe.Pointer(&ix[0]), uint32(i), &st)
					}
				}
				b.SetBytes(int64(len(s.text)))
			})
		}
	}
}
