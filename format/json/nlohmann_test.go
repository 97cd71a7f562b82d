package json

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
)

// nlohmannSays returns what the profile says the library says of an input.
func nlohmannSays(err error) string {
	var e *NlohmannError
	if !errors.As(err, &e) {
		return ""
	}
	return e.Text
}

func TestNlohmannParse(t *testing.T) {
	const syntax = "[json.exception.parse_error.101] parse error at line "
	for _, test := range []struct {
		in, dump, says string
		opts           []calque.Option
	}{
		{in: `{"b":3,"a":1,"b":2}`, dump: `{"b":2,"a":1}`},
		{in: "[1]\x00 anything", dump: "[1]"},
		{in: "\xef\xbb\xbf[1]", dump: "[1]"},
		{in: "[-0,-0.0,1E3,0e0,1e-400,100]", dump: "[0,-0.0,1000.0,0.0,0.0,100]"},
		{in: "[18446744073709551615,18446744073709551616,-9223372036854775809]", dump: "[18446744073709551615,1.8446744073709552e+19,-9.223372036854776e+18]"},
		{in: "1e23", dump: "9.999999999999999e+22"},
		{in: "[1,/* c */2]", dump: "[1,2]", opts: []calque.Option{Comments()}},
		{in: "[1,2,]", dump: "[1,2]", opts: []calque.Option{TrailingCommas()}},
		{in: "", says: syntax + "1, column 1: attempting to parse an empty input; check that your input string or stream contains the expected JSON"},
		{in: "[1,\n2", says: syntax + "2, column 2: syntax error while parsing array - unexpected end of input; expected ']'"},
		{in: `{"a" 1}`, says: syntax + "1, column 6: syntax error while parsing object separator - unexpected number literal; expected ':'"},
		{in: "[1]x", says: syntax + "1, column 4: syntax error while parsing value - invalid literal; last read: '1]x'; expected end of input"},
		{in: "\"a\tb\"", says: syntax + "1, column 3: syntax error while parsing value - invalid string: control character U+0009 (HT) must be escaped to \\u0009 or \\t; last read: '\"a<U+0009>'"},
		{in: "\"\xe2\x82\"", says: syntax + "1, column 4: syntax error while parsing value - invalid string: ill-formed UTF-8 byte; last read: '\"\xe2\x82\"'"},
		{in: "1e", says: syntax + "1, column 3: syntax error while parsing value - invalid number; expected '+', '-', or digit after exponent; last read: '1e'"},
		{in: "[1e400]", says: "[json.exception.out_of_range.406] number overflow parsing '1e400'"},
	} {
		v, err := Parse[value.Value]([]byte(test.in), append([]calque.Option{Nlohmann()}, test.opts...)...)
		if err != nil {
			if got := nlohmannSays(err); got != test.says {
				t.Errorf("%q:\n got %s\nwant %s", test.in, got, test.says)
			}
			continue
		}
		got, err := Marshal(v, Nlohmann())
		if err != nil || string(got) != test.dump {
			t.Errorf("%q: got %q, %v; want %q", test.in, got, err, test.dump)
		}
	}
}

// TestNlohmannStream reads values one behind the other.
func TestNlohmannStream(t *testing.T) {
	d := NewDecoder(strings.NewReader(`[-0,1e2,18446744073709551616] {"a":1,"a":-0.0} [1,`), Nlohmann())
	for _, want := range []string{"[0,100.0,1.8446744073709552e+19]", `{"a":-0.0}`} {
		var v value.Value
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if got, err := Marshal(v, Nlohmann()); err != nil || string(got) != want {
			t.Errorf("got %s, %v; want %s", got, err, want)
		}
	}
	var v value.Value
	if got := nlohmannSays(d.Decode(&v)); !strings.Contains(got, "unexpected end of input; expected '[', '{', or a literal") {
		t.Errorf("the fault says %q", got)
	}
}

func TestNlohmannDumpFaults(t *testing.T) {
	for in, want := range map[string]string{
		"k\xff":         "invalid UTF-8 byte at index 1: 0xFF",
		"\xe2\x28":      "invalid UTF-8 byte at index 1: 0x28",
		"a\xf0\x9f\x98": "incomplete UTF-8 string; last byte: 0x98",
	} {
		_, err := Marshal(value.String(in), Nlohmann())
		if got := nlohmannSays(err); got != "[json.exception.type_error.316] "+want || !errors.Is(err, fault.BadUTF8) {
			t.Errorf("%q: got %v", in, err)
		}
	}
}

// TestNlohmannGoldenErrors has the errors that the library itself gave.
func TestNlohmannGoldenErrors(t *testing.T) {
	var rows []struct {
		InputHex       string `json:"input_hex"`
		OK             bool   `json:"ok"`
		Dump           string `json:"dump"`
		ErrorHex       string `json:"error_hex"`
		ErrorID        int    `json:"error_id"`
		Byte           int    `json:"byte"`
		IgnoreComments bool   `json:"ignore_comments"`
	}
	shared(t, "golden/parse_errors_nlohmann.json", &rows)
	for _, r := range rows {
		in, err := hex.DecodeString(r.InputHex)
		if err != nil {
			t.Fatal(err)
		}
		text, err := hex.DecodeString(r.ErrorHex)
		if err != nil {
			t.Fatal(err)
		}
		opts := []calque.Option{Nlohmann()}
		if r.IgnoreComments {
			opts = append(opts, Comments())
		}
		v, err := Parse[value.Value](in, opts...)
		if r.OK {
			got, dumpErr := Marshal(v, Nlohmann(), EnsureASCII())
			if plain, _ := Marshal(v, Nlohmann()); err != nil || dumpErr != nil || string(got) != r.Dump && string(plain) != r.Dump {
				t.Errorf("%q: got %q, %v, %v; want %q", in, got, err, dumpErr, r.Dump)
			}
			continue
		}
		var e *NlohmannError
		if !errors.As(err, &e) || e.ID != r.ErrorID || e.Byte != r.Byte || e.Text != string(text) {
			t.Errorf("%q:\n got %v\nwant %d, byte %d: %s", in, err, r.ErrorID, r.Byte, text)
		}
	}
}
