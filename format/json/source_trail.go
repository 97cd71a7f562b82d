package json

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// trail is the way from the root to where a source or a sink stands.
type trail struct {
	depth  int
	object bool  // what the innermost container is
	count  int64 // its elements or members so far
	keyAt  int   // where the key of its last member, if it is an object, begins in keys

	keys   []byte  // the last keys of the objects that are open
	outer  []int64 // of the containers around: count<<1, 1 more for an object
	keyAts []int   // of the objects around
}

// Keys are held whole, except where they are long and together very long.
const (
	longKey  = 4 << 10
	someKey  = 64
	manyKeys = 1 << 20
)

// push makes a new container the innermost one.
func (r *trail) push(object bool) {
	packed := r.count << 1
	if r.object {
		packed |= 1
	}
	r.outer = append(r.outer, packed)
	r.depth++
	r.count = 0
	r.object = object
	if object {
		r.keyAts = append(r.keyAts, r.keyAt)
		r.keyAt = len(r.keys)
	}
}

// pop leaves the innermost container.
func (r *trail) pop() {
	if r.object {
		r.keys = r.keys[:r.keyAt]
		last := len(r.keyAts) - 1
		r.keyAt = r.keyAts[last]
		r.keyAts = r.keyAts[:last]
	}
	r.depth--
	packed := r.outer[r.depth]
	r.outer = r.outer[:r.depth]
	r.count, r.object = packed>>1, packed&1 != 0
}

// reset leaves all containers.
func (r *trail) reset() {
	r.depth, r.count, r.object, r.keyAt = 0, 0, false, 0
	r.keys, r.outer, r.keyAts = r.keys[:0], r.outer[:0], r.keyAts[:0]
}

// member begins a member.
func (r *trail) member(key []byte) {
	r.count++
	r.keys = r.keys[:r.keyAt]
	r.addKey(key, false)
}

// addKey adds a piece to the key of the member.
func (r *trail) addKey(piece []byte, again bool) {
	most := longKey
	if r.keyAt > manyKeys {
		most = someKey
	}
	if held := len(r.keys) - r.keyAt; held+len(piece) > most {
		if again && held >= most {
			return // cut already
		}
		piece = piece[:most-held]
		for len(piece) > 0 && !utf8.RuneStart(piece[len(piece)-1]) {
			piece = piece[:len(piece)-1]
		}
		if n := len(piece); n > 0 && piece[n-1] >= utf8.RuneSelf {
			piece = piece[:n-1]
		}
		r.keys = append(append(r.keys, piece...), "..."...)
		return
	}
	r.keys = append(r.keys, piece...)
}

// path returns the JSON Pointer of the innermost container; with inside, of an
// element of it at an index or of its last member. Keys of more than 4 KB end
// in "...".
func (r *trail) path(inside bool, index int64) string {
	if r.depth == 0 {
		return ""
	}
	var b strings.Builder
	objects := 0
	for level := 1; level < r.depth; level++ {
		packed := r.outer[level]
		if packed&1 == 0 {
			writeIndex(&b, packed>>1-1)
			continue
		}
		from, to := r.atOf(objects), r.atOf(objects+1)
		objects++
		writeKey(&b, r.keys[from:to])
	}
	switch {
	case !inside:
	case r.object:
		writeKey(&b, r.keys[r.keyAt:])
	default:
		writeIndex(&b, index)
	}
	return b.String()
}

// atOf returns where the key of an open object begins, counted from the root.
func (r *trail) atOf(object int) int {
	switch {
	case object+1 < len(r.keyAts):
		return r.keyAts[object+1]
	case object+1 == len(r.keyAts):
		return r.keyAt
	}
	return len(r.keys)
}

// last returns the JSON Pointer of what came last.
func (r *trail) last() string { return r.path(r.count > 0, r.count-1) }

func writeIndex(b *strings.Builder, index int64) {
	var digits [20]byte
	b.WriteByte('/')
	b.Write(strconv.AppendInt(digits[:0], index, 10))
}

// writeKey writes a key with the escapes of JSON Pointer.
func writeKey(b *strings.Builder, key []byte) {
	b.WriteByte('/')
	for _, c := range key {
		switch c {
		case '~':
			b.WriteString("~0")
		case '/':
			b.WriteString("~1")
		default:
			b.WriteByte(c)
		}
	}
}
