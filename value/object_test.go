package value

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
)

// objectOf returns an object with n members k0: 0, k1: [1], k2: {"x":2} ...
func objectOf(n int) Value {
	members := make([]Member, n)
	for i := range members {
		v := Int(int64(i))
		switch i % 3 {
		case 1:
			v = Array(v)
		case 2:
			v = Object(Pair("x", v))
		}
		members[i] = Pair("k"+strconv.Itoa(i), v)
	}
	return Object(members...)
}

func TestGet(t *testing.T) {
	for _, n := range []int{0, 1, 5, indexFrom - 1, indexFrom, 1000} {
		o := objectOf(n)
		moved := document(o).Root()
		if err := moved.DeleteFunc(func(_, _ Value) bool { return false }); err != nil {
			t.Fatal(err)
		}
		for name, v := range map[string]Value{"owned": o, "document": document(o).Root(), "moved": moved} {
			for range 2 {
				for i := range n {
					x, ok := v.Get("k" + strconv.Itoa(i))
					if want := o.object().members[i].Value; !ok || !x.Equal(want) {
						t.Fatalf("%s of %d: member %d is %v", name, n, i, x)
					}
				}
				for _, key := range []string{"", "k", "k-1", "k" + strconv.Itoa(n)} {
					if x, ok := v.Get(key); ok {
						t.Fatalf("%s of %d: %q is %v", name, n, key, x)
					}
				}
			}
			if keys := v.Keys(); len(keys) != n || n > 1 && keys[1] != "k1" {
				t.Errorf("%s of %d: keys %v", name, n, keys)
			}
		}
	}
	for _, v := range []Value{Null(), Int(1), Array(Int(1)), document(Array(String("a"), Int(1))).Root()} {
		if _, ok := v.Get("a"); ok || v.Keys() != nil {
			t.Errorf("%v has members", v)
		}
	}
}

// TestOddKeys looks up keys of every kind, among them equal numbers of other
// kinds, containers, and a string that looks like another key.
func TestOddKeys(t *testing.T) {
	for _, more := range []int{0, 100} {
		members := []Member{
			{Int(1), String("int")},
			{String("1"), String("text")},
			{Null(), String("null")},
			{Array(Int(1), Int(2)), String("array")},
			{Bytes([]byte("b")), String("bytes")},
			{Float(2.5), String("float")},
			{Int(1), String("second")},
		}
		for i := range more {
			members = append(members, Member{Int(int64(i + 10)), Int(int64(i))}, Pair("s"+strconv.Itoa(i), Int(int64(i))))
		}
		o := Object(members...)
		for _, v := range []Value{o, document(o).Root()} {
			for range 3 {
				for key, want := range map[string]Value{
					"int": Float(1), "text": String("1"), "null": Null(), "array": Array(spelled("1.0"), Int(2)),
					"bytes": Bytes([]byte("b")), "float": Float32(2.5),
				} {
					if x, ok := v.Lookup(want); !ok || x.Text() != key {
						t.Errorf("%v is %v", want, x)
					}
				}
				for _, key := range []Value{Int(2), Array(), Bool(true), String("null"), Object()} {
					if x, ok := v.Lookup(key); ok {
						t.Errorf("%v is %v", key, x)
					}
				}
				for i := range more {
					if x, _ := v.Lookup(Int(int64(i + 10))); x.Int() != int64(i) {
						t.Errorf("key %d is %v", i+10, x)
					}
					if x, _ := v.Get("s" + strconv.Itoa(i)); x.Int() != int64(i) {
						t.Errorf("key s%d is %v", i, x)
					}
				}
			}
			if keys := v.Keys(); !slices.Equal(keys[:7], []string{"1", "1", "null", "[1,2]", "h'62'", "2.5", "1"}) {
				t.Errorf("keys %q", keys[:7])
			}
		}
	}
	if _, ok := Int(1).Lookup(Int(1)); ok {
		t.Error("a number has members")
	}
}

func TestAt(t *testing.T) {
	for _, n := range []int{0, 1, indexFrom - 1, indexFrom, 500} {
		flat, deep := make([]Value, n), make([]Value, n)
		for i := range n {
			flat[i] = Int(int64(i))
			deep[i] = Array(flat[:i%4]...)
			if i%5 == 0 {
				deep[i] = BytesSub([]byte("x"), uint64(i))
			}
		}
		for _, all := range [][]Value{flat, deep} {
			for _, v := range []Value{Array(all...), document(Array(all...)).Root()} {
				for i := n; i >= -1; i-- {
					want := Null()
					if i >= 0 && i < n {
						want = all[i]
					}
					if !v.At(i).Equal(want) {
						t.Fatalf("element %d of %d: %v, want %v", i, n, v.At(i), want)
					}
				}
				i := 0
				for j, e := range v.Elements() {
					if i != j || !e.Equal(all[i]) {
						t.Fatalf("element %d: %d, %v", i, j, e)
					}
					i++
				}
				if i != n {
					t.Fatalf("%d elements of %d", i, n)
				}
			}
		}
	}
}

// TestLoopsWhileEditing ends every loop whatever its body does.
func TestLoopsWhileEditing(t *testing.T) {
	for _, v := range []Value{Array(Int(1), Int(2), Int(3)), document(Array(Int(1), Int(2), Int(3))).Root()} {
		for range v.Elements() {
			if err := v.Clear(); err != nil {
				t.Fatal(err)
			}
		}
		if v.Len() != 0 {
			t.Error(v)
		}
	}
	for _, v := range []Value{objectOf(9), document(objectOf(9)).Root()} {
		for k := range v.Members() {
			if err := v.Delete(k); err != nil {
				t.Fatal(err)
			}
			if err := v.Set("new"+k, Null()); err != nil {
				t.Fatal(err)
			}
		}
		if v.Len() != 9 {
			t.Error(v)
		}
	}
	for range objectOf(3).Members() {
		break
	}
	for range Array(Int(1), Int(2)).Elements() {
		break
	}
}

// TestReadersInParallel builds the look-ups of a document and of owned objects
// from several goroutines; run it with -race.
func TestReadersInParallel(t *testing.T) {
	var elems []Value
	for range 20 {
		elems = append(elems, objectOf(100))
	}
	for range 50 {
		elems = append(elems, Array(Int(1)))
	}
	doc := document(Array(elems...)).Root()
	moved := document(Array(elems...)).Root()
	for _, e := range moved.Elements() {
		if e.Kind() == KindObject {
			if err := e.Set("k0", Int(0)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var wg sync.WaitGroup
	errs := make(chan error, 1)
	for g := range 4 {
		wg.Go(func() {
			for i := range 20 {
				for _, v := range []Value{doc, moved, Array(elems...)} {
					o := v.At((i*7 + g) % 20)
					x, ok := o.Get("k" + strconv.Itoa(3*(i+g)))
					if !ok || x.Int() != int64(3*(i+g)) {
						select {
						case errs <- fmt.Errorf("member %d is %v", i, x):
						default:
						}
					}
				}
				doc.Equal(moved)
				doc.Clone()
				doc.Hash()
			}
		})
	}
	wg.Wait()
	select {
	case err := <-errs:
		t.Error(err)
	default:
	}
}
