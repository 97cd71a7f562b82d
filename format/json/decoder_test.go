package json_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// splitReader gives the first n bytes of data and then the rest.
type splitReader struct {
	data []byte
	n    int
}

func (r *splitReader) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	k := len(r.data)
	if r.n > 0 {
		k, r.n = min(r.n, k), 0
	}
	k = copy(p, r.data[:k])
	r.data = r.data[k:]
	return k, nil
}

// chunkReader gives n bytes at a time, sometimes none, and with eof the end
// together with the last ones.
type chunkReader struct {
	data []byte
	n    int
	eof  bool
	none bool
}

func (r *chunkReader) Read(p []byte) (int, error) {
	if r.none = !r.none; r.none && !r.eof {
		return 0, nil
	}
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	k := copy(p, r.data[:min(r.n, len(r.data))])
	r.data = r.data[k:]
	if r.eof && len(r.data) == 0 {
		return k, io.EOF
	}
	return k, nil
}

// decoded is all that a decoder says of a stream.
func decoded(r io.Reader, opts ...calque.Option) string {
	var b strings.Builder
	d := json.NewDecoder(r, opts...)
	for range 100 {
		var v value.Value
		err := d.Decode(&v)
		if err == io.EOF {
			fmt.Fprintf(&b, "end at %d\n", d.InputOffset())
			return b.String()
		}
		out, _ := json.Marshal(v, json.NonFinite(json.NonFiniteLiteral))
		fmt.Fprintf(&b, "%s to %d\n", out, d.InputOffset())
		if err != nil {
			list, _ := errors.AsType[*fault.List](err)
			for _, e := range list.Errors {
				fmt.Fprintf(&b, "\t%v (rune %d, raw %q)\n", e, e.Rune, e.Raw)
			}
			if fault.Fatal(err) {
				if again := d.Decode(&v); again != err {
					b.WriteString("another error the second time\n")
				}
				return b.String()
			}
		}
	}
	return b.String()
}

