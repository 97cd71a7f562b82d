package value

import (
	"strconv"
	"testing"
)

// records returns an array of n records, as documents often are.
func records(n int) Value {
	elems := make([]Value, n)
	for i := range elems {
		elems[i] = Object(Pair("id", Int(int64(i))), Pair("name", String("record "+strconv.Itoa(i))), Pair("score", Float(float64(i)/8)),
			Pair("tags", Array(String("a"), String("b"))), Pair("active", Bool(i%2 == 0)), Pair("parent", Null()))
	}
	return Array(elems...)
}

func BenchmarkGet(b *testing.B) {
	for _, n := range []int{8, 32, 1000, 100_000} {
		key := "k" + strconv.Itoa(n*3/4)
		for name, v := range map[string]Value{"document": document(objectOf(n)).Root(), "owned": objectOf(n)} {
			b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, ok := v.Get(key); !ok {
						b.Fatal(key)
					}
				}
			})
		}
	}
}

func benchmark(b *testing.B, do func(v Value) bool) {
	b.Helper()
	own := records(1000)
	moved := document(own).Root()
	for _, e := range moved.Elements() {
		if err := e.Set("id", Int(1)); err != nil {
			b.Fatal(err)
		}
	}
	small := Object(Pair("a", Int(1)), Pair("b", Array(Int(1), Int(2))))
	for name, v := range map[string]Value{
		"document": document(own).Root(), "owned": own, "edited": moved, "small": document(small).Root(),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !do(v) {
					b.Fatal("failed")
				}
			}
		})
	}
}

func BenchmarkClone(b *testing.B) { benchmark(b, func(v Value) bool { return !v.Clone().IsNull() }) }

func BenchmarkEqual(b *testing.B) {
	var last, other Value
	benchmark(b, func(v Value) bool {
		if last != v {
			last, other = v, v.Clone()
		}
		return v.Equal(other)
	})
}

func BenchmarkCompare(b *testing.B) {
	var last, other Value
	benchmark(b, func(v Value) bool {
		if last != v {
			last, other = v, v.Clone()
		}
		return v.Compare(other) == 0
	})
}

func BenchmarkHash(b *testing.B) { benchmark(b, func(v Value) bool { return v.Hash() != 0 }) }
func BenchmarkDigest(b *testing.B) {
	benchmark(b, func(v Value) bool { return v.Digest() != [32]byte{} })
}
func BenchmarkAny(b *testing.B)    { benchmark(b, func(v Value) bool { return v.Any() != nil }) }
func BenchmarkString(b *testing.B) { benchmark(b, func(v Value) bool { return v.String() != "" }) }

func BenchmarkOf(b *testing.B) {
	x := records(1000).Any()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Of(x); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPointer(b *testing.B) {
	v := document(records(1000)).Root()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := v.Pointer("/777/tags/1"); err != nil {
			b.Fatal(err)
		}
	}
}
