package value

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"example.com/calque/fault"
)

// TestPointerRFC has the examples of RFC 6901, section 5.
func TestPointerRFC(t *testing.T) {
	o := Object(Pair("foo", Array(String("bar"), String("baz"))), Pair("", Int(0)), Pair("a/b", Int(1)), Pair("c%d", Int(2)),
		Pair("e^f", Int(3)), Pair("g|h", Int(4)), Pair(`i\j`, Int(5)), Pair(`k"l`, Int(6)), Pair(" ", Int(7)), Pair("m~n", Int(8)))
	for _, v := range []Value{o, document(o).Root()} {
		for ptr, want := range map[string]Value{
			"": o, "/foo": Array(String("bar"), String("baz")), "/foo/0": String("bar"), "/": Int(0), "/a~1b": Int(1), "/c%d": Int(2),
			"/e^f": Int(3), "/g|h": Int(4), `/i\j`: Int(5), `/k"l`: Int(6), "/ ": Int(7), "/m~0n": Int(8),
		} {
			if got, err := v.Pointer(ptr); err != nil || !got.Equal(want) {
				t.Errorf("%q: %v, %v; want %v", ptr, got, err, want)
			}
			p, err := ParsePointer(ptr)
			if err != nil || p.String() != ptr {
				t.Errorf("%q: parsed as %q, %v", ptr, p, err)
			}
		}
	}
}

func TestPointerFaults(t *testing.T) {
	v := Object(Pair("a", Array(Int(1), Object(Pair("~/", Int(2))))), Pair("n", Null()))
	for _, c := range []struct {
		ptr  string
		code fault.Code
		path string
	}{
		{"a", fault.BadPointer, ""},
		{"#/a", fault.BadPointer, ""},
		{"/a~", fault.BadPointer, ""},
		{"/a~2", fault.BadPointer, ""},
		{"/b", fault.NotFound, "/b"},
		{"/b/c", fault.NotFound, "/b"},
		{"/a/2", fault.NotFound, "/a/2"},
		{"/a/-", fault.NotFound, "/a/-"},
		{"/a/99999999999999999999", fault.NotFound, "/a/99999999999999999999"},
		{"/a/00", fault.BadPointer, "/a/00"},
		{"/a/01", fault.BadPointer, "/a/01"},
		{"/a/+1", fault.BadPointer, "/a/+1"},
		{"/a/1e0", fault.BadPointer, "/a/1e0"},
		{"/a/", fault.BadPointer, "/a/"},
		{"/a/0/x", fault.NotFound, "/a/0/x"},
		{"/a/1/~0~1/x", fault.NotFound, "/a/1/~0~1/x"},
		{"/n/x", fault.NotFound, "/n/x"},
	} {
		_, err := v.Pointer(c.ptr)
		checkFault(t, err, c.code, c.path)
		_, err = v.RemovePointer(c.ptr)
		checkFault(t, err, c.code, c.path)
	}
	_, err := v.RemovePointer("")
	checkFault(t, err, fault.BadPointer, "")
	_, err = v.Pointer("/ab~x")
	var l *fault.List
	if !errors.As(err, &l) || l.Errors[0].Offset != 3 {
		t.Error(err)
	}
}

func TestSetPointer(t *testing.T) {
	const none = fault.Unknown
	base := `{"a":[1,{"b":2}],"n":null,"s":"x"}`
	for _, c := range []struct {
		ptr    string
		create bool
		code   fault.Code
		path   string
		want   string
	}{
		{"", false, none, "", `9`},
		{"/s", false, none, "", `{"a":[1,{"b":2}],"n":null,"s":9}`},
		{"/new", false, none, "", `{"a":[1,{"b":2}],"n":null,"s":"x","new":9}`},
		{"/a/0", false, none, "", `{"a":[9,{"b":2}],"n":null,"s":"x"}`},
		{"/a/2", false, none, "", `{"a":[1,{"b":2},9],"n":null,"s":"x"}`},
		{"/a/-", false, none, "", `{"a":[1,{"b":2},9],"n":null,"s":"x"}`},
		{"/a/1/b", false, none, "", `{"a":[1,{"b":9}],"n":null,"s":"x"}`},
		{"/a/1/0", false, none, "", `{"a":[1,{"b":2,"0":9}],"n":null,"s":"x"}`},
		{"/a/3", true, fault.NotFound, "/a/3", base},
		{"/a/x", true, fault.BadPointer, "/a/x", base},
		{"/x/y", false, fault.NotFound, "/x", base},
		{"/n/y", false, fault.WrongType, "/n", base},
		{"/s/y", true, fault.WrongType, "/s", base},
		{"/s/y/z", true, fault.WrongType, "/s", base},
		{"/x/y", true, none, "", `{"a":[1,{"b":2}],"n":null,"s":"x","x":{"y":9}}`},
		{"/n/0/-/k", true, none, "", `{"a":[1,{"b":2}],"n":[[{"k":9}]],"s":"x"}`},
		{"/a/-/0", true, none, "", `{"a":[1,{"b":2},[9]],"n":null,"s":"x"}`},
		{"/a/2/1", true, none, "", `{"a":[1,{"b":2},{"1":9}],"n":null,"s":"x"}`},
	} {
		v := Object(Pair("a", Array(Int(1), Object(Pair("b", Int(2))))), Pair("n", Null()), Pair("s", String("x")))
		for _, v := range []Value{document(v).Root(), v} {
			got, err := v.SetPointer(c.ptr, Int(9), c.create)
			if c.code == none && err != nil {
				t.Errorf("%q: %v", c.ptr, err)
			} else if c.code != none {
				checkFault(t, err, c.code, c.path)
			}
			if got.String() != c.want {
				t.Errorf("%q: %v, want %s", c.ptr, got, c.want)
			}
		}
	}
	v, err := Null().SetPointer("/a/0/b", Int(1), true)
	if err != nil || v.String() != `{"a":[{"b":1}]}` {
		t.Error(v, err)
	}
	_, err = v.SetPointer("/a/0/b", v, true)
	checkFault(t, err, fault.Cycle, "/a/0/b")
	_, err = Null().SetPointer("/a", Int(1), false)
	checkFault(t, err, fault.WrongType, "")
}

