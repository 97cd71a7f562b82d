// Package wiretest checks that a format keeps the contract of package wire. Every
// format with a source or a sink calls [Run] in its tests.
package wiretest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/iotest"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// Run runs [RunSource] and [RunSink] for a format that has the two, and skips
// visibly what it does not have.
func Run(t *testing.T, f calque.Format) {
	t.Run("Source", func(t *testing.T) { RunSource(t, f) })
	t.Run("Sink", func(t *testing.T) { RunSink(t, f) })
}

// splitMax is the size of a document up to which it is cut at every byte.
const splitMax = 300

// RunSource checks the source of a format: of values of every kind that the
// format holds, and of documents derived from them, read in one piece, byte by
// byte and cut at every byte, ended at every byte, with every byte changed, with
// a reader that fails, deep, and left early.
func RunSource(t *testing.T, f calque.Format) {
	s, ok := f.(calque.Sourcer)
	if !ok {
		t.Skipf("%s has no source", f.Name())
	}
	for _, v := range Values(f.Capabilities()) {
		doc, err := f.Append(nil, v)
		if err != nil {
			t.Fatalf("cannot write %.100v: %v", v, err)
		}
		checkSplits(t, s, doc, v)
		checkEnds(t, s, doc)
		checkChanges(t, s, doc)
	}
	checkStream(t, f, s)
	checkDeepSource(t, f, s)
	checkStop(t, f, s)
}

// checkSplits reads a document cut in every way.
func checkSplits(t *testing.T, s calque.Sourcer, doc []byte, want value.Value) {
	t.Helper()
	check := func(how string, r io.Reader) {
		t.Helper()
		got, err := one(s.Source(r))
		if err != nil {
			t.Fatalf("%.200q, %s: %v", doc, how, err)
		}
		if !same(got, want) {
			t.Fatalf("%.200q, %s: %.200v, want %.200v", doc, how, got, want)
		}
	}
	check("whole", bytes.NewReader(doc))
	check("byte by byte", iotest.OneByteReader(bytes.NewReader(doc)))
	check("by halves", iotest.HalfReader(bytes.NewReader(doc)))
	check("with the end beside data", iotest.DataErrReader(bytes.NewReader(doc)))
	if len(doc) > splitMax {
		return
	}
	for cut := range doc {
		check(fmt.Sprintf("cut at %d", cut), io.MultiReader(bytes.NewReader(doc[:cut]), bytes.NewReader(doc[cut:])))
	}
}

// one returns the only value of a source. The source is checked on the way.
func one(src wire.Source) (value.Value, error) {
	c := &checked{Source: src}
	v, err := wire.ToValue(c)
	if err != nil {
		return v, err
	}
	var tok wire.Token
	for range 2 {
		if err = c.Next(&tok); err != io.EOF {
			return v, fmt.Errorf("behind the value: %w, token %v", err, tok.Kind)
		}
	}
	return v, c.broken
}

// checkEnds reads a document that ends too early, or whose reader fails, at
// every byte: that is one fault, at the end, or a value that is whole as well.
func checkEnds(t *testing.T, s calque.Sourcer, doc []byte) {
	t.Helper()
	bad := errors.New("the reader fails")
	for n := range min(len(doc), splitMax) {
		c := &checked{Source: s.Source(bytes.NewReader(doc[:n]))}
		if faults := drain(t, c); len(faults) > 1 || c.broken != nil {
			t.Fatalf("%.200q ended at %d: %v, %v", doc, n, faults, c.broken)
		} else if len(faults) == 1 && faults[0].Offset > int64(n) {
			t.Fatalf("%.200q ended at %d: offset %d", doc, n, faults[0].Offset)
		}
		c = &checked{Source: s.Source(io.MultiReader(bytes.NewReader(doc[:n]), iotest.ErrReader(bad)))}
		if faults := drain(t, c); len(faults) != 1 || !errors.Is(faults[0], bad) || faults[0].Code != fault.Read {
			t.Fatalf("%.200q, reader fails at %d: %v", doc, n, faults)
		}
	}
}

