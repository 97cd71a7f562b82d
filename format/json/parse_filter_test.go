package json_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// events returns what the filter is told of an input, and the value kept.
func events(t *testing.T, in string, keep func(depth int, e json.Event, v value.Value) bool, opts ...calque.Option) (log []string, kept string) {
	t.Helper()
	v, err := json.Parse[value.Value]([]byte(in), append(opts, json.Filter(func(depth int, e json.Event, v value.Value) bool {
		ok := keep(depth, e, v)
		log = append(log, fmt.Sprintf("%d %v %s %v", depth, e, text(t, v), ok))
		return ok
	}))...)
	if err != nil {
		t.Fatalf("%s: %v", in, err)
	}
	return log, text(t, v)
}

func TestFilterEvents(t *testing.T) {
	const in = `{"a": [1, {"b": null}], "c": "x\n"}`
	all := func(int, json.Event, value.Value) bool { return true }
	log, kept := events(t, in, all)
	want := []string{
		`0 object start null true`,
		`1 key "a" true`,
		`1 array start null true`,
		`2 scalar 1 true`,
		`2 object start null true`,
		`3 key "b" true`,
		`3 scalar null true`,
		`2 object end {"b":null} true`,
		`1 array end [1,{"b":null}] true`,
		`1 key "c" true`,
		`1 scalar "x\n" true`,
		`0 object end {"a":[1,{"b":null}],"c":"x\n"} true`,
	}
	if !slices.Equal(log, want) || kept != `{"a":[1,{"b":null}],"c":"x\n"}` {
		t.Errorf("got %s\n%s", kept, strings.Join(log, "\n"))
	}
	if log, _ = events(t, `7`, all); !slices.Equal(log, []string{"0 scalar 7 true"}) {
		t.Errorf("a scalar alone: %q", log)
	}
	if log, _ = events(t, `[[]]`, all); !slices.Equal(log, []string{
		"0 array start null true", "1 array start null true", "1 array end [] true", "0 array end [[]] true",
	}) {
		t.Errorf("empty arrays: %q", log)
	}
}

// refuse returns a filter that refuses an event with a JSON text.
func refuse(e json.Event, depth int, textOf string) func(int, json.Event, value.Value) bool {
	return func(d int, f json.Event, v value.Value) bool {
		if f != e || d != depth {
			return true
		}
		if textOf == "" {
			return false
		}
		b, _ := json.Marshal(v)
		return string(b) != textOf
	}
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		in    string
		event json.Event
		depth int
		text  string
		want  string
	}{
		{`[1,2,3]`, json.Scalar, 1, `2`, `[1,3]`},
		{`[1,2,3]`, json.Scalar, 1, ``, `[]`},
		{`5`, json.Scalar, 0, ``, `null`},
		{`{"a":1,"b":2,"c":3}`, json.Key, 1, `"b"`, `{"a":1,"c":3}`},
		{`{"a":1,"b":[2,{"c":3}],"d":4}`, json.Key, 1, `"b"`, `{"a":1,"d":4}`},
		{`{"a":1,"b":2,"c":3}`, json.Scalar, 1, `1`, `{"b":2,"c":3}`},
		{`{"a":[1,2],"b":{"c":[]}}`, json.ArrayStart, 2, ``, `{"a":[1,2],"b":{}}`},
		{`{"a":[1,2],"b":{"c":[]}}`, json.ArrayEnd, 1, `[1,2]`, `{"b":{"c":[]}}`},
		{`[[1],[2],{"a":[3]},[4]]`, json.ArrayEnd, 1, `[2]`, `[[1],{"a":[3]},[4]]`},
		{`[{"a":1},{"b":{"c":2}},{"d":3}]`, json.ObjectStart, 1, ``, `[]`},
		{`[{"a":1},{"b":{"c":2}},{"d":3}]`, json.ObjectEnd, 1, `{"b":{"c":2}}`, `[{"a":1},{"d":3}]`},
		{`{"a":1}`, json.ObjectStart, 0, ``, `null`},
		{`[1,[2]]`, json.ArrayEnd, 0, ``, `null`},
		{`{"a":{"b":{"c":{"d":1}}}}`, json.Key, 3, `"c"`, `{"a":{"b":{}}}`},
	} {
		for _, opts := range [][]calque.Option{nil, {calque.Positions()}} {
			if _, got := events(t, c.in, refuse(c.event, c.depth, c.text), opts...); got != c.want {
				t.Errorf("%s without %v %s: got %s, want %s", c.in, c.event, c.text, got, c.want)
			}
		}
	}
}

