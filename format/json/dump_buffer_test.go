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
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// recorder is a writer that keeps what it is given, call by call.
type recorder struct {
	bytes.Buffer
	calls [][]byte // the slices themselves
}

func (w *recorder) Write(p []byte) (int, error) {
	w.calls = append(w.calls, p)
	return w.Buffer.Write(p)
}

// TestDumpAroundBufferEnd places every token at every offset around the end of
// a writer's buffer.
func TestDumpAroundBufferEnd(t *testing.T) {
	long := strings.Repeat("x", 40)
	tokens := map[string]value.Value{
		"null":     value.Null(),
		"bool":     value.Bool(false),
		"int":      value.Int(math.MinInt64),
		"uint":     value.Uint(math.MaxUint64),
		"float":    value.Float(-2.2250738585072014e-308),
		"float32":  value.Float32(1.1754944e-38),
		"number":   parsed(t, `1.00000000000000000000000000000000001`),
		"nan":      value.Float(math.NaN()),
		"string":   value.String(long),
		"escapes":  value.String("\x01\"é\u2028😀<\xff\xe2\x82" + long),
		"clean":    parsed(t, `"`+long+`"`),
		"short":    parsed(t, `"abc"`),
		"time":     value.Time(time.Unix(1, 1)),
		"bytes":    value.BytesSub([]byte("\x00\x01\xfe"), math.MaxUint64),
		"ext":      value.Ext(math.MinInt64, value.String("p")),
		"array":    value.Array(value.Array(), value.Object(), value.Array(value.Int(1))),
		"object":   value.Object(value.Pair("é", value.Object(value.Pair("b", value.Int(1)), value.Pair("a", value.Null())))),
		"document": parsed(t, `{"é":{"b":1,"a":[[],{},[1]]}}`),
		"odd key":  value.Object(value.Member{Key: value.Float(1.25), Value: value.Null()}),
	}
	sets := map[string][]calque.Option{
		"compact":  {BytesAs(BytesObject)},
		"base64":   {},
		"nlohmann": {Floats(NlohmannFloats)},
		"pretty":   {Indent(3), IndentChar('→'), EnsureASCII(), SortKeys(), BytesAs(BytesObject)},
		"wide":     {Indent(100), EscapeHTML(), EscapeJS()},
		"nothing":  {Indent(0), SortKeys()},
	}
	step := 1
	if testing.Short() {
		t.Log("-short: every 7th offset")
		step = 7
	}
	lead := make([]value.Value, 0, 1)
	for setName, opts := range sets {
		s := option.Resolve(append(opts, NonFinite(NonFiniteString), calque.Lossy(calque.Allow), calque.UTF8(calque.ReplaceUTF8)))
		for tokenName, token := range tokens {
			want, err := appendValue(nil, value.Array(value.String(""), token, value.Int(1)), &s)
			if err != nil {
				t.Fatal(err)
			}
			head, tail, _ := bytes.Cut(want, []byte(`""`))
			size := len(want)
			for n := bufSize - size - slack - 64; n < bufSize+64; n += step {
				filler := strings.Repeat("f", n)
				v := value.Array(append(lead[:0], value.String(filler), token, value.Int(1))...)
				var w recorder
				if err := writeValue(&w, v, &s); err != nil {
					t.Fatal(err)
				}
				got := w.Bytes()
				if len(got) != size+n || !bytes.HasPrefix(got, head) || !bytes.HasSuffix(got, tail) {
					t.Fatalf("%s, %s at %d: ends %q, want %q", setName, tokenName, n, got[max(0, len(got)-2*size):], tail)
				}
				for _, call := range w.calls {
					if len(call) == 0 || len(call) > bufSize && call[0] != 'f' {
						t.Fatalf("%s, %s at %d: a write of %d bytes", setName, tokenName, n, len(call))
					}
				}
			}
		}
	}
}

// TestDumpWritesThrough tells that long runs go to the writer from where they
// are, without a copy.
func TestDumpWritesThrough(t *testing.T) {
	plain := strings.Repeat("plain text ", 10_000)
	wide := strings.Repeat("世界", 20_000)
	clean := parsed(t, `"`+plain+`"`)
	for _, c := range []struct {
		name   string
		v      value.Value
		opts   []calque.Option
		source string
		passed bool
	}{
		{"owned", value.String(plain), nil, plain, true},
		{"owned, wide", value.String(wide), nil, wide, true},
		{"owned, wide, ascii", value.String(wide), []calque.Option{EnsureASCII()}, wide, false},
		{"document", clean, nil, clean.Text(), true},
		{"document, ascii", clean, []calque.Option{EnsureASCII()}, clean.Text(), true},
		{"behind escapes", value.String("\n\"\x01" + plain), nil, "", true},
		{"in front of a fault", value.String(plain + "\xff"), []calque.Option{calque.UTF8(calque.Ignore)}, "", true},
	} {
		s := option.Resolve(c.opts)
		var w recorder
		if err := writeValue(&w, c.v, &s); err != nil {
			t.Fatal(err)
		}
		if want, _ := appendValue(nil, c.v, &s); !bytes.Equal(w.Bytes(), want) {
			t.Errorf("%s: the texts differ", c.name)
		}
		passed := false
		for _, call := range w.calls {
			if len(call) > bufSize {
				passed = c.source == "" || strings.HasPrefix(c.source, string(call[:100]))
			}
		}
		if passed != c.passed {
			t.Errorf("%s: passed through: %v, want %v", c.name, passed, c.passed)
		}
	}
}

