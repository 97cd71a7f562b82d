package value

import (
	"encoding/hex"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// String returns v as compact text for people: JSON where JSON has such a
// value, else
//
//	NaN, Infinity, -Infinity    floats without a number
//	h'48656c6c6f'               bytes; 5:h'48' with a subtype
//	2026-01-02T03:04:05Z        a time
//	7(h'48')                    an extension with its tag and payload
//	{1:true}                    members whose key is not a string
//
// Ill-formed UTF-8 shows as U+FFFD. Use package json to write JSON.
func (v Value) String() string {
	type frame struct {
		c      cursor
		object bool
		value  bool // a value comes next, not a key
		end    byte
	}
	var frames stack[frame]
	var dst []byte
	for v = v.owned(); ; v = frames.top().c.next().owned() {
		switch k := v.Kind(); k {
		case KindArray:
			dst = append(dst, '[')
			frames.push(frame{c: v.items(), end: ']'})
		case KindObject:
			dst = append(dst, '{')
			frames.push(frame{c: v.items(), object: true, end: '}'})
		case KindExt:
			tag, _, _ := v.Ext()
			dst = append(strconv.AppendInt(dst, tag, 10), '(')
			frames.push(frame{c: v.items(), end: ')'})
		default:
			dst = appendText(dst, v)
		}
		opened := nested(v.Kind())
		for frames.n > 0 && frames.top().c.left == 0 {
			dst = append(dst, frames.top().end)
			frames.pop()
			opened = false
		}
		if frames.n == 0 {
			return string(dst)
		}
		f := frames.top()
		if f.value {
			dst = append(dst, ':')
		} else if !opened {
			dst = append(dst, ',')
		}
		f.value = f.object && !f.value
	}
}

// appendText appends the text of a value that is no container.
func appendText(dst []byte, v Value) []byte {
	switch k, x := v.word(); k {
	case KindNull:
		return append(dst, "null"...)
	case KindBool:
		return strconv.AppendBool(dst, x != 0)
	case KindInt:
		return strconv.AppendInt(dst, int64(x), 10)
	case KindUint:
		return strconv.AppendUint(dst, x, 10)
	case KindFloat:
		return appendAnyFloat(dst, math.Float64frombits(x), 64)
	case KindFloat32:
		return appendAnyFloat(dst, float64(math.Float32frombits(uint32(x))), 32)
	case KindNumber:
		return append(dst, v.NumberText()...)
	case KindString:
		return appendQuoted(dst, v.Text())
	case KindBytes:
		if sub, ok := v.Subtype(); ok {
			dst = append(strconv.AppendUint(dst, sub, 10), ':')
		}
		return append(hex.AppendEncode(append(dst, "h'"...), v.Bytes()), '\'')
	case KindTime:
		return v.Time().AppendFormat(dst, time.RFC3339Nano)
	}
	return dst
}

func appendAnyFloat(dst []byte, f float64, size int) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "NaN"...)
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	}
	return appendFloat(dst, f, size)
}

// appendQuoted appends s as a JSON string.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < ' ':
			dst = append(dst, `\u00`...)
			dst = append(dst, "0123456789abcdef"[r>>4], "0123456789abcdef"[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}
