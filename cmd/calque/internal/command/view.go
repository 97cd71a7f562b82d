package command

import (
	"fmt"
	"io"
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
	record int64 // of the piece shown last
	base   int   // depth of the value at path
	line   strings.Builder
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
	b := &v.line
	b.Reset()
	if it.Record > 0 && it.Record != v.record {
		v.record = it.Record
		fmt.Fprintf(b, "%s\n", terminal.Faint.Paint(fmt.Sprintf("record %d", it.Record), v.paint))
	}
	v.shown = true
	form := "%*d"
	if v.hex {
		form = "%0*x"
	}
	b.WriteString(terminal.Faint.Paint(fmt.Sprintf(form, offsetColumn, it.Offset), v.paint))
	b.WriteString("  ")
	b.WriteString(v.bytes(it))
	b.WriteString("  ")
	b.WriteString(strings.Repeat(" ", indentWidth*max(it.Depth-v.base, 0)))
	v.meaning(it)
	if it.Path != "" && !it.Key && !it.End {
		b.WriteString("  ")
		b.WriteString(terminal.Faint.Paint(visible(it.Path), v.paint))
	}
	b.WriteByte('\n')
	_, err := io.WriteString(v.w, b.String())
	return err
}

// bytes returns the column of the first bytes of a piece.
func (v *view) bytes(it calque.Item) string {
	n := min(it.Len, bytesShown, max(len(v.data)-int(it.Offset), 0))
	text := fmt.Sprintf("% x", v.data[it.Offset:it.Offset+int64(n)])
	text += strings.Repeat(" ", 3*bytesShown-1-len(text))
	if it.Len > n {
		return text + "…"
	}
	return text + " "
}

// meaning writes what a piece is and its value.
func (v *view) meaning(it calque.Item) {
	b := &v.line
	if it.Key {
		b.WriteString("key: ")
	}
	b.WriteString(it.Meaning)
	if it.Value == "" {
		return
	}
	b.WriteString(": ")
	style := terminal.Word
	switch c := it.Value[0]; {
	case it.Key:
		style = terminal.Name
	case c == '"':
		style = terminal.Text
	case c == '-' || c >= '0' && c <= '9':
		style = terminal.Number
	}
	b.WriteString(style.Paint(visible(it.Value), v.paint))
}

// visible returns text with the control characters that would move a terminal's
// cursor as escapes.
func visible(s string) string {
	if strings.IndexFunc(s, isControl) < 0 {
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
