package msgpack_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// documents are what the benchmarks read and write, made here.
var documents = []struct {
	name string
	make func() value.Value
}{
	{"records", records},
	{"integers", integers},
	{"floats", floats},
	{"strings", texts},
	{"mixed", mixed},
}

func records() value.Value {
	elems := make([]value.Value, 20_000)
	for i := range elems {
		elems[i] = value.Object(
			value.Pair("field0", value.Float32(float32(i)*0.25)), value.Pair("field1", value.Float32(float32(i)*-0.5)),
		)
	}
	return value.Object(value.Pair("records", value.Array(elems...)))
}

func integers() value.Value {
	r := rand.New(rand.NewPCG(1, 2))
	elems := make([]value.Value, 100_000)
	for i := range elems {
		elems[i] = value.Int(int64(r.Uint64()>>r.IntN(64)) >> 1)
	}
	return value.Array(elems...)
}

func floats() value.Value {
	r := rand.New(rand.NewPCG(1, 2))
	rings := make([]value.Value, 500)
	for i := range rings {
		points := make([]value.Value, 100)
		for j := range points {
			points[j] = value.Array(value.Float(r.NormFloat64()), value.Float(r.NormFloat64()))
		}
		rings[i] = value.Array(points...)
	}
	return value.Object(value.Pair("type", value.String("Polygon")), value.Pair("coordinates", value.Array(rings...)))
}

func texts() value.Value {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("the quick brown fox jumps over the lazy dog é ü 日本 Привет")
	elems := make([]value.Value, 20_000)
	for i := range elems {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteByte(' ')
		}
		elems[i] = value.String(b.String())
	}
	return value.Array(elems...)
}

func mixed() value.Value {
	r := rand.New(rand.NewPCG(1, 2))
	elems := make([]value.Value, 3000)
	start := time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)
	for i := range elems {
		elems[i] = value.Object(
			value.Pair("id", value.Uint(r.Uint64())),
			value.Pair("created_at", value.Time(start.Add(time.Duration(i)*time.Second))),
			value.Pair("name", value.String(fmt.Sprintf("customer number %d", i))),
			value.Pair("active", value.Bool(i%3 == 0)),
			value.Pair("score", value.Float(r.Float64())),
			value.Pair("note", value.Null()),
			value.Pair("tags", value.Array(value.String("new"), value.String("müller"), value.String("x"))),
			value.Pair("address", value.Object(
				value.Pair("street", value.String("Long Street Name 12")), value.Pair("zip", value.Int(int64(10000+i))),
				value.Pair("city", value.String("Springfield")),
			)),
			value.Pair("counts", value.Array(value.Int(1), value.Int(-200), value.Int(int64(i)))),
		)
	}
	return value.Array(elems...)
}

func BenchmarkParse(b *testing.B) {
	for _, c := range documents {
		data, err := msgpack.Marshal(c.make())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name+"/reused", func(b *testing.B) {
			var d value.Doc
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := msgpack.ParseDoc(&d, data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/fresh", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := msgpack.Parse[value.Value](data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/valid", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if err := msgpack.Valid(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, c := range documents {
		owned := c.make()
		data, err := msgpack.Marshal(owned)
		if err != nil {
			b.Fatal(err)
		}
		parsed, err := msgpack.Parse[value.Value](data)
		if err != nil {
			b.Fatal(err)
		}
		for _, v := range []struct {
			name string
			v    value.Value
		}{{"document", parsed}, {"owned", owned}} {
			b.Run(c.name+"/"+v.name, func(b *testing.B) {
				var buf []byte
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					var err error
					if buf, err = msgpack.Append(buf[:0], v.v); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(c.name+"/fresh", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := msgpack.Marshal(parsed); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkStream decodes the elements of the mixed document as a stream.
func BenchmarkStream(b *testing.B) {
	var data []byte
	for _, e := range mixed().Elements() {
		var err error
		if data, err = msgpack.Append(data, e); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var doc value.Doc
		d := msgpack.NewDecoder(strings.NewReader(string(data)))
		for {
			err := d.Decode(&doc)
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkJSON is encoding/json with the same data, the only reference that
// every installation has; the bytes counted are those of the MessagePack.
func BenchmarkJSON(b *testing.B) {
	for _, c := range documents {
		v := c.make()
		data, err := msgpack.Marshal(v)
		if err != nil {
			b.Fatal(err)
		}
		plain := v.Any()
		text, err := json.Marshal(plain)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name+"/unmarshal", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				var x any
				if err := json.Unmarshal(text, &x); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/marshal", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := json.Marshal(plain); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
