package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/calque"
	"example.com/calque/format/json"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/num"
	"example.com/calque/value"
)

// escapeRows: strings to JSON text, validated as UTF-8.
func escapeRows() ([]row, error) {
	shapes, err := stringShapes()
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, s := range shapes {
		more, err := escapeRowsOf(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// shape is a list of strings of one kind.
type shape struct {
	name string
	list []string
}

// stringShapes returns the kinds of strings that are measured.
func stringShapes() ([]shape, error) {
	fill := func(sample string, n int) []string {
		return []string{strings.ToValidUTF8(strings.Repeat(sample, n/len(sample)+1)[:n], "")}
	}
	ascii := "The quick brown fox jumps over the lazy dog, again and again; 0123456789. "
	docs, err := corpora([]string{"twitter"})
	if err != nil {
		return nil, err
	}
	tweets, err := stringsOf(docs[0])
	if err != nil {
		return nil, err
	}
	root, err := goroot()
	if err != nil {
		return nil, err
	}
	source, err := os.ReadFile(filepath.Join(root, "src", "net", "http", "server.go"))
	if err != nil {
		return nil, err
	}
	var keys []string
	for n := 1; n <= 25; n++ {
		keys = append(keys, "abcdefghijklmnopqrstuvwxyz"[:n])
	}
	return []shape{
		{"ascii 64 B", fill(ascii, 64)},
		{"ascii 1 KB", fill(ascii, 1<<10)},
		{"ascii 64 KB", fill(ascii, 64<<10)},
		{"keys", keys},
		{"twitter", tweets},
		{"CJK 1 KB", fill("天地玄黃宇宙洪荒日月盈昃辰宿列張", 1<<10)},
		{"Cyrillic 1 KB", fill("Быстрая лиса прыгает через ленивую собаку. ", 1<<10)},
		{"Latin 1 KB", fill("Vår färja går från Göteborg på lördag, där är det kö. ", 1<<10)},
		{"emoji 1 KB", fill("🦊 and 🌲 and ⛵ between words, ", 1<<10)},
		{"source", []string{string(source)}},
		{"JSON in JSON 64 KB", fill(string(docs[0].text), 64<<10)},
		{"controls 1 KB", fill("\x00\x01\x02\t\n\r\x0e\x1f", 1<<10)},
	}, nil
}

// stringsOf returns the strings of a document that are values.
func stringsOf(d document) ([]string, error) {
	v, err := json.Parse[value.Value](d.text)
	if err != nil {
		return nil, err
	}
	var list []string
	var walk func(value.Value)
	walk = func(v value.Value) {
		switch v.Kind() {
		case value.KindString:
			list = append(list, v.Text())
		case value.KindArray:
			for _, x := range v.Elements() {
				walk(x)
			}
		case value.KindObject:
			for _, x := range v.Members() {
				walk(x)
			}
		}
	}
	walk(v)
	return list, nil
}

func escapeRowsOf(s shape) ([]row, error) {
	rivals, err := quoters(s.list)
	if err != nil {
		return nil, err
	}
	total := 0
	for _, x := range s.list {
		total += len(x)
	}
	buf := make([]byte, 0, 6*total+4096)
	write := func(opts ...calque.Option) func() error {
		return func() error {
			dst := buf[:0]
			var err error
			for _, x := range s.list {
				if dst, err = json.AppendQuote(dst, x, opts...); err != nil {
					return err
				}
			}
			return nil
		}
	}
	plain := write()
	rows := []row{
		{"escape " + s.name, total, plain, rivals},
		{"escape, sonic, " + s.name, total, plain, named(rivals, "sonic")},
	}
	switch s.name {
	case "ascii 64 KB":
		rows = append(rows, row{"escape, memmove, " + s.name, total, plain, []rival{{"memmove", func() error {
			copy(buf[:total], s.list[0])
			return nil
		}}}})
		fallthrough
	case "ascii 1 KB":
		rows = append(rows, row{"escape to ASCII " + s.name, total, write(json.EnsureASCII()), []rival{{"plain mode", plain}}})
	}
	return rows, nil
}

// numberRows: numbers to text and back.
func numberRows() ([]row, error) {
	r := rand.New(rand.NewPCG(754, 2008))
	docs, err := corpora([]string{"canada"})
	if err != nil {
		return nil, err
	}
	canada, err := floatsOf(docs[0])
	if err != nil {
		return nil, err
	}
	const n = 10_000
	uniform, bits := make([]float64, n), make([]float64, n)
	small, wide := make([]int64, n), make([]int64, n)
	for i := range n {
		uniform[i] = r.Float64()
		for bits[i] = math.NaN(); math.IsNaN(bits[i]) || math.IsInf(bits[i], 0); {
			bits[i] = math.Float64frombits(r.Uint64())
		}
		small[i] = r.Int64N(1000)
		wide[i] = int64(r.Uint64()) >> r.IntN(64)
	}
	var rows []row
	for _, c := range []struct {
		name string
		list []float64
	}{{"canada", canada}, {"uniform", uniform}, {"random bits", bits}} {
		rows = append(rows, floatRows(c.name, c.list)...)
	}
	rows = append(rows, integerRows("small", small)...)
	return append(rows, integerRows("any width", wide)...), nil
}

// floatsOf returns the numbers of a document.
func floatsOf(d document) ([]float64, error) {
	x, err := anyOf(d)
	if err != nil {
		return nil, err
	}
	var list []float64
	var walk func(any)
	walk = func(x any) {
		switch x := x.(type) {
		case float64:
			list = append(list, x)
		case []any:
			for _, y := range x {
				walk(y)
			}
		case map[string]any:
			for _, k := range sortedKeys(x) {
				walk(x[k])
			}
		}
	}
	walk(x)
	return list, nil
}

// texts returns the texts of a list, one behind the other with commas, padded,
// and where each begins and ends.
func texts[T any](list []T, text func([]byte, T) []byte) (p mem.Ptr, spans [][2]int, strs []string) {
	var b []byte
	for _, x := range list {
		from := len(b)
		b = text(b, x)
		spans = append(spans, [2]int{from, len(b)})
		strs = append(strs, string(b[from:]))
		b = append(b, ',')
	}
	return padded(b), spans, strs
}

func floatRows(name string, list []float64) []row {
	std := func(dst []byte, f float64) []byte { return strconv.AppendFloat(dst, f, 'g', -1, 64) }
	std32 := func(dst []byte, f float64) []byte { return strconv.AppendFloat(dst, float64(float32(f)), 'g', -1, 32) }
	buf := make([]byte, 0, 64)
	over := func(f func(float64)) func() error {
		return func() error {
			for _, x := range list {
				f(x)
			}
			return nil
		}
	}
	p, spans, strs := texts(list, num.AppendFloat64)
	q, spans32, strs32 := texts(list, func(b []byte, f float64) []byte {
		if math.Abs(f) > math.MaxFloat32 {
			f = 1.25
		}
		return num.AppendFloat32(b, float32(f))
	})
	size := 0
	for _, s := range strs {
		size += len(s)
	}
	rows := []row{
		{
			"float64 to text " + name, size, over(func(f float64) { num.AppendFloat64(buf, f) }),
			[]rival{{"strconv", over(func(f float64) { std(buf, f) })}},
		},
		{"text to float64 " + name, size, reading(spans, func(i int) bool {
			_, end := num.ParseFloat64(p, i)
			return end >= 0
		}), []rival{{"strconv", converting(strs, 64)}}},
		{"text to float32 " + name, size, reading(spans32, func(i int) bool {
			_, end := num.ParseFloat32(q, i)
			return end >= 0
		}), []rival{{"strconv", converting(strs32, 32)}}},
	}
	if name != "random bits" {
		rows = append(rows, row{
			"float32 to text " + name, size, over(func(f float64) { num.AppendFloat32(buf, float32(f)) }),
			[]rival{{"strconv", over(func(f float64) { std32(buf, f) })}},
		})
	}
	return rows
}

// reading returns work that reads a number at each place.
func reading(spans [][2]int, read func(i int) bool) func() error {
	return func() error {
		for _, s := range spans {
			if !read(s[0]) {
				return fmt.Errorf("the number at %d is refused", s[0])
			}
		}
		return nil
	}
}

func converting(strs []string, bits int) func() error {
	return func() error {
		for _, s := range strs {
			if _, err := strconv.ParseFloat(s, bits); err != nil {
				return err
			}
		}
		return nil
	}
}

func integerRows(name string, list []int64) []row {
	buf := make([]byte, 0, 64)
	p, spans, strs := texts(list, num.AppendInt)
	size := 0
	for _, s := range strs {
		size += len(s)
	}
	return []row{
		{"integers to text " + name, size, func() error {
			for _, x := range list {
				num.AppendInt(buf, x)
			}
			return nil
		}, []rival{{"strconv", func() error {
			for _, x := range list {
				strconv.AppendInt(buf, x, 10)
			}
			return nil
		}}}},
		{"text to integers " + name, size, reading(spans, func(i int) bool {
			_, end := num.ParseInt(p, i)
			return end >= 0
		}), []rival{{"strconv", func() error {
			for _, s := range strs {
				if _, err := strconv.ParseInt(s, 10, 64); err != nil {
					return err
				}
			}
			return nil
		}}}},
	}
}
