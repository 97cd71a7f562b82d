package fault

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Render returns the error's line and below it, indented, the place: the line
// of text with a caret, or for binary formats the bytes in hex with a mark. It
// shows the Excerpt where there is one, else it looks into input, which may be
// nil. The text ends in a newline.
func (e *Error) Render(input []byte) string {
	var b strings.Builder
	e.render(&b, input)
	return b.String()
}

// Render returns what [Error.Render] returns for each error; with more than
// one, their number in front.
func (l *List) Render(input []byte) string {
	var b strings.Builder
	if len(l.Errors) != 1 || l.Cut {
		b.WriteString(l.head())
		b.WriteByte('\n')
	}
	for _, e := range l.Errors {
		e.render(&b, input)
	}
	if more := l.tail(); more != "" {
		b.WriteString(more)
		b.WriteByte('\n')
	}
	return b.String()
}

func (e *Error) render(b *strings.Builder, input []byte) {
	b.WriteString(e.Error())
	b.WriteByte('\n')
	excerpt := e.Excerpt
	if excerpt == "" && input != nil && e.Offset >= 0 && e.Offset <= int64(len(input)) {
		at := int(e.Offset)
		if e.Line > 0 {
			excerpt = textExcerpt(input, at, e.Line)
		} else {
			excerpt = hexExcerpt(input, at, 0)
		}
	}
	if excerpt == "" {
		return
	}
	for line := range strings.SplitSeq(excerpt, "\n") {
		b.WriteString("  ")
		b.WriteString(line)
		b.WriteByte('\n')
	}
}

const (
	// excerptWidth is the number of terminal columns of a line shown.
	excerptWidth = 100
	// excerptReach is the number of bytes looked at on either side of the
	// place, so that a line of any length costs the same.
	excerptReach = 4 * excerptWidth
)

// textExcerpt returns the line of input that holds the byte at an index, with
// its number in front and a caret below. A line without anything to see gets
// the one above it as company.
func textExcerpt(input []byte, at, line int) string {
	begin := lineBegin(input, at)
	shown, caret := cutLine(input, begin, at)
	number := strconv.Itoa(line)
	var b strings.Builder
	if strings.TrimSpace(shown) == "" && begin > 0 && input[begin-1] == '\n' {
		above, _ := cutLine(input, lineBegin(input, begin-1), begin-1)
		b.WriteString(pad(strconv.Itoa(line-1), len(number)))
		b.WriteString(strings.TrimRight(" | "+above, " "))
		b.WriteByte('\n')
	}
	b.WriteString(number)
	b.WriteString(strings.TrimRight(" | "+shown, " "))
	b.WriteByte('\n')
	b.WriteString(pad("", len(number)))
	b.WriteString(" | ")
	b.WriteString(pad("", caret))
	b.WriteByte('^')
	return b.String()
}

func pad(s string, width int) string {
	return strings.Repeat(" ", max(width-len(s), 0)) + s
}

// lineBegin returns the index of the first byte of the line that holds the byte
// at an index, or a smaller index if that is out of reach.
func lineBegin(input []byte, at int) int {
	low := max(at-excerptReach, 0)
	if i := bytes.LastIndexByte(input[low:at], '\n'); i >= 0 {
		return low + i + 1
	}
	return low
}

// cutLine returns the part of a line around the byte at an index as it is
// shown, and the number of columns in front of that byte. The line begins at
// begin or further to the left.
func cutLine(input []byte, begin, at int) (shown string, caret int) {
	end := min(at+excerptReach, len(input))
	cutLeft := begin > 0 && input[begin-1] != '\n'
	cutRight := end < len(input)
	if i := bytes.IndexByte(input[at:end], '\n'); i >= 0 {
		end, cutRight = at+i, false
	}
	if cutLeft {
		for begin < at && !utf8.RuneStart(input[begin]) {
			begin++
		}
	}
	// The carriage return of a DOS line end is not shown.
	cells := cellsOf(bytes.TrimSuffix(input[begin:end], []byte{'\r'}))
	mark := 0
	for mark < len(cells) && begin+cells[mark].end <= at {
		mark++
	}
	first, last := frame(cells, mark)
	var b strings.Builder
	if cutLeft || first > 0 {
		b.WriteString("…")
		caret++
	}
	for _, c := range cells[first:mark] {
		b.WriteString(c.text)
		caret += c.width
	}
	for _, c := range cells[mark:last] {
		b.WriteString(c.text)
	}
	if cutRight || last < len(cells) {
		b.WriteString("…")
	}
	return b.String(), caret
}

// frame returns the range of cells around the one at mark that fits the width
// of an excerpt: some of both sides, more of one where the other is short.
func frame(cells []cell, mark int) (first, last int) {
	first, last = mark, mark
	room := excerptWidth
	take := func(sideRoom int) {
		for room > sideRoom && first > 0 && cells[first-1].width <= room {
			first--
			room -= cells[first].width
		}
	}
	take(excerptWidth * 4 / 10)
	for last < len(cells) && cells[last].width <= room {
		room -= cells[last].width
		last++
	}
	take(0)
	return first, last
}

// cell is one character of a line as a terminal shows it.
type cell struct {
	text  string
	width int // columns
	end   int // index behind its bytes in the line
}

// cellsOf returns the characters of a line; each byte of ill-formed UTF-8 is
// one.
func cellsOf(line []byte) []cell {
	cells := make([]cell, 0, len(line))
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		c := cell{string(r), width(r), i + n}
		switch {
		case r == utf8.RuneError && n == 1:
			c.text = `\x` + hex2(line[i])
			c.width = len(c.text)
		case r == '\t':
			c.text, c.width = "    ", 4
		case r < ' ' || r == 0x7f:
			c.text, c.width = picture(r), 1
		case !unicode.IsPrint(r):
			c.text = codePoint(r)
			c.width = len(c.text)
		}
		cells = append(cells, c)
		i += n
	}
	return cells
}

// picture returns the one-column picture of a control character (U+2400 ...).
func picture(r rune) string {
	if r == 0x7f {
		return "\u2421"
	}
	return string(0x2400 + r)
}

// codePoint returns how a character that cannot be seen is shown: <U+200B>.
func codePoint(r rune) string {
	h := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "<U+" + strings.Repeat("0", max(4-len(h), 0)) + h + ">"
}

func hex2(c byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{digits[c>>4], digits[c&15]})
}

// visible returns s with everything that would not show on one line of a
// terminal as an escape: control and format characters, line separators and
// bytes that are not UTF-8.
func visible(s string) string {
	for i, r := range s {
		if unicode.IsPrint(r) && r != utf8.RuneError {
			continue
		}
		return s[:i] + escaped(s[i:])
	}
	return s
}

func escaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteString(`\x` + hex2(s[i]))
		case unicode.IsPrint(r):
			b.WriteString(s[i : i+n])
		default:
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		}
		i += n
	}
	return b.String()
}
