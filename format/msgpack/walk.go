package msgpack

import (
	"strconv"
	"strings"
)

// walk goes through an input piece by piece, without a tree. Inspect and Valid
// stand on it, and it finds the places of the faults that a reader met.
type walk struct {
	data   []byte
	at     int // offset of the next piece
	levels stack[level]
	begun  bool // the first piece of the value was read

	piece          // the last piece read
	missing uint64 // bytes of it that the input does not have
	key     bool   // it is the key of a member, or begins one
	depth   int    // containers around it
}

// level is a container that is open.
type level struct {
	start int    // offset of its head
	left  uint64 // pieces still to come, two a member
	key   int    // of a map: offset of the key of the member that is open; -1: no map
}

// isMap reports whether the container is a map.
func (l *level) isMap() bool { return l.key >= 0 }

// index returns the index of the element, or of the member, that is open.
func (w *walk) index(l *level) uint64 {
	p, _ := readPiece(w.data, l.start)
	if l.isMap() {
		return p.count - l.left/2 - 1
	}
	return p.count - l.left - 1
}

// step says what a call of walk.next met.
type step uint8

const (
	stepPiece  step = iota // a piece
	stepEnd                // the value has ended
	stepCut                // the input ends in the piece
	stepBroken             // the piece is not MessagePack
)

// restart makes w read another value behind the last one.
func (w *walk) restart() { w.levels.n, w.begun = 0, false }

// next reads the next piece of the value.
func (w *walk) next() step {
	for w.levels.n > 0 && w.levels.top().left == 0 {
		w.levels.pop()
	}
	if w.depth = w.levels.n; w.depth == 0 && w.begun {
		return stepEnd
	}
	w.begun = true
	w.key = false
	if w.depth > 0 {
		top := w.levels.top()
		if w.key = top.isMap() && top.left&1 == 0; w.key {
			top.key = w.at
		}
		top.left--
	}
	if w.piece, w.missing = readPiece(w.data, w.at); w.missing > 0 {
		return stepCut
	}
	if w.shape.class == classNone {
		return stepBroken
	}
	w.at = w.end()
	if w.container() {
		l := level{start: w.start, left: w.count, key: -1}
		if w.shape.class == classMap {
			l.left, l.key = 2*w.count, 0
		}
		w.levels.push(l)
	}
	return stepPiece
}

// maxPath is the number of bytes of a path that are kept.
const maxPath = 4096

// path returns the JSON Pointer of the last piece; that of a key is the pointer
// of its member. A piece inside a key has the pointer of the map around it, as
// nothing in a key can be pointed at. Keys that are not strings are written as
// JSON text would have them. A long path is cut.
func (w *walk) path() string {
	var b []byte
	for d := 0; d < w.depth && len(b) <= maxPath; d++ {
		l := w.levels.at(d)
		if d < w.depth-1 && l.inKey() || d == w.depth-1 && w.noKey() {
			break
		}
		b = w.appendSegment(b, l)
	}
	return cutPath(b)
}

// inKey reports whether the key of a member of a map is being read.
func (l *level) inKey() bool { return l.isMap() && l.left&1 != 0 }

// noKey reports whether the last piece is a key that cannot be shown.
func (w *walk) noKey() bool { return w.key && (w.missing > 0 || w.shape.class == classNone) }

// appendSegment appends the segment of a JSON Pointer for the element or the
// member of a container that is open.
func (w *walk) appendSegment(dst []byte, l *level) []byte {
	if dst = append(dst, '/'); l.isMap() {
		return appendPointer(dst, w.data, l.key)
	}
	return strconv.AppendUint(dst, w.index(l), 10)
}

// appendPointer appends the segment of a JSON Pointer for the key at an offset
// of data.
func appendPointer(dst, data []byte, at int) []byte {
	p, missing := readPiece(data, at)
	start := len(dst)
	if missing == 0 && p.shape.class == classStr {
		dst = append(dst, data[p.body:p.end()]...)
	} else {
		dst = appendText(dst, data, at)
	}
	return escapePointer(dst, start)
}

// escapePointer escapes the segment that dst ends in, from start on.
func escapePointer(dst []byte, start int) []byte {
	s := string(dst[start:])
	if strings.ContainsAny(s, "~/") {
		s = strings.NewReplacer("~", "~0", "/", "~1").Replace(s)
	}
	return append(dst[:start], strings.ToValidUTF8(s, "\uFFFD")...)
}

// cutPath returns a path as a string of a length fit to be read.
func cutPath(b []byte) string {
	if len(b) > maxPath {
		return strings.ToValidUTF8(string(b[:maxPath]), "") + "…"
	}
	return string(b)
}

// meaning returns what the head of the last piece says, such as "fixmap, 3
// members".
func (w *walk) meaning() string {
	var tag int8
	if w.shape.class == classExt && w.body > 0 {
		tag = w.tag(w.data)
	}
	return w.describe(tag)
}

// describe returns what the head of p says; tag is the type of an ext.
func (p *piece) describe(tag int8) string {
	text := names[p.head]
	n := strconv.FormatUint(p.count, 10)
	switch {
	case p.body == 0: // the head itself is cut off
		return text
	case p.shape.class == classArray:
		return text + ", " + plural(n, "element")
	case p.shape.class == classMap:
		return text + ", " + plural(n, "member")
	case p.shape.class == classExt && tag == timestampTag && (p.count == 4 || p.count == 8 || p.count == 12):
		return "timestamp " + strconv.FormatUint(8*p.count, 10)
	case p.shape.class == classExt:
		text += ", type " + strconv.Itoa(int(tag))
		if p.shape.size == 0 {
			return text
		}
	case p.shape.class < classStr:
		return text
	}
	return text + ", " + plural(n, "byte")
}

// plural returns a number with a word in singular or plural.
func plural(n, word string) string {
	if n == "1" {
		return n + " " + word
	}
	return n + " " + word + "s"
}

// byteName returns a byte as faults show it.
func byteName(b byte) string {
	const hex = "0123456789ABCDEF"
	return "byte 0x" + string(hex[b>>4]) + string(hex[b&15])
}
