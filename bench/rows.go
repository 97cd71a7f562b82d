package main

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"

	"example.com/calque/format/json"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// row is one measurement: the same work done by calque and by a contender.
type row struct {
	name      string
	against   string
	bytes     int // of the encoded form
	calque    func() error
	contender func() error
}

// rowsOf returns the rows of the documents. It fails where the results of the
// contenders differ.
func rowsOf(docs []document) ([]row, error) {
	rows := []row{control(docs[0].text)}
	for _, d := range docs {
		more, err := rowsOfOne(d)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// control measures something against itself: its spread is the noise.
func control(text []byte) row {
	work := func() error {
		_, err := json.Parse[value.Value](text)
		return err
	}
	return row{"control", "itself", len(text), work, work}
}

func rowsOfOne(d document) ([]row, error) {
	v, err := json.Parse[value.Value](d.text)
	if err != nil {
		return nil, err
	}
	packed, err := msgpack.Append(nil, v)
	if err != nil {
		return nil, err
	}
	var std any
	if err := stdjson.Unmarshal(d.text, &std); err != nil {
		return nil, err
	}
	if err := same(d.text, packed, v, std); err != nil {
		return nil, err
	}
	parseStd := func() error {
		var x any
		return stdjson.Unmarshal(d.text, &x)
	}
	dumpStd := func() error {
		_, err := stdjson.Marshal(std)
		return err
	}
	var reused value.Doc
	return []row{
		{"json parse reused " + d.name, "encoding/json into any", len(d.text), func() error {
			_, err := json.ParseDoc(&reused, d.text)
			return err
		}, parseStd},
		{"json parse " + d.name, "encoding/json into any", len(d.text), func() error {
			_, err := json.Parse[value.Value](d.text)
			return err
		}, parseStd},
		{"json dump " + d.name, "encoding/json of any", len(d.text), func() error {
			_, err := json.Marshal(v)
			return err
		}, dumpStd},
		{"msgpack parse reused " + d.name, "encoding/json into any", len(packed), func() error {
			return msgpack.ParseDoc(&reused, packed)
		}, parseStd},
		{"msgpack parse " + d.name, "encoding/json into any", len(packed), func() error {
			_, err := msgpack.Parse[value.Value](packed)
			return err
		}, parseStd},
		{"msgpack dump " + d.name, "encoding/json of any", len(packed), func() error {
			_, err := msgpack.Marshal(v)
			return err
		}, dumpStd},
	}, nil
}

// same fails unless every contender gives the text back, also by way of
// MessagePack.
func same(text, packed []byte, v value.Value, std any) error {
	unpacked, err := msgpack.Parse[value.Value](packed)
	if err != nil {
		return err
	}
	for _, x := range []struct {
		name string
		dump func() ([]byte, error)
	}{
		{"calque", func() ([]byte, error) { return json.Marshal(v) }},
		{"calque by MessagePack", func() ([]byte, error) { return json.Marshal(unpacked) }},
		{"encoding/json", func() ([]byte, error) { return stdjson.Marshal(std) }},
	} {
		out, err := x.dump()
		if err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		if !bytes.Equal(out, text) {
			return fmt.Errorf("%s does not give the same text back", x.name)
		}
	}
	return nil
}
