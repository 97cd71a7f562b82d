package msgpack

import (
	"math"
	"math/bits"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/scan"
	"example.com/calque/value"
)

// slack is the room that the writing functions may touch behind what they
// write: a head, and a short string copied by whole words.
const slack = 48

// run writes the nodes of a document from index i up to end. The nodes of
// counted containers lie in the order of their bytes, so there is no stack: it
// goes from node to node. It stops at a container that an edit has moved out of
// the document, or where w is done for, and returns the index of the node that
// is not written.
func (w *writer) run(s *node.Slab, i, end int) int {
	nodes := s.Nodes[:end]
	text := mem.OfString(mem.View(s.Text))
	q, k, lim := w.base, w.k, w.lim
	for ; i < len(nodes); i++ {
		if k > lim {
			if w.k = k; !w.room(slack) {
				return i
			}
			q, k, lim = w.base, w.k, w.lim
		}
		n := nodes[i]
		switch n.Kind() {
		case node.String:
			at, size := int(n.Val), n.Len()
			if !n.Has(node.FlagClean) && size > 0 && scan.UTF8(mem.At(text, at), size) < size {
				w.k = k
				w.at = i
				if !w.badText(s.Text[at : at+size]) {
					return i
				}
				q, k, lim = w.base, w.k, w.lim
				continue
			}
			if size > 32 || at+32 > len(s.Text) {
				w.k = k
				w.at = i
				if !w.content(classStr, s.Text[at:at+size]) {
					return i
				}
				q, k, lim = w.base, w.k, w.lim
				continue
			}
			k = putLength(q, k, classStr, uint64(size))
			from, to := mem.At(text, at), mem.At(q, k)
			mem.Store64(to, 0, mem.Load64(from, 0))
			mem.Store64(to, 8, mem.Load64(from, 8))
			if size > 16 {
				mem.Store64(to, 16, mem.Load64(from, 16))
				mem.Store64(to, 24, mem.Load64(from, 24))
			}
			k += size
		case node.Int:
			k = putInt(q, k, int64(n.Val))
		case node.Float:
			k = w.putFloat(q, k, n.Val)
		case node.Object, node.Array:
			class := classArray
			if n.Kind() == node.Object {
				class = classMap
			}
			count := n.Tag >> node.LenShift
			if count > math.MaxUint32 {
				w.k = k
				w.at = i
				w.tooLong(count, "elements")
				return i
			}
			k = putLength(q, k, class, count)
		case node.Null:
			mem.Store8(q, k, 0xc0)
			k++
		case node.Bool:
			mem.Store8(q, k, 0xc2|byte(n.Val&1))
			k++
		case node.Uint:
			k = putUint(q, k, n.Val)
		case node.Float32:
			k = w.putFloat32(q, k, uint32(n.Val))
		case node.Time:
			k = putTime(q, k, int64(n.Val), uint32(n.Len()))
		case node.Moved:
			w.k = k
			return i
		default:
			w.k = k
			w.at = i
			if !w.rare(s, i) {
				return i
			}
			i = s.Next(i) - 1
			q, k, lim = w.base, w.k, w.lim
		}
	}
	w.k = k
	return i
}

// rare writes a node of a kind that is seldom met: bytes, an extension, a
// number that is kept as text. It returns false where it did not.
func (w *writer) rare(s *node.Slab, i int) bool {
	n := s.Nodes[i]
	content := func(n node.Node) []byte { return s.Text[n.Val : n.Val+uint64(n.Len())] }
	switch n.Kind() {
	case node.Bytes:
		if n.Has(node.FlagSub) {
			return w.bytesSub(content(n), s.Nodes[i+1].Val)
		}
		return w.content(classBin, content(n))
	case node.Number:
		return w.number(mem.View(content(n)))
	case node.Ext:
		payload := s.Nodes[i+2]
		tag := int64(s.Nodes[i+1].Val)
		if payload.Kind() == node.Bytes && !payload.Has(node.FlagSub) && fitsExt(tag, content(payload)) {
			return w.ext(int8(tag), content(payload))
		}
		w.lossy(wantExt, extName(tag, value.Kind(payload.Kind())))
		w.payload = true
		return false
	}
	w.report(fault.Internal, "", "")
	return false
}

// The put functions write at q+k, where slack bytes have room, and return the
// index behind what they wrote.

// putSized writes a head byte and the low size bytes of u behind it, 0 to 8.
func putSized(q mem.Ptr, k int, head byte, u uint64, size uint) int {
	mem.Store8(q, k, head)
	mem.Store64(q, k+1, bits.ReverseBytes64(u<<((64-8*size)&63)))
	return k + 1 + int(size)
}

// putInt writes an integer in the fewest bytes. It does so without branches, as
// the sizes of the numbers in a file are hard to guess for the processor.
func putInt(q mem.Ptr, k int, v int64) int {
	sign := v >> 63
	h := &intHeads[uint8(bits.Len64(uint64(v^sign)))|uint8(sign)&0x80]
	return putSized(q, k, h.head|byte(v)&h.mask, uint64(v), uint(h.size))
}

