package value

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.com/calque/fault"
)

// of makes a value of JSON text by the standard library; members are sorted.
func of(t testing.TB, text string) Value {
	t.Helper()
	var x any
	if err := json.Unmarshal([]byte(text), &x); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	v, err := Of(x)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPatch(t *testing.T) {
	tests := []struct {
		name, doc, patch, want string
		code                   fault.Code // of the fault wanted
		path                   string
		op                     int
	}{
		{name: "nothing", doc: `{"a":1}`, patch: `[]`, want: `{"a":1}`},
		{name: "add a member", doc: `{"a":1}`, patch: `[{"op":"add","path":"/b","value":2}]`, want: `{"a":1,"b":2}`},
		{name: "add replaces a member", doc: `{"a":1}`, patch: `[{"op":"add","path":"/a","value":2}]`, want: `{"a":2}`},
		{name: "add in front", doc: `[1,2]`, patch: `[{"op":"add","path":"/0","value":0}]`, want: `[0,1,2]`},
		{name: "add behind the last", doc: `[1,2]`, patch: `[{"op":"add","path":"/2","value":3}]`, want: `[1,2,3]`},
		{name: "add at the end", doc: `[1,2]`, patch: `[{"op":"add","path":"/-","value":3}]`, want: `[1,2,3]`},
		{name: "add the whole", doc: `[1,2]`, patch: `[{"op":"add","path":"","value":{"x":null}}]`, want: `{"x":null}`},
		{name: "add a null", doc: `{}`, patch: `[{"op":"add","path":"/a","value":null}]`, want: `{"a":null}`},
		{name: "add beyond the end", doc: `[1]`, patch: `[{"op":"add","path":"/2","value":3}]`, code: fault.NotFound, path: "/2"},
		{name: "add below a scalar", doc: `{"a":1}`, patch: `[{"op":"add","path":"/a/b","value":3}]`, code: fault.WrongType, path: "/a"},
		{name: "add below nothing", doc: `{}`, patch: `[{"op":"add","path":"/a/b","value":3}]`, code: fault.NotFound, path: "/a"},
		{name: "bad index", doc: `[1]`, patch: `[{"op":"add","path":"/01","value":3}]`, code: fault.BadPointer, path: "/01"},
		{name: "a word as index", doc: `[1]`, patch: `[{"op":"add","path":"/x","value":3}]`, code: fault.BadPointer, path: "/x"},
		{name: "remove a member", doc: `{"a":1,"b":2}`, patch: `[{"op":"remove","path":"/a"}]`, want: `{"b":2}`},
		{name: "remove an element", doc: `[1,2,3]`, patch: `[{"op":"remove","path":"/1"}]`, want: `[1,3]`},
		{name: "remove nothing", doc: `{}`, patch: `[{"op":"remove","path":"/a"}]`, code: fault.NotFound, path: "/a"},
		{name: "remove the end", doc: `[1]`, patch: `[{"op":"remove","path":"/-"}]`, code: fault.NotFound, path: "/-"},
		{name: "remove the whole", doc: `[1]`, patch: `[{"op":"remove","path":""}]`, code: fault.BadPointer},
		{name: "replace", doc: `{"a":[1]}`, patch: `[{"op":"replace","path":"/a/0","value":"x"}]`, want: `{"a":["x"]}`},
		{name: "replace the whole", doc: `{"a":[1]}`, patch: `[{"op":"replace","path":"","value":7}]`, want: `7`},
		{name: "replace nothing", doc: `{}`, patch: `[{"op":"replace","path":"/a","value":1}]`, code: fault.NotFound, path: "/a"},
		{name: "move", doc: `{"a":{"b":1},"c":{}}`, patch: `[{"op":"move","from":"/a/b","path":"/c/d"}]`, want: `{"a":{},"c":{"d":1}}`},
		{name: "move in an array", doc: `[1,2,3]`, patch: `[{"op":"move","from":"/0","path":"/2"}]`, want: `[2,3,1]`},
		{name: "move onto itself", doc: `{"a":1}`, patch: `[{"op":"move","from":"/a","path":"/a"}]`, want: `{"a":1}`},
		{name: "move into itself", doc: `{"a":{"b":1}}`, patch: `[{"op":"move","from":"/a","path":"/a/b"}]`, code: fault.Conflict, path: "/a/b"},
		{name: "move to a name that begins so", doc: `{"a":1}`, patch: `[{"op":"move","from":"/a","path":"/ab"}]`, want: `{"ab":1}`},
		{name: "copy", doc: `{"a":[1]}`, patch: `[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/a/-","value":2}]`, want: `{"a":[1,2],"b":[1]}`},
		{name: "copy of nothing", doc: `{}`, patch: `[{"op":"copy","from":"/a","path":"/b"}]`, code: fault.NotFound, path: "/a"},
		{name: "test", doc: `{"a":{"x":1,"y":[2]}}`, patch: `[{"op":"test","path":"/a","value":{"y":[2.0],"x":1}}]`, want: `{"a":{"x":1,"y":[2]}}`},
		{name: "test fails", doc: `{"a":1}`, patch: `[{"op":"test","path":"/a","value":"1"}]`, code: fault.Conflict, path: "/a"},
		{name: "a later fault", doc: `[]`, patch: `[{"op":"add","path":"/-","value":1},{"op":"remove","path":"/4"}]`, code: fault.NotFound, path: "/4", op: 1},
		{name: "escapes", doc: `{"a/b":1,"m~n":2}`, patch: `[{"op":"remove","path":"/a~1b"},{"op":"replace","path":"/m~0n","value":3}]`, want: `{"m~n":3}`},
		{name: "empty name", doc: `{"":1}`, patch: `[{"op":"replace","path":"/","value":2}]`, want: `{"":2}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc := of(t, test.doc)
			before := doc.Clone()
			patch, err := ParsePatch(of(t, test.patch))
			if err != nil {
				t.Fatal(err)
			}
			got, err := patch.Apply(doc)
			if !doc.Equal(before) {
				t.Errorf("the value itself became %v", doc)
			}
			if test.code == 0 {
				if err != nil || !got.Equal(of(t, test.want)) {
					t.Fatalf("got %v, %v; want %s", got, err, test.want)
				}
				return
			}
			var op *OpError
			if !errors.Is(err, test.code) || !errors.As(err, &op) || op.Index != test.op {
				t.Fatalf("got %v; want %v in operation %d", err, test.code, test.op)
			}
			checkFault(t, err, test.code, test.path)
		})
	}
}

func TestParsePatchFaults(t *testing.T) {
	v := of(t, `[{"op":"add","path":"/a"},{"op":"fly","path":"/a"},{"path":"x"},7,{"op":"move","path":""},{"op":1,"path":"/~2"}]`)
	_, err := ParsePatch(v)
	var l *fault.List
	if !errors.As(err, &l) {
		t.Fatal(err)
	}
	var got []string
	for _, e := range l.Errors {
		got = append(got, e.Code.String()+" "+e.Path)
	}
	want := []string{
		"missing /0/value", "bad-text /1/op", "missing /2/op", "bad-pointer /2/path", "wrong-type /3",
		"missing /4/from", "wrong-type /5/op", "bad-pointer /5/path",
	}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

// TestPatchSuite runs the public test suite of JSON Patch.
func TestPatchSuite(t *testing.T) {
	ran := 0
	for _, name := range []string{"tests.json", "spec_tests.json"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "shared", "corpora", "json-patch-tests", name))
		if err != nil {
			t.Skip("the suite json-patch-tests is not beside the project")
		}
		var rows []struct {
			Comment  string
			Doc      json.RawMessage
			Patch    json.RawMessage
			Expected json.RawMessage
			Error    string
			Disabled bool
		}
		if err := json.Unmarshal(data, &rows); err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			if r.Disabled || r.Patch == nil {
				continue
			}
			ran++
			var got Value
			patch, err := ParsePatch(of(t, string(r.Patch)))
			if err == nil {
				got, err = patch.Apply(of(t, string(r.Doc)))
			}
			switch {
			case r.Error != "":
				if err == nil {
					t.Errorf("%s %d (%s): accepted, want %q", name, i, r.Comment, r.Error)
				}
			case err != nil:
				t.Errorf("%s %d (%s): %v", name, i, r.Comment, err)
			case r.Expected != nil && !got.Equal(of(t, string(r.Expected))):
				t.Errorf("%s %d (%s): got %v, want %s", name, i, r.Comment, got, r.Expected)
			}
		}
	}
	if ran < 100 {
		t.Errorf("only %d cases ran", ran)
	}
}

// changed returns a copy of v with a few random changes.
func (m maker) changed(v Value) Value {
	switch v.Kind() {
	case KindArray:
		var elems []Value
		for _, x := range v.Elements() {
			switch m.IntN(8) {
			case 0:
			case 1:
				elems = append(elems, m.value(1, false), x)
			case 2:
				elems = append(elems, m.changed(x))
			default:
				elems = append(elems, x)
			}
		}
		return Array(elems...)
	case KindObject:
		w := Object()
		for k, x := range v.Members() {
			switch m.IntN(8) {
			case 0:
				continue
			case 1:
				drop(w.Set(m.key(), m.value(1, false)))
			case 2:
				x = m.changed(x)
			}
			drop(w.Set(k, x))
		}
		return w
	}
	return m.value(1, false)
}

func TestDiff(t *testing.T) {
	m := newMaker(11)
	for range 5000 {
		a := m.value(4, false)
		b := m.changed(a)
		if m.IntN(10) == 0 {
			b = m.value(3, false)
		}
		checkDiff(t, a, b)
	}
}

// checkDiff checks that the patch from a to b leads there, also through its
// description, and that equal values give none.
func checkDiff(t testing.TB, a, b Value) Patch {
	t.Helper()
	patch := Diff(a, b)
	read, err := ParsePatch(patch.Value())
	if err != nil {
		t.Fatalf("%v to %v: %v: %v", a, b, patch, err)
	}
	got, err := read.Apply(a)
	if err != nil || !got.Equal(b) {
		t.Fatalf("%v to %v: %v gives %v, %v", a, b, patch, got, err)
	}
	if a.Equal(b) != (len(patch) == 0) {
		t.Fatalf("%v to %v: %v", a, b, patch)
	}
	return patch
}

func TestDiffIsSmall(t *testing.T) {
	tests := []struct {
		a, b string
		ops  int
	}{
		{`[1,2,3,4]`, `[0,1,2,3,4]`, 1},
		{`[1,2,3,4]`, `[1,2,4]`, 1},
		{`[1,2,3,4,5,6]`, `[2,3,9,5,6,7]`, 1}, // shorter than the three that would do
		{
			`[1,2,3,4,5,6,"a text that is not short at all, so that replacing the array costs more than the three operations, which are some thirty bytes each"]`,
			`[2,3,9,5,6,7,"a text that is not short at all, so that replacing the array costs more than the three operations, which are some thirty bytes each"]`, 3,
		},
		{
			`{"a":1,"b":{"c":2,"long":"a text that is not short at all, so that replacing it costs"}}`,
			`{"a":1,"b":{"c":3,"long":"a text that is not short at all, so that replacing it costs"}}`, 1,
		},
		{`{"a":{"x":1,"y":2}}`, `{"a":{"x":3,"y":4}}`, 1},
		{`{"a":1}`, `{"b":1,"a":1}`, 1},
		{`[]`, `{}`, 1},
	}
	for _, test := range tests {
		if p := checkDiff(t, of(t, test.a), of(t, test.b)); len(p) != test.ops {
			t.Errorf("%s to %s: %d operations: %v", test.a, test.b, len(p), p.Value())
		}
	}
}

func TestDiffOfManyElements(t *testing.T) {
	m := newMaker(12)
	var xs, ys []Value
	for i := range 5000 {
		xs = append(xs, Int(int64(i)))
		if m.IntN(50) > 0 {
			ys = append(ys, Int(int64(i)))
		}
		if m.IntN(50) == 0 {
			ys = append(ys, Int(int64(-i)))
		}
	}
	p := checkDiff(t, Array(xs...), Array(ys...))
	if len(p) > 260 {
		t.Errorf("%d operations", len(p))
	}
	// More than the bound: index by index, which is still right.
	checkDiff(t, Array(xs...), Array(append([]Value{Null(), Null()}, ys[100:]...)...))
	for i := range ys {
		ys[i] = Int(int64(i * 7))
	}
	checkDiff(t, Array(xs...), Array(ys...))
}

func TestDiffDeep(t *testing.T) {
	levels := 20_000
	if testing.Short() {
		levels = 5_000
	}
	a, b := Int(1), Int(2)
	for range levels {
		a, b = Array(a), Array(b)
	}
	if p := Diff(a, b); len(p) != 1 {
		t.Errorf("%d operations", len(p))
	}
	if v, c := Merge(a, b, a); len(c) != 0 || !v.Equal(b) {
		t.Errorf("%d conflicts", len(c))
	}
	if _, c := Merge(a, b, Array(a)); len(c) != 1 {
		t.Errorf("%d conflicts", len(c))
	}
}

func TestMergePatch(t *testing.T) {
	tests := []struct{ doc, patch, want string }{ // RFC 7396, appendix A
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	}
	for _, test := range tests {
		doc := of(t, test.doc)
		if got := doc.MergePatch(of(t, test.patch)); !got.Equal(of(t, test.want)) {
			t.Errorf("%s with %s: got %v, want %s", test.doc, test.patch, got, test.want)
		}
		if !doc.Equal(of(t, test.doc)) {
			t.Errorf("%s became %v", test.doc, doc)
		}
	}
}

func TestMergeDiff(t *testing.T) {
	m := newMaker(13)
	lossy := 0
	for range 3000 {
		a := m.value(4, false)
		b := m.changed(a)
		patch, err := MergeDiff(a, b)
		if err != nil {
			if !errors.Is(err, fault.Lossy) {
				t.Fatal(err)
			}
			lossy++
			continue
		}
		if got := a.MergePatch(patch); !got.Equal(b) {
			t.Fatalf("%v to %v: %v gives %v", a, b, patch, got)
		}
	}
	if lossy == 0 || lossy > 2500 {
		t.Errorf("%d of 3000 were lossy", lossy)
	}
	_, err := MergeDiff(of(t, `{"a":{"b":1}}`), of(t, `{"a":{"b":null,"c":{"d":null}}}`))
	var l *fault.List
	if !errors.As(err, &l) || len(l.Errors) != 2 || l.Errors[0].Path != "/a/b" || l.Errors[1].Path != "/a/c/d" {
		t.Error(err)
	}
}

func TestMerge(t *testing.T) {
	tests := []struct{ base, ours, theirs, want, conflict string }{
		{`{"a":1}`, `{"a":2}`, `{"a":1}`, `{"a":2}`, ""},
		{`{"a":1}`, `{"a":1}`, `{"a":2}`, `{"a":2}`, ""},
		{`{"a":1}`, `{"a":2}`, `{"a":2}`, `{"a":2}`, ""},
		{`{"a":1}`, `{"a":2}`, `{"a":3}`, `{"a":2}`, "/a"},
		{`{"a":1}`, `{"a":1,"b":2}`, `{"c":3}`, `{"b":2,"c":3}`, ""},
		{`{"a":{"x":1,"y":2}}`, `{"a":{"x":5,"y":2}}`, `{"a":{"x":1,"y":6}}`, `{"a":{"x":5,"y":6}}`, ""},
		{`{"a":1}`, `{}`, `{"a":2}`, `{}`, "/a"},
		{`{}`, `{"a":{"x":1}}`, `{"a":{"y":2}}`, `{"a":{"x":1,"y":2}}`, ""},
		{`[1,2,3]`, `[0,1,2,3]`, `[1,2,3,4]`, `[0,1,2,3,4]`, ""},
		{`[1,2,3]`, `[1,9,3]`, `[1,2,3,4]`, `[1,9,3,4]`, ""},
		{`[1,2,3]`, `[1,9,3]`, `[1,8,3]`, `[1,9,3]`, "/1"},
		{`[{"a":1},7]`, `[{"a":2},7]`, `[{"a":1,"b":3},7]`, `[{"a":2,"b":3},7]`, ""},
		{`[1,2]`, `[1,5,6]`, `[1]`, `[1,5,6]`, "/1"},
	}
	for _, test := range tests {
		got, conflicts := Merge(of(t, test.base), of(t, test.ours), of(t, test.theirs))
		path := ""
		if len(conflicts) > 0 {
			path = conflicts[0].Path
		}
		if !got.Equal(of(t, test.want)) || path != test.conflict || len(conflicts) > 1 {
			t.Errorf("%s, %s, %s: got %v, %v", test.base, test.ours, test.theirs, got, conflicts)
		}
	}
}

// TestMergeLaws checks that a merge with nothing changed on one side is the
// other side.
func TestMergeLaws(t *testing.T) {
	m := newMaker(14)
	for range 2000 {
		base := m.value(4, false)
		side := m.changed(base)
		for _, got := range []func() (Value, []MergeConflict){
			func() (Value, []MergeConflict) { return Merge(base, side, base) },
			func() (Value, []MergeConflict) { return Merge(base, base, side) },
			func() (Value, []MergeConflict) { return Merge(base, side, side) },
		} {
			if v, c := got(); len(c) > 0 || !v.Equal(side) {
				t.Fatalf("%v and %v: %v, %v", base, side, v, c)
			}
		}
		Merge(base, side, m.changed(base)) // must end
	}
}

func TestFlatten(t *testing.T) {
	m := newMaker(15)
	for range 5000 {
		v := m.value(5, false)
		flat, err := v.Flatten()
		if err != nil {
			if hasDuplicates(v) && errors.Is(err, fault.Duplicate) {
				continue
			}
			t.Fatalf("%v: %v", v, err)
		}
		for k, x := range flat.Members() {
			if x.Kind() >= KindArray && x.Len() > 0 {
				t.Fatalf("%v: %q is %v", v, k, x)
			}
			if y, err := v.Pointer(k); err != nil || x.Kind() < KindArray && !x.Equal(y) {
				t.Fatalf("%v: %q is %v, %v", v, k, y, err)
			}
		}
		if got, err := flat.Unflatten(); err != nil || !got.Equal(v) {
			t.Fatalf("%v: %v gives %v, %v", v, flat, got, err)
		}
	}
}

func TestFlattenForms(t *testing.T) {
	tests := []struct{ v, flat string }{
		{`7`, `{"":7}`},
		{`{}`, `{"":{}}`},
		{`[]`, `{"":[]}`},
		{`{"a":[1,{"b":[]}],"c":null}`, `{"/a/0":1,"/a/1/b":[],"/c":null}`},
		{`{"0":1}`, `{"":{},"/0":1}`},
		{`{"a/b":{"m~n":1}}`, `{"/a~1b/m~0n":1}`},
	}
	for _, test := range tests {
		if got, err := of(t, test.v).Flatten(); err != nil || !got.Equal(of(t, test.flat)) {
			t.Errorf("%s: got %v, %v", test.v, got, err)
		}
	}
	for flat, code := range map[string]fault.Code{
		`[1]`:                      fault.WrongType,
		`{"a":1}`:                  fault.BadPointer,
		`{"/a":1,"/a/b":2}`:        fault.Conflict,
		`{"/a/b":1,"/a":2}`:        fault.Conflict,
		`{"":[],"/1":1}`:           fault.Conflict,
		`{"/a":[],"/a/x":1}`:       fault.Conflict,
		`{"/~":1,"/a":1,"/a/b":1}`: fault.BadPointer,
	} {
		if _, err := of(t, flat).Unflatten(); !errors.Is(err, code) {
			t.Errorf("%s: got %v, want %v", flat, err, code)
		}
	}
}

func FuzzDiff(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint8(3))
	f.Fuzz(func(t *testing.T, seed, other uint64, depth uint8) {
		m := newMaker(seed)
		a := m.value(int(depth%6), false)
		checkDiff(t, a, m.changed(a))
		checkDiff(t, a, newMaker(other).value(int(depth%6), false))
	})
}
