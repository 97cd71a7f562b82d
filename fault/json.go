package fault

import (
	"strconv"
	"unicode/utf8"
)

// MarshalJSON returns the error as one JSON object with the keys file, record,
// code, path, offset, line, column, rune, want, got and message, all of them in
// each error. Numbers are null where there is none; code is the code's name.
func (e *Error) MarshalJSON() ([]byte, error) { return e.appendJSON(nil), nil }

// MarshalJSON returns the list as a JSON object with the keys errors, total and
// cut.
func (l *List) MarshalJSON() ([]byte, error) {
	b := []byte(`{"errors":[`)
	for i, e := range l.Errors {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.appendJSON(b)
	}
	b = append(b, `],"total":`...)
	b = strconv.AppendInt(b, int64(l.Total), 10)
	b = append(b, `,"cut":`...)
	b = strconv.AppendBool(b, l.Cut)
	return append(b, '}'), nil
}

func (e *Error) appendJSON(b []byte) []byte {
	b = appendText(append(b, `{"file":`...), e.File)
	b = appendNumber(append(b, `,"record":`...), e.Record, e.Record > 0)
	b = appendText(append(b, `,"code":`...), e.Code.String())
	b = appendText(append(b, `,"path":`...), e.Path)
	b = appendNumber(append(b, `,"offset":`...), e.Offset, e.Offset >= 0)
	located := e.Line > 0
	b = appendNumber(append(b, `,"line":`...), int64(e.Line), located)
	b = appendNumber(append(b, `,"column":`...), int64(e.Column), located)
	b = appendNumber(append(b, `,"rune":`...), int64(e.Rune), located)
	b = appendText(append(b, `,"want":`...), e.Want)
	b = appendText(append(b, `,"got":`...), e.Got)
	b = appendText(append(b, `,"message":`...), e.Message())
	return append(b, '}')
}

func appendNumber(b []byte, n int64, known bool) []byte {
	if !known {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, n, 10)
}

// appendText appends s as a JSON string. Ill-formed UTF-8 becomes U+FFFD.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[r>>4], "0123456789abcdef"[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
