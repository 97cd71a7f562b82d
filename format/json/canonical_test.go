package json

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
)

func canonical(t *testing.T, text string, opts ...calque.Option) string {
	t.Helper()
	v, err := Parse[value.Value]([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Marshal(v, append([]calque.Option{Canonical()}, opts...)...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return string(got)
}

// TestCanonicalCorpus writes the cases of the authors of RFC 8785.
func TestCanonicalCorpus(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "corpora", "json-canonicalization", "testdata")
	files, err := filepath.Glob(filepath.Join(dir, "input", "*.json"))
	if err != nil || len(files) == 0 {
		t.Skip("the corpus json-canonicalization is not there")
	}
	for _, file := range files {
		name := filepath.Base(file)
		input, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(dir, "output", name))
		if err != nil {
			t.Fatal(err)
		}
		// They round 333333333.33333329.
		got := canonical(t, string(input), calque.Lossy(calque.Allow))
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
		digits, err := os.ReadFile(filepath.Join(dir, "outhex", strings.TrimSuffix(name, ".json")+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		octets, err := hex.DecodeString(strings.Join(strings.Fields(string(digits)), ""))
		if err != nil || !bytes.Equal(octets, []byte(got)) {
			t.Errorf("%s: not the bytes of outhex (%v)", name, err)
		}
		if again := canonical(t, got); again != got {
			t.Errorf("%s: written again it is\n%s", name, again)
		}
	}
}

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		` [ 1 , 2.50 , 1E3 , -0.0, 1e-7, 1e21, 123456789012345680000 ] `: `[1,2.5,1000,0,1e-7,1e+21,123456789012345680000]`,
		`[9007199254740991,-9007199254740991,9007199254740992]`:          `[9007199254740991,-9007199254740991,9007199254740992]`,
		`[1152921504606847000]`:                                         `[1152921504606847000]`, // 2^60, the digits that tell it
		`{"b":1,"a":{"d":null,"c":[true,{}]},"":false}`:                 `{"":false,"a":{"c":[true,{}],"d":null},"b":1}`,
		"\"\\u0000\\u001f\\b\\f\\n\\r\\t\\/\\\"\\\\<>&\u2028\u007fé😀\"": "\"\\u0000\\u001f\\b\\f\\n\\r\\t/\\\"\\\\<>&\u2028\u007fé😀\"",
		// The order of the units of UTF-16, which is not that of the bytes.
		`{"\ufb33":1,"\ud83d\ude00":2,"\u20ac":3,"1":4,"\r":5,"\u0080":6,"\u00f6":7,"\ue000":8}`: "{\"\\r\":5,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":3,\"😀\":2,\"\ue000\":8,\"\ufb33\":1}",
	} {
		if got := canonical(t, in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
		if got := canonical(t, in, Indent(2), Floats(NlohmannFloats), EnsureASCII(), EscapeHTML(), NonFinite(NonFiniteNull)); got != want {
			t.Errorf("%s: with other options got %s", in, got)
		}
	}
}

func TestCanonicalValues(t *testing.T) {
	at := time.Date(2024, 2, 29, 11, 30, 45, 120e6, time.UTC)
	v := value.Object(
		value.Pair("t", value.Time(at)),
		value.Pair("b", value.Bytes([]byte{0, 1, 0xFE, 0xFF})),
		value.Pair("f", value.Float32(0.1)),
	)
	got, err := Marshal(v, Canonical())
	if want := `{"b":"AAH+/w==","f":0.10000000149011612,"t":"2024-02-29T11:30:45.12Z"}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
	var out bytes.Buffer
	enc := NewEncoder(&out, Canonical())
	if err := errors.Join(enc.Encode(v), enc.Close()); err != nil || out.String() != string(got)+"\n" {
		t.Errorf("encoder: got %s, %v", out.String(), err)
	}
}

func TestCanonicalFaults(t *testing.T) {
	deep := strings.Repeat("[", 200) + `{"a":9007199254740993}` + strings.Repeat("]", 200)
	for _, c := range []struct {
		v      any
		path   string
		code   fault.Code
		lossy  string // the text with Lossy(Allow), "" for the same fault
		faults int
	}{
		{`[1,{"a/b":9007199254740993}]`, "/1/a~1b", fault.Inexact, `[1,{"a/b":9007199254740992}]`, 1},
		{`[-9223372036854775808]`, "/0", fault.Inexact, `[-9223372036854776000]`, 1},
		{`[18446744073709551615]`, "/0", fault.Inexact, `[18446744073709552000]`, 1},
		{`{"x":0.10000000000000000001}`, "/x", fault.Inexact, `{"x":0.1}`, 1},
		{`[333333333.33333329,123456789012345678901234567890]`, "/0", fault.Inexact, `[333333333.3333333,1.2345678901234568e+29]`, 2},
		{`[1e400]`, "/0", fault.OutOfRange, "", 1},
		{deep, strings.Repeat("/0", 200) + "/a", fault.Inexact, strings.Repeat("[", 200) + `{"a":9007199254740992}` + strings.Repeat("]", 200), 1},
		{value.Array(value.Float(math.NaN()), value.Float32(float32(math.Inf(1)))), "/0", fault.NotFinite, "", 2},
		{value.Object(value.Pair("a", value.Int(1)), value.Pair("b", value.Int(2)), value.Pair("a", value.Int(3))), "/a", fault.Duplicate, "", 1},
		{value.Array(value.Ext(1, value.Null())), "/0", fault.Lossy, "", 1},
		{value.Object(value.Member{Key: value.Int(7), Value: value.Null()}), "/7", fault.BadKey, `{"7":null}`, 1},
		{value.String("a\xff"), "", fault.BadUTF8, "", 1},
	} {
		v, ok := c.v.(value.Value)
		if !ok {
			v = parsed(t, c.v.(string))
		}
		_, err := Marshal(v, Canonical(), NonFinite(NonFiniteString), calque.UTF8(calque.ReplaceUTF8))
		list, _ := errors.AsType[*fault.List](err)
		if list == nil || list.Total != c.faults || list.Errors[0].Code != c.code || list.Errors[0].Path != c.path {
			t.Errorf("%v: got %v", c.v, err)
		}
		got, err := Marshal(v, Canonical(), calque.Lossy(calque.Allow))
		if c.lossy == "" && !errors.Is(err, c.code) || c.lossy != "" && (err != nil || string(got) != c.lossy) {
			t.Errorf("%v: allowed: got %s, %v", c.v, got, err)
		}
	}
	// A name twice in a document, which can be read too.
	var doc value.Doc
	v, err := ParseDoc(&doc, []byte(`[{"b":1,"a":2,"b":3,"b":4}]`), calque.Duplicates(calque.Keep))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Marshal(v, Canonical())
	if list, _ := errors.AsType[*fault.List](err); list == nil || list.Total != 2 || list.Errors[0].Path != "/0/b" || list.Errors[0].Code != fault.Duplicate {
		t.Errorf("got %v", err)
	}
}

// es6 is Number::toString of ECMAScript, from the shortest digits.
func es6(f float64) string {
	if f == 0 {
		return "0"
	}
	digits, exp, _ := strings.Cut(strconv.FormatFloat(math.Abs(f), 'e', -1, 64), "e")
	digits = strings.Replace(digits, ".", "", 1)
	n, _ := strconv.Atoi(exp)
	n++ // the point is behind n digits
	k := len(digits)
	var s string
	switch {
	case k <= n && n <= 21:
		s = digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		s = digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		s = "0." + strings.Repeat("0", -n) + digits
	default:
		s = digits[:1]
		if k > 1 {
			s += "." + digits[1:]
		}
		s += "e"
		if n > 0 {
			s += "+"
		}
		s += strconv.Itoa(n - 1)
	}
	if f < 0 {
		s = "-" + s
	}
	return s
}

// TestCanonicalNumbers writes 20,000 random floats of all sizes and those of
// appendix B of RFC 8785.
func TestCanonicalNumbers(t *testing.T) {
	for bits, want := range map[uint64]string{
		0x0000000000000000: "0", 0x8000000000000000: "0", 0x0000000000000001: "5e-324", 0x8000000000000001: "-5e-324",
		0x7fefffffffffffff: "1.7976931348623157e+308", 0xffefffffffffffff: "-1.7976931348623157e+308",
		0x4340000000000000: "9007199254740992", 0xc340000000000000: "-9007199254740992",
		0x4430000000000000: "295147905179352830000", 0x44b52d02c7e14af5: "9.999999999999997e+22",
		0x44b52d02c7e14af6: "1e+23", 0x44b52d02c7e14af7: "1.0000000000000001e+23",
		0x444b1ae4d6e2ef4e: "999999999999999700000", 0x444b1ae4d6e2ef4f: "999999999999999900000",
		0x444b1ae4d6e2ef50: "1e+21", 0x3eb0c6f7a0b5ed8c: "9.999999999999997e-7", 0x3eb0c6f7a0b5ed8d: "0.000001",
		0x41b3de4355555553: "333333333.3333332", 0x41b3de4355555557: "333333333.33333343",
		0xbecbf647612f3696: "-0.0000033333333333333333", 0x43143ff3c1cb0959: "1424953923781206.2",
	} {
		if got, err := Marshal(math.Float64frombits(bits), Canonical()); err != nil || string(got) != want {
			t.Errorf("%x: got %s, %v, want %s", bits, got, err, want)
		}
	}
	r := rand.New(rand.NewPCG(8785, 0))
	for i := range 20_000 {
		f := math.Float64frombits(r.Uint64())
		switch i % 4 {
		case 1:
			f = math.Trunc(r.NormFloat64() * math.Pow(10, float64(r.IntN(24))))
		case 2:
			f = math.Round(r.NormFloat64()*1e4) / math.Pow(10, float64(r.IntN(12)))
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		want := es6(f)
		got, err := Marshal(f, Canonical())
		if err != nil || string(got) != want {
			t.Fatalf("%x: got %s, %v, want %s", math.Float64bits(f), got, err, want)
		}
		// Read again, as what kind ever, and written again it is the same.
		if again := canonical(t, want); again != want {
			t.Fatalf("%s: written again it is %s", want, again)
		}
	}
}

// TestCanonicalOrder sorts random names by the units of UTF-16.
func TestCanonicalOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 0))
	runes := []rune("a\x00~\u007f\u0080é\u07ff\u0800\ud7ff\ue000\ufb33\uffff😀\U00010000\U0010ffff")
	for range 300 {
		var members []value.Member
		seen := map[string]bool{}
		for range r.IntN(60) {
			var b strings.Builder
			for range r.IntN(12) {
				b.WriteRune(runes[r.IntN(len(runes))])
			}
			if key := b.String(); !seen[key] {
				seen[key] = true
				members = append(members, value.Pair(key, value.Int(int64(len(members)))))
			}
		}
		text, err := Marshal(value.Object(members...), Canonical())
		if err != nil {
			t.Fatal(err)
		}
		keys := parsed(t, string(text)).Keys()
		if len(keys) != len(members) || !slices.IsSortedFunc(keys, func(a, b string) int {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		}) {
			t.Fatalf("got %q", keys)
		}
	}
}
