package json

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// sinkValues are values of every kind.
func sinkValues() []value.Value {
	long := strings.Repeat("text é \" \x01 日本😀 </script>", 3000)
	big, _ := value.Number("123456789012345678901234567890.5e999")
	return []value.Value{
		value.Null(), value.Bool(true), value.Int(-5), value.Uint(1 << 63), value.Float(1e21), value.Float(math.Copysign(0, -1)),
		value.Float32(0.1), big, value.String(""), value.String(long), value.String("\u2028&"), value.Bytes([]byte("bytes")),
		value.Bytes(bytes.Repeat([]byte{1, 2, 3, 255}, 10_000)), value.BytesSub([]byte{1}, 7), value.Time(time.Unix(1e9, 5)),
		value.Array(), value.Object(), value.Array(value.Int(1), value.Array(), value.Object(value.Pair("a", value.Int(1)), value.Pair("b/~", value.Array(value.String("x"))))),
		value.Ext(5, value.Ext(6, value.Array(value.Int(1), value.Bytes([]byte{1})))),
		value.Object(value.Pair(long, value.String(long)), value.Member{Key: value.Int(5), Value: value.Ext(1, value.Int(2))}, value.Member{Key: value.Bool(true), Value: value.Null()}),
	}
}

// pieces is a source that cuts texts into pieces of n bytes.
type pieces struct {
	wire.Source
	n    int
	t    wire.Token
	rest []byte
	open bool
}

func (p *pieces) Next(t *wire.Token) error {
	if !p.open {
		if err := p.Source.Next(&p.t); err != nil {
			return err
		}
		p.rest = p.t.Text
	}
	*t = p.t
	t.Text = p.rest[:min(len(p.rest), p.n)]
	p.rest = p.rest[len(t.Text):]
	p.open = len(p.rest) > 0
	t.More = p.open
	return nil
}

func TestSinkWritesWhatTheEncoderWrites(t *testing.T) {
	for n, opts := range [][]calque.Option{
		nil,
		{Indent(2)},
		{Indent(70), IndentChar('\t')},
		{EnsureASCII(), EscapeHTML()},
		{EscapeJS()},
		{BytesAs(BytesObject)},
		{BytesAs(BytesObject), Indent(1)},
		{Floats(ES6Floats)},
		{Lines(), Indent(3)},
	} {
		opts = append(opts, calque.Lossy(calque.Allow))
		for size := range 8 {
			var want, got bytes.Buffer
			e, s := NewEncoder(&want, opts...), NewSink(&got, opts...)
			for i, v := range sinkValues() {
				if err := e.Encode(v); err != nil {
					t.Fatal(err)
				}
				src := wire.FromValue(v)
				if size > 0 && i < 19 { // keys that are no strings come whole
					src = &pieces{Source: src, n: size*size*size - size + 1}
				}
				if _, err := wire.Copy(s, src); err != nil {
					t.Fatalf("options %d, value %d, pieces of %d: %v", n, i, size, err)
				}
			}
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
			if got.String() != want.String() {
				at := 0
				for at < got.Len() && at < want.Len() && got.Bytes()[at] == want.Bytes()[at] {
					at++
				}
				t.Fatalf("options %d, pieces of %d: at %d\ngot  %.200q\nwant %.200q", n, size, at, got.String()[max(at-50, 0):], want.String()[max(at-50, 0):])
			}
		}
	}
}

func TestSinkFaults(t *testing.T) {
	nan := value.Float(math.NaN())
	for _, c := range []struct {
		v    value.Value
		want []string
	}{
		{nan, []string{"not-finite "}},
		{value.Array(value.Int(1), nan, value.Object(value.Pair("a", nan))), []string{"not-finite /1", "not-finite /2/a"}},
		{value.Object(value.Pair("a", value.Array(value.String("\xff")))), []string{"bad-utf8 /a/0"}},
		{value.Object(value.Pair("a", value.Ext(1, nan))), []string{"lossy /a", "not-finite /a/payload"}},
		{value.Object(value.Member{Key: value.Int(1), Value: nan}), []string{"bad-key /1", "not-finite /1"}},
		{value.Object(value.Member{Key: value.Array(value.Int(1), value.Ext(1, value.Int(2))), Value: value.Int(2)}, value.Pair("b", nan)), []string{"bad-key /array", "not-finite /b"}},
		{value.Object(value.Member{Key: value.Ext(1, value.Array(value.Int(2))), Value: nan}), []string{"bad-key /extension", "not-finite /extension"}},
		{value.BytesSub(nil, 1), []string{"lossy "}},
	} {
		var out bytes.Buffer
		s := NewSink(&out)
		var got []string
		for _, v := range []value.Value{value.Int(1), c.v, value.Int(3)} {
			var tok wire.Token
			for src := wire.FromValue(v); src.Next(&tok) == nil; {
				var l *fault.List
				if errors.As(s.Put(&tok), &l) {
					for _, e := range l.Errors {
						got = append(got, e.Code.String()+" "+e.Path)
						if e.Record != 2 {
							t.Errorf("%v: record %d", c.v, e.Record)
						}
					}
				}
			}
		}
		if err := s.Flush(); err != nil || out.String() != "1\n3\n" || strings.Join(got, ",") != strings.Join(c.want, ",") {
			t.Errorf("%v: %q, %v, faults %q, want %q", c.v, out.String(), err, got, c.want)
		}
	}
}

