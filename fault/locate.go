package fault

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

// Start is the place in a stream at which a part of it begins. The zero Start
// is the beginning of the stream.
type Start struct {
	// Offset counts the bytes in front.
	Offset int64
	// Lines counts the lines that end in front.
	Lines int
	// Columns and Runes count the bytes and the characters between the last
	// line end in front and the place.
	Columns, Runes int
}

// Advance moves s behind data, the next bytes of a text. For binary data it is
// enough to add to s.Offset.
func (s *Start) Advance(data []byte) {
	s.Offset += int64(len(data))
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 {
		s.Lines += bytes.Count(data[:i+1], newline)
		s.Columns, s.Runes = 0, 0
		data = data[i+1:]
	}
	s.Columns += len(data)
	s.Runes += utf8.RuneCount(data)
}

var newline = []byte{'\n'}

// maxExcerpts is the number of errors of one list that get an excerpt when they
// are located. It keeps a list without limit from taking many times the memory
// of its input; Render makes the excerpts of the others from the input.
const maxExcerpts = DefaultMax

// Locate sorts the errors by their offsets in input and gives each that has
// one its Excerpt, and with text its Line, Column and Rune, in one pass. Errors
// without an offset come last. Parsers call it before they return a list.
func (l *List) Locate(input []byte, text bool) { l.LocateFrom(input, text, Start{}) }

// LocateFrom does what [List.Locate] does for a part of a stream that begins at
// start: the offsets of the errors are taken as offsets in input and become
// offsets in the stream, and lines and columns count from its beginning.
func (l *List) LocateFrom(input []byte, text bool, start Start) {
	slices.SortStableFunc(l.Errors, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Record, b.Record), cmp.Compare(uint64(a.Offset), uint64(b.Offset)))
	})
	w := walker{input: input, start: start}
	for i, e := range l.Errors {
		if e.Offset < 0 {
			continue
		}
		at := clamp(e.Offset, len(input))
		if text {
			e.Line, e.Column, e.Rune = w.walk(at)
		}
		e.Offset += start.Offset
		if i >= maxExcerpts {
			continue
		}
		if text {
			e.Excerpt = textExcerpt(input, at, e.Line)
		} else {
			e.Excerpt = hexExcerpt(input, at, start.Offset)
		}
	}
}

// clamp returns an offset as an index of an input of n bytes.
func clamp(offset int64, n int) int { return int(min(max(offset, 0), int64(n))) }

// walker counts lines and characters from one offset to the next.
type walker struct {
	input []byte
	start Start
	lines int // ends of lines in front of at
	begin int // where the line of at begins
	runes int // characters of the line in front of at
	at    int // on a character's first byte
}

// walk returns line, column and character of the byte at an offset, which must
// not be smaller than that of the call before.
func (w *walker) walk(offset int) (line, column, char int) {
	at := max(runeStart(w.input, offset), w.at)
	passed := w.input[w.at:at]
	if i := bytes.LastIndexByte(passed, '\n'); i >= 0 {
		w.lines += bytes.Count(passed[:i+1], newline)
		w.begin = w.at + i + 1
		w.runes = 0
		passed = passed[i+1:]
	}
	w.runes += utf8.RuneCount(passed)
	w.at = at
	line, column, char = w.lines+w.start.Lines+1, offset-w.begin+1, w.runes+1
	if w.lines == 0 {
		column += w.start.Columns
		char += w.start.Runes
	}
	return line, column, char
}

// runeStart returns the offset of the first byte of the character that holds
// the byte at offset; offset itself in ill-formed text.
func runeStart(input []byte, offset int) int {
	if offset >= len(input) || utf8.RuneStart(input[offset]) {
		return offset
	}
	for i := offset - 1; i >= max(offset-utf8.UTFMax+1, 0); i-- {
		if utf8.RuneStart(input[i]) {
			if r, n := utf8.DecodeRune(input[i:]); r != utf8.RuneError && i+n > offset {
				return i
			}
			break
		}
	}
	return offset
}