// streams are streams of values, well-formed and not.
var streams = []struct {
	in   string
	opts []calque.Option
	want string // where it is interesting
}{
	{in: ``, want: "end at 0\n"},
	{in: " \n\t ", want: "end at 4\n"},
	{in: `1`, want: "1 to 1\nend at 1\n"},
	{in: "7431", want: "7431 to 4\nend at 4\n"},
	{in: "{\"a\":1}{\"a\":2}[3]\"x\"4 true", want: "{\"a\":1} to 7\n{\"a\":2} to 14\n[3] to 17\n\"x\" to 20\n4 to 21\ntrue to 26\nend at 26\n"},
	{in: "null true\nfalse\r\n \"\" -1.5e3 {} []\t", want: "null to 4\ntrue to 9\nfalse to 15\n\"\" to 20\n-1500 to 27\n{} to 30\n[] to 33\nend at 34\n"},
	{in: "\ufeff[1] 2", want: "[1] to 6\n2 to 8\nend at 8\n"},
	{in: "truefalsenull1\"é\\n\\ud83d\\ude00\"", want: ""},
	{in: `[0.0, 0.0, 0, 0]`},
	{in: `{"data":"` + strings.Repeat("-", 30) + `\"tail"} {"日本語":"\\"}`},
	{in: `[1] {"a":2}` + "\n" + `{"b":"open`, want: "[1] to 3\n{\"a\":2} to 11\n{} to 12\n\tcalque: json: record 3: /b: line 2, column 11, offset 22: unexpected end: want '\"' (rune 11, raw \"\")\n"},
	{in: `{"a":1}   [] {"b":x}`, want: "{\"a\":1} to 7\n[] to 12\n{} to 13\n\tcalque: json: record 3: /b: line 1, column 19, offset 18: want value, got 'x' (rune 19, raw \"\")\n"},
	{in: `true null  [ "k" : 1 ]`, want: "true to 4\nnull to 9\n[\"k\"] to 11\n\tcalque: json: record 3: line 1, column 18, offset 17: want ',' or ']', got ':' (rune 18, raw \"\")\n"},
	{in: "\"é\" \"日本\"\n  \"é\" ?", want: "\"é\" to 4\n\"日本\" to 13\n\"é\" to 20\nnull to 21\n\tcalque: json: record 4: line 2, column 8, offset 21: want value, got '?' (rune 7, raw \"\")\n"},
	{in: `{"a":1,"a":2} {"b":3,"b":4} 5`, want: "{\"a\":1,\"a\":2} to 13\n\tcalque: json: record 1: /a: line 1, column 8, offset 7: duplicate name: \"a\" (rune 8, raw \"{\\\"a\\\":1,\\\"a\\\":2}\")\n{\"b\":3,\"b\":4} to 27\n\tcalque: json: record 2: /b: line 1, column 22, offset 21: duplicate name: \"b\" (rune 22, raw \"{\\\"b\\\":3,\\\"b\\\":4}\")\n5 to 29\nend at 29\n"},
	{in: `{"a":1,"a":2,"c":["}"]} {"b":3,"b":4} 5`, opts: []calque.Option{calque.FailFast()}, want: "{\"a\":1} to 23\n\tcalque: json: record 1: /a: line 1, column 8, offset 7: duplicate name: \"a\" (rune 8, raw \"{\\\"a\\\":1,\\\"a\\\":2,\\\"c\\\":[\\\"}\\\"]}\")\n{\"b\":3} to 37\n\tcalque: json: record 2: /b: line 1, column 32, offset 31: duplicate name: \"b\" (rune 32, raw \"{\\\"b\\\":3,\\\"b\\\":4}\")\n5 to 39\nend at 39\n"},
	{in: `1-2`},
	{in: `01`},
	{in: `1.5e+`},
	{in: `-`},
	{in: `1e400 `},
	{in: `tru`},
	{in: `1 nul`},
	{in: `"\ud83d\ude0`},
	{in: `"\ud83d`},
	{in: "\"\xe2\x82"},
	{in: "\"\xe2\x82\" 1"},
	{in: "{\"" + strings.Repeat("\xae", 40)},
	{in: "\xef\xbb{}"},
	{in: "\xef\xbb"},
	{in: "\xef"},
	{in: "[1]\x00[2]"},
	{in: "]"},
	{in: "1 ,2"},
	{in: strings.Repeat("[", 30) + strings.Repeat("]", 30) + "1", opts: []calque.Option{calque.MaxDepth(20)}},
	{in: "[1,2,3] [1,2,3,4]", opts: []calque.Option{calque.MaxItems(4)}},
	{in: "[1,2] [1,2,3,4] 5", opts: []calque.Option{calque.MaxBytes(6)}},
	{in: "12345 1234567", opts: []calque.Option{calque.MaxBytes(6)}},
	{in: "/* a */ 1 // b\n/**/[2/*]*/] //\n \"/*\" {/*}*/\"a\":3}//c", opts: []calque.Option{json.Comments()}, want: "1 to 9\n[2] to 27\n\"/*\" to 36\n{\"a\":3} to 49\nend at 52\n"},
	{in: "1 // a long comment\n2", opts: []calque.Option{json.Comments(), calque.MaxBytes(8)}},
	{in: "1 /* a long comment */ 2", opts: []calque.Option{json.Comments(), calque.MaxBytes(8)}},
	{in: "1 /* open", opts: []calque.Option{json.Comments()}},
	{in: "1 /x", opts: []calque.Option{json.Comments()}},
	{in: "1 /", opts: []calque.Option{json.Comments()}},
	{in: "1 // \xff\n2", opts: []calque.Option{json.Comments()}},
	{in: "[1,] {\"a\":2,} [,]", opts: []calque.Option{json.TrailingCommas()}},
	{in: "NaN -Infinity Infinity [NaN]", opts: []calque.Option{json.NonFinite(json.NonFiniteLiteral)}},
	{in: "\"\xff\" {\"\xe2\x82\":\"\\udc00\"}", opts: []calque.Option{calque.UTF8(calque.ReplaceUTF8)}},
	{in: "{\"a\":1}\n\n[2]\r\n 3 \n\"é\"", opts: []calque.Option{json.Lines()}, want: "{\"a\":1} to 8\n[2] to 14\n3 to 18\n\"é\" to 22\nend at 22\n"},
	{in: "{\"a\":1}\n{\"é\":x}\n[2\n3 4\n5\n", opts: []calque.Option{json.Lines()}, want: "{\"a\":1} to 8\n{} to 17\n\tcalque: json: record 2: /é: line 2, column 7, offset 14: want value, got 'x' (rune 6, raw \"{\\\"é\\\":x}\")\n[2] to 20\n\tcalque: json: record 3: line 3, column 3, offset 19: unexpected end: want ',' or ']' (rune 3, raw \"[2\")\n3 to 24\n\tcalque: json: record 4: line 4, column 3, offset 22: data after the value: '4' (rune 3, raw \"3 4\")\n5 to 26\nend at 26\n"},
	{in: "1\n\"a\xff\"\n{\"a\":1,\"a\":2}\n\"\n\"\n2", opts: []calque.Option{json.Lines()}},
	{in: "1\n[1,2,3,4,5]\n2\n", opts: []calque.Option{json.Lines(), calque.MaxBytes(8)}, want: "1 to 2\nnull to 2\n\tcalque: json: record 2: line 2, column 9, offset 10: too large: want at most 8 bytes (rune 9, raw \"\")\n2 to 16\nend at 16\n"},
	{in: "[[1]]\n[[[1]]]\n[1]\n", opts: []calque.Option{json.Lines(), calque.MaxDepth(2)}},
	{in: "\ufeff1\n\ufeff2\n", opts: []calque.Option{json.Lines()}},
}

