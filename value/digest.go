package value

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
)

// Digest returns a SHA-256 digest that is the same for two values exactly if
// they are Equal, whatever the format they came from. It is the SHA-256 of
// these bytes, numbers in them big-endian:
//
//	null       n
//	boolean    f or t
//	number     d and its text: an optional '-', its digits without leading and
//	           trailing zeros, 'e', and the power of ten p of 0.DIGITS * 10^p;
//	           0e0 for zero; NaN, Infinity, -Infinity. It is the number that
//	           AsRat returns.
//	string     s and its content
//	bytes      b and the bytes, or B, the 8 bytes of the subtype and the bytes
//	time       m, 8 bytes of seconds since 1970, 4 bytes of nanoseconds
//	extension  x, 8 bytes of the tag, the digest of the payload
//	array      a and the digests of its elements
//	object     o and, for each member, the digest of the key and that of the
//	           value, sorted by the digest of the key; members with the same key
//	           stay in their order
func (v Value) Digest() [sha256.Size]byte {
	var frames stack[digestFrame]
	var sums []byte // digests of the items of the open containers
	var flat []byte
	for v = v.owned(); ; v = frames.top().c.next().owned() {
		if nested(v.Kind()) {
			frames.push(digestFrame{v, v.items(), len(sums)})
		} else {
			flat = appendFlat(flat[:0], v)
			sum := sha256.Sum256(flat)
			sums = append(sums, sum[:]...)
		}
		for frames.n > 0 && frames.top().c.left == 0 {
			f := frames.top()
			sum := f.close(sums[f.from:])
			sums = append(sums[:f.from], sum[:]...)
			frames.pop()
		}
		if frames.n == 0 {
			return [sha256.Size]byte(sums)
		}
	}
}

// digestFrame is a container whose items are being digested.
type digestFrame struct {
	v    Value
	c    cursor
	from int // where the digests of its items begin
}

// close returns the digest of a container from those of its items.
func (f *digestFrame) close(sums []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	switch f.v.Kind() {
	case KindExt:
		tag, _, _ := f.v.Ext()
		h.Write(binary.BigEndian.AppendUint64([]byte{'x'}, uint64(tag)))
	case KindArray:
		h.Write([]byte{'a'})
	default:
		h.Write([]byte{'o'})
		sortPairs(sums)
	}
	h.Write(sums)
	h.Sum(sum[:0])
	return sum
}

// sortPairs sorts pairs of digests by the first one.
func sortPairs(sums []byte) {
	type pair [2 * sha256.Size]byte
	pairs := make([]pair, 0, len(sums)/len(pair{}))
	for p := range slices.Chunk(sums, len(pair{})) {
		pairs = append(pairs, pair(p))
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return bytes.Compare(a[:sha256.Size], b[:sha256.Size])
	})
	for i, p := range pairs {
		copy(sums[i*len(p):], p[:])
	}
}

// appendFlat appends the canonical bytes of a value that is no container.
func appendFlat(dst []byte, v Value) []byte {
	k, x := v.word()
	switch rank(k) {
	case KindBool:
		if x != 0 {
			return append(dst, 't')
		}
		return append(dst, 'f')
	case KindInt:
		return appendCanonical(append(dst, 'd'), v.exact())
	case KindString:
		return append(append(dst, 's'), v.Text()...)
	case KindBytes:
		if sub, ok := v.Subtype(); ok {
			dst = binary.BigEndian.AppendUint64(append(dst, 'B'), sub)
		} else {
			dst = append(dst, 'b')
		}
		return append(dst, v.Bytes()...)
	case KindTime:
		sec, nsec := v.stamp()
		dst = binary.BigEndian.AppendUint64(append(dst, 'm'), uint64(sec))
		return binary.BigEndian.AppendUint32(dst, uint32(nsec))
	}
	return append(dst, 'n')
}

// appendCanonical appends the canonical text of a number.
func appendCanonical(dst []byte, x exact) []byte {
	switch {
	case x.form == isNaN:
		return append(dst, "NaN"...)
	case x.form == isFloat && math.IsInf(x.f, 1):
		return append(dst, "Infinity"...)
	case x.form == isFloat && math.IsInf(x.f, -1):
		return append(dst, "-Infinity"...)
	case x.side() == 0:
		return append(dst, "0e0"...)
	}
	d := x.decimal()
	return d.append(dst)
}
