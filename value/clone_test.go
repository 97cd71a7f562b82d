package value

import (
	"testing"
)

// TestCloneIndependent clones values of every form and then destroys them.
func TestCloneIndependent(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 80
	}
	for round := range rounds {
		m := newMaker(uint64(round))
		v := m.value(5, true)
		doc := document(v)
		w := doc.Root()
		m.touch(w)
		clone := w.Clone()
		again := document(v)
		if clone.String() != again.Root().String() || !clone.Equal(v) {
			t.Fatalf("%v cloned as %v", v, clone)
		}
		if d, _ := clone.In(); nested(v.Kind()) && d == nil {
			t.Fatal("the clone of a container is not in a document")
		}
		want := clone.String()
		if d, _ := clone.In(); d != nil && len(d.moved) > 0 {
			t.Fatal("the clone has owned containers")
		}
		clear(doc.slab.Text)
		clear(doc.slab.Nodes)
		doc.Reset()
		if clone.String() != want {
			t.Fatalf("%v was changed with its original into %v", want, clone)
		}
		// The other way round, by an edit.
		other := again.Root().Clone()
		switch other.Kind() {
		case KindArray:
			_ = other.Append(Int(1))
		case KindObject:
			_ = other.Set("x", Int(1))
		}
		if !again.Root().Equal(v) {
			t.Fatalf("%v was changed with its clone", v)
		}
	}
}

func TestString(t *testing.T) {
	for want, v := range map[string]Value{
		`null`:                       Null(),
		`[true,false]`:               Array(Bool(true), Bool(false)),
		`[]`:                         Array(),
		`{}`:                         Object(),
		`[[],{},[[]]]`:               Array(Array(), Object(), Array(Array())),
		`-9223372036854775808`:       Int(-1 << 63),
		`18446744073709551615`:       Uint(1<<64 - 1),
		`0.1`:                        Float32(0.1),
		`1e+21`:                      Float(1e21),
		`1e-7`:                       Float(1e-7),
		`1.00`:                       spelled("1.00"),
		`"a\"\\\n\r\t\u0001é\u2028"`: String("a\"\\\n\r\t\x01é\u2028"),
		`"` + "\uFFFD" + `"`:         String("\xff"),
		`{"a":1,"b":{"c":[2]}}`:      Object(Pair("a", Int(1)), Pair("b", Object(Pair("c", Array(Int(2)))))),
		`{[]:1,{1:2}:3}`:             Object(Member{Array(), Int(1)}, Member{Object(Member{Int(1), Int(2)}), Int(3)}),
		`-1(h'00ff')`:                Ext(-1, Bytes([]byte{0, 255})),
		`[7(1([])),5:h'']`:           Array(Ext(7, Ext(1, Array())), BytesSub(nil, 5)),
	} {
		if want == `"a\"\\\n\r\t\u0001é\u2028"` {
			want = `"a\"\\\n\r\t\u0001é` + "\u2028" + `"`
		}
		if v.String() != want || document(v).Root().String() != want {
			t.Errorf("%s and %s, want %s", v, document(v).Root(), want)
		}
	}
}
