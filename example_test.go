package calque_test

import (
	"errors"
	"fmt"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// README.md shows the body of this example; a test holds the two together.
func Example() {
	v, err := json.Parse[value.Value]([]byte(`{"name": "Ada", "id": 18446744073709551615}`))
	if err != nil {
		fmt.Println(err) // all faults, each with path, line and column
	}
	if _, err := v.SetPointer("/tags/0", value.String("admin"), true); err != nil {
		fmt.Println(err)
	}
	packed, err := calque.Marshal(msgpack.Format, v) // 34 bytes
	fmt.Println(len(packed), err)

	text, err := json.Marshal(v, json.Indent(2))
	fmt.Println(string(text), err)

	_, err = json.Parse[value.Value]([]byte(`{"a": 1, "a": 2}`))
	fmt.Println(errors.Is(err, fault.Duplicate), err)
	// Output:
	// 34 <nil>
	// {
	//   "name": "Ada",
	//   "id": 18446744073709551615,
	//   "tags": [
	//     "admin"
	//   ]
	// } <nil>
	// true calque: json: /a: line 1, column 10, offset 9: duplicate name: "a"
}
