package json_test

import (
	"fmt"

	"example.com/calque/format/json"
	"example.com/calque/value"
)

func ExampleCanonical() {
	v, err := json.Parse[value.Value]([]byte(`{"peach": 1.50, "Öl": 1E3, "a": "\u000a\u00e9"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(v, json.Canonical())
	fmt.Println(string(text), err)

	_, err = json.Marshal(map[string]any{"id": int64(9007199254740993)}, json.Canonical())
	fmt.Println(err)
	// Output:
	// {"a":"\né","peach":1.5,"Öl":1000} <nil>
	// calque: json: /id: number would lose digits: want a number that a float64 tells exactly, got 9007199254740993
}

func ExampleIJSON() {
	err := json.Valid([]byte(`{"id": 9007199254740993, "id": 1, "name": "\uffff"}`), json.IJSON())
	fmt.Println(err)
	// Output:
	// calque: 3 faults
	// calque: json: /id: line 1, column 8, offset 7: number would lose digits: want an integer of at most 9007199254740991, got 9007199254740993
	// calque: json: /id: line 1, column 26, offset 25: duplicate name: "id"
	// calque: json: /name: line 1, column 43, offset 42: invalid text: want a character, got noncharacter U+FFFF
}

func ExampleSplice() {
	original := []byte(`{
  // Read by everyone.
  "name": "calque",   "ports": [80, 443], // as of today
  "ratio": 1.50
}`)
	v, err := json.Parse[value.Value](original, json.Comments())
	if err != nil {
		fmt.Println(err)
		return
	}
	ports, _ := v.Get("ports")
	if err = ports.Append(value.Int(8080)); err == nil {
		err = v.Set("limits", value.Object(value.Pair("burst", value.Int(10))))
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Splice(original, v, json.Comments())
	fmt.Println(string(text), err)
	// Output:
	// {
	//   // Read by everyone.
	//   "name": "calque",   "ports": [80, 443, 8080], // as of today
	//   "ratio": 1.50,
	//   "limits": {
	//     "burst": 10
	//   }
	// } <nil>
}
