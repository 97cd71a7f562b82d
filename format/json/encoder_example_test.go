package json_test

import (
	"fmt"
	"os"

	"example.com/calque/format/json"
	"example.com/calque/value"
)

func ExampleEncoder() {
	e := json.NewEncoder(os.Stdout)
	for k := range 2 {
		v := value.Object(value.Pair("line", value.Int(int64(k))), value.Pair("text", value.String("é")))
		if err := e.Encode(v); err != nil {
			fmt.Println(err)
		}
	}
	if err := e.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"line":0,"text":"é"}
	// {"line":1,"text":"é"}
}

func ExampleIndent() {
	v := value.Object(value.Pair("b", value.Array(value.Int(1), value.Float(0.5))), value.Pair("a", value.Object()))
	text, err := json.Marshal(v, json.Indent(2), json.SortKeys())
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(text))
	// Output:
	// {
	//   "a": {},
	//   "b": [
	//     1,
	//     0.5
	//   ]
	// }
}
