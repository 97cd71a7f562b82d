package json

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// The names are JSON/shape/op; std is encoding/json with the same output.

// benchRecords is a document of records as services send them.
func benchRecords() string {
	var b strings.Builder
	b.WriteByte('[')
	for k := range 1000 {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"active":%v,"age":%d,"city":"Gräfelfing","email":"user%d@example.com","id":%d,`+
			`"position":[%.6f,%.6f],"tags":["a","bc","def"],"text":"A sentence of some words, with \"quotes\" in it."}`,
			k%3 == 0, 20+k%60, k, 1_000_000_000+k*7919, 48+float64(k)/1009, 11+float64(k)/997)
	}
	b.WriteByte(']')
	return b.String()
}

func benchNumbers() string {
	var b strings.Builder
	b.WriteString("[0")
	for k := range 5000 {
		fmt.Fprintf(&b, ",%v", float64(k*k)/1021)
	}
	b.WriteByte(']')
	return b.String()
}

func BenchmarkDump(b *testing.B) {
	for name, text := range map[string]string{
		"records": benchRecords(), "numbers": benchNumbers(), "small": `{"id":7,"name":"calque","tags":["a","b"]}`,
	} {
		v := parsed(b, text)
		var x any
		if err := stdjson.Unmarshal([]byte(text), &x); err != nil {
			b.Fatal(err)
		}
		var out bytes.Buffer
		for _, indent := range []int{-1, 4} {
			s := option.Resolve([]calque.Option{Indent(indent)})
			form := "compact"
			if indent > 0 {
				form = fmt.Sprint("indent", indent)
			}
			buf, err := appendValue(nil, v, &s)
			if err != nil {
				b.Fatal(err)
			}
			size := int64(len(buf))
			b.Run("JSON/"+name+"/"+form, func(b *testing.B) {
				b.SetBytes(size)
				b.ReportAllocs()
				for b.Loop() {
					buf, _ = appendValue(buf[:0], v, &s)
				}
			})
			b.Run("JSON/"+name+"/"+form+"_marshal", func(b *testing.B) {
				b.SetBytes(size)
				b.ReportAllocs()
				for b.Loop() {
					_, _ = appendValue(nil, v, &s)
				}
			})
			b.Run("JSON/"+name+"/"+form+"_writer", func(b *testing.B) {
				b.SetBytes(size)
				b.ReportAllocs()
				for b.Loop() {
					_ = writeValue(io.Discard, v, &s)
				}
			})
			b.Run("JSON/"+name+"/"+form+"_std", func(b *testing.B) {
				b.SetBytes(size)
				b.ReportAllocs()
				for b.Loop() {
					out.Reset()
					enc := stdjson.NewEncoder(&out)
					enc.SetEscapeHTML(false)
					enc.SetIndent("", strings.Repeat(" ", max(indent, 0)))
					_ = enc.Encode(x)
				}
			})
		}
	}
}

// BenchmarkDumpWideIndent writes 1,000 lines to a writer that drops them. The
// time a line must not grow with the indentation.
func BenchmarkDumpWideIndent(b *testing.B) {
	v := value.Array(make([]value.Value, 1000)...)
	for _, indent := range []int{4, 64, 1000, 100_000} {
		s := option.Resolve([]calque.Option{Indent(indent)})
		b.Run(fmt.Sprint("JSON/lines/indent", indent), func(b *testing.B) {
			for b.Loop() {
				_ = writeValue(io.Discard, v, &s)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/line")
		})
	}
}

func BenchmarkDumpStrings(b *testing.B) {
	for name, text := range map[string]string{
		"ascii64":   strings.Repeat("abcdefgh", 8),
		"ascii1K":   strings.Repeat("abcdefgh", 128),
		"ascii64K":  strings.Repeat("abcdefgh", 8192),
		"cjk1K":     strings.Repeat("世界", 170),
		"cyrillic":  strings.Repeat("привет ", 80),
		"source4K":  strings.Repeat("\tif err != nil {\n\t\treturn \"x\", err\n\t}\n", 100),
		"controls":  strings.Repeat("\x01\x02\x03", 300),
		"jsonlines": strings.Repeat(`{"a":"b"}`, 400),
	} {
		v := value.String(text)
		for mode, opts := range map[string][]calque.Option{
			"plain": nil, "html_js": {EscapeHTML(), EscapeJS()}, "ascii": {EnsureASCII()},
		} {
			s := option.Resolve(opts)
			buf, _ := appendValue(nil, v, &s)
			b.Run("JSON/"+name+"/"+mode, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					buf, _ = appendValue(buf[:0], v, &s)
				}
			})
		}
		var out bytes.Buffer
		enc := stdjson.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		b.Run("JSON/"+name+"/std", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				out.Reset()
				_ = enc.Encode(text)
			}
		})
	}
}