func TestSinkUndo(t *testing.T) {
	var out bytes.Buffer
	s := NewSink(&out)
	put := func(toks ...wire.Token) (err error) {
		for i := range toks {
			if err = s.Put(&toks[i]); err != nil {
				return err
			}
		}
		return nil
	}
	one := wire.Token{Kind: wire.Int, Bits: 1}
	arr := wire.Token{Kind: wire.Array}
	text := wire.Token{Kind: wire.String, Text: bytes.Repeat([]byte("x"), 20_000)}
	undo := s.(wire.Undoer).Undo
	if err := put(one, arr, one, arr); err != nil || !undo() {
		t.Fatal(err)
	}
	if err := put(text, arr, text, one); err != nil || !undo() { // moved to the front of the buffer
		t.Fatal(err)
	}
	if err := put(one, arr, text, text); err != nil || undo() {
		t.Fatal(err)
	}
	if err := put(one); !errors.Is(err, fault.Truncated) {
		t.Error(err)
	}
	if err := s.Flush(); err == nil {
		t.Error("flushed")
	}
	if want := "1\n\"" + string(text.Text) + "\"\n1\n[\"xxx"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("%d bytes", out.Len())
	}
}

func TestSinkRefuses(t *testing.T) {
	arr, obj, end, num := wire.Token{Kind: wire.Array}, wire.Token{Kind: wire.Object}, wire.Token{Kind: wire.End}, wire.Token{Kind: wire.Int}
	key := wire.Token{Kind: wire.String, Key: true}
	part := wire.Token{Kind: wire.String, More: true}
	for _, test := range [][]wire.Token{
		{end}, {key}, {arr, key}, {obj, num}, {obj, key, end}, {obj, key, key}, {part, num}, {{Kind: 99}},
	} {
		s := NewSink(io.Discard)
		var err error
		for i := range test {
			err = s.Put(&test[i])
		}
		if !errors.Is(err, fault.Syntax) || s.Flush() == nil || s.Put(&num) == nil {
			t.Errorf("%v: %v", test, err)
		}
	}
	for _, opt := range []calque.Option{SortKeys(), Nlohmann()} {
		if err := NewSink(io.Discard, opt).Put(&num); !errors.Is(err, fault.BadOption) {
			t.Errorf("%v: %v", opt, err)
		}
	}
	deep := NewSink(io.Discard, calque.MaxDepth(3))
	var err error
	for range 4 {
		err = deep.Put(&arr)
	}
	if !errors.Is(err, fault.TooDeep) {
		t.Error(err)
	}
	bad := errors.New("disk full")
	s := NewSink(fullDisk{bad})
	for err = nil; err == nil; {
		err = s.Put(&wire.Token{Kind: wire.String, Text: make([]byte, 1000)})
	}
	if !errors.Is(err, bad) || !errors.Is(s.Flush(), fault.Write) {
		t.Error(err)
	}
}

type fullDisk struct{ err error }

func (f fullDisk) Write([]byte) (int, error) { return 0, f.err }

func TestSinkWarns(t *testing.T) {
	s := NewSink(io.Discard, calque.Lossy(calque.Warn))
	v := value.Array(value.BytesSub(nil, 1), value.Ext(1, value.Int(1)), value.Object(value.Member{Key: value.Int(5), Value: value.Int(1)}))
	if _, err := wire.Copy(s, wire.FromValue(v)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range s.(wire.Loser).Losses().Errors {
		got = append(got, e.Path+" "+e.Got)
	}
	if strings.Join(got, ",") != "/0 bytes with subtype,/1 extension,/2/5 key that is no string" {
		t.Errorf("%q", got)
	}
}

func TestSequenceThereAndBack(t *testing.T) {
	values := []value.Value{value.Int(1), value.Array(value.String("a\x1e")), value.Null()}
	const want = "\x1e1\n\x1e[\"a\\u001e\"]\n\x1enull\n"
	var enc, sunk bytes.Buffer
	e := Seq.NewEncoder(&enc)
	for _, v := range values {
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil || enc.String() != want {
		t.Errorf("%q, %v", enc.String(), err)
	}
	if _, err := wire.Copy(NewSink(&sunk, Sequence()), wire.FromValue(values...)); err != nil || sunk.String() != want {
		t.Errorf("%q, %v", sunk.String(), err)
	}
	one, err := Seq.Append(nil, values[1])
	if err != nil || string(one) != "\x1e[\"a\\u001e\"]\n" {
		t.Errorf("%q, %v", one, err)
	}
	var v value.Value
	if err := Seq.Unmarshal(one, &v); err != nil || !v.Equal(values[1]) {
		t.Errorf("%v, %v", v, err)
	}
	// The decoder sees the records that the source sees.
	const text = "\x1e1\n\x1e\x1e{\"a\":[1]}\n\x1e[1,\x1e12\x1etrue\n\x1e\"abc\x1e\"x\"\x1e1 2\n\x1enul\n \x1e[]\x1e7\n\x1e"
	for _, text := range []string{text, "1 \x1e2\n", " \n", "", "\x1e"} {
		src := NewSourceBytes([]byte(text), Sequence())
		d := Seq.NewDecoder(strings.NewReader(text))
		for {
			want, wantErr := wire.ToValue(src)
			var got value.Value
			gotErr := d.Decode(&got)
			if wantErr == io.EOF || gotErr == io.EOF {
				if wantErr != gotErr {
					t.Errorf("%q: %v, %v", text, gotErr, wantErr)
				}
				break
			}
			var a, b *fault.List
			if errors.As(gotErr, &a) != errors.As(wantErr, &b) || a != nil && (show(a) != show(b) || !bytes.Equal(a.Errors[0].Raw, b.Errors[0].Raw)) {
				t.Errorf("%q:\n%v\n%v", text, gotErr, wantErr)
			}
			if gotErr == nil && !got.Equal(want) {
				t.Errorf("%q: %v, %v", text, got, want)
			}
		}
	}
}
