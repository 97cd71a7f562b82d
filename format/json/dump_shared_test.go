package json

import (
	"encoding/hex"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
)

// shared reads a file of data that lies beside the project, and skips the test
// where it is absent.
func shared(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("../../../shared/" + name)
	if err != nil {
		t.Skipf("no %s beside the project", name)
	}
	if err := stdjson.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// goldenDump is a row of the bytes that nlohmann/json writes.
type goldenDump struct {
	Case    string
	Kind    string `json:"input_kind"`
	Input   string `json:"input_hex"`
	Indent  int
	Char    string  `json:"indent_char"`
	ASCII   bool    `json:"ensure_ascii"`
	Handler string  `json:"error_handler"`
	Output  *string `json:"output_hex"`
	Error   string
}

var handlers = map[string]uint8{"strict": calque.Strict, "replace": calque.ReplaceUTF8, "ignore": calque.Ignore}

func (g *goldenDump) options() []calque.Option {
	char := []rune(g.Char)[0]
	opts := []calque.Option{Nlohmann(), Indent(g.Indent), IndentChar(char), calque.UTF8(handlers[g.Handler])}
	if g.ASCII {
		opts = append(opts, EnsureASCII())
	}
	return opts
}

// value returns the value that the row dumps; ok is false where calque has none.
func (g *goldenDump) value(t *testing.T) (v value.Value, ok bool) {
	input, err := hex.DecodeString(g.Input)
	if err != nil {
		t.Fatal(err)
	}
	text := string(input)
	switch {
	case strings.HasPrefix(g.Kind, "string bytes"):
		return value.String(text), true
	case g.Kind == "number":
		return goldenNumber(t, text), true
	case strings.HasPrefix(g.Kind, "object with one key 6bff"):
		return value.Object(value.Pair("k\xff", value.String("v\x80"))), true
	case g.Kind == "binary bytes, no subtype":
		return value.Bytes(input), true
	case g.Kind == "binary bytes, subtype 42":
		return value.BytesSub(input, 42), true
	case strings.HasPrefix(g.Kind, "object {b: binary 0102"):
		return value.Object(value.Pair("b", value.BytesSub([]byte{1, 2}, 128))), true
	case strings.HasPrefix(g.Kind, "array [binary 09"):
		return value.Array(value.Bytes([]byte{9}), value.Bytes(nil)), true
	case strings.HasPrefix(g.Kind, "JSON text"):
		return parsed(t, text, calque.Duplicates(calque.Last)), true
	}
	return v, false
}

// goldenNumber returns the number that the text of a row, such as "double 0.5"
// or "int -1", stands for.
func goldenNumber(t *testing.T, text string) value.Value {
	kind, number, _ := strings.Cut(text, " ")
	switch kind {
	case "double":
		f, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		return value.Float(f)
	case "float->double":
		f, err := strconv.ParseFloat(number, 32)
		if err != nil {
			t.Fatal(err)
		}
		return value.Float32(float32(f))
	case "int64":
		return value.Int(math.MinInt64)
	}
	i, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		t.Fatal(text, err)
	}
	return value.Int(i)
}

func TestDumpGolden(t *testing.T) {
	var rows []goldenDump
	shared(t, "golden/dump_nlohmann.json", &rows)
	compared := 0
	for _, g := range rows {
		name := fmt.Sprintf("%s/%d/%s/%v", g.Case, g.Indent, g.Handler, g.ASCII)
		if g.Case == "indent_600_x" {
			t.Logf("%s: skipped, the row shows a bug of the library", name)
			continue
		}
		v, ok := g.value(t)
		if !ok {
			t.Logf("%s: skipped, %s", name, g.Kind)
			continue
		}
		compared++
		got := dumpString(v, g.options()...)
		if g.Output != nil {
			want, err := hex.DecodeString(*g.Output)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
			continue
		}
		if _, err := Marshal(v, g.options()...); nlohmannSays(err) != g.Error {
			t.Errorf("%s: got %v, want %q", name, err, g.Error)
		}
	}
	if compared < 200 {
		t.Errorf("only %d rows were compared", compared)
	}
}

