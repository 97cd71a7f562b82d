package json

import (
	"bytes"
	"errors"
	"strconv"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// maxSpliceDepth is the number of levels down to which Splice looks for what is
// the same.
const maxSpliceDepth = 128

// Splice returns original, one JSON value, changed so that it is the text of v.
// Every byte of what is equal in both stays as it is: white space, comments (with
// the option [Comments]), the spelling of numbers, escapes, the order of members.
// A new value is written in the style of its surroundings: on lines of its own
// with their indentation and line ends where its siblings have such, else on one
// line with their spaces. A member or element that goes takes its comma, the
// white space and the comments in front of it and the comment behind it on its
// line along.
//
// It does not matter how v was made: parsed from original and edited, patched,
// merged. The options are those that original is read with, and those of writing
// for what is new; the indentation is always that of the text. Faults are those of
// both, and a path leads to the place in v; there is no text then.
//
// Its limits: members keep the order they have in original, and new ones come
// behind them. Equal is what Value.Equal says, so 1 is not rewritten as 1.0.
// Elements of arrays are matched by a longest common subsequence; where more than
// 1,000 were added and removed, by their index. An object with two members of one
// name, and what is more than 128 levels deep, is written anew as a whole where it
// differs, without its comments.
func Splice(original []byte, v value.Value, opts ...calque.Option) ([]byte, error) {
	set := option.Resolve(opts)
	set.Positions, set.Filter, set.Nlohmann, set.KeepSpelling = true, nil, false, false
	if set.Duplicates != option.DupError {
		set.Duplicates = option.DupKeep // all of them have their place in the text
	}
	var doc value.Doc
	if err := parseInto(&doc, original, &set); err != nil {
		return nil, err
	}
	set.Indent, set.Canonical = -1, false
	s := splicer{text: original, doc: &doc, set: set}
	s.detect()
	root := doc.Root()
	start, end := s.span(root)
	s.out = append(make([]byte, 0, len(original)+len(original)/8+64), original[:start]...)
	s.value(root, v, s.spread(start, end))
	s.out = append(s.out, original[end:]...)
	if err := s.list.Err(); err != nil {
		return nil, err
	}
	return s.out, nil
}

// splicer is one call of Splice. It writes the text from front to back.
type splicer struct {
	text   []byte
	doc    *value.Doc // of the text
	set    option.Set // of what is written
	out    []byte
	path   value.Pointer // of the value being written
	list   fault.List
	whole  manner // of the text as a whole
	indent string // indentation of a line that a comment forces
	open   bool   // the line that is being written ends in a comment
	seen   int    // how far the text was looked through for lines
	line   int    // where the line there begins
}

// span returns where a value of the document is in the text.
func (s *splicer) span(v value.Value) (start, end int) {
	from, to, _ := s.doc.Span(v)
	return int(from), int(to)
}

// value writes v in the place of old; where nothing tells, on several lines or
// on one.
func (s *splicer) value(old, v value.Value, lines bool) {
	start, end := s.span(old)
	if kind := old.Kind(); kind == v.Kind() && len(s.path) < maxSpliceDepth {
		switch kind {
		case value.KindArray:
			s.array(old, v, lines)
			return
		case value.KindObject:
			if s.object(old, v, lines) {
				return
			}
		}
	}
	if old.Equal(v) {
		s.put(s.text[start:end])
		return
	}
	if old.Len() > 0 && old.Kind() >= value.KindArray {
		lines = s.spread(start, end)
	}
	s.fresh(v, s.whole.at(s.lineIndent(start), lines))
}

// array writes the array v in the place of old.
func (s *splicer) array(old, v value.Value, lines bool) {
	xs, ys := elementsOf(old), elementsOf(v)
	var entries []entry
	value.Align(xs, ys, func(i, j int, same bool) {
		if j >= 0 {
			entries = append(entries, entry{slot: i, token: strconv.Itoa(j), v: ys[j], same: same})
		}
	})
	s.container(old, v, entries, lines)
}

// object writes the object v in the place of old. It reports false, having done
// nothing, where a name is not enough to find a member.
func (s *splicer) object(old, v value.Value, lines bool) bool {
	places := make(map[string]int, old.Len())
	entries := make([]entry, 0, max(old.Len(), v.Len()))
	for c := itemsOf(old); c.left > 0; {
		key, _ := c.next()
		places[key.Text()] = len(entries)
		entries = append(entries, entry{slot: len(entries)})
	}
	kept := len(entries)
	if len(places) != kept {
		return false
	}
	for c := itemsOf(v); c.left > 0; {
		key, x := c.next()
		name := key.Text()
		at, ok := places[name]
		if key.Kind() != value.KindString || ok && (at >= kept || entries[at].wanted) {
			return false
		}
		if !ok {
			at = len(entries)
			places[name] = at
			entries = append(entries, entry{slot: -1})
		}
		e := &entries[at]
		e.key, e.token, e.v, e.wanted = key, name, x, true
	}
	n := 0
	for _, e := range entries {
		if e.wanted {
			entries[n] = e
			n++
		}
	}
	s.container(old, v, entries[:n], lines)
	return true
}

func elementsOf(v value.Value) []value.Value {
	elems := make([]value.Value, 0, v.Len())
	for c := itemsOf(v); c.left > 0; {
		_, x := c.next()
		elems = append(elems, x)
	}
	return elems
}

// fresh writes a value that the text does not have.
func (s *splicer) fresh(v value.Value, m manner) {
	set := s.set
	set.MaxDepth = max(set.MaxDepth-len(s.path), 0)
	text, err := appendValue(nil, v, &set)
	if err == nil {
		s.lay(text, m)
		return
	}
	var list *fault.List
	if !errors.As(err, &list) {
		return
	}
	s.list.Total += list.Total - len(list.Errors)
	s.list.Cut = s.list.Cut || list.Cut
	for _, e := range list.Errors {
		if e.Code.Class() != fault.ClassIO {
			e.Path = s.path.String() + e.Path
		}
		s.list.Add(e, s.set.MaxErrors)
	}
}

// put writes a piece of text. Behind a comment to the end of the line it begins
// a new one, unless the piece does.
func (s *splicer) put(piece []byte) {
	if len(piece) == 0 {
		return
	}
	if s.open && piece[0] != '\n' && piece[0] != '\r' {
		s.out = append(append(s.out, s.whole.newline...), s.indent...)
		piece = bytes.TrimLeft(piece, " \t")
	}
	s.open = false
	s.out = append(s.out, piece...)
}

func (s *splicer) putText(piece string) { s.put([]byte(piece)) }

// comment writes what stands behind something on its line: nothing, or blanks
// and comments up to the end of the line.
func (s *splicer) comment(from, to int) {
	if from < to {
		s.put(s.text[from:to])
		s.open = true
	}
}

// spread reports whether a piece of the text has several lines.
func (s *splicer) spread(start, end int) bool {
	return bytes.IndexByte(s.text[start:end], '\n') >= 0
}
