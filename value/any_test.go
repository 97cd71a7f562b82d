package value

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"

	"example.com/calque/fault"
)

func TestAny(t *testing.T) {
	now := time.Unix(5, 6).UTC()
	v := Array(Null(), Bool(true), Int(-1), Uint(math.MaxUint64), Float(1.5), Float32(0.5), spelled("1e400"), String("text"), Bytes([]byte("b")),
		Time(now), Array(), Array(Array(Int(1))), Object(), Object(Pair("a", Int(1)), Pair("b", Array(Int(2))), Pair("a", Int(3))),
		Object(Member{Int(1), String("x")}, Pair("s", Int(2)), Member{Array(Int(1)), Int(3)}, Member{Int(1), Array()}))
	want := []any{
		nil, true, int64(-1), uint64(math.MaxUint64), 1.5, 0.5, Num("1e400"), "text", []byte("b"), now,
		[]any{},
		[]any{[]any{int64(1)}},
		map[string]any{},
		map[string]any{"a": int64(1), "b": []any{int64(2)}},
		map[any]any{int64(1): "x", "s": int64(2), "[1]": int64(3)},
	}
	doc := document(v)
	got := doc.Root().Any()
	clear(doc.slab.Text) // Any shares no memory with the document
	for _, x := range []any{v.Any(), got} {
		if !reflect.DeepEqual(x, want) {
			t.Errorf("%#v\nwant\n%#v", x, want)
		}
	}
	ext := Ext(1, Array(Int(1)))
	if x, ok := document(ext).Root().Any().(Value); !ok || !x.Equal(ext) {
		t.Error("extension", x)
	}
	for _, v := range []Value{Null(), Int(1), String("x")} {
		if x := document(v).Root().Any(); !reflect.DeepEqual(x, v.Any()) {
			t.Error(x)
		}
	}
}

func TestOf(t *testing.T) {
	now := time.Now()
	for want, x := range map[string]any{
		`null`:                      nil,
		`true`:                      true,
		`[1,2,3,4,5,6,7,8,9,10,11]`: []any{1, int8(2), int16(3), int32(4), int64(5), uint(6), uint8(7), uint16(8), uint32(9), uint64(10), uintptr(11)},
		`18446744073709551615`:      uint64(math.MaxUint64),
		`[1.5,0.1,NaN]`:             []any{1.5, float32(0.1), math.NaN()},
		`[1,1,1e400,2.5]`:           []any{Num("1"), json.Number("1"), Num("1e400"), json.Number("2.50")},
		`["a",h'62']`:               []any{"a", []byte("b")},
		`{"a":1,"b":[],"c":{}}`:     map[string]any{"c": map[string]any{}, "a": 1, "b": []any{}},
		`{1:"i",2.5:"f","s":1}`:     map[any]any{"s": 1, 2.5: "f", 1: "i"},
		`{}`:                        map[any]any{},
		`[1,{"a":null}]`:            []Value{Int(1), Object(Pair("a", Null()))},
		`{"a":2,"b":1}`:             map[string]Value{"b": Int(1), "a": Int(2)},
		`[7]`:                       []any{Int(7)},
	} {
		v, err := Of(x)
		if err != nil || v.String() != want {
			t.Errorf("%#v: %v, %v; want %s", x, v, err, want)
		}
	}
	if v, err := Of(now); err != nil || !v.Time().Equal(now) {
		t.Error(v, err)
	}
	type own int
	_, err := Of(own(1))
	checkFault(t, err, fault.BadType, "")
	_, err = Of(map[string]any{"a/b": []any{1, map[any]any{2: []any{struct{}{}}}}})
	checkFault(t, err, fault.BadType, "/a~1b/1/2/0")
	_, err = Of(map[any]any{own(1): 1})
	checkFault(t, err, fault.BadType, "")
	_, err = Of([]any{1, Num("01")})
	checkFault(t, err, fault.BadNumber, "/1")
	_, err = Of([]any{json.Number("x")})
	checkFault(t, err, fault.BadNumber, "/0")
	_, err = Of([]any{map[any]any{Num("x"): 1}})
	checkFault(t, err, fault.BadNumber, "/0")
}

func TestOfCycles(t *testing.T) {
	s := []any{1, nil, 2}
	s[1] = s
	_, err := Of(s)
	checkFault(t, err, fault.Cycle, "/1")
	m := map[string]any{}
	m["a"] = []any{0, map[any]any{1: m}}
	if _, err = Of([]any{m}); err == nil {
		t.Error("no fault")
	}
	long := map[string]any{}
	at := long
	for range 100 {
		next := map[string]any{}
		at["x"], at["y"] = []any{1, 2}, next
		at = next
	}
	at["z"] = long["y"]
	if _, err = Of(long); err == nil {
		t.Error("no fault")
	}
	shared := []any{1}
	if v, err := Of([]any{shared, shared}); err != nil || v.String() != "[[1],[1]]" {
		t.Error(v, err)
	}
	// What Of returns can be edited like any value.
	v, err := Of([]any{map[string]any{"a": []any{}}})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := v.At(0).Get("a")
	checkFault(t, a.Append(v), fault.Cycle, "")
	if err := a.Append(Int(1)); err != nil || v.String() != `[{"a":[1]}]` {
		t.Error(v, err)
	}
}

// TestAnyOf: what Any gives, Of makes the same value of.
func TestAnyOf(t *testing.T) {
	for round := range 300 {
		v := newMaker(uint64(round)).value(4, round%2 == 0)
		if hasDuplicates(v) || hasOdd(v) {
			continue
		}
		w, err := Of(document(v).Root().Any())
		if err != nil || !w.Equal(v) {
			t.Fatalf("%v became %v, %v", v, w, err)
		}
	}
}

// hasDuplicates reports whether an object in v has a key twice.
func hasDuplicates(v Value) bool {
	_, payload, _ := v.Ext()
	if nested(payload.Kind()) && hasDuplicates(payload) {
		return true
	}
	for _, e := range v.Elements() {
		if hasDuplicates(e) {
			return true
		}
	}
	seen := Object()
	for k, e := range v.Pairs() {
		if _, ok := seen.Lookup(k); ok || hasDuplicates(e) || hasDuplicates(k) {
			return true
		}
		_ = seen.SetKey(k, Null())
	}
	return false
}

// hasOdd reports whether v has bytes with a subtype, or a key that Go holds in
// another form or that is not equal to itself.
func hasOdd(v Value) bool {
	if _, ok := v.Subtype(); ok {
		return true
	}
	for _, e := range v.Elements() {
		if hasOdd(e) {
			return true
		}
	}
	for k, e := range v.Pairs() {
		if k.Kind() == KindBytes || nested(k.Kind()) || k.Kind() == KindTime || hasOdd(e) || k.IsNumber() && k.NumberText() == "" {
			return true
		}
	}
	return false
}