func TestDecoder(t *testing.T) {
	for _, s := range streams {
		want := decoded(strings.NewReader(s.in), s.opts...)
		if s.want != "" && want != s.want {
			t.Errorf("%q:\n got %s\nwant %s", s.in, want, s.want)
		}
		for n := range len(s.in) + 1 {
			if got := decoded(&splitReader{[]byte(s.in), n}, s.opts...); got != want {
				t.Errorf("%q split at %d:\n got %s\nwant %s", s.in, n, got, want)
			}
		}
		for _, r := range []io.Reader{
			iotest.OneByteReader(strings.NewReader(s.in)),
			iotest.DataErrReader(strings.NewReader(s.in)),
			&chunkReader{data: []byte(s.in), n: 2},
			&chunkReader{data: []byte(s.in), n: 3, eof: true},
			&chunkReader{data: []byte(s.in), n: 7},
		} {
			if got := decoded(r, s.opts...); got != want {
				t.Errorf("%q from %T:\n got %s\nwant %s", s.in, r, got, want)
			}
		}
	}
}

// TestDecoderLikeParse proves that a stream of one value is read as the value
// alone is, in long pieces and short ones.
func TestDecoderLikeParse(t *testing.T) {
	inputs := []string{posts(12), catalogue(6), coast(3), strings.Repeat("[", 4000) + "1" + strings.Repeat("]", 4000), `"` + strings.Repeat("日本語 ", 9000) + `"`}
	for _, in := range inputs {
		for _, in := range []string{in, in[:len(in)-1], in[:len(in)/2], strings.Replace(in, "1", "x", 1)} {
			want, wantErr := json.Parse[value.Value]([]byte(in))
			for _, n := range []int{1, 2, 3, 5, 7, 511, 512, 513, 1024, 4095, 4096, 4097} {
				for _, eof := range []bool{false, true} {
					var v value.Value
					err := json.NewDecoder(&chunkReader{data: []byte(in), n: n, eof: eof}).Decode(&v)
					if !v.Equal(want) || !sameFaults(err, wantErr) {
						t.Fatalf("%.30q, pieces of %d: %v, want %v", in, n, err, wantErr)
					}
				}
			}
		}
	}
}

