package json

import (
	"strconv"
	"unicode/utf8"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
)

// A state says what a reader was at when it came to a byte at fault. From the
// state, the offset and the input follows the fault, whatever reader found it.
type state uint8

const (
	wantValue state = iota // a value
	wantName               // the name of a member
	wantColon              // the colon behind a name
	wantNext               // a comma or the end of a container
	wantEnd                // the end of the input
	inString               // inside a string, whose content begins at the offset
	inName                 // the same for a name
	inLiteral              // inside true, false or null, which begins at the offset
	inNumber               // inside a number
	tooDeep                // at the bracket of one level too much
	tooMany                // at one value too much
	canceled               // the context is done
)

// inside reports whether the state is about the element or member that comes
// next, not about the container.
func (s state) inside() bool {
	switch s {
	case wantValue, wantColon, inString, inLiteral, inNumber, tooDeep, tooMany, canceled:
		return true
	}
	return false
}

// place is where a fault is, apart from its offset.
type place struct {
	text  []byte // the input, up to where the reader reads
	set   *option.Set
	array bool // the innermost open container is an array
	empty bool // it has no elements yet
}

// faultAt returns the fault of a reader that was in a state at an offset. Path,
// line and column are for the caller to add.
func faultAt(s state, at int, w place) *fault.Error {
	e := &fault.Error{Code: fault.Syntax, Format: "json"}
	switch s {
	case inString, inName:
		at = stringFault(e, w.text, at, w.set.UTF8 == option.UTF8Strict)
	case inLiteral:
		at = literalFault(e, w.text, at)
	case inNumber:
		e.Code, e.Want = fault.BadNumber, "digit"
		if at < len(w.text) && w.text[at]-'0' <= 9 {
			e.Want = "no digit behind a leading 0"
		}
	case tooDeep:
		e.Code, e.Want = fault.TooDeep, "at most "+strconv.Itoa(w.set.MaxDepth)+" levels"
	case tooMany:
		e.Code, e.Want = fault.TooMany, "at most "+strconv.FormatInt(w.set.MaxItems, 10)+" values"
	case canceled:
		e.Code, e.Err = fault.Canceled, w.set.Ctx.Err()
	default:
		e.Want = wanted(s, w)
		if w.set.Comments && at < len(w.text) && w.text[at] == '/' {
			at = commentFault(e, w.text, at)
		} else if s == wantEnd {
			e.Code, e.Want = fault.Trailing, ""
		}
	}
	if (s == wantValue || s == inNumber) && w.set.NonFinite == option.NonFiniteLiteral {
		if word := cutNonFinite(w.text[min(at, len(w.text)):]); word != "" {
			at, e.Want = len(w.text), word
		}
	}
	e.Offset = int64(at)
	switch e.Code.Class() {
	case fault.ClassLimit, fault.ClassIO:
		return e
	}
	if at >= len(w.text) {
		e.Code = fault.Truncated
	} else if e.Got == "" {
		e.Got = got(w.text[at:])
	}
	return e
}

// cutNonFinite returns the literal that text could become the beginning of, "" if
// none.
func cutNonFinite(text []byte) string {
	for _, word := range [...]string{"NaN", "Infinity"} {
		if n := len(text); n > 0 && n < len(word) && word[:n] == string(text) {
			return word
		}
	}
	return ""
}

// wanted returns the words for what could stand in a place.
func wanted(s state, w place) string {
	closable := w.empty || w.set.TrailingCommas
	switch s {
	case wantValue:
		if w.array && closable {
			return "value or ']'"
		}
		return "value"
	case wantName:
		if closable {
			return "string or '}'"
		}
		return "string"
	case wantColon:
		return "':'"
	case wantNext:
		if w.array {
			return "',' or ']'"
		}
		return "',' or '}'"
	}
	return "end of input"
}

// got returns the words for the byte or character that text begins with.
func got(text []byte) string {
	c := text[0]
	switch {
	case c == '\'':
		return `"'"`
	case c >= ' ' && c < 0x7F:
		return "'" + string(rune(c)) + "'"
	case c < utf8.RuneSelf:
		return byteName(c)
	}
	r, size := utf8.DecodeRune(text)
	switch {
	case r == utf8.RuneError && size == 1:
		return byteName(c)
	case strconv.IsPrint(r):
		return "'" + string(r) + "'"
	}
	hex := strconv.FormatInt(int64(r), 16)
	return "U+" + "0000"[min(len(hex), 4):] + upper(hex)
}

