package json

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
)

func encodeAll(w *recorder, vs []value.Value, opts ...calque.Option) error {
	e := NewEncoder(w, opts...)
	for _, v := range vs {
		if err := e.Encode(v); err != nil {
			return err
		}
	}
	return e.Close()
}

func TestEncoder(t *testing.T) {
	vs := []value.Value{value.Int(1), value.Array(value.Int(2), value.Null()), parsed(t, `{"a":{}}`)}
	for _, c := range []struct {
		name string
		opts []calque.Option
		want string
	}{
		{"json", nil, "1\n[2,null]\n{\"a\":{}}\n"},
		{"pretty", []calque.Option{Indent(1)}, "1\n[\n 2,\n null\n]\n{\n \"a\": {}\n}\n"},
		{"ndjson", []calque.Option{Lines(), Indent(4)}, "1\n[2,null]\n{\"a\":{}}\n"},
	} {
		var w recorder
		if err := encodeAll(&w, vs, c.opts...); err != nil || w.String() != c.want || len(w.calls) != 1 {
			t.Errorf("%s: got %q in %d writes, %v", c.name, w.String(), len(w.calls), err)
		}
	}
	var out bytes.Buffer
	if err := calque.Encode(&out, NDJSON, vs[1], Indent(2)); err != nil || out.String() != "[2,null]\n" {
		t.Errorf("calque.Encode: got %q, %v", out.String(), err)
	}
}

// TestEncoderStream writes values of many sizes, so that some end on each side
// of the buffer's end.
func TestEncoderStream(t *testing.T) {
	var vs []value.Value
	var want strings.Builder
	for n := range 2000 {
		text := strings.Repeat("x", n*37%900)
		if n%500 == 250 {
			text = strings.Repeat("y", 2*bufSize)
		}
		vs = append(vs, value.Array(value.String(text), value.Int(int64(n))))
		want.WriteString(dumpString(vs[n]) + "\n")
	}
	var w recorder
	if err := encodeAll(&w, vs); err != nil || w.String() != want.String() {
		t.Errorf("the texts differ, %v", err)
	}
}

// TestEncoderFaults tells that a value with a fault leaves no trace, wherever in
// the buffer it begins.
func TestEncoderFaults(t *testing.T) {
	for n := range 300 {
		var w recorder
		e := NewEncoder(&w)
		lead := strings.Repeat("a", bufSize-150+n)
		if err := e.Encode(value.String(lead)); err != nil {
			t.Fatal(err)
		}
		err := e.Encode(value.Array(value.String(strings.Repeat("b", 100)), value.String("\xff")))
		var list *fault.List
		if !errors.As(err, &list) || list.Errors[0].Record != 2 || list.Errors[0].Path != "/1" {
			t.Fatalf("got %v", err)
		}
		if err := e.Encode(value.Int(3)); err != nil {
			t.Fatal(err)
		}
		if err := e.Encode(make(chan int)); !errors.Is(err, fault.BadType) {
			t.Fatalf("a channel: got %v", err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		if want := `"` + lead + "\"\n3\n"; w.String() != want {
			t.Fatalf("%d: got a text that ends in %q", n, w.Bytes()[w.Len()-20:])
		}
	}
}

func TestEncoderEnds(t *testing.T) {
	t.Run("part written", func(t *testing.T) {
		var w recorder
		e := NewEncoder(&w)
		v := value.Array(value.String(strings.Repeat("é", bufSize)), value.String("\xff"))
		first := e.Encode(v)
		if second := e.Encode(value.Int(1)); first == nil || second != first || e.Close() != first {
			t.Errorf("got %v, then %v", first, second)
		}
		if strings.Contains(w.String(), "1") {
			t.Error("a value was written behind the part of another")
		}
	})
	t.Run("writer fails", func(t *testing.T) {
		w := &failing{left: 10, err: errors.New("full")}
		e := NewEncoder(w)
		if err := e.Encode(value.String("abcdefghijklmnop")); err != nil {
			t.Fatal(err)
		}
		if err := e.Close(); !errors.Is(err, fault.Write) || !errors.Is(err, w.err) {
			t.Errorf("Close: got %v", err)
		}
		if err := e.Encode(value.Int(1)); !errors.Is(err, fault.Write) || w.after != 0 {
			t.Errorf("behind it: got %v", err)
		}
	})
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var w recorder
		e := NewEncoder(&w, calque.Context(ctx))
		if err := e.Encode(value.Int(1)); err != nil {
			t.Fatal(err)
		}
		cancel()
		if err := e.Encode(value.Int(2)); !errors.Is(err, context.Canceled) || !errors.Is(err, fault.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("bad option", func(t *testing.T) {
		if err := NewEncoder(new(recorder), Floats(77)).Encode(value.Int(2)); !errors.Is(err, fault.BadOption) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("closed and used again", func(t *testing.T) {
		var w recorder
		e := NewEncoder(&w)
		for range 2 {
			if err := errors.Join(e.Encode(value.Int(1)), e.Close(), e.Close()); err != nil {
				t.Fatal(err)
			}
		}
		if w.String() != "1\n1\n" {
			t.Errorf("got %q", w.String())
		}
	})
}