// sameFaults reports whether two errors are the same but for the record.
func sameFaults(a, b error) bool {
	x, _ := errors.AsType[*fault.List](a)
	y, _ := errors.AsType[*fault.List](b)
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	if len(x.Errors) != len(y.Errors) {
		return false
	}
	for i, e := range x.Errors {
		e.Record = 0
		if e.Error() != y.Errors[i].Error() {
			return false
		}
	}
	return true
}

// TestDecoderLinear proves that a long value in short pieces costs linear time.
func TestDecoderLinear(t *testing.T) {
	n := 4 << 20
	if testing.Short() {
		n = 256 << 10
	}
	for name, in := range map[string]string{
		"string":  `"` + strings.Repeat(`x\\`, n/3) + `"`,
		"array":   `[` + strings.Repeat("1,", n/2) + `1]`,
		"comment": `/*` + strings.Repeat("*", n) + `*/ [1]`,
		"blanks":  strings.Repeat(" ", n) + `1`,
		"broken":  `[` + strings.Repeat("1,", n/2) + `x]`,
	} {
		d := json.NewDecoder(&chunkReader{data: []byte(in), n: 100, eof: true}, json.Comments())
		var v value.Value
		err := d.Decode(&v)
		if (err != nil) != (name == "broken") {
			t.Errorf("%s: %v", name, err)
		}
	}
	line := json.NewDecoder(&chunkReader{data: []byte(`"` + strings.Repeat("x", n) + "\"\n1\n"), n: 100, eof: true}, json.Lines())
	for range 2 {
		var v value.Value
		if err := line.Decode(&v); err != nil {
			t.Error(err)
		}
	}
}

var errBroken = errors.New("cable cut")

func TestDecoderReadError(t *testing.T) {
	for in, values := range map[string]int{``: 0, `1`: 0, `1 `: 1, `[1] [2`: 1, `[1] "a`: 1, "{}\n": 1, `tru`: 0} {
		for _, opts := range [][]calque.Option{nil, {json.Lines()}} {
			r := io.MultiReader(iotest.OneByteReader(strings.NewReader(in)), iotest.ErrReader(errBroken))
			d := json.NewDecoder(r, opts...)
			n := 0
			var err error
			for ; err == nil; n++ {
				var v value.Value
				err = d.Decode(&v)
			}
			if n--; len(opts) > 0 && !strings.Contains(in, "\n") {
				values = 0
			}
			if n != values || !errors.Is(err, errBroken) || !errors.Is(err, fault.Read) || !fault.Fatal(err) {
				t.Errorf("%q: %d values, then %v", in, n, err)
			}
		}
	}
}

func TestDecoderContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d := json.NewDecoder(strings.NewReader("1 2 3"), calque.Context(ctx))
	var v value.Value
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := d.Decode(&v); !errors.Is(err, context.Canceled) || !fault.Fatal(err) {
		t.Errorf("got %v", err)
	}
	for _, mode := range [][]calque.Option{nil, {json.Lines()}} {
		ctx, cancel := context.WithCancel(t.Context())
		d = json.NewDecoder(strings.NewReader("["+strings.Repeat("1,", 100_000)+"1]\n1\n"), append(mode, calque.Context(ctx), json.Filter(func(int, json.Event, value.Value) bool {
			cancel()
			return true
		}))...)
		if err := d.Decode(&v); !errors.Is(err, context.Canceled) {
			t.Errorf("in the middle of a value: %v", err)
		}
		if err := d.Decode(&v); !errors.Is(err, context.Canceled) {
			t.Errorf("behind it: %v", err)
		}
	}
}

