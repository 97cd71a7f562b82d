package json

import (
	"strings"
	"testing"

	"example.com/calque/value"
)

// BenchmarkSplice edits one member in each of many objects on one line.
func BenchmarkSplice(b *testing.B) {
	text := []byte("[" + strings.Repeat(`{"id":1,"tags":["a","b"],"geo":{"x":1.5}},`, 20_000) + "null]")
	v, err := Parse[value.Value](text)
	if err != nil {
		b.Fatal(err)
	}
	for k, x := range v.Elements() {
		if k%100 == 0 {
			drop(x.Set("id", value.Int(2)))
		}
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Splice(text, v); err != nil {
			b.Fatal(err)
		}
	}
}