// TestFilterInside shows what is told of the inside of what was refused.
func TestFilterInside(t *testing.T) {
	log, kept := events(t, `[{"a":{"b":1},"c":2},3]`, refuse(json.ObjectStart, 1, ``))
	want := []string{
		`0 array start null true`,
		`1 object start null false`,
		`2 key "a" true`,
		`2 object start null true`,
		`3 key "b" true`,
		`3 scalar 1 true`,
		`2 key "c" true`,
		`1 scalar 3 true`,
		`0 array end [3] true`,
	}
	if !slices.Equal(log, want) || kept != `[3]` {
		t.Errorf("got %s\n%s", kept, strings.Join(log, "\n"))
	}
}

func TestFilterNames(t *testing.T) {
	// A member left out does not have its name any more.
	_, got := events(t, `{"a":1,"a":2,"a":3}`, refuse(json.Scalar, 1, `1`), calque.Duplicates(calque.Last))
	if got != `{"a":3}` {
		t.Errorf("got %s", got)
	}
	_, got = events(t, `{"a":1,"b":0,"a":[2]}`, refuse(json.ArrayStart, 1, ``), calque.Duplicates(calque.Last))
	if got != `{"a":1,"b":0}` {
		t.Errorf("got %s", got)
	}
	// In large objects names are found by a table.
	var b strings.Builder
	b.WriteByte('{')
	for i := range 1000 {
		fmt.Fprintf(&b, `"k%d":%d,"k%d":true,`, i, i, i)
	}
	b.WriteString(`"k5":true,"end":0}`)
	_, got = events(t, b.String(), refuse(json.Scalar, 1, `true`), calque.Duplicates(calque.First))
	if v, err := json.Parse[value.Value]([]byte(got)); err != nil || v.Len() != 1001 {
		t.Errorf("%v: %s", err, got[:40])
	}
	in := []byte(b.String())
	_, err := json.Parse[value.Value](in, json.Filter(refuse(json.Scalar, 1, `true`)))
	if list, ok := errors.AsType[*fault.List](err); !ok || list.Total != 1001 {
		t.Errorf("got %v", err)
	}
}

// TestFilterPlaces proves that paths count what was left out.
func TestFilterPlaces(t *testing.T) {
	_, err := json.Parse[value.Value]([]byte(`[0,0,{"a":[0,1,0,x]}]`), json.Filter(refuse(json.Scalar, 3, `0`)))
	if list, ok := errors.AsType[*fault.List](err); !ok || list.Errors[0].Path != "/2/a/3" {
		t.Errorf("got %v", err)
	}
	_, err = json.Parse[value.Value]([]byte(`[0,]`), json.Filter(refuse(json.Scalar, 1, `0`)))
	if !errors.Is(err, fault.Syntax) {
		t.Errorf("a comma behind an element left out: %v", err)
	}
}

// TestFilterMemory proves that what is left out takes no memory.
func TestFilterMemory(t *testing.T) {
	var d value.Doc
	in := []byte(`[` + strings.Repeat(`{"a":[1,2,3,4,5,6,7,8]},`, 20_000) + `1]`)
	v, err := json.ParseDoc(&d, in, json.Filter(refuse(json.ObjectEnd, 1, ``)))
	if err != nil || text(t, v) != "[1]" {
		t.Fatalf("%v, %v", v, err)
	}
	if limit := int64(3 * len(in)); d.Size() > limit {
		t.Errorf("%d bytes for an input of %d", d.Size(), len(in))
	}
	// The limit of values is for those that are kept.
	if _, err = json.ParseDoc(&d, in, json.Filter(refuse(json.ObjectEnd, 1, ``)), calque.MaxItems(12)); err != nil {
		t.Error(err)
	}
	if _, err = json.ParseDoc(&d, in, calque.MaxItems(12)); !errors.Is(err, fault.TooMany) {
		t.Error(err)
	}
}