// TestDecoderContextWhileReading proves that a stream without end is left.
func TestDecoderContextWhileReading(t *testing.T) {
	for _, in := range []string{"[1,2", `"x`, " ", "1 "} {
		for _, mode := range [][]calque.Option{nil, {json.Lines()}} {
			ctx, cancel := context.WithCancel(t.Context())
			n := 0
			d := json.NewDecoder(readerFunc(func(p []byte) (int, error) {
				if n++; n == 3 {
					cancel()
				}
				return copy(p, in), nil
			}), append(mode, calque.Context(ctx))...)
			var err error
			for err == nil {
				var v value.Value
				err = d.Decode(&v)
			}
			if !errors.Is(err, context.Canceled) && !errors.Is(err, fault.Syntax) || n > 4 {
				t.Errorf("%q: %d reads, %v", in, n, err)
			}
		}
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestDecoderTargets(t *testing.T) {
	d := json.NewDecoder(strings.NewReader(`{"a":1} [2] 3 4`))
	var x any
	if err := d.Decode(&x); err != nil || x.(map[string]any)["a"] != int64(1) {
		t.Errorf("any: %v, %v", x, err)
	}
	var doc value.Doc
	if err := d.Decode(&doc); err != nil || text(t, doc.Root()) != "[2]" {
		t.Errorf("Doc: %v, %v", doc.Root(), err)
	}
	var n int
	if err := d.Decode(&n); !errors.Is(err, fault.BadType) {
		t.Errorf("int: %v", err)
	}
	if err := d.Decode(&x); err != nil || x != int64(3) {
		t.Errorf("behind a wrong type: %v, %v", x, err)
	}
}

// TestDecoderMemory proves that one value at a time is held.
func TestDecoderMemory(t *testing.T) {
	var doc value.Doc
	d := json.NewDecoder(strings.NewReader(strings.Repeat(`{"a":[1,2,3],"b":"text"} `, 50_000)))
	n := testing.AllocsPerRun(10_000, func() {
		if err := d.Decode(&doc); err != nil {
			t.Fatal(err)
		}
	})
	if n > 0 {
		t.Errorf("%v allocations a value", n)
	}
	if doc.Size() > 32<<10 {
		t.Errorf("%d bytes for a small value", doc.Size())
	}
}

func TestDecodeWhole(t *testing.T) {
	var v value.Value
	if err := calque.Decode(iotest.OneByteReader(bytes.NewReader([]byte("\ufeff[1, 2] "))), json.Format, &v); err != nil || text(t, v) != "[1,2]" {
		t.Errorf("%v, %v", v, err)
	}
	if err := calque.Decode(strings.NewReader("1 2"), json.Format, &v); !errors.Is(err, fault.Trailing) {
		t.Errorf("got %v", err)
	}
}

// TestDecoderFilter proves that a filter is asked once, however often the stream
// is read.
func TestDecoderFilter(t *testing.T) {
	in := strings.Repeat(`{"a":[1,2,{"b":"c"}]} `, 50) + `[` + strings.Repeat("1,", 5000) + `1] "end"`
	want := 0
	for rest := []byte(in); len(rest) > 0; {
		var v value.Value
		var err error
		rest, err = json.UnmarshalFirst(rest, &v, json.Filter(func(int, json.Event, value.Value) bool {
			want++
			return true
		}))
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range []int{1, 7, 511, 4096} {
		got := 0
		d := json.NewDecoder(&chunkReader{data: []byte(in), n: n}, json.Filter(func(int, json.Event, value.Value) bool {
			got++
			return true
		}))
		var err error
		for err == nil {
			var v value.Value
			err = d.Decode(&v)
		}
		if err != io.EOF || got != want {
			t.Errorf("pieces of %d: asked %d times, want %d (%v)", n, got, want, err)
		}
	}
}
