package wiretest

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// RunSink checks the sink of a format: values of every kind that the format
// holds come back as they were, with their number of elements known and unknown
// and with texts whole and in pieces; what cannot stand where it comes is a
// fault, and so is a writer that fails.
func RunSink(t *testing.T, f calque.Format) {
	k, ok := f.(calque.Sinker)
	if !ok {
		t.Skipf("%s has no sink", f.Name())
	}
	values := Values(f.Capabilities())
	for _, v := range values {
		for _, how := range []source{{}, {unknown: true}, {piece: 1}, {piece: 3, unknown: true}, {piece: 1000}} {
			if how.piece == 1 && len(v.String()) > 10_000 {
				continue
			}
			var out bytes.Buffer
			n, err := wire.Copy(k.Sink(&out), how.of(v))
			if err != nil || n != 1 {
				t.Fatalf("%.200v, %s: %d values, %v", v, how, n, err)
			}
			var got value.Value
			if err = f.Unmarshal(out.Bytes(), &got); err != nil || !same(got, v) {
				t.Fatalf("%.200v, %s: %.200v, %v", v, how, got, err)
			}
		}
	}
	checkSinkStream(t, f, k, values)
	checkMisplaced(t, k)
	checkSinkFails(t, k)
	checkUndo(t, f, k)
	deep := nested(5000)
	if _, err := wire.Copy(k.Sink(new(bytes.Buffer)), wire.FromValue(deep)); err != nil {
		t.Fatalf("5000 levels: %v", err)
	}
}

// source is a way to make tokens of a value.
type source struct {
	unknown bool // the number of elements is not told
	piece   int  // the length of the pieces of texts, 0: whole
}

func (s source) String() string { return fmt.Sprintf("pieces of %d, unknown %v", s.piece, s.unknown) }

func (s source) of(vs ...value.Value) wire.Source {
	return &altered{Source: wire.FromValue(vs...), how: s}
}

// altered is a source that passes tokens on in another way.
type altered struct {
	wire.Source
	how  source
	t    wire.Token
	rest []byte
	open bool
}

func (a *altered) Next(t *wire.Token) error {
	if !a.open {
		if err := a.Source.Next(&a.t); err != nil {
			return err
		}
		if a.how.unknown && a.t.N > 0 {
			a.t.N = -1
		}
		a.rest = a.t.Text
	}
	*t = a.t
	if a.how.piece == 0 {
		return nil
	}
	t.Text = a.rest[:min(len(a.rest), a.how.piece)]
	a.rest = a.rest[len(t.Text):]
	a.open = len(a.rest) > 0
	t.More = a.open
	return nil
}

// checkSinkStream writes values one behind the other.
func checkSinkStream(t *testing.T, f calque.Format, k calque.Sinker, want []value.Value) {
	t.Helper()
	if !f.Capabilities().Stream {
		return
	}
	var out bytes.Buffer
	if _, err := wire.Copy(k.Sink(&out), wire.FromValue(want...)); err != nil {
		t.Fatal(err)
	}
	d := f.NewDecoder(&out)
	for i := range want {
		var got value.Value
		if err := d.Decode(&got); err != nil || !same(got, want[i]) {
			t.Fatalf("value %d of a stream: %.200v, want %.200v, %v", i, got, want[i], err)
		}
	}
}

// checkMisplaced puts tokens that cannot stand where they come.
func checkMisplaced(t *testing.T, k calque.Sinker) {
	t.Helper()
	array, object, end := wire.Token{Kind: wire.Array, N: -1}, wire.Token{Kind: wire.Object, N: -1}, wire.Token{Kind: wire.End}
	number := wire.Token{Kind: wire.Int, Bits: 1}
	key := wire.Token{Kind: wire.String, Key: true, Text: []byte("k")}
	piece := wire.Token{Kind: wire.String, More: true, Text: []byte("s")}
	for i, toks := range [][]wire.Token{
		{end},
		{key},
		{array, key},
		{array, end, end},
		{object, number},
		{object, key, end},
		{object, key, key},
		{piece, number},
		{object, key, piece, end},
		{{Kind: 99}},
	} {
		sink := k.Sink(new(bytes.Buffer))
		var err error
		for j := range toks {
			if err != nil {
				t.Fatalf("row %d: token %d: %v", i, j-1, err)
			}
			err = sink.Put(&toks[j])
		}
		if list := (*fault.List)(nil); !errors.As(err, &list) {
			t.Fatalf("row %d: %v is no fault", i, err)
		}
	}
}

// checkSinkFails writes to a writer that fails.
func checkSinkFails(t *testing.T, k calque.Sinker) {
	t.Helper()
	bad := errors.New("the writer fails")
	text := wire.Token{Kind: wire.String, Text: make([]byte, 1000)}
	for i := range text.Text {
		text.Text[i] = 'x'
	}
	sink := k.Sink(failing{bad})
	var err error
	for range 1000 {
		if err = sink.Put(&text); err != nil {
			break
		}
	}
	if err == nil {
		err = sink.Flush()
	}
	if !errors.Is(err, bad) || !errors.Is(err, fault.Write) || !errors.Is(sink.Put(&text), bad) {
		t.Fatalf("the writer fails: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// checkUndo takes back a small value.
func checkUndo(t *testing.T, f calque.Format, k calque.Sinker) {
	t.Helper()
	var out bytes.Buffer
	sink := k.Sink(&out)
	u, ok := sink.(wire.Undoer)
	if !ok {
		return
	}
	for _, tok := range []wire.Token{{Kind: wire.Array, N: -1}, {Kind: wire.String, Text: []byte("x")}, {Kind: wire.Object, N: -1}} {
		if err := sink.Put(&tok); err != nil {
			t.Fatal(err)
		}
	}
	if !u.Undo() {
		t.Fatal("a small value cannot be taken back")
	}
	want := value.Array(value.Int(7))
	if _, err := wire.Copy(sink, wire.FromValue(want)); err != nil {
		t.Fatal(err)
	}
	var got value.Value
	if err := f.Unmarshal(out.Bytes(), &got); err != nil || !got.Equal(want) {
		t.Fatalf("behind Undo: %v, %v", got, err)
	}
}
