package msgpack

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// vague is a source that knows no lengths, and cuts text into pieces of so many
// bytes.
type vague struct {
	wire.Source
	piece int
	rest  wire.Token // what is left of a text; nil: nothing
	more  bool
}

func (v *vague) Next(t *wire.Token) error {
	if v.more {
		*t = v.rest
	} else if err := v.Source.Next(t); err != nil {
		return err
	}
	t.N = -1
	v.more = false
	if v.piece > 0 && len(t.Text) > v.piece {
		v.rest, v.more = *t, true
		v.rest.Text = t.Text[v.piece:]
		t.Text, t.More = t.Text[:v.piece], true
	}
	return nil
}

// anyValue returns a random value with about so many parts.
func anyValue(rng *rand.Rand, parts int) value.Value {
	switch k := rng.IntN(14); {
	case k < 4 && parts > 0:
		var elems []value.Value
		for n := rng.IntN(parts + 1); n > 0; n-- {
			elems = append(elems, anyValue(rng, parts/2))
		}
		return value.Array(elems...)
	case k < 8 && parts > 0:
		var members []value.Member
		for n := rng.IntN(parts + 1); n > 0; n-- {
			key := value.String(text(rng))
			if rng.IntN(4) == 0 {
				key = anyValue(rng, 3)
			}
			members = append(members, value.Member{Key: key, Value: anyValue(rng, parts/2)})
		}
		return value.Object(members...)
	case k == 8:
		return value.Ext(int64(rng.IntN(256)-128)|1<<3, value.Bytes([]byte(text(rng))))
	case k == 9:
		return value.Bytes([]byte(text(rng)))
	case k == 10:
		return value.BytesSub([]byte(text(rng)), uint64(rng.IntN(128)))
	case k == 11:
		return value.Time(time.Unix(rng.Int64N(1<<40)-1<<39, rng.Int64N(1e9)))
	case k == 12:
		return []value.Value{value.Null(), value.Bool(true), value.Float(1.5), value.Float32(2.5), value.Uint(math.MaxUint64)}[rng.IntN(5)]
	case k == 13:
		return value.Int(int64(rng.Uint64()) >> rng.IntN(64))
	}
	return value.String(text(rng))
}

func text(rng *rand.Rand) string {
	return strings.Repeat("aé日😀"[:[]int{1, 3, 6, 10}[rng.IntN(4)]], rng.IntN(1<<rng.IntN(8)))
}

// put returns what a sink writes for a source.
func put(t *testing.T, src wire.Source, opts ...calque.Option) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := wire.Copy(NewSink(&b, opts...), src); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSinkWritesWhatMarshalWrites(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rounds := 2000
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		v := anyValue(rng, 1+rng.IntN(40))
		w := anyValue(rng, 4)
		want := append(encoded(v), encoded(w)...)
		if got := put(t, wire.FromValue(v, w), calque.Lossy(calque.Allow)); !bytes.Equal(got, want) {
			t.Fatalf("%v:\ngot  %x\nwant %x", v, got, want)
		}
		for _, piece := range []int{0, 1, 2, 7, 100} {
			if got := put(t, &vague{Source: wire.FromValue(v, w), piece: piece}, calque.Lossy(calque.Allow)); !bytes.Equal(got, want) {
				t.Fatalf("%v, pieces of %d:\ngot  %x\nwant %x", v, piece, got, want)
			}
		}
		opts := []calque.Option{calque.Duplicates(calque.Keep)}
		if got := put(t, NewSource(bytes.NewReader(want), opts...)); !bytes.Equal(got, want) {
			t.Fatalf("%v, from its bytes:\ngot  %x\nwant %x", v, got, want)
		}
	}
}

