package wire_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/calque/fault"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// sample has a value of every kind, keys of other kinds, and empty containers.
func sample() value.Value {
	return value.Array(
		value.Null(), value.Bool(true), value.Bool(false), value.Int(-7), value.Uint(1<<63),
		value.Float(1.5), value.Float32(0.5), spelled("1e999"), value.String("text"), value.String(""),
		value.Bytes([]byte{1, 2}), value.BytesSub([]byte{3}, 9), value.Time(time.Unix(-5, 7)),
		value.Ext(4, value.Ext(5, value.Array(value.Int(1)))), value.Array(), value.Object(),
		value.Object(
			value.Pair("a/b", value.Object(value.Pair("~", value.Array(value.Int(1), value.Int(2))))),
			value.Member{Key: value.Int(3), Value: value.Null()},
			value.Member{Key: value.Array(value.String("k")), Value: value.String("v")},
			value.Member{Key: value.Ext(1, value.Int(2)), Value: value.Ext(3, value.Int(4))},
		),
	)
}

func spelled(text string) value.Value {
	v, err := value.Number(text)
	if err != nil {
		panic(err)
	}
	return v
}

// cutter is a source that passes texts on in pieces of n bytes.
type cutter struct {
	wire.Source
	n    int
	t    wire.Token
	rest []byte
	open bool
}

func (c *cutter) Next(t *wire.Token) error {
	if !c.open {
		if err := c.Source.Next(&c.t); err != nil {
			return err
		}
		c.rest = c.t.Text
	}
	*t = c.t
	t.Text = c.rest[:min(len(c.rest), c.n)]
	c.rest = c.rest[len(t.Text):]
	c.open = len(c.rest) > 0
	t.More = c.open
	return nil
}

func TestValuesThereAndBack(t *testing.T) {
	v := sample()
	for _, n := range []int{1, 3, 100} {
		var got []value.Value
		b := wire.NewBuilder(func(v value.Value) error { got = append(got, v); return nil })
		count, err := wire.Copy(b, &cutter{Source: wire.FromValue(v, value.Int(1), v), n: n})
		if err != nil || count != 3 || len(got) != 3 {
			t.Fatalf("%d values, %d built, %v", count, len(got), err)
		}
		if got[0].String() != v.String() || !got[0].Equal(v) || !got[2].Equal(v) || got[1].Int() != 1 {
			t.Errorf("pieces of %d: %v", n, got)
		}
		// Values of a document walk as those in owned form do.
		again, err := wire.ToValue(wire.FromValue(got[0]))
		if err != nil || again.String() != v.String() {
			t.Errorf("of a document: %v, %v", again, err)
		}
	}
}

func TestPaths(t *testing.T) {
	src := wire.FromValue(value.Object(
		value.Pair("a", value.Array(value.Int(1), value.Object(), value.Int(2))),
		value.Pair("b/~", value.Ext(1, value.Int(5))),
	))
	var got []string
	for tok, err := range wire.Tokens(src) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%v %s", tok.Kind, src.Path()))
	}
	want := []string{
		"object ", "string /a", "array /a", "integer /a/0", "object /a/1", "end /a/1", "integer /a/2", "end /a",
		"string /b~1~0", "extension /b~1~0", "integer /b~1~0", "end ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestWalkStops(t *testing.T) {
	src := wire.FromValue(value.Array(value.Int(1), value.Int(2), value.Int(3)), value.Int(4))
	n := 0
	err := wire.Walk(src, func(*wire.Token) bool { n++; return n < 3 })
	if err != nil || n != 3 {
		t.Errorf("%d tokens, %v", n, err)
	}
	if err = wire.Walk(src, func(*wire.Token) bool { n++; return true }); err != nil || n != 6 {
		t.Errorf("%d tokens, %v", n, err)
	}
}

func TestSkip(t *testing.T) {
	src := wire.FromValue(value.Object(value.Pair("a", sample()), value.Pair("b", value.Int(1))))
	var tok wire.Token
	next := func() {
		if err := src.Next(&tok); err != nil {
			t.Fatal(err)
		}
	}
	next()
	next() // the key
	if err := wire.Skip(src, &tok); err != nil {
		t.Fatal(err)
	}
	if next(); string(tok.Text) != "b" || !tok.Key {
		t.Errorf("behind the value: %v %q", tok.Kind, tok.Text)
	}
	if err := wire.Skip(&short{}, &wire.Token{Kind: wire.Array}); !errors.Is(err, fault.Truncated) {
		t.Errorf("at the end: %v", err)
	}
}

// short is a source without tokens.
type short struct{}

func (*short) Next(*wire.Token) error { return io.EOF }
func (*short) Offset() int64          { return 0 }
func (*short) Path() string           { return "" }

func TestBuilderRefuses(t *testing.T) {
	arr, obj, end, num := wire.Token{Kind: wire.Array}, wire.Token{Kind: wire.Object}, wire.Token{Kind: wire.End}, wire.Token{Kind: wire.Int}
	key := wire.Token{Kind: wire.String, Key: true}
	part := wire.Token{Kind: wire.String, More: true}
	ext := wire.Token{Kind: wire.Ext}
	for _, test := range [][]wire.Token{
		{end}, {key}, {arr, key}, {obj, num}, {obj, key, end}, {obj, key, key}, {part, num}, {ext, end}, {ext, key}, {{Kind: 99}},
	} {
		b := wire.NewBuilder(nil)
		var err error
		for i := range test {
			if err != nil {
				t.Errorf("%v: refused at %d", test, i-1)
			}
			err = b.Put(&test[i])
		}
		if !errors.Is(err, fault.Syntax) {
			t.Errorf("%v: %v", test, err)
		}
		if b.Flush() == nil {
			t.Errorf("%v: the fault is forgotten", test)
		}
	}
}

func TestDeepValue(t *testing.T) {
	const levels = 100_000
	v := value.Int(1)
	for range levels {
		v = value.Array(v)
	}
	n := 0
	src := wire.FromValue(v)
	for _, err := range wire.Tokens(src) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == levels+1 && src.Path() != strings.Repeat("/0", levels) {
			t.Error("wrong path")
		}
	}
	if n != 2*levels+1 {
		t.Errorf("%d tokens", n)
	}
}

func TestSourceAllocates(t *testing.T) {
	v := value.Array(value.String("a string"), spelled("1e999"), value.Int(1))
	src := wire.FromValue(v, v, v, v, v, v, v, v)
	var tok wire.Token
	if n := testing.AllocsPerRun(20, func() {
		if err := src.Next(&tok); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations a token", n)
	}
}

func ExampleWalk() {
	src := wire.FromValue(value.Object(value.Pair("a", value.Array(value.Int(1), value.String("x")))))
	err := wire.Walk(src, func(t *wire.Token) bool {
		fmt.Printf("%q %v\n", src.Path(), t.Kind)
		return t.Kind != wire.Int
	})
	fmt.Println(err)
	// Output:
	// "" object
	// "/a" string
	// "/a" array
	// "/a/0" integer
	// <nil>
}
