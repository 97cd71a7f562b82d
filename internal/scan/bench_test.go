package scan

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/calque/internal/mem"
)

// words makes about n bytes of text out of letters and separators.
func words(n int, letters string, separators ...string) string {
	r := rand.New(rand.NewPCG(uint64(n), uint64(len(letters))))
	l := []rune(letters)
	var b strings.Builder
	for b.Len() < n {
		for range 2 + r.IntN(9) {
			b.WriteRune(l[r.IntN(len(l))])
		}
		b.WriteString(separators[r.IntN(len(separators))])
	}
	return cut(b.String(), n)
}

// cut returns the longest prefix of s of at most n bytes that is whole UTF-8.
func cut(s string, n int) string {
	for !utf8.ValidString(s[:n]) {
		n--
	}
	return s[:n]
}

const (
	latin    = "abcdefghijklmnopqrstuvwxyz"
	western  = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzäéèöüßñç"
	cyrillic = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
	han      = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经"
	emoji    = "😀😁😂🤣😃😄😅😆😉😊😋😎😍😘"
)

// program is text with the escapes of source code: quotes, tabs, line feeds.
func program(n int) string {
	line := "\tif err := f(\"" + "name" + "\", x < 3 && y > 4); err != nil {\n\t\treturn fmt.Errorf(\"cannot read %q: %w\", path, err)\n\t}\n\n// The comment says why.\nfunc (d *decoder) next(k int) (value, error) {\n"
	return strings.Repeat(line, n/len(line)+1)[:n]
}

// document is JSON text.
func document(n int) string {
	item := `{"id":12345,"name":"some name","tags":["one","two","three"],"ratio":0.25,"active":true},`
	return "[" + strings.Repeat(item, n/len(item)+1)[:n-1]
}

type shape struct {
	name string
	list []string
}

// shapes are the texts of the benchmarks.
func shapes() []shape {
	var list []shape
	for _, n := range []int{4, 8, 16, 24, 32, 48, 64, 128, 256, 1024, 65536} {
		list = append(list, shape{fmt.Sprintf("ascii%d", n), []string{words(n, latin, " ", ", ", ". ")}})
	}
	r := rand.New(rand.NewPCG(1, 1))
	var keys, tweets []string
	for range 256 {
		keys = append(keys, words(1+r.IntN(25), latin, "_"))
		switch r.IntN(6) {
		case 0:
			tweets = append(tweets, words(60+r.IntN(100), han, "、", "。", "\n"))
		case 1:
			tweets = append(tweets, "https://t.example/"+words(12, latin, "/"))
		case 2:
			tweets = append(tweets, "<a href=\"http://example.com\" rel=\"nofollow\">"+words(12, latin, " ")+"</a>")
		default:
			tweets = append(tweets, words(2+r.IntN(60), latin, " ", "_"))
		}
	}
	control := make([]byte, 1024)
	for k := range control {
		control[k] = byte(k % 32)
	}
	return append(
		list,
		shape{"keys", keys},
		shape{"tweets", tweets},
		shape{"han1024", []string{words(1024, han, "、", "。")}},
		shape{"cyrillic1024", []string{words(1024, cyrillic, " ", ", ", ". ")}},
		shape{"western1024", []string{words(1024, western, " ", ", ", ". ")}},
		shape{"emoji1024", []string{words(1024, latin+latin+latin+emoji, " ", "! ")}},
		shape{"program4096", []string{program(4096)}},
		shape{"program131072", []string{program(131072)}},
		shape{"document65536", []string{document(65536)}},
		shape{"control1024", []string{string(control)}},
	)
}

func (s shape) size() (n int) {
	for _, t := range s.list {
		n += len(t)
	}
	return n
}

// report adds nanoseconds a string and sets the rate.
func (s shape) report(b *testing.B) {
	b.SetBytes(int64(s.size()))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(s.list)), "ns/string")
}

var quoteModes = []struct {
	name            string
	html, js, ascii bool
}{{"plain", false, false, false}, {"html", true, true, false}, {"ascii", false, false, true}}

func BenchmarkQuote(b *testing.B) {
	for _, s := range shapes() {
		room := 0
		for _, t := range s.list {
			room = max(room, 6*len(t)+2*QuoteRoom)
		}
		out := make([]byte, room)
		for _, mode := range quoteModes {
			m := NewMode(mode.html, mode.js, mode.ascii)
			for _, name := range allTiers() {
				b.Run(s.name+"/"+mode.name+"/"+name, func(b *testing.B) {
					defer setTier(name)()
					for b.Loop() {
						for _, t := range s.list {
							if n, _ := Quote(mem.Of(out), room, mem.OfString(t), len(t), m); n != len(t) {
								b.Fatal(n)
							}
						}
					}
					s.report(b)
				})
			}
		}
		b.Run(s.name+"/copy", func(b *testing.B) {
			for b.Loop() {
				for _, t := range s.list {
					copy(out, t)
				}
			}
			s.report(b)
		})
		b.Run(s.name+"/encoding", func(b *testing.B) {
			for b.Loop() {
				for _, t := range s.list {
					if _, err := json.Marshal(t); err != nil {
						b.Fatal(err)
					}
				}
			}
			s.report(b)
		})
	}
}

func BenchmarkUTF8(b *testing.B) {
	for _, s := range shapes() {
		for _, name := range allTiers() {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				defer setTier(name)()
				for b.Loop() {
					for _, t := range s.list {
						if UTF8(mem.OfString(t), len(t)) != len(t) {
							b.Fatal("ill-formed")
						}
					}
				}
				s.report(b)
			})
		}
		b.Run(s.name+"/library", func(b *testing.B) {
			for b.Loop() {
				for _, t := range s.list {
					if !utf8.ValidString(t) {
						b.Fatal("ill-formed")
					}
				}
			}
			s.report(b)
		})
	}
}

func BenchmarkString(b *testing.B) {
	for _, s := range shapes() {
		var texts []mem.Ptr
		for _, t := range s.list {
			out := make([]byte, 6*len(t)+2*QuoteRoom)
			_, n := Quote(mem.Of(out), len(out), mem.OfString(t), len(t), NewMode(false, false, false))
			texts = append(texts, padded(string(out[:n])+`"`))
		}
		for _, name := range allTiers() {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				defer setTier(name)()
				for b.Loop() {
					for _, p := range texts {
						if end, _ := String(p, 0); end < 0 {
							b.Fatal(end)
						}
					}
				}
				s.report(b)
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, s := range shapes()[11:] {
		for _, form := range []string{"plain", "ascii"} {
			var texts []mem.Ptr
			var sizes []int
			for _, t := range s.list {
				out := make([]byte, 6*len(t)+2*QuoteRoom)
				_, n := Quote(mem.Of(out), len(out), mem.OfString(t), len(t), NewMode(false, false, form == "ascii"))
				texts, sizes = append(texts, padded(string(out[:n])+`"`)), append(sizes, n)
			}
			dst := make([]byte, 6*s.size()+mem.Pad)
			for _, name := range allTiers() {
				b.Run(s.name+"/"+form+"/"+name, func(b *testing.B) {
					defer setTier(name)()
					for b.Loop() {
						for k, p := range texts {
							Decode(mem.Of(dst), p, sizes[k])
						}
					}
					s.report(b)
				})
			}
		}
	}
}
