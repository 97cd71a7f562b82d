package mem

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
	"unsafe"
)

func TestLoadAndStore(t *testing.T) {
	b := make([]byte, 24)
	for i := range b {
		b[i] = byte(0xf0 + i)
	}
	p := Of(b)
	for i := range 16 { // every alignment
		if got, want := Load16(p, i), binary.LittleEndian.Uint16(b[i:]); got != want {
			t.Errorf("Load16 at %d: %x, want %x", i, got, want)
		}
		if got, want := Load32(p, i), binary.LittleEndian.Uint32(b[i:]); got != want {
			t.Errorf("Load32 at %d: %x, want %x", i, got, want)
		}
		if got, want := Load64(p, i), binary.LittleEndian.Uint64(b[i:]); got != want {
			t.Errorf("Load64 at %d: %x, want %x", i, got, want)
		}
		const v = 0x8081828384858687
		for _, store := range []struct {
			size int
			do   func(p Ptr)
		}{
			{1, func(p Ptr) { Store8(p, i, v&0xff) }},
			{2, func(p Ptr) { Store16(p, i, v&0xffff) }},
			{4, func(p Ptr) { Store32(p, i, v&0xffffffff) }},
			{8, func(p Ptr) { Store64(p, i, v) }},
		} {
			got, want := bytes.Clone(b), bytes.Clone(b)
			store.do(Of(got))
			copy(want[i:], binary.LittleEndian.AppendUint64(nil, v)[:store.size])
			if !bytes.Equal(got, want) {
				t.Errorf("store of %d bytes at %d: %x, want %x", store.size, i, got, want)
			}
		}
	}
	if Load8(p, 3) != b[3] || Load8(At(p, 2), 1) != b[3] {
		t.Error("Load8")
	}
}

func TestCopy32(t *testing.T) {
	src := make([]byte, 40)
	for i := range src {
		src[i] = byte(i + 1)
	}
	for i := range 8 {
		dst := make([]byte, 48)
		Copy32(Of(dst), i+1, Of(src), i)
		want := make([]byte, 48)
		copy(want[i+1:], src[i:i+32])
		if !bytes.Equal(dst, want) {
			t.Errorf("at %d: %x", i, dst)
		}
	}
}

func TestViews(t *testing.T) {
	b := []byte("0123456789")
	p := Of(b)
	if String(p, 2, 3) != "234" || string(Slice(p, 2, 3)) != "234" || View(b) != "0123456789" || View(nil) != "" {
		t.Error("views show other bytes")
	}
	if Load8(OfString("abc"), 1) != 'b' {
		t.Error("OfString")
	}
}

func TestFirstByte(t *testing.T) {
	for i := range 8 {
		if got := FirstByte(Hi << (8 * i)); got != i {
			t.Errorf("byte %d: %d", i, got)
		}
	}
	if FirstByte(0) != 8 {
		t.Error("no byte")
	}
}

func TestUncleared(t *testing.T) {
	type node struct{ a, b uint64 }
	for _, n := range []int{0, 1, 3, 4, 100, 5000} {
		nodes := Uncleared[node](n)
		if len(nodes) != n || uintptr(unsafe.Pointer(unsafe.SliceData(nodes)))%unsafe.Alignof(node{}) != 0 {
			t.Errorf("%d nodes: %d at %p", n, len(nodes), nodes)
		}
		for i := range nodes {
			nodes[i] = node{uint64(i), math.MaxUint64}
		}
	}
	// What cannot be is refused, not wrapped around.
	for _, n := range []int{-1, math.MaxInt, math.MaxInt/2 + 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d nodes were given", n)
				}
			}()
			Uncleared[node](n)
		}()
	}
}