func TestPointerOddKeys(t *testing.T) {
	o := Object(Member{Int(1), String("int")}, Member{Bytes([]byte("x")), Array()}, Pair("2", String("text")), Member{Int(2), String("other")})
	for _, v := range []Value{document(o).Root(), o} {
		x, err := v.Pointer("/1")
		if err != nil || x.Text() != "int" {
			t.Error(x, err)
		}
		if x, err = v.Pointer("/2"); err != nil || x.Text() != "text" {
			t.Error(x, err)
		}
		if _, err = v.SetPointer("/h'78'/-", Int(5), false); err != nil {
			t.Error(err)
		}
		if _, err = v.SetPointer("/1", Int(6), false); err != nil {
			t.Error(err)
		}
		if x, err = v.RemovePointer("/2"); err != nil || x.Text() != "text" {
			t.Error(x, err)
		}
		if x, err = v.RemovePointer("/2"); err != nil || x.Text() != "other" {
			t.Error(x, err)
		}
		if v.String() != `{1:6,h'78':[5]}` {
			t.Error(v)
		}
	}
}

// TestPointerLaws: what is set is found, the rest is as it was, and removing
// it undoes it.
func TestPointerLaws(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 300
	}
	for round := range rounds {
		m := newMaker(uint64(round))
		v := m.variant(m.value(4, false))
		if !nested(v.Kind()) || v.Kind() == KindExt {
			v = Object(Pair("v", v))
		}
		var p Pointer
		for at := v; ; {
			switch k := at.Kind(); {
			case k == KindArray && at.Len() > 0 && m.IntN(4) > 0:
				i := m.IntN(at.Len())
				p = append(p, strconv.Itoa(i))
				at = at.At(i)
				continue
			case k == KindObject && at.Len() > 0 && m.IntN(4) > 0:
				key := at.Keys()[m.IntN(at.Len())]
				p = append(p, key)
				at, _ = at.Get(key)
				continue
			case k == KindArray:
				p = append(p, "-")
			case k == KindObject:
				p = append(p, "new~/"+m.key())
			}
			break
		}
		if len(p) == 0 {
			continue
		}
		before := v.Clone()
		old, errOld := v.Find(p)
		x := m.value(2, false)
		if got, err := v.SetPointer(p.String(), x, m.IntN(2) == 0); err != nil || got != v {
			t.Fatalf("%v: set %q: %v, %v", before, p, got, err)
		}
		if p[len(p)-1] == "-" {
			parent, _ := v.Find(p[:len(p)-1])
			p[len(p)-1] = strconv.Itoa(parent.Len() - 1)
		}
		if got, err := v.Find(p); err != nil || !got.Equal(x) {
			t.Fatalf("%v: %q is %v, %v; want %v", before, p, got, err, x)
		}
		if errOld == nil {
			if _, err := v.SetPointer(p.String(), old, false); err != nil || !v.Equal(before) {
				t.Fatalf("%v: setting %q back gives %v, %v", before, p, v, err)
			}
			continue
		}
		if got, err := v.RemovePointer(p.String()); err != nil || !got.Equal(x) || !v.Equal(before) {
			t.Fatalf("%v: removing %q gives %v, %v", before, p, v, err)
		}
		if again, err := ParsePointer(p.String()); err != nil || !slices.Equal(again, p) {
			t.Fatalf("%q parsed as %q, %v", p.String(), again, err)
		}
	}
}
