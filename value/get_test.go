package value

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/calque/fault"
	"example.com/calque/internal/node"
)

// checkFault checks that err is a list of one error with a code.
func checkFault(t *testing.T, err error, code fault.Code, path string) {
	t.Helper()
	var l *fault.List
	if !errors.As(err, &l) || len(l.Errors) != 1 {
		t.Fatalf("error %v is not a list of one", err)
	}
	if e := l.Errors[0]; e.Code != code || e.Path != path {
		t.Errorf("%v: code %v at %q, want %v at %q", err, e.Code, e.Path, code, path)
	}
}

func TestNumberGrammar(t *testing.T) {
	good := map[string]Kind{
		"0": KindInt, "-0": KindFloat, "1": KindInt, "-12": KindInt, "9223372036854775807": KindInt,
		"-9223372036854775808": KindInt, "9223372036854775808": KindUint, "18446744073709551615": KindUint,
		"18446744073709551616": KindNumber, "-9223372036854775809": KindNumber, "100000000000000000000000": KindFloat,
		"1.0": KindFloat, "0.0": KindFloat, "-0.0": KindFloat, "1e2": KindFloat, "1E+2": KindFloat, "0.10": KindFloat, "1e-7": KindFloat,
		"0e999999999999": KindFloat, "0.1000000000000000055": KindNumber, "1e400": KindNumber, "1e-400": KindNumber,
		"4.9e-324": KindNumber, "5e-324": KindFloat, "9007199254740993.0": KindNumber, "1e999999999999999999999": KindNumber,
		"123456789.000000000000000000000000000": KindFloat,
	}
	for text, kind := range good {
		v, err := Number(text)
		if err != nil || v.Kind() != kind {
			t.Errorf("%s: kind %v, %v; want %v", text, v.Kind(), err, kind)
		}
		if kind == KindNumber && v.NumberText() != text {
			t.Errorf("%s: text %q", text, v.NumberText())
		}
		if !v.Equal(spelled(text)) {
			t.Errorf("%s: not equal to the kept text", text)
		}
	}
	bad := map[string]int64{
		"": 1, "-": 2, "+1": 0, "01": 1, "1.": 3, "1.e2": 2, ".5": 0, "1e": 3, "1e+": 4, "1ex": 2, "0x1": 1, "1 ": 1,
		"NaN": 0, "-Infinity": 1, "--1": 1, "1\xff": 1, "1_0": 1, "-00": 2,
	}
	for text, offset := range bad {
		_, err := Number(text)
		checkFault(t, err, fault.BadNumber, "")
		var l *fault.List
		if errors.As(err, &l) && l.Errors[0].Offset != min(offset, int64(len(text))) {
			t.Errorf("%q: offset %d, want %d", text, l.Errors[0].Offset, offset)
		}
	}
}

func TestIntegers(t *testing.T) {
	const none = fault.Unknown
	for _, c := range []struct {
		v       Value
		i       int64
		u       uint64
		signed  fault.Code
		unsign  fault.Code
		integer string // big
	}{
		{Int(-5), -5, 0, none, fault.OutOfRange, "-5"},
		{Int(math.MinInt64), math.MinInt64, 0, none, fault.OutOfRange, "-9223372036854775808"},
		{Uint(math.MaxUint64), 0, math.MaxUint64, fault.OutOfRange, none, "18446744073709551615"},
		{Float(1), 1, 1, none, none, "1"},
		{Float(-1 << 63), math.MinInt64, 0, none, fault.OutOfRange, "-9223372036854775808"},
		{Float(1 << 63), 0, 1 << 63, fault.OutOfRange, none, "9223372036854775808"},
		{Float(1.5), 0, 0, fault.Inexact, fault.Inexact, ""},
		{Float(-1e-300), 0, 0, fault.Inexact, fault.Inexact, ""},
		{Float(1e300), 0, 0, fault.OutOfRange, fault.OutOfRange, "1" + strings.Repeat("0", 300)},
		{Float(math.NaN()), 0, 0, fault.NotFinite, fault.NotFinite, ""},
		{Float(math.Inf(-1)), 0, 0, fault.NotFinite, fault.NotFinite, ""},
		{Float(math.Copysign(0, -1)), 0, 0, none, none, "0"},
		{Float32(3), 3, 3, none, none, "3"},
		{Float32(0.5), 0, 0, fault.Inexact, fault.Inexact, ""},
		{spelled("1e2"), 100, 100, none, none, "100"},
		{spelled("9223372036854775807.0"), math.MaxInt64, math.MaxInt64, none, none, "9223372036854775807"},
		{spelled("9223372036854775808"), 0, 1 << 63, fault.OutOfRange, none, "9223372036854775808"},
		{spelled("-9223372036854775809"), 0, 0, fault.OutOfRange, fault.OutOfRange, "-9223372036854775809"},
		{spelled("0.1000000000000000000001"), 0, 0, fault.Inexact, fault.Inexact, ""},
		{spelled("1e30"), 0, 0, fault.OutOfRange, fault.OutOfRange, "1" + strings.Repeat("0", 30)},
		{spelled("1e-999999999999999999999"), 0, 0, fault.Inexact, fault.Inexact, ""},
		{spelled("1e999999999999999999999"), 0, 0, fault.OutOfRange, fault.OutOfRange, ""},
		{String("1"), 0, 0, fault.WrongType, fault.WrongType, ""},
		{Null(), 0, 0, fault.WrongType, fault.WrongType, ""},
	} {
		for _, v := range []Value{c.v, document(c.v).Root()} {
			i, err := v.AsInt()
			if i != c.i || v.Int() != c.i {
				t.Errorf("%v: Int %d and %d, want %d", v, i, v.Int(), c.i)
			}
			checkCode(t, err, c.signed)
			u, err := v.AsUint()
			if u != c.u || v.Uint() != c.u {
				t.Errorf("%v: Uint %d and %d, want %d", v, u, v.Uint(), c.u)
			}
			checkCode(t, err, c.unsign)
			b, err := v.AsBigInt()
			if (err == nil) != (c.integer != "") || err == nil && b.String() != c.integer {
				t.Errorf("%v: big %v, %v; want %q", v, b, err, c.integer)
			}
		}
	}
}

