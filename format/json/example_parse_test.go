package json_test

import (
	"fmt"
	"os"
	"strings"

	"example.com/calque"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

func ExampleParse() {
	v, err := json.Parse[value.Value]([]byte(`{"name": "Ada", "born": 1815, "ratio": 0.30000000000000004441}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for name, x := range v.Members() {
		fmt.Println(name, x.Kind(), x)
	}
	// Output:
	// name string "Ada"
	// born integer 1815
	// ratio number 0.30000000000000004441
}

func ExampleParse_faults() {
	_, err := json.Parse[value.Value]([]byte("{\"id\": 1,\n \"id\": 2,\n \"tags\": [\"a\", b]}"))
	fmt.Println(err)
	// Output:
	// calque: 2 faults
	// calque: json: /id: line 2, column 2, offset 11: duplicate name: "id"
	// calque: json: /tags/1: line 3, column 16, offset 35: want value, got 'b'
}

func ExampleParseDoc() {
	var d value.Doc
	for _, text := range []string{`[1,2,3]`, `[4]`} {
		v, err := json.ParseDoc(&d, []byte(text)) // the memory of d is used again
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(v.Len())
	}
	// Output:
	// 3
	// 1
}

func ExampleUnmarshalFirst() {
	data := []byte(`{"a": 1} [2] rest`)
	for {
		var v value.Value
		rest, err := json.UnmarshalFirst(data, &v)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(v)
		data = rest
	}
	// Output:
	// {"a":1}
	// [2]
	// calque: json: line 1, column 2, offset 1: want value, got 'r'
}

// A filter leaves out what a program does not need.
func ExampleFilter() {
	data := []byte(`{"id": 7, "secret": {"key": "x"}, "list": [1, null, 2]}`)
	v, err := json.Parse[value.Value](data, json.Filter(func(_ int, event json.Event, v value.Value) bool {
		switch event {
		case json.Key:
			return v.Text() != "secret"
		case json.Scalar:
			return !v.IsNull()
		}
		return true
	}))
	fmt.Println(v, err)
	// Output: {"id":7,"list":[1,2]} <nil>
}

// Raw gives the bytes of a value as they stood in the input, and Span says where.
func ExampleRaw() {
	data := []byte(`{"total": 1.50, "note": "caf\u00e9", "items": [ 1, 2 ]}`)
	var d value.Doc
	v, err := json.ParseDoc(&d, data, calque.Positions())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range v.Members() {
		start, end, _ := d.Span(x)
		fmt.Printf("%d to %d: %s\n", start, end, json.Raw(x))
	}
	// Output:
	// 10 to 14: 1.50
	// 24 to 35: "caf\u00e9"
	// 46 to 54: [ 1, 2 ]
}

// A stream of lines goes on behind a line with a fault.
func ExampleEach() {
	log := "{\"level\":\"info\",\"n\":1}\n{\"level\":\"warn\",\"n\":}\n{\"level\":\"info\",\"n\":3}\n"
	for v, err := range json.Each[value.Value](strings.NewReader(log)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		n, _ := v.Get("n")
		fmt.Println("n is", n)
	}
	// Output:
	// n is 1
	// calque: json: record 2: /n: line 2, column 21, offset 43: want value, got '}'
	// n is 3
}

func ExampleDecoder() {
	d := json.NewDecoder(strings.NewReader(`{"a":1} {"a":2}`))
	for {
		var v value.Value
		if err := d.Decode(&v); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(v, "up to", d.InputOffset())
	}
	// Output:
	// {"a":1} up to 7
	// {"a":2} up to 15
	// EOF
}

func ExampleValid() {
	if err := json.Valid([]byte(`{"a": 1, "a": 2}`)); err != nil {
		fmt.Fprintln(os.Stdout, err)
	}
	// Output: calque: json: /a: line 1, column 10, offset 9: duplicate name: "a"
}
