package main

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"slices"

	"example.com/calque/format/json"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// big are the documents of the rows of whole documents.
var big = []string{"canada", "citm", "golang", "synthea", "twitter"}

// corpora returns the documents of the distribution with these names.
func corpora(names []string) ([]document, error) {
	docs, err := distribution()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(docs, func(d document) bool { return !slices.Contains(names, d.name) }), nil
}

// parseRows: text to value.Value.
func parseRows() ([]row, error) {
	docs, err := corpora(big)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, d := range docs {
		more, err := parseRowsOf(d)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func parseRowsOf(d document) ([]row, error) {
	v, err := json.Parse[value.Value](d.text)
	if err != nil {
		return nil, err
	}
	back, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if err := sameText(d.text, back); err != nil {
		return nil, fmt.Errorf("calque: %w", err)
	}
	fast, simd, err := parsersReused(d.text)
	if err != nil {
		return nil, err
	}
	std, err := decodersIntoAny(d.text)
	if err != nil {
		return nil, err
	}
	var doc value.Doc
	reused := func() error {
		_, err := json.ParseDoc(&doc, d.text)
		return err
	}
	fresh := func() error {
		_, err := json.Parse[value.Value](d.text)
		return err
	}
	n := len(d.text)
	rows := []row{
		{"parse reused " + d.name, n, reused, []rival{fast}},
		{"parse fresh " + d.name, n, fresh, named(std, "encoding/json")},
		{"parse fresh against reused " + d.name, n, fresh, []rival{{"reused", reused}}},
	}
	if simd.work != nil {
		rows = append(rows, row{"parse reused, simdjson-go, " + d.name, n, reused, []rival{simd}})
	}
	return rows, nil
}

// anyRows: text to any.
func anyRows() ([]row, error) {
	docs, err := corpora(big)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, d := range docs {
		rivals, err := decodersIntoAny(d.text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		rows = append(rows, row{"into any " + d.name, len(d.text), func() error {
			_, err := json.Parse[any](d.text)
			return err
		}, rivals})
	}
	return rows, nil
}

// dumpRows: value.Value to text.
func dumpRows() ([]row, error) {
	docs, err := corpora(big)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, d := range docs {
		more, err := dumpRowsOf(d)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func dumpRowsOf(d document) ([]row, error) {
	v, err := json.Parse[value.Value](d.text)
	if err != nil {
		return nil, err
	}
	x, err := anyOf(d)
	if err != nil {
		return nil, err
	}
	rivals, err := encodersOfAny(d.text, x)
	if err != nil {
		return nil, err
	}
	fast, err := fastDump(d.text)
	if err != nil {
		return nil, err
	}
	buf := make([]byte, 0, 40*len(d.text))
	dump := func() error {
		var err error
		buf, err = json.Append(buf[:0], v)
		return err
	}
	pretty := func() error {
		var err error
		buf, err = json.Append(buf[:0], v, json.Indent(4))
		return err
	}
	lines := v.Len() + 1
	wide := func(indent int) func() error {
		return func() error {
			e := json.NewEncoder(io.Discard, json.Indent(indent))
			if err := e.Encode(v); err != nil {
				return err
			}
			return e.Close()
		}
	}
	rows := []row{
		{"dump " + d.name, len(d.text), dump, rivals},
		{"dump, fastjson, " + d.name, len(d.text), dump, []rival{fast}},
		{"dump indent 4 " + d.name, len(d.text), pretty, []rival{{"encoding/json and Indent", func() error {
			text, err := stdjson.Marshal(x)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			return stdjson.Indent(&b, text, "", "    ")
		}}}},
	}
	if d.name == "citm" && lines > 1 {
		rows = append(rows, row{"dump indent 100000 " + d.name, len(d.text), wide(100_000), []rival{{"indent 1000", wide(1000)}}})
	}
	return rows, nil
}

// packRows: MessagePack of values, beside the standard library's JSON.
func packRows() ([]row, error) {
	docs, err := corpora(big)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, d := range docs {
		v, err := json.Parse[value.Value](d.text)
		if err != nil {
			return nil, err
		}
		packed, err := msgpack.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		back, err := msgpack.Parse[value.Value](packed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		if !back.Equal(v) {
			return nil, fmt.Errorf("%s: MessagePack gives something else back", d.name)
		}
		x, err := anyOf(d)
		if err != nil {
			return nil, err
		}
		var doc value.Doc
		buf := make([]byte, 0, 2*len(packed))
		rows = append(rows,
			row{
				"msgpack parse reused " + d.name, len(packed), func() error {
					_, err := msgpack.ParseDoc(&doc, packed)
					return err
				},
				[]rival{{"encoding/json into any", func() error {
					var x any
					return stdjson.Unmarshal(d.text, &x)
				}}},
			},
			row{"msgpack dump " + d.name, len(packed), func() error {
				var err error
				buf, err = msgpack.Append(buf[:0], v)
				return err
			}, []rival{{"encoding/json of any", func() error {
				_, err := stdjson.Marshal(x)
				return err
			}}}},
		)
	}
	return rows, nil
}