// large returns values that outgrow the buffer in several ways.
func large() []value.Value {
	var rows []value.Value
	for i := range 30_000 {
		rows = append(rows, value.Object(value.Pair("id", value.Int(int64(i))), value.Pair("tags", value.Array(value.String("a"), value.Array())),
			value.Pair("text", value.String(strings.Repeat("x", i%50)))))
	}
	long := value.String(strings.Repeat("long é ", 80_000))
	return []value.Value{
		value.Int(1), value.Array(rows...), value.Object(value.Pair("rows", value.Array(rows...)), value.Pair("end", value.Array(rows[:20_000]...))),
		long, value.Bytes(make([]byte, 300_000)), value.BytesSub(make([]byte, 300_000), 7), value.Ext(9, value.Bytes(make([]byte, 300_000))),
		value.Array(value.Array(value.Array(rows...), long), long), value.Object(value.Member{Key: long, Value: long}), value.Array(rows[:9]...),
	}
}

func TestSinkLargeContent(t *testing.T) {
	vs := large()
	check := func(how string, data []byte) {
		t.Helper()
		got, err := wire.Values(NewSource(bytes.NewReader(data)))
		if err != nil || len(got) != len(vs) {
			t.Fatalf("%s: %d values, %v", how, len(got), err)
		}
		for i := range vs {
			want := vs[i]
			if i == 5 {
				want = value.Ext(7, value.Bytes(make([]byte, 300_000)))
			}
			if !got[i].Equal(want) {
				t.Errorf("%s: value %d differs", how, i)
			}
		}
	}
	known := put(t, wire.FromValue(vs...), calque.NoSpool())
	check("lengths known", known)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	spooled := put(t, &vague{Source: wire.FromValue(vs...), piece: 5000})
	check("spooled", spooled)
	for _, front := range []string{"", "front"} {
		f, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.WriteString(front); err != nil {
			t.Fatal(err)
		}
		if _, err = wire.Copy(NewSink(f, calque.NoSpool()), &vague{Source: wire.FromValue(vs...), piece: 70_000}); err != nil {
			t.Fatal(err)
		}
		if err = f.Close(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(f.Name())
		if err != nil || string(data) != front+string(spooled) {
			t.Errorf("in place: %d bytes, want %d, %v", len(data), len(spooled), err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestSinkNoSpool(t *testing.T) {
	_, err := wire.Copy(NewSink(io.Discard, calque.NoSpool()), &vague{Source: wire.FromValue(large()...)})
	var l *fault.List
	if !errors.As(err, &l) || l.Errors[0].Code != fault.TooLarge || l.Errors[0].Want != "output that can be patched" {
		t.Errorf("%v", err)
	}
	f, err := os.OpenFile(filepath.Join(t.TempDir(), "out"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // nothing is in it
	if _, err = wire.Copy(NewSink(f), &vague{Source: wire.FromValue(large()...)}); !errors.Is(err, fault.Write) {
		t.Errorf("appending: %v", err)
	}
}

// failing is a writer that fails behind so many bytes.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestSinkWriterFails(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, left := range []int{0, 10, 100_000, 700_000, 3_000_000} {
		s := NewSink(&failing{left})
		_, err := wire.Copy(s, &vague{Source: wire.FromValue(large()...)})
		if !errors.Is(err, errFull) || !errors.Is(err, fault.Write) {
			t.Errorf("%d: %v", left, err)
		}
		if again := s.Put(&wire.Token{Kind: wire.Null}); !errors.Is(again, errFull) {
			t.Errorf("%d, again: %v", left, again)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestSinkFaults(t *testing.T) {
	big, err := value.Number("1e999")
	if err != nil {
		t.Fatal(err)
	}
	bad := value.Array(value.Int(1), value.Object(value.Pair("k", big), value.Pair("s", value.String("a\xff"))))
	want := []string{"lossy /1/k", "bad-utf8 /1/s"}
	for _, known := range []bool{true, false} {
		var b bytes.Buffer
		s := NewSink(&b)
		src := wire.FromValue(value.Int(1), bad, value.Int(2))
		if !known {
			src = &vague{Source: src, piece: 1}
		}
		var got []string
		var tok wire.Token
		for src.Next(&tok) == nil {
			var l *fault.List
			if errors.As(s.Put(&tok), &l) {
				for _, e := range l.Errors {
					got = append(got, e.Code.String()+" "+e.Path)
				}
			}
		}
		if err := s.Flush(); err != nil || strings.Join(got, ", ") != strings.Join(want, ", ") || !bytes.Equal(b.Bytes(), []byte{1, 2}) {
			t.Errorf("%v, %x, %v", got, b.Bytes(), err)
		}
	}
	for _, policy := range []uint8{calque.Allow, calque.Warn} {
		var b bytes.Buffer
		s := NewSink(&b, calque.Lossy(policy))
		odd := value.Array(big, value.Ext(300, value.Int(1)), value.Ext(-1, value.Bytes([]byte{1})), value.BytesSub([]byte{1}, 500), value.Ext(1, value.Ext(2, value.Array())))
		for _, src := range []wire.Source{wire.FromValue(odd), &vague{Source: wire.FromValue(odd), piece: 1}} {
			b.Reset()
			if _, err := wire.Copy(s, src); err != nil || !bytes.Equal(b.Bytes(), encoded(odd)) {
				t.Errorf("%x, %v", b.Bytes(), err)
			}
			lost := s.(wire.Loser).Losses()
			if n := 6; policy == calque.Warn && (lost == nil || lost.Total != n) || policy == calque.Allow && lost != nil {
				t.Errorf("losses: %v", lost)
			}
		}
	}
}

func TestSinkOrder(t *testing.T) {
	array, object, one, key := wire.Token{Kind: wire.Array, N: 1}, wire.Token{Kind: wire.Object, N: -1}, wire.Token{Kind: wire.Int}, wire.Token{Kind: wire.Int, Key: true}
	end, ext, piece := wire.Token{Kind: wire.End}, wire.Token{Kind: wire.Ext}, wire.Token{Kind: wire.String, More: true}
	for _, c := range []struct {
		want   string
		tokens []wire.Token
	}{
		{"value", []wire.Token{end}},
		{"value", []wire.Token{key}},
		{"1 more element", []wire.Token{array, end}},
		{"end", []wire.Token{array, one, one}},
		{"value", []wire.Token{array, key}},
		{"key or end", []wire.Token{object, one}},
		{"value", []wire.Token{object, key, end}},
		{"value", []wire.Token{object, key, key}},
		{"value", []wire.Token{ext, end}},
		{"the rest of a string", []wire.Token{piece, one}},
		{"a kind", []wire.Token{{Kind: 200}}},
	} {
		s := NewSink(io.Discard)
		var err error
		for i := range c.tokens {
			if err != nil {
				t.Errorf("%v: %v", c.tokens, err)
			}
			err = s.Put(&c.tokens[i])
		}
		var l *fault.List
		if !errors.As(err, &l) || l.Errors[0].Want != c.want || !fault.Fatal(err) {
			t.Errorf("%v: %v, want %s", c.tokens, err, c.want)
		}
	}
}

func TestSinkUndo(t *testing.T) {
	var b bytes.Buffer
	s := NewSink(&b)
	undo := func() bool { return s.(wire.Undoer).Undo() }
	putAll := func(n int, vs ...value.Value) {
		t.Helper()
		src := &vague{Source: wire.FromValue(vs...)}
		var tok wire.Token
		for ; n != 0 && src.Next(&tok) == nil; n-- {
			if err := s.Put(&tok); err != nil {
				t.Fatal(err)
			}
		}
	}
	vs := large()
	putAll(-1, vs[0])
	putAll(100, vs[1])
	if !undo() {
		t.Error("what is in the buffer cannot be undone")
	}
	putAll(100_000, vs[1])
	if !undo() {
		t.Error("what is in a temporary file cannot be undone")
	}
	putAll(-1, vs[9])
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := append([]byte{1}, encoded(vs[9])...); !bytes.Equal(b.Bytes(), want) {
		t.Errorf("got %x, want %x", b.Bytes(), want)
	}
	known := wire.FromValue(vs[1])
	var tok wire.Token
	for range 100_000 {
		if err := errors.Join(known.Next(&tok), s.Put(&tok)); err != nil {
			t.Fatal(err)
		}
	}
	if undo() || s.Put(&tok) == nil {
		t.Error("what is written is undone")
	}
}