func checkCode(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if code == fault.Unknown {
		if err != nil {
			t.Errorf("unexpected %v", err)
		}
		return
	}
	checkFault(t, err, code, "")
}

func TestFloats(t *testing.T) {
	const none = fault.Unknown
	for _, c := range []struct {
		v    Value
		f    float64
		code fault.Code
	}{
		{Int(1 << 53), 1 << 53, none},
		{Int(1<<53 + 1), 1 << 53, fault.Inexact},
		{Int(1 << 60), 1 << 60, none},
		{Uint(math.MaxUint64), 1 << 64, fault.Inexact},
		{Float(0.1), 0.1, none},
		{Float(math.Inf(1)), math.Inf(1), none},
		{Float32(0.1), float64(float32(0.1)), none},
		{spelled("0.10"), 0.1, none},
		{spelled("1e23"), 1e23, none},
		{spelled("0.10000000000000000001"), 0.1, fault.Inexact},
		{spelled("1e400"), math.Inf(1), fault.OutOfRange},
		{spelled("-1e400"), math.Inf(-1), fault.OutOfRange},
		{spelled("1e-400"), 0, fault.Inexact},
		{String("1"), 0, fault.WrongType},
	} {
		f, err := c.v.AsFloat()
		checkCode(t, err, c.code)
		if err == nil && f != c.f || c.v.Float() != c.f {
			t.Errorf("%v: %v and %v, want %v", c.v, f, c.v.Float(), c.f)
		}
	}
	// Rounded once, not over float64.
	if f := spelled("1.000000059604644775390625000001").Float32(); f != 1.0000001 {
		t.Errorf("float32 %v", f)
	}
	for _, v := range []Value{Int(3), Uint(3), Float(3), Float32(3), spelled("3.0")} {
		if v.Float32() != 3 {
			t.Errorf("%v: float32 %v", v, v.Float32())
		}
	}
	if v := Uint(1 << 63); v.Float32() != 1<<63 || Null().Float32() != 0 {
		t.Error("float32 of an integer")
	}
}

func TestNumberText(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want string
	}{
		{Int(-5), "-5"},
		{Uint(math.MaxUint64), "18446744073709551615"},
		{Float(0.1), "0.1"},
		{Float(1 << 60), "1152921504606846976"},
		{Float(1e23), "1e+23"},
		{Float(1e-9), "1e-9"},
		{Float(-1.5e-200), "-1.5e-200"},
		{Float(math.Copysign(0, -1)), "-0"},
		{Float(math.NaN()), ""},
		{Float32(0.1), "0.10000000149011612"},
		{spelled("1.00"), "1.00"},
		{String("1"), ""},
	} {
		if got := c.v.NumberText(); got != c.want {
			t.Errorf("%v: %q, want %q", c.v, got, c.want)
		}
	}
	_, err := spelled("1" + strings.Repeat("0", 200_000)).AsRat()
	checkFault(t, err, fault.OutOfRange, "")
	_, err = spelled("1e-999999999").AsRat()
	checkFault(t, err, fault.OutOfRange, "")
	_, err = Float(math.NaN()).AsRat()
	checkFault(t, err, fault.NotFinite, "")
}

