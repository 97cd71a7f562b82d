package json_test

import (
	stdjson "encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// docs are the documents to measure with: those made here, and the real ones
// where the corpora are beside the checkout.
func docs() map[string][]byte {
	m := map[string][]byte{
		"posts":     []byte(posts(200)),
		"catalogue": []byte(catalogue(250)),
		"coast":     []byte(coast(200)),
		"table":     []byte(table(20_000)),
		"small":     []byte(`{"id":1234567,"name":"Ada Lovelace","tags":["math","engine"],"active":true,"score":12.5,"parent":null}`),
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpora", "*", "*", "*.json"))
	if err != nil {
		return m
	}
	for _, file := range files {
		switch name := strings.TrimSuffix(filepath.Base(file), ".json"); name {
		case "twitter", "citm_catalog", "canada":
			if data, err := os.ReadFile(file); err == nil {
				m[name] = data
			}
		}
	}
	return m
}

func BenchmarkParse(b *testing.B) {
	for name, data := range docs() {
		b.Run(name+"/reused", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			var d value.Doc
			for b.Loop() {
				if _, err := json.ParseDoc(&d, data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/fresh", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := json.Parse[value.Value](data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/any", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := json.Parse[any](data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/positions", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			var d value.Doc
			for b.Loop() {
				if _, err := json.ParseDoc(&d, data, calque.Positions()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/std-any", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var v any
				if err := stdjson.Unmarshal(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
