package interop

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"example.com/calque"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

const rounds = 20_000

// TestNlohmannDump compares the dump of random values, indents and handlers
// with that of the library, byte for byte and error for error.
func TestNlohmannDump(t *testing.T) {
	peer := Compile(t, "nlohmann.cpp")
	m := newMaker(2)
	policies := []uint8{calque.Strict, calque.ReplaceUTF8, calque.Ignore}
	for range rounds {
		v, req := m.value(m.IntN(5))
		indent := []int{-1, -1, 0, 1, 2, 4, 7, 100}[m.IntN(8)]
		char := []byte{' ', '\t', '.', 'x'}[m.IntN(4)]
		ascii, handler := byte(m.IntN(2)), byte(m.IntN(3))

		head := binary.LittleEndian.AppendUint32([]byte("D"), uint32(int32(indent)))
		want := peer.Ask(t, append(append(head, char, ascii, handler), req...))

		opts := []calque.Option{json.Nlohmann(), json.Indent(indent), json.IndentChar(rune(char)), calque.UTF8(policies[handler])}
		if ascii == 1 {
			opts = append(opts, json.EnsureASCII())
		}
		got, err := json.Marshal(v, opts...)
		switch {
		case err == nil && !want.OK:
			t.Fatalf("%v: got %q, the library says %s", v, got, want.Data)
		case err != nil:
			sameError(t, v.String(), err, want)
		case !bytes.Equal(got, want.Data):
			t.Fatalf("%v, indent %d %q, ascii %d, handler %d:\n got %q\nwant %q", v, indent, char, ascii, handler, got, want.Data)
		}
	}
}

// sameError fails the test unless err is what the library says.
func sameError(t *testing.T, input string, err error, want Answer) {
	t.Helper()
	var e *json.NlohmannError
	if !errors.As(err, &e) {
		t.Fatalf("%q: got the error %v without the library's own, which is %s", input, err, want.Data)
	}
	if want.OK || e.ID != want.ID || e.Text != string(want.Data) || uint64(e.Byte) != want.Byte {
		t.Fatalf("%q:\n got %d, byte %d: %s\nwant %d, byte %d: %s", input, e.ID, e.Byte, e.Text, want.ID, want.Byte, want.Data)
	}
}

// TestNlohmannParse compares what is accepted, what it is read as, and the
// errors of what is not, for malformed and well-formed texts.
func TestNlohmannParse(t *testing.T) {
	peer := Compile(t, "nlohmann.cpp")
	m := newMaker(3)
	for range rounds {
		in := m.malformed()
		comments := byte(m.IntN(2))
		if len(in) == 0 || in[0] == 0 {
			continue // the versions of the library differ on an empty input
		}
		want := peer.Ask(t, append([]byte{'P', comments}, in...))
		opts := []calque.Option{json.Nlohmann()}
		if comments == 1 {
			opts = append(opts, json.Comments())
		}
		v, err := json.Parse[value.Value](in, opts...)
		if err != nil {
			sameError(t, string(in), err, want)
			continue
		}
		if !want.OK {
			t.Fatalf("%q is accepted, the library says %s", in, want.Data)
		}
		got, err := json.Marshal(v, json.Nlohmann())
		if err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		if !bytes.Equal(got, want.Data) {
			t.Fatalf("%q is read as %s, by the library as %s", in, got, want.Data)
		}
	}
}

// tokens are what malformed texts are made of.
var tokens = []string{
	"[", "]", "{", "}", ":", ",", "true", "false", "null", "tru", "nul", "0", "-0", "1", "-1", "01", "1.5", "1.", "-", "+1", ".5",
	"1e5", "1E+2", "1e", "1e-", "1e999", "-1e400", "1e-400", "12345678901234567890", "123456789012345678901", "-9223372036854775809",
	`"a"`, `"b"`, `"`, `"\n"`, `"\u00e9"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\udc00"`, `"\x"`, `"\u12"`, "\"\n\"", "\"\x01\"", "\"\xff\"", "\"\xe2\x82\"",
	" ", "\n", "\t", "\r\n", "\x00", "/", "/*", "*/", "/* c */", "// c\n", "\xef\xbb\xbf", "\xef\xbb", "x", "'", "NaN",
}

// malformed returns a text of random tokens, or a well-formed one with a few
// bytes changed.
func (m *maker) malformed() []byte {
	var s []byte
	if m.IntN(2) == 0 {
		for range 1 + m.IntN(8) {
			s = append(s, tokens[m.IntN(len(tokens))]...)
		}
		return s
	}
	m.clean = true
	v, _ := m.value(3)
	s, err := json.Marshal(v, json.Nlohmann(), json.Indent(m.IntN(4)-1))
	if err != nil {
		return nil
	}
	for range m.IntN(3) {
		if len(s) == 0 {
			break
		}
		at := m.IntN(len(s))
		switch m.IntN(4) {
		case 0:
			s = s[:at]
		case 1:
			s = append(s[:at], s[at+1:]...)
		case 2:
			s[at] = "[]{}:,\"\\019.e-+ \n\x00\xff"[m.IntN(19)]
		default:
			s = append(s[:at:at], append([]byte(tokens[m.IntN(len(tokens))]), s[at:]...)...)
		}
	}
	return s
}
