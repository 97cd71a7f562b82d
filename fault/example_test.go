package fault_test

import (
	"errors"
	"fmt"

	"example.com/calque/fault"
)

// found stands for what a parser returns.
func found(input []byte) error {
	list := &fault.List{}
	list.Add(&fault.Error{Code: fault.WrongType, Format: "json", Path: "/1/age", Offset: 42, Want: "integer", Got: "string"}, 0)
	list.Locate(input, true)
	return list.Err()
}

func Example() {
	input := []byte("[\n  {\"age\": 41},\n  {\"name\": \"Ada\", \"age\": \"36\"}\n]\n")
	err := found(input)
	if errors.Is(err, fault.WrongType) {
		fmt.Println("exit code", fault.ClassOf(err).ExitCode())
	}
	if list, ok := errors.AsType[*fault.List](err); ok {
		fmt.Print(list.Render(input))
	}
	// Output:
	// exit code 1
	// calque: json: /1/age: line 3, column 26, offset 42: want integer, got string
	//   3 |   {"name": "Ada", "age": "36"}
	//     |                          ^
}

func ExampleCode() {
	for _, c := range []fault.Code{fault.Truncated, fault.TooDeep} {
		fmt.Println(c.String(), "-", c.Error(), "-", c.Class())
	}
	// Output:
	// truncated - unexpected end - syntax
	// too-deep - nested too deep - limit
}

func ExampleClass() {
	c := fault.OutOfRange.Class()
	fmt.Println(c, c.ExitCode(), c.HTTPStatus())
	// Output: semantic 1 422
}

func ExampleError() {
	e := fault.New(fault.OutOfRange, 7, "int8", "300")
	e.Path = "/age"
	fmt.Println(e)
	// Output: calque: /age: offset 7: number out of range: want int8, got 300
}

func ExampleList_Locate() {
	list := fault.One(fault.New(fault.BadHead, 2, "", "byte 0xC1"))
	list.Locate([]byte{0x92, 0x01, 0xc1}, false)
	fmt.Print(list.Render(nil))
	// Output:
	// calque: offset 2: invalid head: byte 0xC1
	//   00000000  92 01 c1                                          |...|
	//                   ^^                                             ^
}

func ExampleStart() {
	var start fault.Start
	start.Advance([]byte("{\"a\":1}\n{\"a\":2}\n"))
	list := fault.One(fault.New(fault.Syntax, 5, "value", "'}'"))
	list.LocateFrom([]byte("{\"a\":}\n"), true, start)
	fmt.Print(list.Render(nil))
	// Output:
	// calque: line 3, column 6, offset 21: want value, got '}'
	//   3 | {"a":}
	//     |      ^
}

func ExampleFatal() {
	fmt.Println(fault.Fatal(fault.One(fault.New(fault.Missing, 0, `"id"`, ""))))
	fmt.Println(fault.Fatal(fault.One(fault.New(fault.Truncated, 0, "", ""))))
	// Output:
	// false
	// true
}
