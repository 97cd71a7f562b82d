package json

import (
	"bytes"
	"strings"

	"example.com/calque/value"
)

// slot is where an element or member stands in the text:
//
//	lead  from  name: at  value  end  blanks  comma  comment  next
//
// Without a comma, comma is -1 and the comment stands behind the value.
type slot struct {
	lead, from, at, end, comma, next int

	v value.Value
}

// entry is an element or member to be written: one in the slot with a number, or
// a new one, -1.
type entry struct {
	slot   int
	key    value.Value // of a member
	token  string      // of its path
	v      value.Value
	same   bool // the value is known to be the same
	wanted bool // of a member: it is to be written
}

// slots returns where the items of a container are.
func (s *splicer) slots(old value.Value) []slot {
	start, _ := s.span(old)
	lead := s.lineEnd(start + 1)
	slots := make([]slot, 0, old.Len())
	for c := itemsOf(old); c.left > 0; {
		key, v := c.next()
		at, end := s.span(v)
		sl := slot{lead: lead, from: at, at: at, end: end, comma: -1, v: v}
		if c.object {
			sl.from, _ = s.span(key)
		}
		if i := s.blank(end); s.text[i] == ',' {
			sl.comma = i
			sl.next = s.lineEnd(i + 1)
		} else {
			sl.next = s.lineEnd(end)
		}
		lead = sl.next
		slots = append(slots, sl)
	}
	return slots
}

// container writes a container with entries in the place of old.
func (s *splicer) container(old, v value.Value, entries []entry, lines bool) {
	start, end := s.span(old)
	if old.Len() == 0 {
		s.fill(old, v, entries, lines)
		return
	}
	slots := s.slots(old)
	tail := slots[len(slots)-1].next
	s.put(s.text[start : start+1])
	if len(entries) == 0 {
		if head := s.text[start+1 : slots[0].lead]; onlySpace(head) && onlySpace(s.text[tail:end-1]) {
			s.put(s.text[end-1 : end])
			return
		}
	}
	s.comment(start+1, slots[0].lead)
	w := listWriter{splicer: s, object: old.Kind() == value.KindObject, slots: slots}
	w.look(start)
	outer := s.indent
	for k := range entries {
		s.indent = w.margin
		w.entry(&entries[k], k == 0, k == len(entries)-1)
	}
	s.indent = outer
	s.put(s.text[tail : end-1])
	s.put(s.text[end-1 : end])
}

// listWriter writes the items of one container.
type listWriter struct {
	*splicer
	manner

	object bool
	slots  []slot
	first  string // what stands in front of the first item
}

// look finds the manner of a container that begins at start.
func (w *listWriter) look(start int) {
	w.manner = w.whole
	lead := w.text[w.slots[0].lead:w.slots[0].from]
	multi := bytes.IndexByte(lead, '\n') >= 0
	w.margin = w.lineIndent(start)
	if multi {
		w.margin = w.lineIndent(w.slots[0].from)
		w.gap = w.newline + w.margin
		w.first = w.gap
	}
	if onlySpace(lead) {
		w.first = string(lead)
	}
	w.lookGap()
	i := strings.LastIndexByte(w.gap, '\n')
	if w.lines = i >= 0; w.lines {
		w.margin = w.gap[i+1:]
	}
	if w.object {
		if colon, ok := w.colonOf(w.slots[0].from, w.slots[0].at); ok {
			w.colon = colon
		}
	}
}

// lookGap finds what stands between the items: on lines of their own or not, as
// most of them are, and of those the shortest, without empty lines.
func (w *listWriter) lookGap() {
	var shortest [2][]byte
	var count [2]int
	for k := range w.slots[1:] {
		sl := &w.slots[k+1]
		lead := w.text[sl.lead:sl.from]
		if !onlySpace(lead) {
			continue
		}
		kind := 0
		if bytes.IndexByte(lead, '\n') >= 0 {
			kind = 1
		}
		if count[kind]++; count[kind] == 1 || len(lead) < len(shortest[kind]) {
			shortest[kind] = lead
		}
	}
	switch {
	case count[1] > 0 && count[1] >= count[0]:
		w.gap = string(shortest[1])
	case count[0] > 0:
		w.gap = string(shortest[0])
	}
}

// entry writes one element or member.
func (w *listWriter) entry(e *entry, first, last bool) {
	w.path = append(w.path, e.token)
	comma := !last || w.slots[len(w.slots)-1].comma >= 0
	if e.slot < 0 {
		w.added(e, first, comma)
	} else {
		w.kept(e, first, last, comma)
	}
	w.path = w.path[:len(w.path)-1]
}

// added writes an item that the text does not have.
func (w *listWriter) added(e *entry, first, comma bool) {
	if first {
		w.putText(w.first)
	} else {
		w.putText(w.gap)
	}
	if w.object {
		w.fresh(e.key, w.manner)
		w.putText(w.colon)
	}
	w.fresh(e.v, w.manner)
	if comma {
		w.putText(",")
	}
}

// kept writes an item that the text has.
func (w *listWriter) kept(e *entry, first, last, comma bool) {
	sl := &w.slots[e.slot]
	w.lead(sl, e.slot, first)
	w.put(w.text[sl.from:sl.at])
	if e.same {
		w.put(w.text[sl.at:sl.end])
	} else {
		w.value(sl.v, e.v, w.lines)
	}
	if sl.comma >= 0 {
		w.put(w.text[sl.end:sl.comma])
		if comma {
			w.putText(",")
		}
		w.comment(sl.comma+1, sl.next)
		return
	}
	if !last {
		w.putText(",")
	}
	w.comment(sl.end, sl.next)
}

// lead writes what stands in front of an item of the text: what did, unless the
// item has become the first one or is that no more.
func (w *listWriter) lead(sl *slot, number int, first bool) {
	lead := w.text[sl.lead:sl.from]
	switch {
	case first == (number == 0) || !onlySpace(lead):
		w.put(lead)
	case first:
		w.putText(w.first)
	default:
		w.putText(w.gap)
	}
}

// fill writes a container with entries in the place of an empty one.
func (s *splicer) fill(old, v value.Value, entries []entry, lines bool) {
	start, end := s.span(old)
	inside := s.text[start+1 : end-1]
	m := s.whole.at(s.lineIndent(start), lines)
	if len(entries) == 0 {
		s.put(s.text[start:end])
		return
	}
	if onlySpace(inside) {
		s.fresh(v, m)
		return
	}
	s.put(s.text[start : start+1])
	s.put(bytes.TrimRight(inside, " \t\r\n"))
	outer := s.indent
	s.indent = m.margin + m.unit
	for k := range entries {
		e := &entries[k]
		s.path = append(s.path, e.token)
		s.open = true // also behind a comment that ends by itself
		if old.Kind() == value.KindObject {
			s.fresh(e.key, m)
			s.putText(s.whole.colon)
		}
		s.fresh(e.v, s.whole.at(s.indent, true))
		if k < len(entries)-1 {
			s.putText(",")
		}
		s.path = s.path[:len(s.path)-1]
	}
	s.indent = m.margin
	s.open = true
	s.put(s.text[end-1 : end])
	s.indent = outer
}

// onlySpace reports whether text is white space alone.
func onlySpace(text []byte) bool { return len(bytes.TrimLeft(text, " \t\r\n")) == 0 }
