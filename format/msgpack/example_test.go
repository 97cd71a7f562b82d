package msgpack_test

import (
	"bytes"
	"fmt"

	"example.com/calque"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

func Example() {
	v := value.Object(value.Pair("name", value.String("Ada")), value.Pair("born", value.Int(1815)))
	data, err := msgpack.Marshal(v)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%x\n", data)
	w, err := msgpack.Parse[value.Value](data)
	fmt.Println(w, err)
	// Output:
	// 82a46e616d65a3416461a4626f726ecd0717
	// {"name":"Ada","born":1815} <nil>
}

func ExampleEach() {
	stream := bytes.NewReader([]byte("\x01\xa1\xff\x03"))
	for v, err := range msgpack.Each[value.Value](stream) {
		fmt.Println(v, err)
	}
	// Output:
	// 1 <nil>
	// "�" calque: msgpack: record 2: offset 2: invalid UTF-8: byte 0xFF
	// 3 <nil>
}

func ExampleValid() {
	fmt.Println(msgpack.Valid([]byte("\x92\x01")))
	// Output: calque: msgpack: /1: offset 2: unexpected end: want value, got end of input
}

func ExampleFormat() {
	items := msgpack.Format.(calque.Inspector).Inspect([]byte("\x81\xa1a\xcd\x01\x00"))
	for item, err := range items {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d %q: %s %s.\n", item.Offset, item.Path, item.Meaning, item.Value)
	}
	// Output:
	// 0 "": fixmap, 1 member .
	// 1 "/a": fixstr, 1 byte "a".
	// 3 "/a": uint16 256.
}
