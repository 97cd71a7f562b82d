package value_test

import (
	"errors"
	"fmt"
	"time"

	"example.com/calque/fault"
	"example.com/calque/value"
)

func Example() {
	person := value.Object(
		value.Pair("name", value.String("Ada")),
		value.Pair("born", value.Int(1815)),
		value.Pair("tags", value.Array(value.String("maths"))),
	)
	if err := person.Set("born", value.Int(1815)); err != nil {
		fmt.Println(err)
	}
	tags, _ := person.Get("tags")
	if err := tags.Append(value.String("engines")); err != nil {
		fmt.Println(err)
	}
	fmt.Println(person)
	// Output: {"name":"Ada","born":1815,"tags":["maths","engines"]}
}

func ExampleValue_AsInt() {
	for _, text := range []string{"42", "1e3", "9223372036854775808", "0.5"} {
		v, _ := value.Number(text)
		i, err := v.AsInt()
		fmt.Println(i, err)
	}
	// Output:
	// 42 <nil>
	// 1000 <nil>
	// 0 calque: number out of range: want integer of 64 bits, got 9223372036854775808
	// 0 calque: number would lose digits: want integer, got 0.5
}

func ExampleNumber() {
	for _, text := range []string{"1", "18446744073709551615", "0.1", "0.10000000000000000001", "1e400"} {
		v, err := value.Number(text)
		if err != nil {
			fmt.Println(err)
		}
		f, err := v.AsFloat()
		fmt.Println(v.Kind(), v, f, err)
	}
	_, err := value.Number("01")
	fmt.Println(err)
	// Output:
	// integer 1 1 <nil>
	// integer 18446744073709551615 0 calque: number would lose digits: want float of 64 bits, got 18446744073709551615
	// float 0.1 0.1 <nil>
	// number 0.10000000000000000001 0 calque: number would lose digits: want float of 64 bits, got 0.10000000000000000001
	// number 1e400 0 calque: number out of range: want float of 64 bits, got 1e400
	// calque: offset 1: invalid number: want a number, got '1'
}

func ExampleValue_Get() {
	v := value.Object(value.Pair("a", value.Int(1)))
	a, ok := v.Get("a")
	fmt.Println(a, ok)
	b, ok := v.Get("b")
	fmt.Println(b, ok)
	// Output:
	// 1 true
	// null false
}

func ExampleValue_Members() {
	v := value.Object(value.Pair("b", value.Int(1)), value.Pair("a", value.Int(2)))
	for key, x := range v.Members() {
		fmt.Println(key, x)
	}
	// Output:
	// b 1
	// a 2
}

func ExampleValue_Elements() {
	for i, x := range value.Array(value.String("x"), value.Null()).Elements() {
		fmt.Println(i, x)
	}
	// Output:
	// 0 "x"
	// 1 null
}

func ExampleValue_Lookup() {
	v := value.Object(value.Member{Key: value.Int(1), Value: value.String("one")})
	x, ok := v.Lookup(value.Float(1))
	fmt.Println(x, ok)
	// Output: "one" true
}

func ExampleValue_Pointer() {
	v := value.Object(value.Pair("a/b", value.Array(value.Int(1), value.Int(2))))
	x, err := v.Pointer("/a~1b/1")
	fmt.Println(x, err)
	_, err = v.Pointer("/a~1b/2")
	fmt.Println(errors.Is(err, fault.NotFound), err)
	// Output:
	// 2 <nil>
	// true calque: /a~1b/2: path not found: want index below 2, got 2
}

func ExampleValue_SetPointer() {
	v, err := value.Null().SetPointer("/users/0/name", value.String("Ada"), true)
	fmt.Println(v, err)
	v, err = v.SetPointer("/users/-", value.Null(), false)
	fmt.Println(v, err)
	// Output:
	// {"users":[{"name":"Ada"}]} <nil>
	// {"users":[{"name":"Ada"},null]} <nil>
}

func ExampleValue_RemovePointer() {
	v := value.Object(value.Pair("a", value.Array(value.Int(1), value.Int(2))))
	x, err := v.RemovePointer("/a/0")
	fmt.Println(x, err, v)
	// Output: 1 <nil> {"a":[2]}
}

func ExampleValue_Compare() {
	big := value.Int(9007199254740993)
	near := value.Float(9007199254740992)
	fmt.Println(big.Compare(near), value.Int(1).Compare(value.Float32(1)))
	// Output: 1 0
}

func ExampleValue_Equal() {
	a := value.Object(value.Pair("x", value.Int(1)), value.Pair("y", value.Null()))
	b := value.Object(value.Pair("y", value.Null()), value.Pair("x", value.Float(1)))
	fmt.Println(a.Equal(b), a.Hash() == b.Hash(), a.Digest() == b.Digest())
	// Output: true true true
}

func ExampleValue_Clone() {
	a := value.Array(value.Int(1))
	b := a
	c := a.Clone()
	if err := a.Append(value.Int(2)); err != nil {
		fmt.Println(err)
	}
	fmt.Println(a, b, c)
	// Output: [1,2] [1,2] [1]
}

func ExampleValue_SortKeys() {
	v := value.Array(value.Object(value.Pair("b", value.Int(1)), value.Pair("a", value.Int(2))))
	err := v.SortKeys()
	fmt.Println(v, err)
	// Output: [{"a":2,"b":1}] <nil>
}

func ExampleValue_Append() {
	v := value.Array()
	fmt.Println(v.Append(value.Int(1), value.Int(2)), v)
	fmt.Println(v.Append(v))
	// Output:
	// <nil> [1,2]
	// calque: value contains itself
}

func ExampleOf() {
	v, err := value.Of(map[string]any{
		"when": time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		"data": []byte("hi"),
		"list": []any{1, 2.5, nil},
	})
	fmt.Println(v, err)
	_, err = value.Of([]any{make(chan int)})
	fmt.Println(err)
	// Output:
	// {"data":h'6869',"list":[1,2.5,null],"when":2026-01-02T03:04:05Z} <nil>
	// calque: /0: invalid Go type: want a type that Of knows, got chan int
}

func ExampleValue_Any() {
	v := value.Object(value.Pair("a", value.Array(value.Int(1), value.Bool(true))))
	fmt.Printf("%#v\n", v.Any())
	// Output: map[string]interface {}{"a":[]interface {}{1, true}}
}

func ExampleChanges() {
	a := value.Object(value.Pair("name", value.String("Ada")), value.Pair("ids", value.Array(value.Int(1), value.Int(2))))
	b := value.Object(value.Pair("name", value.String("Eve")), value.Pair("ids", value.Array(value.Int(2))))
	for _, c := range value.Changes(a, b) {
		if c.HasNew {
			fmt.Println(c.To, c.Old, "is now", c.New)
		} else {
			fmt.Println(c.From, c.Old, "is gone")
		}
	}
	// Output:
	// /name "Ada" is now "Eve"
	// /ids/0 1 is gone
}
