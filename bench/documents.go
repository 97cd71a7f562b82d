package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
)

// document is a JSON text to measure with.
type document struct {
	name string
	text []byte
}

// documents returns the documents, which are the same on every machine: a tiny
// object, records with fields of many kinds, long rows of numbers, and text of
// several scripts with escapes.
func documents() ([]document, error) {
	r := rand.New(rand.NewPCG(8259, 6901))
	docs := []document{{"tiny", []byte(`{"active":true,"id":81723,"name":"Ada Lindqvist"}`)}}
	for _, made := range []struct {
		name string
		from any
	}{
		{"records", records(r, 2000)},
		{"numbers", numbers(r, 40_000)},
		{"strings", phrases(r, 3000)},
	} {
		text, err := json.Marshal(made.from)
		if err != nil {
			return nil, err
		}
		docs = append(docs, document{made.name, text})
	}
	return docs, nil
}

var words = strings.Fields("amber birch cedar delta ember fjord grove heath inlet jetty knoll lodge marsh north ocean pines quarry ridge shore tundra")

func word(r *rand.Rand) string { return words[r.IntN(len(words))] }

func records(r *rand.Rand, n int) any {
	list := make([]any, n)
	for i := range list {
		list[i] = map[string]any{
			"id":      r.Uint32(),
			"name":    word(r) + " " + word(r),
			"email":   word(r) + "@example.org",
			"active":  r.IntN(2) == 0,
			"balance": float64(r.IntN(1_000_000)) / 100,
			"parent":  nil,
			"tags":    []any{word(r), word(r), word(r)},
			"place":   map[string]any{"latitude": r.Float64()*180 - 90, "longitude": r.Float64()*360 - 180},
		}
	}
	return map[string]any{"records": list}
}

func numbers(r *rand.Rand, n int) any {
	floats, ints := make([]float64, n), make([]int64, n)
	for i := range n {
		floats[i] = r.NormFloat64() * 1000
		ints[i] = r.Int64N(1<<53) >> r.IntN(50)
	}
	return map[string]any{"floats": floats, "integers": ints}
}

func phrases(r *rand.Rand, n int) any {
	samples := []string{
		"plain words of a sentence, long enough to fill a line of a screen or two",
		"quoted \"words\", a path C:\\temp\\file and\ttabs\n",
		"Vår färja går från Göteborg på lördag",
		"Быстрая лиса прыгает через ленивую собаку",
		"天地玄黃宇宙洪荒日月盈昃辰宿列張",
		"emoji 🦊🌲⛵ between words",
	}
	list := make([]string, n)
	for i := range list {
		list[i] = samples[r.IntN(len(samples))] + " " + word(r)
	}
	return list
}
