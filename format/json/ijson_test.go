package json

import (
	"errors"
	"math"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/value"
)

func TestIJSONRead(t *testing.T) {
	for _, text := range []string{
		`[1,-9007199254740991,1.5,1e300,9007199254740992.0,0.1,-0,0.0]`,
		`"` + "\u00e9\ufffd\ufdcf\ufdf0\U0001fffd" + `"`, `null`, `{}`,
	} {
		for _, o := range [][]calque.Option{{IJSON()}, {IJSON(), calque.KeepSpelling()}} {
			if err := Valid([]byte(text), o...); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
	for _, c := range []struct {
		text, path string
		code       fault.Code
		offset     int64
		faults     int
	}{
		{`[1,{"x~":9007199254740992}]`, "/1/x~0", fault.Inexact, 9, 1},
		{`-9007199254740992`, "", fault.Inexact, 0, 1},
		{`[100000000000000000000]`, "/0", fault.Inexact, 1, 1},
		{`[ 3.141592653589793238462643383279]`, "/0", fault.Inexact, 2, 1},
		{`[1e400,-1E400, 1e-400]`, "/0", fault.OutOfRange, 1, 3},
		{`{"a":1,"a":2,"\ufffe":"\uffff"}`, "/a", fault.Duplicate, 7, 3},
		{"[\"ok\",\"\ufdd0\"]", "/1", fault.BadText, 6, 1},
		{`["\ud83f\udffe"]`, "/0", fault.BadText, 1, 1},
		{`["\ud800"]`, "/0", fault.BadEscape, 2, 1},
		{"[\"\xed\xa0\x80\"]", "/0", fault.BadUTF8, 2, 1},
		{`[9007199254740992,]`, "/0", fault.Inexact, 1, 2},
		{`[NaN]`, "/0", fault.Syntax, 1, 1},
	} {
		for _, spell := range []bool{false, true} {
			o := []calque.Option{calque.Duplicates(calque.Last), calque.UTF8(calque.ReplaceUTF8), NonFinite(NonFiniteLiteral), IJSON()}
			if spell {
				o = append(o, calque.KeepSpelling())
			}
			err := Valid([]byte(c.text), o...)
			list, _ := errors.AsType[*fault.List](err)
			if list == nil || list.Total != c.faults {
				t.Errorf("%s: got %v", c.text, err)
				continue
			}
			if e := list.Errors[0]; e.Code != c.code || e.Path != c.path || e.Offset != c.offset || e.Line != 1 {
				t.Errorf("%s: got %v", c.text, err)
			}
		}
	}
	// Streams are strict, too, and go on.
	dec := NewDecoder(strings.NewReader("{\"a\":1,\"a\":2}\n[9007199254740993]\n[3]\n"), Lines(), IJSON())
	got := ""
	for range 3 {
		var v value.Value
		err := dec.Decode(&v)
		switch {
		case errors.Is(err, fault.Duplicate):
			got += "d"
		case errors.Is(err, fault.Inexact):
			got += "i"
		case err == nil:
			got += v.String()
		}
	}
	if got != "di[3]" {
		t.Errorf("got %s", got)
	}
	text := "[" + strings.Repeat("9007199254740992,", 300) + "1]"
	err := Valid([]byte(text), IJSON(), calque.MaxErrors(5))
	if list, _ := errors.AsType[*fault.List](err); list == nil || list.Total != 300 || len(list.Errors) != 5 {
		t.Errorf("got %v", err)
	}
	if err = Valid([]byte(text), IJSON(), calque.FailFast()); err == nil || errors.Is(err, fault.Internal) {
		t.Errorf("got %v", err)
	}
}

func TestIJSONWrite(t *testing.T) {
	for _, c := range []struct {
		v    value.Value
		path string
		code fault.Code
	}{
		{value.Array(value.Int(1 << 53)), "/0", fault.Inexact},
		{value.Array(value.Uint(math.MaxUint64)), "/0", fault.Inexact},
		{value.Array(value.Float(1e20)), "/0", fault.Inexact}, // 21 digits without exponent
		{value.Object(value.Pair("a", value.Null()), value.Pair("a", value.Null())), "/a", fault.Duplicate},
		{value.Object(value.Pair("\ufffe", value.Null())), "/\ufffe", fault.BadText},
		{value.String("\U0010ffff"), "", fault.BadText},
		{value.String("\xff"), "", fault.BadUTF8},
		{value.Float(math.NaN()), "", fault.NotFinite},
	} {
		_, err := Marshal(c.v, IJSON(), NonFinite(NonFiniteLiteral), calque.UTF8(calque.ReplaceUTF8))
		list, _ := errors.AsType[*fault.List](err)
		if list == nil || list.Total != 1 || list.Errors[0].Code != c.code || list.Errors[0].Path != c.path {
			t.Errorf("%v: got %v", c.v, err)
		}
		var out strings.Builder
		enc := NewEncoder(&out, IJSON(), NonFinite(NonFiniteLiteral))
		if err := enc.Encode(c.v); !errors.Is(err, c.code) {
			t.Errorf("%v: encoder: got %v", c.v, err)
		}
		if err := errors.Join(enc.Encode(value.Int(1)), enc.Close()); err != nil || out.String() != "1\n" {
			t.Errorf("%v: behind it: got %s, %v", c.v, out.String(), err)
		}
	}
	v := value.Object(value.Pair("f", value.Float(1e21)), value.Pair("i", value.Int(1<<53-1)), value.Pair("x", value.Float(0.5)))
	got, err := Marshal(v, IJSON())
	if err != nil || Valid(got, IJSON()) != nil {
		t.Errorf("got %s, %v", got, err)
	}
}
