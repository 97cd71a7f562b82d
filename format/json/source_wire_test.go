package json_test

import (
	"testing"

	"example.com/calque"
	"example.com/calque/format/json"
	"example.com/calque/wire/wiretest"
)

func TestWire(t *testing.T) {
	for _, f := range []calque.Format{
		json.Format, json.NDJSON, json.Seq, json.Format.With(json.Indent(2)),
	} {
		t.Run(f.Name(), func(t *testing.T) { wiretest.Run(t, f) })
	}
}
