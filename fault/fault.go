package fault

import (
	"errors"
	"strconv"
	"strings"
)

// Error is one fault of an input, a value or a call.
type Error struct {
	// Code says what kind of fault it is.
	Code Code
	// Format names the format, such as "json"; empty where none is involved.
	Format string
	// File names the input; set by programs that read several, "" otherwise.
	File string
	// Path is the JSON Pointer (RFC 6901) of the value; "" is the root.
	Path string
	// Offset is the byte offset in the input, -1 where there is none.
	Offset int64
	// Line and Column are 1-based, Column counted in bytes and Rune in
	// characters; 0 for binary formats and where there is no input.
	Line, Column, Rune int
	// Record is the 1-based number of the record in a stream, 0 outside one.
	Record int64
	// Raw holds the bytes of the record, where a stream keeps them.
	Raw []byte
	// Want and Got say what was wanted and what was found; either may be "".
	Want, Got string
	// Excerpt is the line of text, or the bytes in hex, around the place.
	Excerpt string
	// Err is the cause, such as the error of a reader; errors.Is finds it.
	Err error
}

// New returns an error of a code at a byte offset.
func New(code Code, offset int64, want, got string) *Error {
	return &Error{Code: code, Offset: offset, Want: want, Got: got}
}

// Error returns one line:
//
//	calque: json: /users/3/age: line 4, column 9, offset 117: want integer, got string
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("calque: ")
	if e.Format != "" {
		b.WriteString(e.Format)
		b.WriteString(": ")
	}
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteString(": ")
	}
	e.place(&b)
	b.WriteString(e.Message())
	return b.String()
}

// place writes record, path and position, each followed by ": ".
func (e *Error) place(b *strings.Builder) {
	if e.Record > 0 {
		b.WriteString("record ")
		b.WriteString(strconv.FormatInt(e.Record, 10))
		b.WriteString(": ")
	}
	if e.Path != "" {
		b.WriteString(quotePath(e.Path))
		b.WriteString(": ")
	}
	if e.Line > 0 {
		b.WriteString("line ")
		b.WriteString(strconv.Itoa(e.Line))
		b.WriteString(", column ")
		b.WriteString(strconv.Itoa(e.Column))
		b.WriteString(", ")
	}
	if e.Offset >= 0 {
		b.WriteString("offset ")
		b.WriteString(strconv.FormatInt(e.Offset, 10))
		b.WriteString(": ")
	}
}

// Message returns what is wrong without the place: the text of the code, what
// was wanted and what was found, and the cause.
func (e *Error) Message() string {
	var b strings.Builder
	// A wrong type and a wrong byte say it all by what was wanted.
	if e.Want == "" || e.Code != WrongType && e.Code != Syntax {
		b.WriteString(e.Code.Error())
	}
	part := func(word, text string) {
		if text == "" {
			return
		}
		switch {
		case b.Len() == 0:
		case word == "want ":
			b.WriteString(": ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(word)
		b.WriteString(text)
	}
	part("want ", e.Want)
	if e.Want == "" && e.Got != "" {
		b.WriteString(": ")
		b.WriteString(e.Got)
	} else {
		part("got ", e.Got)
	}
	if e.Err != nil {
		b.WriteString(": ")
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

// quotePath returns the path, with control characters made visible.
func quotePath(p string) string {
	for i := range len(p) {
		if p[i] < ' ' || p[i] == 0x7f {
			q := strconv.Quote(p)
			return q[1 : len(q)-1]
		}
	}
	return p
}

// Is reports whether target is the code of e.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// List is all faults of one input or value. Every decode and encode error of
// calque is a *List, also one fault alone.
type List struct {
	// Errors are the faults kept, in the order they were found.
	Errors []*Error
	// Total counts the faults found, also those not kept.
	Total int
	// Cut tells that faults beyond the limit were counted and not kept, or
	// that reading stopped at the limit.
	Cut bool
}

// DefaultMax is the number of errors kept unless an option says otherwise.
const DefaultMax = 100

// One returns a list of one error.
func One(e *Error) *List { return &List{Errors: []*Error{e}, Total: 1} }

// Add adds e, keeping at most limit errors (0 or less: DefaultMax). It reports
// whether e was kept.
func (l *List) Add(e *Error, limit int) bool {
	if limit <= 0 {
		limit = DefaultMax
	}
	l.Total++
	if len(l.Errors) >= limit {
		l.Cut = true
		return false
	}
	l.Errors = append(l.Errors, e)
	return true
}

// Err returns l as an error, nil where it holds none.
func (l *List) Err() error {
	if l == nil || l.Total == 0 {
		return nil
	}
	return l
}

// Error returns a line for each error; with more than one, a line with their
// number in front.
func (l *List) Error() string {
	if len(l.Errors) == 1 && !l.Cut {
		return l.Errors[0].Error()
	}
	var b strings.Builder
	b.WriteString("calque: ")
	b.WriteString(strconv.Itoa(l.Total))
	b.WriteString(" faults")
	for _, e := range l.Errors {
		b.WriteByte('\n')
		b.WriteString(e.Error())
	}
	if n := l.Total - len(l.Errors); n > 0 {
		b.WriteString("\ncalque: ")
		b.WriteString(strconv.Itoa(n))
		b.WriteString(" more")
	}
	return b.String()
}

// Unwrap returns the errors, for errors.Is and errors.As.
func (l *List) Unwrap() []error {
	errs := make([]error, len(l.Errors))
	for i, e := range l.Errors {
		errs[i] = e
	}
	return errs
}

// Fatal reports whether a stream cannot go on behind err: its bytes can no
// longer be told apart, a limit was hit, or the reader or the context failed.
// Faults of meaning, such as a wrong type, are not fatal.
func Fatal(err error) bool {
	if err == nil {
		return false
	}
	var l *List
	if errors.As(err, &l) {
		for _, e := range l.Errors {
			if e.Code.Class() != ClassSemantic {
				return true
			}
		}
		return false
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code.Class() != ClassSemantic
	}
	return true
}