// putUint writes an integer that is not negative in the fewest bytes.
func putUint(q mem.Ptr, k int, u uint64) int {
	h := &intHeads[uint8(bits.Len64(u))]
	return putSized(q, k, h.head|byte(u)&h.mask, u, uint(h.size))
}

// intHead is the head byte of an integer, with the integer in the bits of mask,
// and the number of bytes behind it.
type intHead struct{ head, mask, size uint8 }

// intHeads has the heads of integers by the number of bits that they, or the
// complements of negative ones, have; those of negative ones from 0x80 on.
var intHeads = makeIntHeads()

func makeIntHeads() (t [256]intHead) {
	for n := range 65 {
		switch {
		case n <= 7:
			t[n] = intHead{0, 0x7f, 0}
		case n <= 8:
			t[n] = intHead{0xcc, 0, 1}
		case n <= 16:
			t[n] = intHead{0xcd, 0, 2}
		case n <= 32:
			t[n] = intHead{0xce, 0, 4}
		default:
			t[n] = intHead{0xcf, 0, 8}
		}
		switch {
		case n <= 5:
			t[0x80+n] = intHead{0xe0, 0x1f, 0}
		case n <= 7:
			t[0x80+n] = intHead{0xd0, 0, 1}
		case n <= 15:
			t[0x80+n] = intHead{0xd1, 0, 2}
		case n <= 31:
			t[0x80+n] = intHead{0xd2, 0, 4}
		case n <= 63:
			t[0x80+n] = intHead{0xd3, 0, 8}
		}
	}
	return t
}

// putFloat writes the float64 of some bits.
func (w *writer) putFloat(q mem.Ptr, k int, b uint64) int {
	if w.set.CompactFloats {
		f := float32(math.Float64frombits(b))
		if math.Float64bits(float64(f)) == b {
			return putSized(q, k, 0xca, uint64(math.Float32bits(f)), 4)
		}
	}
	return putSized(q, k, 0xcb, b, 8)
}

// putFloat32 writes the float32 of some bits.
func (w *writer) putFloat32(q mem.Ptr, k int, b uint32) int {
	if w.wide {
		return putSized(q, k, 0xcb, math.Float64bits(float64(math.Float32frombits(b))), 8)
	}
	return putSized(q, k, 0xca, uint64(b), 4)
}

// putLength writes the shortest head of a class with a length, which fits 32
// bits.
func putLength(q mem.Ptr, k int, c class, n uint64) int {
	l := &lengths[c]
	switch {
	case n < uint64(l.fixed):
		mem.Store8(q, k, l.fix|byte(n))
		return k + 1
	case n <= math.MaxUint8 && l.heads[0] != 0:
		return putSized(q, k, l.heads[0], n, 1)
	case n <= math.MaxUint16:
		return putSized(q, k, l.heads[1], n, 2)
	}
	return putSized(q, k, l.heads[2], n, 4)
}

// lengths holds the heads of a class: those with the length in them, which is
// below fixed, and those with 8, 16 and 32 bits of length, 0 where there is
// none.
var lengths = [...]struct {
	fixed int
	fix   byte
	heads [3]byte
}{
	classStr:   {32, 0xa0, [3]byte{0xd9, 0xda, 0xdb}},
	classBin:   {0, 0, [3]byte{0xc4, 0xc5, 0xc6}},
	classExt:   {0, 0, [3]byte{0xc7, 0xc8, 0xc9}},
	classArray: {16, 0x90, [3]byte{0, 0xdc, 0xdd}},
	classMap:   {16, 0x80, [3]byte{0, 0xde, 0xdf}},
}

// putTime writes a timestamp in the fewest bytes.
func putTime(q mem.Ptr, k int, seconds int64, nanos uint32) int {
	switch {
	case seconds>>32 == 0 && nanos == 0:
		mem.Store8(q, k, 0xd6)
		return putSized(q, k+1, 0xff, uint64(seconds), 4)
	case seconds>>34 == 0:
		mem.Store8(q, k, 0xd7)
		return putSized(q, k+1, 0xff, uint64(nanos)<<34|uint64(seconds), 8)
	}
	mem.Store16(q, k, 0x0cc7)
	k = putSized(q, k+2, 0xff, uint64(nanos), 4)
	mem.Store64(q, k, bits.ReverseBytes64(uint64(seconds)))
	return k + 8
}

// putExtHead writes the shortest head of an ext.
func putExtHead(q mem.Ptr, k int, tag int8, n uint64) int {
	if n <= 16 && bits.OnesCount64(n) == 1 {
		mem.Store8(q, k, 0xd4+byte(bits.TrailingZeros64(n)))
		k++
	} else {
		k = putLength(q, k, classExt, n)
	}
	mem.Store8(q, k, byte(tag))
	return k + 1
}
