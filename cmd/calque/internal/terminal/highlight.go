package terminal

import "io"

// Highlight returns a writer that gives the JSON text written to it colour on
// its way to w. The text may come in pieces of any size.
func Highlight(w io.Writer) io.Writer { return &highlighter{w: w} }

type state uint8

const (
	between  state = iota // outside of scalars
	inText                // in a string
	inEscape              // behind a backslash in a string
	inWord                // in a number, true, false or null
)

type highlighter struct {
	w     io.Writer
	out   []byte
	open  []byte // the brackets around the place
	state state
	name  bool // the next string is a name
}

func (h *highlighter) Write(p []byte) (int, error) {
	h.out = h.out[:0]
	for _, c := range p {
		h.put(c)
	}
	if _, err := h.w.Write(h.out); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (h *highlighter) put(c byte) {
	switch h.state {
	case inEscape:
		h.state = inText
		h.out = append(h.out, c)
		return
	case inText:
		h.out = append(h.out, c)
		if c == '\\' {
			h.state = inEscape
		} else if c == '"' {
			h.out = append(h.out, reset...)
			h.state = between
		}
		return
	case inWord:
		if c > ' ' && c != ',' && c != ']' && c != '}' && c != ':' {
			h.out = append(h.out, c)
			return
		}
		h.out = append(h.out, reset...)
		h.state = between
	case between:
	}
	h.begin(c)
}

// begin takes a byte outside of scalars.
func (h *highlighter) begin(c byte) {
	switch c {
	case '{', '[':
		h.open = append(h.open, c)
		h.name = c == '{'
	case '}', ']':
		h.open = h.open[:max(len(h.open)-1, 0)]
		h.name = false
	case ',':
		h.name = len(h.open) > 0 && h.open[len(h.open)-1] == '{'
	case ':':
		h.name = false
	case ' ', '\t', '\r', '\n':
	case '"':
		style := Text
		if h.name {
			style = Name
		}
		h.out = append(h.out, style...)
		h.state = inText
	default:
		style := Word
		if c == '-' || c >= '0' && c <= '9' {
			style = Number
		}
		h.out = append(h.out, style...)
		h.state = inWord
	}
	h.out = append(h.out, c)
}
