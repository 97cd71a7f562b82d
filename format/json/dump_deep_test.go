package json

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// nest returns v inside depth containers, by turns an array, an object and an
// extension where ext is set.
func nest(v value.Value, depth int, ext bool) value.Value {
	for k := range depth {
		switch {
		case k%3 == 0:
			v = value.Array(value.Int(1), v, value.Null())
		case k%3 == 1 || !ext:
			v = value.Object(value.Pair("b", value.Array()), value.Pair("a", v), value.Pair("c", value.Object()))
		default:
			v = value.Ext(int64(k), v)
		}
	}
	return v
}

// TestDumpBelowRecursion tells that the levels written with the explicit stack
// are written as the others are.
func TestDumpBelowRecursion(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for n := range rounds {
		inner := randomValue(r, 4, n%2 == 0)
		v := nest(inner, recursion-8+r.IntN(20), n%2 == 0)
		if n%3 == 0 {
			v = v.Clone()
		}
		s := randomSet(r)
		s.Indent = min(s.Indent, 1)
		want, ok := modelDump(v, &s)
		got, err := appendValue(nil, v, &s)
		if (err == nil) != ok || ok && string(got) != want {
			t.Fatalf("%+v: got %q, %v\nwant %q, %v", s, got, err, want, ok)
		}
		var out bytes.Buffer
		if err = writeValue(&out, v, &s); (err == nil) != ok || ok && out.String() != want {
			t.Fatalf("%+v, to a writer: %v", s, err)
		}
	}
}

// TestDumpPathsBelowRecursion compares the paths of faults far down with those
// that a search for them finds.
func TestDumpPathsBelowRecursion(t *testing.T) {
	bad := value.Object(
		value.Pair("x/y", value.Array(value.Null(), value.String("\xff"), value.Array(value.Int(1), value.String("\xc3")))),
		value.Member{Key: value.Bytes([]byte{1}), Value: value.String("\xfe")},
		value.Member{Key: value.Int(7), Value: value.Array(value.String("\xfd"))},
	)
	for _, depth := range []int{0, 1, 2, recursion - 2, recursion - 1, recursion, recursion + 1, recursion + 50} {
		for _, sorted := range []bool{false, true} {
			for form := range 3 {
				v := nest(bad, depth, true)
				switch form {
				case 1:
					v = v.Clone()
				case 2: // a document inside of owned values
					v = nest(nest(bad, depth/2, true).Clone(), depth-depth/2, false)
				}
				s := option.Resolve([]calque.Option{calque.Lossy(calque.Allow)})
				s.SortKeys = sorted
				_, err := appendValue(nil, v, &s)
				var list *fault.List
				if !errors.As(err, &list) || list.Total != 4 {
					t.Fatalf("depth %d: got %v", depth, err)
				}
				var prefix string
				steps := []string{"/1", "/a", "/payload"}
				for k := range depth {
					step := steps[k%3]
					if form == 2 && k >= depth/2 {
						if step = steps[(k-depth/2)%3]; step == "/payload" {
							step = "/a"
						}
					}
					prefix = step + prefix
				}
				ends := map[string]bool{"/x~1y/1": true, "/x~1y/2/1": true, "/AQ==": true, "/7/0": true}
				for _, e := range list.Errors {
					end, ok := strings.CutPrefix(e.Path, prefix)
					if !ok || !ends[end] {
						t.Errorf("depth %d, form %d, sorted %v: path %s", depth, form, sorted, e.Path)
					}
					delete(ends, end)
				}
			}
		}
	}
}

func TestDumpMaxDepth(t *testing.T) {
	for _, limit := range []int{1, 2, 3, recursion - 1, recursion, recursion + 1, 300} {
		s := option.Resolve([]calque.Option{calque.MaxDepth(limit), calque.Lossy(calque.Allow)})
		for _, over := range []int{0, 1} {
			owned := nest(value.Array(), limit-1+over, true)
			for _, v := range []value.Value{owned, owned.Clone()} {
				_, err := appendValue(nil, v, &s)
				if got := errors.Is(err, fault.TooDeep); got != (over > 0) {
					t.Errorf("limit %d, %d levels: %v", limit, limit+over, err)
				}
				var list *fault.List
				if errors.As(err, &list) && strings.Count(list.Errors[0].Path, "/") != limit {
					t.Errorf("limit %d: path %s", limit, list.Errors[0].Path)
				}
			}
		}
	}
}

// TestDumpCycle dumps a value that contains itself, which no function of package
// value makes: the test changes its memory.
func TestDumpCycle(t *testing.T) {
	for _, length := range []int{1, 2, 3, 7, 500} {
		v := value.Array(value.Null(), value.Null())
		inner := v
		for range length - 1 {
			inner = value.Object(value.Pair("k", inner))
		}
		elems, _ := v.Parts()
		elems[0], elems[1] = inner, inner
		for _, c := range []struct {
			limit int
			want  fault.Code
		}{{option.DefaultMaxDepth, fault.TooDeep}, {0, fault.Cycle}} {
			s := option.Resolve([]calque.Option{calque.MaxDepth(c.limit)})
			if _, err := appendValue(nil, v, &s); !errors.Is(err, c.want) {
				t.Errorf("cycle of %d: got %v, want %v", length, err, c.want)
			}
		}
	}
}

// TestDumpDeep writes ten million levels with a small goroutine stack.
func TestDumpDeep(t *testing.T) {
	levels := 10_000_000
	if testing.Short() || strconv.IntSize == 32 {
		t.Log("-short, or a small address space: 100,000 levels of 10 million")
		levels = 100_000
	}
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	text := strings.Repeat("[", levels) + strings.Repeat("]", levels)
	v := parsed(t, text, calque.MaxDepth(0))
	s := option.Resolve([]calque.Option{calque.MaxDepth(0)})
	if got, err := appendValue(nil, v, &s); err != nil || string(got) != text {
		t.Errorf("arrays of a document: %d bytes, %v", len(got), err)
	}
	levels /= 10
	v = value.Int(1)
	for range levels {
		v = value.Object(value.Pair("", value.Array(v)))
	}
	var out bytes.Buffer
	want := strings.Repeat(`{"":[`, levels) + "1" + strings.Repeat("]}", levels)
	if err := writeValue(&out, v, &s); err != nil || out.String() != want {
		t.Errorf("owned containers: %d bytes, %v", out.Len(), err)
	}
	s.SortKeys = true
	if got, err := appendValue(nil, v, &s); err != nil || string(got) != want {
		t.Errorf("sorted owned containers: %d bytes, %v", len(got), err)
	}
	out.Reset()
	if err := writeValue(&out, parsed(t, want, calque.MaxDepth(0)), &s); err != nil || out.String() != want {
		t.Errorf("sorted objects of a document: %d bytes, %v", out.Len(), err)
	}
}
