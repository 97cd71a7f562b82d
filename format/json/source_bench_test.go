package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.com/calque/format/json"
	"example.com/calque/wire"
)

// tokenDocument is an array of small objects, as logs and tables have them.
func tokenDocument() []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range 20_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"element %d","tags":["red","green"],"ratio":%d.25,"on":true,"note":null}`, i, i, i)
	}
	b.WriteByte(']')
	return b.Bytes()
}

func BenchmarkTokens(b *testing.B) {
	doc := tokenDocument()
	run := func(name string, read func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				if err := read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	all := func(src wire.Source) error {
		var t wire.Token
		for {
			if err := src.Next(&t); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	run("source", func() error { return all(json.NewSource(bytes.NewReader(doc))) })
	run("bytes", func() error { return all(json.NewSourceBytes(doc)) })
	run("copy", func() error {
		_, err := wire.Copy(json.NewSink(io.Discard), json.NewSource(bytes.NewReader(doc)))
		return err
	})
	run("encoding/json", func() error {
		d := stdjson.NewDecoder(bytes.NewReader(doc))
		d.UseNumber()
		for {
			if _, err := d.Token(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
}

func ExampleNewSource() {
	src := json.NewSource(strings.NewReader(`{"name":"Ada","born":1815,"langs":["en","fr"]}`))
	var t wire.Token
	for src.Next(&t) == nil {
		switch {
		case t.Key:
		case t.Kind == wire.String:
			fmt.Printf("%s = %s\n", src.Path(), t.Text)
		case t.Kind == wire.Int:
			fmt.Printf("%s = %d\n", src.Path(), int64(t.Bits))
		}
	}
	// Output:
	// /name = Ada
	// /born = 1815
	// /langs/0 = en
	// /langs/1 = fr
}

func ExampleWalk() {
	// The first name, without reading what follows.
	in := io.MultiReader(strings.NewReader(`{"id":7,"name":"Ada",`), strings.NewReader(`and so on`))
	found := false
	err := json.Walk(in, func(t *wire.Token) bool {
		if found {
			fmt.Printf("%s\n", t.Text)
			return false
		}
		found = t.Key && string(t.Text) == "name"
		return true
	})
	fmt.Println(err)
	// Output:
	// Ada
	// <nil>
}