// byteName returns the words for a byte that is no character one could print.
func byteName(c byte) string {
	const digits = "0123456789ABCDEF"
	return "byte 0x" + string(digits[c>>4]) + string(digits[c&15])
}

func upper(hex string) string {
	b := []byte(hex)
	for i, c := range b {
		if c >= 'a' {
			b[i] = c - 0x20
		}
	}
	return string(b)
}

// literalFault describes the fault of the literal that begins at i and returns
// its offset.
func literalFault(e *fault.Error, text []byte, i int) int {
	word := "true"
	switch text[i] {
	case 'f':
		word = "false"
	case 'n':
		word = "null"
	}
	e.Want = word
	for k := 0; i < len(text) && k < len(word) && text[i] == word[k]; k++ {
		i++
	}
	return i
}

// stringFault describes the fault of the string whose content begins at i and
// returns its offset. Without strict only what remains a fault when ill-formed
// UTF-8 is mended counts.
func stringFault(e *fault.Error, text []byte, i int, strict bool) int {
	e.Want = `'"'`
	for i < len(text) {
		switch c := text[i]; {
		case c == '\\':
			_, size := unescape(text[i:])
			if size == 0 || strict && isLone(text[i:]) {
				return escapeFault(e, text, i)
			}
			i += size
		case c < ' ':
			e.Want = "escaped control character"
			return i
		case c < utf8.RuneSelf:
			i++
		default:
			r, size := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && size == 1 {
				var complete bool
				if size, complete = subpart(mem.View(text[i:])); !complete {
					return len(text)
				}
				if strict {
					e.Code, e.Want, e.Got = fault.BadUTF8, "", byteName(c)
					return i
				}
			}
			i += size
		}
	}
	return i
}

// isLone reports whether s begins with an escape of half a pair of surrogates.
func isLone(s []byte) bool {
	r, _ := unescape(s)
	return r < 0
}

// escapeFault describes the fault of the escape at i and returns its offset.
func escapeFault(e *fault.Error, text []byte, i int) int {
	start := i
	for half := range 2 { // a high surrogate goes on in a second escape
		if i++; i >= len(text) {
			return i
		}
		if text[i] != 'u' {
			if half == 0 {
				e.Code, e.Want = fault.BadEscape, ""
				return i
			}
			break
		}
		for range 4 {
			if i++; i >= len(text) {
				return i
			}
			if hexDigit(text[i]) < 0 {
				e.Code, e.Want = fault.BadEscape, "hex digit"
				return i
			}
		}
		if r, _ := unescapeHex(text[start:]); half == 1 || r > 0xDBFF {
			break
		}
		if i++; i >= len(text) {
			return i
		}
		if text[i] != '\\' {
			break
		}
	}
	e.Code, e.Want, e.Got = fault.BadEscape, "surrogate pair", string(text[start:start+6])
	return start
}

// commentFault describes the fault of the comment at i and returns its offset.
func commentFault(e *fault.Error, text []byte, i int) int {
	size := commentLen(text[i:], 0)
	if size == 0 {
		e.Want = "'/' or '*'"
		if i+1 < len(text) && text[i+1] == '*' {
			e.Want = "'*/'"
			return len(text)
		}
		return i + 1
	}
	for k := i; k < i+size; {
		r, n := utf8.DecodeRune(text[k:])
		if r == utf8.RuneError && n == 1 {
			e.Code, e.Want, e.Got = fault.BadUTF8, "", byteName(text[k])
			return k
		}
		k += n
	}
	return i
}

// tooLargeFault returns the fault of an input of more than limit bytes.
func tooLargeFault(limit int64) *fault.Error {
	return &fault.Error{
		Code: fault.TooLarge, Format: "json", Offset: limit,
		Want: "at most " + strconv.FormatInt(limit, 10) + " bytes",
	}
}
