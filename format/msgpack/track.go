package msgpack

import (
	"encoding/base64"
	"math"
	"strconv"

	"example.com/calque/internal/num"
	"example.com/calque/wire"
)

// track is where a source or a sink of tokens stands: the containers that are
// open, with what paths need of them. It is told of every token.
type track struct {
	open    []opened
	opening bool // the last token opened the innermost container
	// keys holds the texts of the last keys of the open maps, one behind the
	// other: strings as they are, other keys as JSON text.
	keys  []byte
	inKey int    // number of open containers up to the outermost that is a key; 0: none is
	cut   bool   // the text of the key that is being read was cut
	lead  []byte // the first bytes of a string or of bytes that come in pieces
}

// opened is a container that is open.
type opened struct {
	isMap  bool
	isKey  bool
	known  bool   // of a map: the text of the last key is complete
	left   int64  // items still to come, two a member; negative: not known
	done   uint64 // items so far
	keyAt  int    // where the text of its last key begins in keys
	keyOff int64  // offset of that key
}

const (
	// keyRoom is how much of a key that is a string is held: more than a path
	// has room for.
	keyRoom = maxPath + 8
	// keysRoom is how much text is held of all keys. Behind that, paths are too
	// long to show the keys further in.
	keysRoom = 64 << 10
	// leadRoom is how much of a string is held for the text of a key: more than
	// is shown.
	leadRoom = maxText + 20
)

// top returns the innermost container, which there must be.
func (k *track) top() *opened { return &k.open[len(k.open)-1] }

// begin is called in front of each value that is in a container, keys too.
func (k *track) begin(key bool, offset int64) {
	k.opening = false
	top := k.top()
	top.left--
	top.done++
	if !key {
		return
	}
	top.known = false
	if k.inKey == 0 {
		k.keys = k.keys[:top.keyAt]
		k.cut = false
	} else {
		top.keyAt = len(k.keys)
	}
	top.keyOff = offset
}

// push opens a container of so many items, a negative number where that is not
// known.
func (k *track) push(isMap, isKey bool, items int64) {
	if isKey || k.inKey > 0 {
		k.describe(&wire.Token{Kind: kindOf(isMap)})
	}
	k.open = append(k.open, opened{isMap: isMap, isKey: isKey, left: items, keyAt: len(k.keys)})
	k.opening = true
	if isKey && k.inKey == 0 {
		k.inKey = len(k.open)
	}
}

// pop closes the innermost container and returns what it was.
func (k *track) pop() opened {
	k.opening = false
	last := *k.top()
	k.open = k.open[:len(k.open)-1]
	switch k.inKey {
	case 0:
		k.keys = k.keys[:last.keyAt]
	default:
		if !k.cut && len(k.keys) < keysRoom {
			k.keys = append(k.keys, "]}"[indexOf(last.isMap)])
		}
		if k.inKey == len(k.open)+1 {
			k.inKey = 0
		}
	}
	if last.isKey {
		k.top().known = true
	}
	return last
}

// reset leaves all containers.
func (k *track) reset() {
	k.open, k.keys, k.inKey, k.opening = k.open[:0], k.keys[:0], 0, false
}

func indexOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// kindOf returns the kind of token that opens a map or an array.
func kindOf(isMap bool) wire.Kind {
	if isMap {
		return wire.Object
	}
	return wire.Array
}

// member adds text to the key of the innermost container, a string.
func (k *track) member(text []byte) {
	top := k.top()
	top.known = true
	if room := keyRoom - (len(k.keys) - top.keyAt); room > 0 && len(k.keys) < keysRoom {
		k.keys = append(k.keys, text[:min(room, len(text))]...)
	}
}

// describe adds a token to the text of the key that it is, or is in: as
// appendText does.
func (k *track) describe(t *wire.Token) {
	if k.cut || len(k.keys) >= keysRoom {
		return
	}
	if k.inKey > 0 {
		if len(k.keys)-k.open[k.inKey-2].keyAt > maxText {
			k.keys = append(k.keys, ellipsis...)
			k.cut = true
			return
		}
		switch top := k.top(); {
		case top.isMap && top.done&1 == 0:
			k.keys = append(k.keys, ':')
		case top.done > 1:
			k.keys = append(k.keys, ',')
		}
		if top := k.top(); top.isMap && top.done&1 != 0 {
			top.keyAt = len(k.keys)
		}
	}
	k.keys = appendToken(k.keys, t, maxText)
}

// settle is called when a key that is no string, or a scalar in a key, is
// complete: t is its token, with as much text as is to be shown.
func (k *track) settle(t *wire.Token, key bool) {
	k.describe(t)
	if key {
		k.top().known = true
	}
}

// keyText returns the last key of the innermost container, as faults show it.
func (k *track) keyText(isText bool) string {
	text := k.keys[k.top().keyAt:]
	if isText && k.inKey == 0 {
		return string(appendQuoted(nil, text, maxText))
	}
	return string(text)
}

// path returns the JSON Pointer of the last token, in the form of walk.path.
func (k *track) path() string {
	n := len(k.open)
	if k.opening {
		n--
	}
	var b []byte
	for d := 0; d < n && len(b) <= maxPath; d++ {
		l := &k.open[d]
		if !l.isMap {
			b = strconv.AppendUint(append(b, '/'), l.done-1, 10)
			continue
		}
		if !l.known {
			break // in its key, or in front of it
		}
		end := len(k.keys)
		if d+1 < len(k.open) {
			end = k.open[d+1].keyAt
		}
		b = append(b, '/')
		start := len(b)
		b = escapePointer(append(b, k.keys[l.keyAt:end]...), start)
	}
	return cutPath(b)
}

// appendToken appends a token as JSON text that is fit to be read, in the way of
// appendScalar.
func appendToken(dst []byte, t *wire.Token, limit int) []byte {
	switch t.Kind {
	case wire.Array:
		return append(dst, '[')
	case wire.Object:
		return append(dst, '{')
	case wire.Bool:
		return strconv.AppendBool(dst, t.Bits != 0)
	case wire.Int:
		return strconv.AppendInt(dst, int64(t.Bits), 10)
	case wire.Uint:
		return strconv.AppendUint(dst, t.Bits, 10)
	case wire.Float:
		f := math.Float64frombits(t.Bits)
		return appendFloat(dst, f, func(dst []byte) []byte { return num.AppendFloat64(dst, f) })
	case wire.Float32:
		f := math.Float32frombits(uint32(t.Bits))
		return appendFloat(dst, float64(f), func(dst []byte) []byte { return num.AppendFloat32(dst, f) })
	case wire.Number:
		return append(dst, clip(string(t.Text[:min(len(t.Text), limit+1)]))...)
	case wire.String:
		return appendQuoted(dst, t.Text, limit)
	case wire.Bytes:
		return appendBytes(dst, t.Text, limit)
	case wire.Time:
		return appendTime(dst, int64(t.Bits), t.Nanos)
	}
	return append(dst, "null"...)
}

// appendBytes appends content in base64 as a JSON string, cut when it is longer
// than limit bytes.
func appendBytes(dst, content []byte, limit int) []byte {
	cut := len(content) > limit
	if cut {
		content = content[:limit/4*3]
	}
	dst = append(dst, '"')
	dst = base64.StdEncoding.AppendEncode(dst, content)
	if cut {
		dst = append(dst, ellipsis...)
	}
	return append(dst, '"')
}
