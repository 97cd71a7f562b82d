package json

import (
	"bytes"

	"example.com/calque/internal/node"
)

// manner is how a container, or the text as a whole, is laid out.
type manner struct {
	newline string
	unit    string // indentation for each level
	margin  string // indentation of the line
	gap     string // what stands behind a comma
	colon   string // the colon and the space around it
	lines   bool   // each item has a line of its own
}

// at returns m for a value on a line with an indentation.
func (m manner) at(margin string, lines bool) manner {
	m.margin, m.lines = margin, lines
	return m
}

// detectNodes is how many nodes are looked at to find the manner of a text.
const detectNodes = 10_000

// detect finds the manner of the text as a whole: the first container of each
// kind shows it.
func (s *splicer) detect() {
	m := &s.whole
	m.newline = "\n"
	if i := bytes.IndexByte(s.text, '\n'); i > 0 && s.text[i-1] == '\r' {
		m.newline = "\r\n"
	}
	slab := s.doc.Slab()
	unit, gap, colon := false, false, false
	for k := 0; k < min(len(slab.Nodes), detectNodes) && !(unit && gap && colon); k++ {
		n := slab.Nodes[k]
		object := n.Kind() == node.Object
		if n.Len() == 0 || !object && n.Kind() != node.Array {
			continue
		}
		start, from := int(slab.Spans[k].Start), int(slab.Spans[k+1].Start)
		if !unit && s.spread(start, from) {
			unit = true
			indent, base := s.lineIndent(from), s.lineIndent(start)
			if len(indent) > len(base) {
				m.unit = indent[len(base):]
			}
		}
		first := k + 1
		if object {
			first = k + 2
			if !colon {
				m.colon, colon = s.colonOf(from, int(slab.Spans[first].Start))
			}
		}
		if second := slab.Next(first); !gap && n.Len() > 1 {
			between := s.text[slab.Spans[first].End:slab.Spans[second].Start]
			if rest, ok := bytes.CutPrefix(between, []byte(",")); ok && len(bytes.Trim(rest, " \t")) == 0 {
				m.gap, gap = string(rest), true
			}
		}
	}
	if !unit {
		m.unit = "  "
	}
	spaced := s.spread(s.span(s.doc.Root()))
	if !gap && (spaced || len(m.colon) > 1) {
		m.gap = " "
	}
	if !colon {
		m.colon = ":"
		if spaced || m.gap != "" {
			m.colon = ": "
		}
	}
}

// colonOf returns the colon between a name and a value with the space around
// it; ok is false where there is more than that.
func (s *splicer) colonOf(name, at int) (colon string, ok bool) {
	end := stringEnd(s.text, name)
	between := s.text[end:at]
	if len(bytes.Trim(between, " \t:")) > 0 {
		return "", false
	}
	return string(between), true
}

// stringEnd returns the offset behind the string that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// lineIndent returns the white space that the line around i begins with, as far
// as i.
func (s *splicer) lineIndent(i int) string {
	// Mostly it is asked for one place behind the other. A text may be one line
	// alone, so it is not looked through for each.
	if i < s.seen {
		s.seen, s.line = 0, 0
	}
	if k := bytes.LastIndexByte(s.text[s.seen:i], '\n'); k >= 0 {
		s.line = s.seen + k + 1
	}
	s.seen = i
	end := s.line
	for end < i && (s.text[end] == ' ' || s.text[end] == '\t') {
		end++
	}
	return string(s.text[s.line:end])
}

// blank returns the offset behind the white space and the comments at i.
func (s *splicer) blank(i int) int {
	for i < len(s.text) {
		switch s.text[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '/':
			size := commentLen(s.text[i:], 0)
			if size == 0 {
				return i
			}
			i += size
		default:
			return i
		}
	}
	return i
}

// lineEnd returns the offset behind the comments that stand at i up to the end
// of the line; i itself where there are none or more follows them.
func (s *splicer) lineEnd(i int) int {
	end, k := i, i
	for k < len(s.text) {
		switch c := s.text[k]; {
		case c == ' ' || c == '\t' || c == '\r':
			k++
		case c == '/':
			size := commentLen(s.text[k:], 0)
			if size == 0 || bytes.IndexByte(s.text[k:k+size], '\n') >= 0 {
				return i
			}
			k += size
			if s.text[k-1] == '\r' {
				k-- // of the line end, not of the comment
			}
			end = k
		case c == '\n':
			return end
		default:
			return i
		}
	}
	return i
}

// lay writes compact JSON text in a manner.
func (s *splicer) lay(text []byte, m manner) {
	level := 0
	feed := func() {
		if !m.lines {
			return
		}
		s.out = append(append(s.out, m.newline...), m.margin...)
		for range level {
			s.out = append(s.out, m.unit...)
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '"':
			end := stringEnd(text, i)
			s.put(text[i:end])
			i = end - 1
			continue
		case '{', '[':
			s.put(text[i : i+1])
			if text[i+1] == c+2 {
				i++
				s.out = append(s.out, c+2)
				continue
			}
			level++
			feed()
			continue
		case '}', ']':
			level--
			feed()
		case ':':
			s.out = append(s.out, m.colon...)
			continue
		}
		s.put(text[i : i+1])
		if c == ',' {
			if m.lines {
				feed()
			} else {
				s.out = append(s.out, m.gap...)
			}
		}
	}
}
