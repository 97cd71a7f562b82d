package main

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/bytedance/sonic"
	sonicenc "github.com/bytedance/sonic/encoder"
	v2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	"github.com/mailru/easyjson/jwriter"
	simdjson "github.com/minio/simdjson-go"
	segmentio "github.com/segmentio/encoding/json"
	"github.com/valyala/fastjson"
)

// rival is other code that does a kind of work.
type rival struct {
	name string
	work func() error
}

// sonicChecked is sonic with its validation of strings, which it leaves out by
// default.
var sonicChecked = sonic.Config{ValidateString: true, NoQuoteTextMarshaler: true}.Froze()

func goccyUnmarshal(b []byte, x any) error { return goccy.Unmarshal(b, x) }

// decodersIntoAny returns the rivals that read a text into an any, each after
// its result was compared with that of the standard library.
func decodersIntoAny(text []byte) ([]rival, error) {
	decode := map[string]func([]byte, any) error{
		"encoding/json":      stdjson.Unmarshal,
		"sonic fastest":      sonic.ConfigFastest.Unmarshal,
		"sonic":              sonic.ConfigDefault.Unmarshal,
		"sonic with checks":  sonicChecked.Unmarshal,
		"goccy":              goccyUnmarshal,
		"segmentio":          segmentio.Unmarshal,
		"jsoniter":           jsoniter.ConfigCompatibleWithStandardLibrary.Unmarshal,
		"go-json-experiment": func(b []byte, x any) error { return v2.Unmarshal(b, x) },
	}
	var want any
	if err := stdjson.Unmarshal(text, &want); err != nil {
		return nil, err
	}
	var rivals []rival
	for _, name := range sortedKeys(decode) {
		unmarshal := decode[name]
		var got any
		if err := unmarshal(text, &got); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !reflect.DeepEqual(got, want) {
			return nil, fmt.Errorf("%s reads something else", name)
		}
		rivals = append(rivals, rival{name, func() error {
			var x any
			return unmarshal(text, &x)
		}})
	}
	return rivals, nil
}

// parsersReused returns the rivals that read a text into a document of their
// own, whose memory they use again.
func parsersReused(text []byte) (fast, simd rival, err error) {
	var p fastjson.Parser
	v, err := p.ParseBytes(text)
	if err != nil {
		return fast, simd, err
	}
	if err := sameText(text, v.MarshalTo(nil)); err != nil {
		return fast, simd, fmt.Errorf("fastjson: %w", err)
	}
	fast = rival{"fastjson reused", func() error {
		_, err := p.ParseBytes(text)
		return err
	}}
	simd.name = "simdjson-go reused"
	if !simdjson.SupportedCPU() {
		return fast, simd, nil
	}
	parsed, err := simdjson.Parse(text, nil)
	if err != nil {
		return fast, simd, fmt.Errorf("simdjson-go: %w", err)
	}
	it := parsed.Iter()
	back, err := it.MarshalJSON()
	if err != nil {
		return fast, simd, fmt.Errorf("simdjson-go: %w", err)
	}
	if err := sameText(text, back); err != nil {
		return fast, simd, fmt.Errorf("simdjson-go: %w", err)
	}
	simd.work = func() error {
		var err error
		parsed, err = simdjson.Parse(text, parsed)
		return err
	}
	return fast, simd, nil
}

// sameText fails unless two texts mean the same to the standard library.
func sameText(a, b []byte) error {
	var x, y any
	if err := stdjson.Unmarshal(a, &x); err != nil {
		return err
	}
	if err := stdjson.Unmarshal(b, &y); err != nil {
		return err
	}
	if !reflect.DeepEqual(x, y) {
		return fmt.Errorf("the text that comes back means something else")
	}
	return nil
}

// encodersOfAny returns the rivals that write an any without sorting, each
// after its text was compared.
func encodersOfAny(text []byte, x any) ([]rival, error) {
	buf := make([]byte, 0, 2*len(text))
	rivals := []struct {
		name string
		work func() ([]byte, error)
	}{
		{"sonic", func() ([]byte, error) {
			buf = buf[:0]
			err := sonicenc.EncodeInto(&buf, x, 0)
			return buf, err
		}},
		{"goccy", func() ([]byte, error) {
			return goccy.MarshalWithOption(x, goccy.UnorderedMap(), goccy.DisableHTMLEscape())
		}},
		{"segmentio", func() ([]byte, error) { return segmentio.Append(buf[:0], x, 0) }},
		{"jsoniter", func() ([]byte, error) { return jsoniter.ConfigFastest.Marshal(x) }},
		{"go-json-experiment", func() ([]byte, error) { return v2.Marshal(x) }},
		{"encoding/json", func() ([]byte, error) { return stdjson.Marshal(x) }},
	}
	var list []rival
	for _, r := range rivals {
		out, err := r.work()
		if err == nil && r.name != "jsoniter" { // which cuts digits of floats in this setting
			err = sameText(text, out)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		list = append(list, rival{r.name, func() error {
			_, err := r.work()
			return err
		}})
	}
	return list, nil
}

// fastDump returns fastjson's writer, which neither formats numbers nor looks
// for escapes.
func fastDump(text []byte) (rival, error) {
	var p fastjson.Parser
	v, err := p.ParseBytes(text)
	if err != nil {
		return rival{}, err
	}
	buf := make([]byte, 0, 2*len(text))
	return rival{"fastjson MarshalTo", func() error {
		buf = v.MarshalTo(buf[:0])
		return nil
	}}, nil
}

// quoters returns the rivals that write strings, after their texts were
// compared.
func quoters(list []string) ([]rival, error) {
	var total int
	for _, s := range list {
		total += 6*len(s) + 2
	}
	buf := make([]byte, 0, total)
	var xs []any
	for _, s := range list {
		xs = append(xs, s)
	}
	each := func(write func(dst []byte, i int) ([]byte, error)) func() error {
		return func() error {
			dst := buf[:0]
			var err error
			for i := range list {
				if dst, err = write(dst, i); err != nil {
					return err
				}
			}
			return nil
		}
	}
	forms := []struct {
		name  string
		write func(dst []byte, i int) ([]byte, error)
	}{
		{"sonic", func(dst []byte, i int) ([]byte, error) {
			err := sonicenc.EncodeInto(&dst, xs[i], 0)
			return dst, err
		}},
		{"segmentio", func(dst []byte, i int) ([]byte, error) { return segmentio.Append(dst, xs[i], 0) }},
		{"goccy", func(dst []byte, i int) ([]byte, error) {
			out, err := goccy.MarshalWithOption(xs[i], goccy.DisableHTMLEscape())
			return append(dst, out...), err
		}},
		{"jsontext", func(dst []byte, i int) ([]byte, error) { return jsontext.AppendQuote(dst, list[i]) }},
		{"easyjson", func(dst []byte, i int) ([]byte, error) {
			w := jwriter.Writer{NoEscapeHTML: true}
			w.String(list[i])
			return append(dst, w.Buffer.BuildBytes()...), w.Error
		}},
	}
	var rivals []rival
	for _, f := range forms {
		for i, s := range list {
			out, err := f.write(nil, i)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.name, err)
			}
			var back string
			if err = stdjson.Unmarshal(bytes.TrimSpace(out), &back); err == nil && back != s {
				err = errors.New(back)
			}
			if err != nil {
				return nil, fmt.Errorf("%s writes another string: %w", f.name, err)
			}
		}
		rivals = append(rivals, rival{f.name, each(f.write)})
	}
	return rivals, nil
}