// openCase is a row of the cases made after public reports.
type openCase struct {
	ID, Format, Op, Target string
	Text                   *string `json:"input_text"`
	Hex                    string  `json:"input_hex"`
	Gen                    string
	Opts                   struct {
		Indent  *int
		Char    string `json:"indent_char"`
		Handler string `json:"error_handler"`
		ASCII   bool   `json:"ensure_ascii"`
	}
	Expect struct {
		OK      stdjson.RawMessage
		Alt     []stdjson.RawMessage
		OrError bool `json:"or_error"`
		Error   bool
		Either  bool
	}
}

func TestDumpOpenCases(t *testing.T) {
	var rows []openCase
	shared(t, "cases/open.json", &rows)
	compared := 0
	for _, c := range rows {
		if c.Format != "json" {
			continue
		}
		var opts []calque.Option
		if c.Opts.Indent != nil {
			opts = append(opts, Indent(*c.Opts.Indent))
		}
		if c.Opts.ASCII {
			opts = append(opts, EnsureASCII())
		}
		opts = append(opts, calque.UTF8(handlers[c.Opts.Handler]))
		var v value.Value
		switch c.Op {
		case "dump_string":
			input, err := hex.DecodeString(c.Hex)
			if err != nil {
				t.Fatal(err)
			}
			v = value.String(string(input))
		case "dump":
			v = openValue(t, *c.Text)
		case "roundtrip":
			v = parsed(t, *c.Text)
		case "parse_then_dump":
			text := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
			if c.Gen != "b'['*100000+b']'*100000" {
				t.Fatalf("%s: unknown input %s", c.ID, c.Gen)
			}
			opts = append(opts, calque.MaxDepth(0))
			if got := dumpString(parsed(t, text, opts...), opts...); got != text {
				t.Errorf("%s: %d bytes", c.ID, len(got))
			}
			compared++
			continue
		default:
			continue
		}
		compared++
		if err := c.check(dumpOrError(v, opts)); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
	}
	if compared < 16 {
		t.Errorf("only %d cases were compared", compared)
	}
}

func dumpOrError(v value.Value, opts []calque.Option) (string, error) {
	b, err := Append(nil, v, opts...)
	return string(b), err
}

// openValue returns the value of a Go expression of the cases, or of JSON text.
func openValue(t *testing.T, text string) value.Value {
	t.Helper()
	switch text {
	case "math.NaN()":
		return value.Float(math.NaN())
	case "math.Inf(-1)":
		return value.Float(math.Inf(-1))
	}
	if number, ok := strings.CutPrefix(text, "float64("); ok {
		f, err := strconv.ParseFloat(strings.TrimSuffix(number, ")"), 64)
		if err != nil {
			t.Fatal(err)
		}
		return value.Float(f)
	}
	return parsed(t, text)
}

// check compares a result with what the case expects.
func (c *openCase) check(got string, err error) error {
	switch {
	case err != nil && c.Expect.Error:
		if !errors.Is(err, fault.BadUTF8) || !strings.Contains(err.Error(), "0x") || !strings.Contains(err.Error(), "index") {
			return fmt.Errorf("the error tells neither byte nor index: %w", err)
		}
		return nil
	case err != nil && (c.Expect.OrError || c.Expect.Either), c.Expect.Either && err == nil:
		return nil
	case err != nil:
		return err
	case c.Expect.Error:
		return fmt.Errorf("got %q, want an error", got)
	}
	for _, raw := range append([]stdjson.RawMessage{c.Expect.OK}, c.Expect.Alt...) {
		var want struct {
			Text     *string `json:"$text"`
			Gen      string  `json:"$text_gen"`
			Shortest string  `json:"$shortest"`
		}
		if err := stdjson.Unmarshal(raw, &want); err != nil {
			return err
		}
		if want.Gen == `'{\n'+' '*1300+'"a": [\n'+' '*2600+'1\n'+' '*1300+']\n}'` {
			pad := strings.Repeat(" ", 1300)
			text := "{\n" + pad + "\"a\": [\n" + pad + pad + "1\n" + pad + "]\n}"
			want.Text = &text
		}
		if want.Text != nil && got == *want.Text || want.Shortest != "" && got == want.Shortest {
			return nil
		}
	}
	return fmt.Errorf("got %q, want %s", got, c.Expect.OK)
}