// checkChanges reads a document with each byte changed: whatever comes of it, the
// source keeps the contract and ends.
func checkChanges(t *testing.T, s calque.Sourcer, doc []byte) {
	t.Helper()
	changed := bytes.Clone(doc)
	for i := range min(len(doc), splitMax) {
		for _, c := range []byte{0, 0xFF, doc[i] + 1, doc[i] ^ 0x20, '"', 0xC1} {
			changed[i] = c
			src := &checked{Source: s.Source(bytes.NewReader(changed))}
			for _, e := range drain(t, src) {
				if e.Offset < 0 || e.Offset > int64(len(doc)) {
					t.Fatalf("%.200q: offset %d: %v", changed, e.Offset, e)
				}
			}
			if src.broken != nil {
				t.Fatalf("%.200q: %v", changed, src.broken)
			}
		}
		changed[i] = doc[i]
	}
}

// drain reads a source to its end and returns its faults.
func drain(t *testing.T, src wire.Source) []*fault.Error {
	t.Helper()
	var (
		tok    wire.Token
		faults []*fault.Error
	)
	for range 1_000_000 {
		err := src.Next(&tok)
		if err == io.EOF {
			return faults
		}
		if err == nil {
			continue
		}
		list, ok := err.(*fault.List) //nolint:errorlint // the contract says so
		if !ok || len(list.Errors) == 0 {
			t.Fatalf("%T: %v is no list of faults", err, err)
		}
		faults = append(faults, list.Errors...)
		if fault.Fatal(err) {
			if again := src.Next(&tok); again != err {
				t.Fatalf("behind %v: %v", err, again)
			}
			return faults
		}
	}
	t.Fatal("the source does not end")
	return nil
}

// checkStream reads values one behind the other.
func checkStream(t *testing.T, f calque.Format, s calque.Sourcer) {
	t.Helper()
	if !f.Capabilities().Stream {
		return
	}
	var stream bytes.Buffer
	e := f.NewEncoder(&stream)
	want := Values(f.Capabilities())
	for _, v := range want {
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	for _, r := range []io.Reader{bytes.NewReader(stream.Bytes()), iotest.OneByteReader(bytes.NewReader(stream.Bytes()))} {
		c := &checked{Source: s.Source(r)}
		got, err := wire.Values(c)
		if err != nil || len(got) != len(want) || c.broken != nil {
			t.Fatalf("a stream of %d values: %d, %v, %v", len(want), len(got), err, c.broken)
		}
		for i := range want {
			if !same(got[i], want[i]) {
				t.Fatalf("value %d of a stream: %.200v, want %.200v", i, got[i], want[i])
			}
		}
	}
}

// checkDeepSource reads values that are nested deeply, with and without a limit.
func checkDeepSource(t *testing.T, f calque.Format, s calque.Sourcer) {
	t.Helper()
	const levels = 12_000
	doc, err := f.Append(nil, nested(levels), calque.MaxDepth(0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = one(s.Source(bytes.NewReader(doc), calque.MaxDepth(0))); err != nil {
		t.Fatalf("%d levels: %v", levels, err)
	}
	_, err = one(s.Source(bytes.NewReader(doc), calque.MaxDepth(10)))
	if !errors.Is(err, fault.TooDeep) {
		t.Fatalf("%d levels with a limit of 10: %v", levels, err)
	}
	if _, err = one(s.Source(bytes.NewReader(doc))); !errors.Is(err, fault.TooDeep) {
		t.Fatalf("%d levels with the usual limit: %v", levels, err)
	}
}

// nested returns 1 inside of arrays and objects, levels of them.
func nested(levels int) value.Value {
	v := value.Int(1)
	for i := range levels {
		if i%2 == 0 {
			v = value.Array(value.Null(), v)
		} else {
			v = value.Object(value.Pair("key", v))
		}
	}
	return v
}

// checkStop leaves a source before its end, and goes on.
func checkStop(t *testing.T, f calque.Format, s calque.Sourcer) {
	t.Helper()
	doc, err := f.Append(nil, value.Array(value.Int(1), nested(5), value.String("x")))
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	src := s.Source(bytes.NewReader(doc))
	if err = wire.Walk(src, func(*wire.Token) bool { all++; return true }); err != nil {
		t.Fatal(err)
	}
	for stop := 1; stop < all; stop++ {
		src = s.Source(bytes.NewReader(doc))
		n := 0
		for range 2 {
			if err = wire.Walk(src, func(*wire.Token) bool { n++; return n != stop }); err != nil {
				t.Fatal(err)
			}
		}
		if n != all {
			t.Fatalf("stopped behind %d tokens: %d in all, want %d", stop, n, all)
		}
	}
}

// same reports whether two values are equal, NaN with itself too.
func same(a, b value.Value) bool { return a.Equal(b) || a.String() == b.String() }
