package fault

import (
	"context"
	"errors"
	"io"
	"io/fs"
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
	// Offset is the byte offset in the input or stream, -1 where there is none.
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
	// Excerpt shows the place, as Render prints it: the line of text with a
	// caret below, or the bytes in hex with a mark. List.Locate fills it.
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
//
// Characters that a terminal would not show, such as control characters in a
// path, are written as escapes.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("calque: ")
	if e.Format != "" {
		b.WriteString(visible(e.Format))
		b.WriteString(": ")
	}
	if e.File != "" {
		b.WriteString(visible(e.File))
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
		b.WriteString(visible(e.Path))
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
// was wanted and what was found, and the cause. It is one line.
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
	return visible(b.String())
}

// Is reports whether target is the code of e. A truncated input is also an
// io.ErrUnexpectedEOF.
func (e *Error) Is(target error) bool {
	if c, ok := target.(Code); ok {
		return c == e.Code
	}
	return e.Code == Truncated && target == io.ErrUnexpectedEOF
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// List is all faults of one input or value. Every decode and encode error of
// calque is a *List, also one fault alone.
type List struct {
	// Errors are the faults kept, in the order they were found, or that of
	// their offsets once List.Locate was called.
	Errors []*Error
	// Total counts the faults found, also those not kept.
	Total int
	// Cut tells that faults beyond the limit were counted and not kept, or
	// that reading stopped at the limit.
	Cut bool
	// Resumable tells that the next record of the stream can be read whatever
	// is wrong with this one, as its end was found without reading it: a line
	// of NDJSON. See Fatal.
	Resumable bool
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
	b.WriteString(l.head())
	for _, e := range l.Errors {
		b.WriteByte('\n')
		b.WriteString(e.Error())
	}
	if more := l.tail(); more != "" {
		b.WriteByte('\n')
		b.WriteString(more)
	}
	return b.String()
}

// head returns the line in front of several errors.
func (l *List) head() string {
	if l.Total == 1 {
		return "calque: 1 fault"
	}
	return "calque: " + strconv.Itoa(l.Total) + " faults"
}

// tail returns the line that stands for the errors not kept, "" if there are
// none.
func (l *List) tail() string {
	n := l.Total - len(l.Errors)
	if n <= 0 {
		return ""
	}
	return "calque: " + strconv.Itoa(n) + " more"
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
// longer be told apart, a limit was hit, the reader or the context failed, or
// err is no fault at all. Faults of meaning, such as a wrong type, are not
// fatal; where records can be told apart without reading them (Resumable),
// neither are faults of syntax and limits.
func Fatal(err error) bool {
	if err == nil {
		return false
	}
	if l, ok := errors.AsType[*List](err); ok {
		for _, e := range l.Errors {
			if e.fatal(l.Resumable) {
				return true
			}
		}
		return false
	}
	e, ok := errors.AsType[*Error](err)
	return !ok || e.fatal(false)
}

func (e *Error) fatal(resumable bool) bool {
	switch e.Code.Class() {
	case ClassSemantic:
		return false
	case ClassSyntax, ClassLimit:
		return !resumable
	}
	return true
}

// ClassOf returns the class of err, of a list with several the one that says
// most about what to do: internal, usage, io, limit, syntax, semantic, in this
// order. An err that is no fault is of ClassIO where it wraps an error of the
// system or a done context, else of ClassInternal.
func ClassOf(err error) Class {
	l, ok := errors.AsType[*List](err)
	if !ok {
		if e, ok := errors.AsType[*Error](err); ok {
			return e.Code.Class()
		}
		return foreignClass(err)
	}
	rank := [...]int{ClassInternal: 6, ClassUsage: 5, ClassIO: 4, ClassLimit: 3, ClassSyntax: 2, ClassSemantic: 1}
	best, high := ClassInternal, 0
	for _, e := range l.Errors {
		if c := e.Code.Class(); rank[c] > high {
			best, high = c, rank[c]
		}
	}
	return best
}

func foreignClass(err error) Class {
	if _, ok := errors.AsType[*fs.PathError](err); ok || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ClassIO
	}
	return ClassInternal
}