func TestGetters(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("x", 3600))
	all := Array(Null(), Bool(true), String("text"), Bytes([]byte("bin")), BytesSub([]byte("sub"), 7), Time(now),
		Ext(-1, String("p")), Array(Int(1)), Object(Pair("k", Int(2))), Int(1))
	for _, v := range []Value{all, document(all).Root(), document(all).Root().Clone()} {
		if b, err := v.At(1).AsBool(); !b || err != nil || !v.At(1).Bool() || v.At(0).Bool() {
			t.Error("bool", b, err)
		}
		if s, err := v.At(2).AsText(); s != "text" || err != nil || v.At(2).Len() != 4 {
			t.Error("text", s, err)
		}
		if p, err := v.At(3).AsBytes(); string(p) != "bin" || err != nil || v.At(3).Len() != 3 {
			t.Error("bytes", p, err)
		}
		if sub, ok := v.At(4).Subtype(); sub != 7 || !ok || !bytes.Equal(v.At(4).Bytes(), []byte("sub")) {
			t.Error("subtype", sub, ok)
		}
		if _, ok := v.At(3).Subtype(); ok {
			t.Error("subtype of bytes without")
		}
		if x, err := v.At(5).AsTime(); !x.Equal(now) || err != nil || x.Location() != time.UTC {
			t.Error("time", x, err)
		}
		if tag, p, ok := v.At(6).Ext(); tag != -1 || p.Text() != "p" || !ok {
			t.Error("ext", tag, p, ok)
		}
		if v.Len() != 10 || v.At(7).Len() != 1 || v.At(8).Len() != 1 || v.At(9).Len() != 0 || v.At(10).Len() != 0 {
			t.Error("lengths")
		}
		if v.At(-1) != Null() || v.At(10) != Null() || v.At(8).At(0) != Null() || !v.At(0).IsNull() || !v.At(9).IsNumber() {
			t.Error("at")
		}
		for i, e := range v.Elements() {
			if i != 1 {
				_, err := e.AsBool()
				checkFault(t, err, fault.WrongType, "")
			}
			if i != 2 {
				_, err := e.AsText()
				checkFault(t, err, fault.WrongType, "")
			}
			if i != 3 && i != 4 {
				_, err := e.AsBytes()
				checkFault(t, err, fault.WrongType, "")
			}
			if i != 5 {
				_, err := e.AsTime()
				checkFault(t, err, fault.WrongType, "")
			}
			if i != 6 {
				if _, _, ok := e.Ext(); ok {
					t.Error("extension of", e)
				}
			}
		}
	}
	_, err := String("x").AsInt()
	if err.Error() != "calque: want integer, got string" {
		t.Error(err)
	}
	_, err = spelled(strings.Repeat("9", 100)).AsInt()
	if want := "calque: number out of range: want integer of 64 bits, got " + strings.Repeat("9", 40) + "..."; err.Error() != want {
		t.Error(err)
	}
}

func TestDoc(t *testing.T) {
	var d Doc
	if !d.Root().IsNull() {
		t.Error("root of an empty document")
	}
	doc := document(Array(Int(1), Array(String("x"))))
	v := doc.Root()
	if _, _, ok := doc.Span(v); ok {
		t.Error("span without positions")
	}
	doc.Slab().Spans = []node.Span{{Start: 0, End: 9}, {Start: 1, End: 2}, {Start: 4, End: 9}, {Start: 5, End: 8}}
	inner := v.At(1)
	if err := inner.Append(Int(2)); err != nil {
		t.Fatal(err)
	}
	if start, end, ok := doc.Span(inner); start != 4 || end != 9 || !ok {
		t.Error("span", start, end, ok)
	}
	if _, _, ok := doc.Span(inner.At(1)); ok {
		t.Error("span of a value that was not parsed")
	}
	_, err := v.At(0).AsText()
	if err.Error() != "calque: offset 1: want string, got integer" {
		t.Error(err)
	}
	size := doc.Size()
	doc.Reset()
	if doc.Size() != size || size < 64 || !doc.Root().IsNull() {
		t.Error("size", size, doc.Size())
	}
}

// TestDoors checks what the formats rely on.
func TestDoors(t *testing.T) {
	doc := document(Array(Object(Pair("a", Int(1))), Array(Int(2))))
	root := doc.Root()
	o, a := root.At(0), root.At(1)
	if d, i := o.In(); d != doc || i != 1 || o.Moved() {
		t.Error("in", d, i)
	}
	if elems, members := o.Parts(); elems != nil || members != nil {
		t.Error("parts of a node")
	}
	_ = o.Set("b", Int(2))
	_ = a.Append(Int(3))
	if d, _ := o.In(); d != nil || !o.Moved() || !a.Moved() || root.Moved() {
		t.Error("moved")
	}
	if _, members := o.Parts(); len(members) != 2 {
		t.Error("members", members)
	}
	if elems, _ := a.Parts(); len(elems) != 2 {
		t.Error("elements", elems)
	}
	for _, v := range []Value{Null(), Int(1), String("x"), Ext(1, Null())} {
		if d, _ := v.In(); d != nil || v.Moved() {
			t.Error(v)
		}
		if elems, members := v.Parts(); elems != nil || members != nil {
			t.Error(v)
		}
	}
	if next := doc.Slab().Next(1); next != 4 {
		t.Error("the node of a moved object ends at", next)
	}
	if Kind(99).String() != "unknown" || KindExt.String() != "extension" {
		t.Error("kinds")
	}
}
