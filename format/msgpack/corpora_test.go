package msgpack_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// The tests here read data that lie beside the repository where it is
// developed, and say so where they do not.

// beside returns the content of a file beside the repository.
func beside(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../shared", name))
	if err != nil {
		t.Skipf("no test data beside the repository: %v", err)
	}
	return data
}

// decodeInto reads JSON with numbers as text.
func decodeInto(t *testing.T, data []byte, v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		t.Fatal(err)
	}
}

// matches reports whether v is what a file of test data says in JSON: numbers
// that JSON has not are strings, bytes may be an array, and tagged values are
// objects such as {"$int": "5"}.
func matches(v value.Value, want any) bool {
	switch want := want.(type) {
	case nil:
		return v.IsNull()
	case bool:
		return v.Kind() == value.KindBool && v.Bool() == want
	case json.Number:
		return isNumber(v, want.String())
	case string:
		return v.Kind() == value.KindString && v.Text() == want || v.IsNumber() && isFloat(v, want)
	case []any:
		if v.Kind() == value.KindBytes && len(want) == v.Len() {
			for i, b := range v.Bytes() {
				if want[i] != json.Number(strconv.Itoa(int(b))) {
					return false
				}
			}
			return true
		}
		if v.Kind() != value.KindArray || v.Len() != len(want) {
			return false
		}
		for i, e := range v.Elements() {
			if !matches(e, want[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		return matchesObject(v, want)
	}
	return false
}

func matchesObject(v value.Value, want map[string]any) bool {
	for tag, x := range want {
		switch tag {
		case "$int":
			return isNumber(v, x.(string))
		case "$f64":
			return isFloatBits(v, x.(string))
		case "$bytes":
			return v.Kind() == value.KindBytes && hexOf(v.Bytes()) == x
		case "$time":
			return v.Kind() == value.KindTime && v.Time().Format(time.RFC3339Nano) == x
		case "$ext":
			tag, payload, ok := v.Ext()
			pair := x.([]any)
			return ok && isNumber(value.Int(tag), pair[0].(json.Number).String()) && hexOf(payload.Bytes()) == pair[1]
		case "$map":
			pairs := x.([]any)
			if v.Kind() != value.KindObject || v.Len() != len(pairs) {
				return false
			}
			i := 0
			for k, e := range v.Pairs() {
				pair := pairs[i].([]any)
				if i++; !matches(k, pair[0]) || !matches(e, pair[1]) {
					return false
				}
			}
			return true
		}
	}
	if data, ok := want["data"]; ok && want["index"] != nil && matches(v, data) {
		return true // a variant
	}
	if v.Kind() != value.KindObject || v.Len() != len(want) {
		return false
	}
	for k, e := range v.Members() {
		x, ok := want[k]
		if !ok || !matches(e, x) {
			return false
		}
	}
	return true
}

func isNumber(v value.Value, text string) bool {
	want, ok := new(big.Rat).SetString(text)
	got, err := v.AsRat()
	if !ok || err != nil {
		return false
	}
	return got.Cmp(want) == 0 || v.Kind() == value.KindFloat && isFloat(v, text)
}

// isFloat compares as float64 or, for values that were widened, as float32.
func isFloat(v value.Value, text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	g := v.Float()
	return math.Float64bits(f) == math.Float64bits(g) || f != f && g != g || float32(f) == float32(g) && float64(float32(g)) == g
}

func isFloatBits(v value.Value, text string) bool {
	if text == "nan" {
		return v.Float() != v.Float()
	}
	b, err := strconv.ParseUint(text, 16, 64)
	return err == nil && math.Float64bits(v.Float()) == b
}

// TestSuite reads and writes the vectors of msgpack-test-suite.
func TestSuite(t *testing.T) {
	var groups map[string][]map[string]any
	decodeInto(t, beside(t, "corpora/msgpack-test-suite/dist/msgpack-test-suite.json"), &groups)
	vectors := 0
	for group, rows := range groups {
		for _, row := range rows {
			want := suiteValue(t, row)
			for _, h := range row["msgpack"].([]any) {
				data := unhex(t, strings.ReplaceAll(h.(string), "-", ""))
				vectors++
				v, err := msgpack.Parse[value.Value](data)
				if err != nil || !v.Equal(want) {
					t.Errorf("%s: read %s as %v, %v, want %v", group, h, v, err, want)
					continue
				}
				if err := msgpack.Valid(data); err != nil {
					t.Errorf("%s: %s is not valid: %v", group, h, err)
				}
				out, err := msgpack.Marshal(want)
				if err != nil || !strings.Contains(strings.ReplaceAll(fmt.Sprint(row["msgpack"]), "-", ""), hexOf(out)) {
					t.Errorf("%s: wrote %v as %x, %v, want one of %v", group, want, out, err, row["msgpack"])
				}
			}
		}
	}
	if vectors < 200 {
		t.Errorf("only %d vectors were read", vectors)
	}
}

func suiteValue(t *testing.T, row map[string]any) value.Value {
	t.Helper()
	content := func(x any) value.Value { return value.Bytes(unhex(t, strings.ReplaceAll(x.(string), "-", ""))) }
	integer := func(x any) int64 {
		i, err := x.(json.Number).Int64()
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	for kind, x := range row {
		switch kind {
		case "bignum":
			return number(t, x.(string))
		case "binary":
			return content(x)
		case "timestamp":
			pair := x.([]any)
			return value.Time(time.Unix(integer(pair[0]), integer(pair[1])))
		case "ext":
			pair := x.([]any)
			return value.Ext(integer(pair[0]), content(pair[1]))
		case "nil", "bool", "number", "string", "array", "map":
			v, err := value.Of(x)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("no value in %v", row)
	return value.Null()
}

// TestGolden reads and writes what reflect-cpp wrote.
func TestGolden(t *testing.T) {
	var rows []struct {
		Case, Format, Hex string
		Value             any
	}
	decodeInto(t, beside(t, "golden/archives.json"), &rows)
	read := 0
	for _, row := range rows {
		if row.Format != "rfl::msgpack" {
			continue
		}
		read++
		data := unhex(t, row.Hex)
		v, err := msgpack.Parse[value.Value](data)
		if err != nil || !matches(v, row.Value) {
			t.Errorf("%s: read %v, %v, want %v", row.Case, v, err, row.Value)
			continue
		}
		if out, err := msgpack.Marshal(v, msgpack.ReflectCPP()); err != nil || !bytes.Equal(out, data) {
			t.Errorf("%s: wrote %x, %v, want %s", row.Case, out, err, row.Hex)
		}
	}
	if read < 80 {
		t.Errorf("only %d rows were read", read)
	}
}

// openCase is a case made after a public report on another library.
type openCase struct {
	ID, Op, Format string
	InputHex       string `json:"input_hex"`
	InputText      string `json:"input_text"`
	Gen            string
	GenSHA256      string `json:"gen_sha256"`
	Expect         struct {
		OK      *any
		Alt     []any
		OrError bool `json:"or_error"`
		Error   bool
		Either  bool
	}
}

// input returns the bytes of a case: those in hex or what the expression says,
// of which the repetition and the sum of byte strings are known.
func (c *openCase) input(t *testing.T) []byte {
	t.Helper()
	if c.Gen == "" {
		return unhex(t, c.InputHex)
	}
	var data []byte
	part := regexp.MustCompile(`^b'((?:\\x[0-9a-f]{2})*)'(?:\*(\d+))?\+?`)
	for rest := c.Gen; rest != ""; {
		m := part.FindStringSubmatch(rest)
		if m == nil {
			t.Fatalf("%s: cannot make %s", c.ID, c.Gen)
		}
		n := 1
		if m[2] != "" {
			n, _ = strconv.Atoi(m[2])
		}
		data = append(data, bytes.Repeat(unhex(t, strings.ReplaceAll(m[1], `\x`, "")), n)...)
		rest = rest[len(m[0]):]
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != c.GenSHA256 {
		t.Fatalf("%s: %s was made wrongly", c.ID, c.Gen)
	}
	return data
}

// right reports whether a result is one of those that a case allows.
func (c *openCase) right(v value.Value, err error) bool {
	switch {
	case c.Expect.Either:
		return true
	case err != nil:
		return c.Expect.Error || c.Expect.OrError
	case c.Expect.OK != nil && matches(v, *c.Expect.OK):
		return true
	}
	for _, alt := range c.Expect.Alt {
		if matches(v, alt) {
			return true
		}
	}
	return false
}

// plainValues are the Go expressions of the cases that need no type.
var plainValues = map[string]any{
	"int64(128)":                       int64(128),
	"int64(-32)":                       int64(-32),
	"int64(-32769)":                    int64(-32769),
	"time.Unix(-2, 500000000).UTC()":   time.Unix(-2, 500000000).UTC(),
	"struct{X uint64}{math.MaxUint64}": map[string]any{"X": uint64(math.MaxUint64)},
}

func TestOpenCases(t *testing.T) {
	var cases []openCase
	decodeInto(t, beside(t, "cases/open.json"), &cases)
	for _, c := range cases {
		if c.Format != "msgpack" {
			continue
		}
		t.Run(c.ID, func(t *testing.T) { c.run(t) })
	}
}

func (c *openCase) run(t *testing.T) {
	switch c.Op {
	case "decode", "decode_386", "roundtrip_value":
		v, err := msgpack.Parse[value.Value](c.input(t))
		if !c.right(v, err) {
			t.Errorf("read %v, %v", v, err)
		}
		if c.Op == "roundtrip_value" {
			if out, err := msgpack.Marshal(v); err != nil || hexOf(out) != c.InputHex {
				t.Errorf("wrote %x, %v", out, err)
			}
		}
	case "decode_reader", "stream_chunks":
		for _, r := range []io.Reader{bytes.NewReader(c.input(t)), iotest.OneByteReader(bytes.NewReader(c.input(t)))} {
			var v value.Value
			if err := msgpack.NewDecoder(r).Decode(&v); !c.right(v, err) {
				t.Errorf("read %v, %v", v, err)
			}
		}
	case "stream_docs":
		var all []value.Value
		for v, err := range msgpack.Each[value.Value](bytes.NewReader(c.input(t))) {
			if err != nil {
				t.Error(err)
			}
			all = append(all, v)
		}
		if !c.right(value.Array(all...), nil) {
			t.Errorf("read %v", all)
		}
	case "all_prefixes":
		data := c.input(t)
		for n := range data {
			if v, err := msgpack.Parse[value.Value](data[:n]); err == nil {
				t.Errorf("read %v from %d bytes", v, n)
			}
		}
		if v, err := msgpack.Parse[value.Value](data); !c.right(v, err) {
			t.Errorf("read %v, %v", v, err)
		}
	case "alias":
		data := c.input(t)
		v, err := msgpack.Parse[value.Value](data)
		clear(data)
		if !c.right(v, err) {
			t.Errorf("the value changed with the input: %v, %v", v, err)
		}
	case "encode":
		x, ok := plainValues[c.InputText]
		if !ok {
			t.Skipf("%s needs a Go type", c.InputText)
		}
		out, err := msgpack.Marshal(x)
		want := (*c.Expect.OK).(map[string]any)["$hex"]
		if err != nil || hexOf(out) != want {
			t.Errorf("wrote %x, %v, want %v", out, err, want)
		}
	default:
		t.Skipf("%s needs a Go type", c.Op)
	}
}