// TestDumpWideIndent counts the calls of the writer and tells that the
// indentation comes from one piece of memory that is filled once.
func TestDumpWideIndent(t *testing.T) {
	const lines = 100
	elems := make([]value.Value, lines)
	v := value.Array(elems...)
	for _, char := range []rune{' ', '\t', 'é', '→', '😀'} {
		for _, indent := range []int{1000, 100_000} {
			s := option.Resolve([]calque.Option{Indent(indent), IndentChar(char)})
			var w recorder
			if err := writeValue(&w, v, &s); err != nil {
				t.Fatal(err)
			}
			line := "\n" + strings.Repeat(string(char), indent) + "null"
			want := "[" + strings.Repeat(line+",", lines-1) + line + "\n]"
			if w.String() != want {
				t.Fatalf("%q, indent %d: the texts differ", char, indent)
			}
			// A buffer a line at most, beside the pieces of indentation.
			limit := 1 + lines*len(line)/(bufSize-slack-len(line))
			if len(line) > bufSize {
				limit = 1 + lines*(2+len(line)/wideSize)
			}
			if len(w.calls) > limit {
				t.Errorf("%q, indent %d: %d calls, want %d at most", char, indent, len(w.calls), limit)
			}
			var pad *byte
			for _, call := range w.calls {
				if call[0] != string(char)[0] || len(call) <= bufSize {
					continue
				}
				if pad != nil && pad != &call[0] {
					t.Fatalf("%q, indent %d: the indentation was filled twice", char, indent)
				}
				pad = &call[0]
			}
			if (pad != nil) != (indent > bufSize) {
				t.Errorf("%q, indent %d: indentation passed through: %v", char, indent, pad != nil)
			}
		}
	}
}

// failing is a writer that fails, or writes too little, after some bytes.
type failing struct {
	left  int
	err   error // nil: a short write
	after int   // calls after the failure
	done  bool
}

func (w *failing) Write(p []byte) (int, error) {
	if w.done {
		w.after++
	}
	if len(p) <= w.left {
		w.left -= len(p)
		return len(p), nil
	}
	w.done = true
	return w.left, w.err
}

func TestDumpFailingWriter(t *testing.T) {
	broken := errors.New("the disk is full")
	elems := make([]value.Value, 50_000)
	for k := range elems {
		elems[k] = value.Array(value.Int(int64(k)), value.String(strings.Repeat("é", k%50)))
	}
	elems[len(elems)/2] = value.String(strings.Repeat("long ", 50_000))
	flat := value.Array(elems...)
	doc := flat.Clone()
	for _, opts := range [][]calque.Option{{}, {Indent(2)}, {Indent(20_000)}, {calque.FailFast()}} {
		s := option.Resolve(opts)
		for _, v := range []value.Value{flat, doc} {
			for _, left := range []int{0, 1, bufSize - 1, bufSize, 100_000, 1_000_000} {
				for _, cause := range []error{broken, nil} {
					w := &failing{left: left, err: cause}
					err := writeValue(w, v, &s)
					want := cause
					if want == nil {
						want = io.ErrShortWrite
					}
					var list *fault.List
					if !errors.As(err, &list) || !errors.Is(err, fault.Write) || !errors.Is(err, want) {
						t.Fatalf("%d bytes: got %v", left, err)
					}
					if list.Total != 1 || w.after != 0 || list.Errors[0].Path != "" {
						t.Errorf("%d bytes: %d faults (%v), %d calls behind the failure", left, list.Total, err, w.after)
					}
				}
			}
		}
	}
	w := &failing{left: 3}
	s := option.Default
	if err := writeValue(w, value.String("abcdef"), &s); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("in the last write: got %v", err)
	}
}

// TestDumpFaultWritesNoMore tells that nothing is written behind a fault.
func TestDumpFaultWritesNoMore(t *testing.T) {
	many := make([]value.Value, 100_000)
	v := value.Array(value.String(strings.Repeat("é", bufSize)), value.String("\xff"), value.Array(many...))
	s := option.Default
	var w recorder
	if err := writeValue(&w, v, &s); !errors.Is(err, fault.BadUTF8) {
		t.Fatalf("got %v", err)
	}
	if w.Len() > 3*bufSize || bytes.Contains(w.Bytes(), []byte("null")) {
		t.Errorf("%d bytes were written", w.Len())
	}
}
