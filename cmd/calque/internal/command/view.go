package command

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/terminal"
)

// view writes the pieces of an input as lines.
type view struct {
	w     io.Writer
	data  []byte
	paint bool

	hex     bool // offsets in hex
	depth   int  // levels to show below the outermost, where byDepth
	byDepth bool
	path    string // the value to show, where byPath
	byPath  bool

	shown  bool  // something was
	record int64 // of the piece shown last; the first has no line of its own
	base   int   // depth of the value at path
	line   []byte
	column []byte
}

// Columns of a line.
const (
	offsetColumn = 8
	bytesShown   = 8
	indentWidth  = 2
)

// item writes a piece if it is one that was asked for. It returns true: there
// is more to see.
func (v *view) item(it calque.Item) (bool, error) {
	if v.byPath && !v.within(it) {
		return true, nil
	}
	if v.byDepth && it.Depth-v.base > v.depth {
		return true, nil
	}
	return true, v.write(it)
}

// within reports whether a piece belongs to the value at the path.
func (v *view) within(it calque.Item) bool {
	rest, ok := strings.CutPrefix(it.Path, v.path)
	if !ok || rest != "" && rest[0] != '/' {
		return false
	}
	if rest == "" {
		if it.Key {
			return false
		}
		v.base = it.Depth
	}
	return true
}

// write writes one line: offset, bytes, meaning, value, path.
func (v *view) write(it calque.Item) error {
	v.line = v.line[:0]
	if it.Record > 1 && it.Record != v.record {
		v.record = it.Record
		v.put(terminal.Faint, "record "+strconv.FormatInt(it.Record, 10))
		v.line = append(v.line, '\n')
	}
	v.shown = true
	v.offset(it.Offset)
	v.bytes(it)
	for range indentWidth * max(it.Depth-v.base, 0) {
		v.line = append(v.line, ' ')
	}
	v.meaning(it)
	if it.Path != "" && !it.Key && !it.End {
		v.line = append(v.line, "  "...)
		v.put(terminal.Faint, visible(it.Path))
	}
	v.line = append(v.line, '\n')
	_, err := v.w.Write(v.line)
	return err
}

// put adds text in a style.
func (v *view) put(s terminal.Style, text string) {
	v.line = append(v.line, s.Paint(text, v.paint)...)
}

// offset adds the column of the offset: to the right, in hex with zeros.
func (v *view) offset(n int64) {
	base, fill := 10, byte(' ')
	if v.hex {
		base, fill = 16, '0'
	}
	var room [24]byte
	digits := strconv.AppendInt(room[:0], n, base)
	v.column = v.column[:0]
	for range offsetColumn - len(digits) {
		v.column = append(v.column, fill)
	}
	v.column = append(v.column, digits...)
	v.put(terminal.Faint, string(v.column))
	v.line = append(v.line, "  "...)
}

// bytes adds the column of the first bytes of a piece.
func (v *view) bytes(it calque.Item) {
	const digits = "0123456789abcdef"
	n := min(it.Len, bytesShown, max(len(v.data)-int(it.Offset), 0))
	for _, c := range v.data[it.Offset : it.Offset+int64(n)] {
		v.line = append(v.line, digits[c>>4], digits[c&15], ' ')
	}
	if it.Len > n && n > 0 {
		v.line = append(v.line[:len(v.line)-1], "…"...)
	}
	for range 3*(bytesShown-n) + 2 {
		v.line = append(v.line, ' ')
	}
}

// meaning adds what a piece is and its value.
func (v *view) meaning(it calque.Item) {
	if it.Key {
		v.line = append(v.line, "key: "...)
	}
	v.line = append(v.line, it.Meaning...)
	if it.Value == "" || it.Value == it.Meaning {
		return
	}
	v.line = append(v.line, ": "...)
	style := terminal.Word
	switch c := it.Value[0]; {
	case it.Key:
		style = terminal.Name
	case c == '"':
		style = terminal.Text
	case c == '-' || c >= '0' && c <= '9':
		style = terminal.Number
	}
	v.put(style, visible(it.Value))
}

// visible returns text with the control characters that would move a terminal's
// cursor as escapes.
func visible(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f
	}
	if plain || strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isControl(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isControl(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }

// locator shows the piece that a byte belongs to, below the heads of what it is
// in.
type locator struct {
	*view
	at   int64
	open []calque.Item // by depth: what the pieces at hand are in
}

// item looks at the next piece. It returns false where there is no need to look
// further.
func (l *locator) item(it calque.Item) (bool, error) {
	around := min(it.Depth, len(l.open))
	if it.End {
		around = min(it.Depth+1, len(l.open))
	}
	switch {
	case it.Offset+int64(it.Len) <= l.at:
		if !it.End {
			l.open = append(l.open[:min(it.Depth, len(l.open))], it)
		}
		return true, nil
	case it.Offset > l.at:
		l.open = l.open[:around]
		return false, l.between()
	}
	for _, outer := range l.open[:min(it.Depth, len(l.open))] {
		if err := l.write(outer); err != nil {
			return false, err
		}
	}
	return false, l.write(it)
}

// between says that the byte belongs to no piece, and what it is in.
func (l *locator) between() error {
	for _, outer := range l.open {
		if err := l.write(outer); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(l.w, "offset %d lies between the pieces\n", l.at)
	return err
}
