package msgpack

import (
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"example.com/calque/internal/num"
)

// maxText is the number of bytes after which the text of a value is cut.
const maxText = 60

// ellipsis stands for what was cut.
const ellipsis = "…"

// appendText appends the value at an offset of data as JSON text that is fit to
// be read: cut when it is longer than maxText bytes, times and bytes as strings,
// numbers that JSON does not have by name. It needs neither recursion nor more
// memory than that.
func appendText(dst, data []byte, at int) []byte {
	start := len(dst)
	var closers []byte
	w := walk{data: data, at: at}
	for {
		s := w.next()
		for len(closers) > w.depth {
			dst = append(dst, closers[len(closers)-1])
			closers = closers[:len(closers)-1]
		}
		if s == stepEnd {
			return dst
		}
		if s != stepPiece || len(dst)-start > maxText {
			return append(dst, ellipsis...)
		}
		if w.depth > 0 {
			switch l := w.levels.at(w.depth - 1); {
			case l.isMap() && !w.key:
				dst = append(dst, ':')
			case w.index(l) > 0:
				dst = append(dst, ',')
			}
		}
		switch w.shape.class {
		case classArray:
			dst, closers = append(dst, '['), append(closers, ']')
		case classMap:
			dst, closers = append(dst, '{'), append(closers, '}')
		default:
			dst = appendScalar(dst, data, &w.piece, maxText)
		}
	}
}

// appendScalar appends a piece that is no container, in the way of appendText.
func appendScalar(dst, data []byte, p *piece, limit int) []byte {
	size := int(p.shape.size)
	var word uint64
	if size > 0 {
		word = bigEndian(data[p.start+1:], size)
	}
	switch p.shape.class {
	case classNil:
		return append(dst, "null"...)
	case classBool:
		return strconv.AppendBool(dst, p.head&1 != 0)
	case classFix:
		return strconv.AppendInt(dst, int64(int8(p.head)), 10)
	case classUint:
		return strconv.AppendUint(dst, word, 10)
	case classInt:
		return strconv.AppendInt(dst, signed(word, size), 10)
	case classFloat:
		if size == 4 {
			f := math.Float32frombits(uint32(word))
			return appendFloat(dst, float64(f), func(dst []byte) []byte { return num.AppendFloat32(dst, f) })
		}
		f := math.Float64frombits(word)
		return appendFloat(dst, f, func(dst []byte) []byte { return num.AppendFloat64(dst, f) })
	}
	content := data[p.body:p.end()]
	if p.shape.class == classStr {
		return appendQuoted(dst, content, limit)
	}
	if p.shape.class == classExt && p.tag(data) == timestampTag {
		if seconds, nanos, ok := timestamp(content); ok && nanos <= maxNanos {
			return appendTime(dst, seconds, nanos)
		}
	}
	return appendBytes(dst, content, limit)
}

// appendFloat appends the text of f that finite gives, or its name.
func appendFloat(dst []byte, f float64, finite func(dst []byte) []byte) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "NaN"...)
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	}
	return finite(dst)
}

// appendTime appends a point in time as RFC 3339 has it, and as seconds and
// nanoseconds where the year has no four digits.
func appendTime(dst []byte, seconds int64, nanos uint32) []byte {
	const first, last = -62167219200, 253402300799 // years 0 and 9999
	dst = append(dst, '"')
	if seconds >= first && seconds <= last {
		dst = time.Unix(seconds, int64(nanos)).UTC().AppendFormat(dst, time.RFC3339Nano)
	} else {
		dst = strconv.AppendInt(dst, seconds, 10)
		dst = append(dst, " s, "...)
		dst = strconv.AppendUint(dst, uint64(nanos), 10)
		dst = append(dst, " ns"...)
	}
	return append(dst, '"')
}

// appendQuoted appends text as a JSON string, cut after limit bytes.
func appendQuoted(dst, text []byte, limit int) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for start := len(dst); len(text) > 0; {
		if len(dst)-start >= limit {
			dst = append(dst, ellipsis...)
			break
		}
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r < ' ' || r == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}
