package value

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"

	"example.com/calque/internal/mem"
)

// Hash returns a 64-bit hash that is the same for values that are Equal:
// whatever the order of members, the kind of numbers, and the format they came
// from. It is also the same in every process and on every platform; it may
// change with a major version of this module. It is quick and keeps no secret:
// where others choose the values they can choose collisions too, use
// [Value.Digest] there.
func (v Value) Hash() uint64 {
	var frames stack[hashFrame]
	v = v.owned()
	h := hashFlat(v)
	for {
		switch {
		case nested(v.Kind()):
			frames.push(hashFrame{c: v.items(), acc: h, object: v.Kind() == KindObject})
		case frames.n == 0:
			return h
		default:
			frames.top().add(h)
		}
		for frames.top().c.left == 0 {
			h = mix(frames.top().acc, seedEnd)
			if frames.pop(); frames.n == 0 {
				return h
			}
			frames.top().add(h)
		}
		v = frames.top().c.next().owned()
		h = hashFlat(v)
	}
}

// hashFrame is a container whose items are being hashed.
type hashFrame struct {
	c      cursor
	acc    uint64
	key    uint64 // of the member whose value comes next
	object bool
	value  bool // a value comes next, not a key
}

// add adds the hash of an item. Those of members are added up, so that their
// order does not matter.
func (f *hashFrame) add(h uint64) {
	switch {
	case !f.object:
		f.acc = mix(f.acc^h, seedItem)
	case !f.value:
		f.key = h
		f.value = true
	default:
		f.acc += mix(f.key^seedMember, h^seedValue)
		f.value = false
	}
}

// Any odd numbers with mixed bits would do: these are the first digits of pi
// in hexadecimal, eight bytes each, made odd.
const (
	seedNull   = 0x243f6a8885a308d3
	seedFalse  = 0x13198a2e03707345
	seedTrue   = 0xa4093822299f31d1
	seedInt    = 0x082efa98ec4e6c89
	seedMinus  = 0x452821e638d01377
	seedFloat  = 0xbe5466cf34e90c6d
	seedNumber = 0xc0ac29b7c97c50dd
	seedString = 0x3f84d5b5b5470917
	seedBytes  = 0x9216d5d98979fb1b
	seedTime   = 0xd1310ba698dfb5ad
	seedExt    = 0x2ffd72dbd01adfb7
	seedArray  = 0xb8e1afed6a267e97
	seedObject = 0xba7c9045f12c7f99
	seedItem   = 0x24a19947b3916cf7
	seedMember = 0x0801f2e2858efc17
	seedValue  = 0x636920d871574e69
	seedEnd    = 0xa458fea3f4933d7f
)

// mix returns the two halves of the product of a and b, folded.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// hashFlat returns the hash of a value, of a container that of its kind, its
// length and its tag. v must be owned or a node that is not moved.
func hashFlat(v Value) uint64 {
	k, x := v.word()
	switch rank(k) {
	case KindNull:
		return seedNull
	case KindBool:
		if x != 0 {
			return seedTrue
		}
		return seedFalse
	case KindInt:
		return hashNumber(v.exact())
	case KindString:
		return hashText(v.Text(), seedString)
	case KindBytes:
		h := hashText(mem.View(v.Bytes()), seedBytes)
		if sub, ok := v.Subtype(); ok {
			h = mix(h^sub, seedItem)
		}
		return h
	case KindTime:
		sec, nsec := v.stamp()
		return mix(mix(uint64(sec)^seedTime, seedItem)^uint64(nsec), seedEnd)
	case KindExt:
		tag, _, _ := v.Ext()
		return mix(uint64(tag)^seedExt, seedItem)
	case KindArray:
		return mix(uint64(v.Len())^seedArray, seedItem)
	}
	return mix(uint64(v.Len())^seedObject, seedItem)
}

func hashNumber(x exact) uint64 {
	switch x.form {
	case isInt:
		if x.neg {
			return mix(x.mag^seedMinus, seedInt)
		}
		return mix(x.mag^seedInt, seedMinus)
	case isFloat:
		return mix(math.Float64bits(x.f)^seedFloat, seedItem)
	case isDecimal:
		return hashText(mem.View(x.dec.append(nil)), seedNumber)
	}
	return seedFloat
}

// append appends the canonical text of d: sign, digits, 'e', and the power of
// ten of 0.DIGITS.
func (d *decimal) append(dst []byte) []byte {
	if d.neg {
		dst = append(dst, '-')
	}
	dst = append(dst, d.plain()...)
	dst = append(dst, 'e')
	if d.huge == "" {
		return strconv.AppendInt(dst, d.exp, 10)
	}
	if d.exp < 0 {
		dst = append(dst, '-')
	}
	return append(dst, d.huge...)
}

func hashText(s string, seed uint64) uint64 {
	h := seed ^ uint64(len(s))
	for ; len(s) >= 8; s = s[8:] {
		h = mix(h^load64(s), seedItem) ^ h>>32
	}
	var tail [8]byte
	copy(tail[:], s)
	return mix(h^binary.LittleEndian.Uint64(tail[:]), seedEnd)
}

// load64 returns the first eight bytes of s as a little-endian number.
func load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
