package json

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// strictRead makes s that of strict reading. The offsets of faults, and how a
// number was written, come from the positions.
func strictRead(s *option.Set) {
	s.Positions = true
	s.Duplicates, s.UTF8, s.NonFinite = option.DupError, option.UTF8Strict, option.NonFiniteError
}

// strict adds the faults of what was read, under the option IJSON, to those
// found in reading it.
func (p *parser) strict() {
	if !p.set.IJSON || len(p.slab.Nodes) == 0 {
		return
	}
	w := strictness{set: &p.set, doc: p.doc}
	if p.faults != nil {
		w.list = *p.faults
	}
	before := w.list.Total
	w.walk(p.doc.Root())
	if w.list.Total == before {
		return
	}
	slices.SortStableFunc(w.list.Errors, func(a, b *fault.Error) int { return cmp.Compare(a.Offset, b.Offset) })
	p.faults = &w.list
}

// strictValue returns the faults that keep v from being written under the
// option IJSON.
func strictValue(v value.Value, s *option.Set) error {
	w := strictness{set: s, names: map[string]bool{}}
	w.walk(v)
	return w.list.Err()
}

// strictness looks for what I-JSON excludes.
type strictness struct {
	set   *option.Set
	list  fault.List
	doc   *value.Doc // what is read; nil where a value is about to be written
	names map[string]bool
	open  []strictLevel
}

// strictLevel is a container that is being looked at.
type strictLevel struct {
	items cursor
	key   value.Value // of the item being looked at
	index int
}

// walk looks at v and all that is in it.
func (w *strictness) walk(v value.Value) {
	w.value(v)
	for len(w.open) > 0 && !(w.set.FailFast && w.list.Total > 0) {
		top := &w.open[len(w.open)-1]
		if top.items.left == 0 {
			w.open = w.open[:len(w.open)-1]
			continue
		}
		top.index++
		var x value.Value
		top.key, x = top.items.next()
		if top.items.object {
			w.text(top.key)
		}
		w.value(x)
	}
}

// value looks at one value and opens it where it is a container.
func (w *strictness) value(v value.Value) {
	switch v.Kind() {
	case value.KindArray, value.KindObject:
		w.repeated(v)
		w.open = append(w.open, strictLevel{items: itemsOf(v), index: -1})
	case value.KindString:
		w.text(v)
	case value.KindInt, value.KindUint, value.KindFloat, value.KindFloat32, value.KindNumber:
		w.number(v)
	}
}

// repeated looks for names that an object to be written has twice.
func (w *strictness) repeated(v value.Value) {
	if w.names == nil || v.Kind() != value.KindObject {
		return
	}
	clear(w.names)
	for c := itemsOf(v); c.left > 0; {
		key, _ := c.next()
		name := key.Text()
		if w.names[name] && key.Kind() == value.KindString {
			e := fault.New(fault.Duplicate, -1, "", quoted(name))
			e.Path = "/" + value.EscapeToken(name)
			w.add(v, e)
		}
		w.names[name] = true
	}
}

// text looks for characters in a string that Unicode excludes.
func (w *strictness) text(v value.Value) {
	for _, r := range v.Text() {
		if r >= 0xFDD0 && (r <= 0xFDEF || r&0xFFFE == 0xFFFE) {
			w.add(v, fault.New(fault.BadText, -1, "a character", fmt.Sprintf("noncharacter U+%04X", r)))
			return
		}
	}
}

// number looks at a number: a float64 must tell it exactly, and where it is
// written as an integer, all integers near it as well.
func (w *strictness) number(v value.Value) {
	const safe = "an integer of at most 9007199254740991"
	whole := w.whole(v)
	if v.Kind() == value.KindNumber {
		if f := v.Float(); math.IsInf(f, 0) {
			w.add(v, beyondFloat(v))
			return
		}
		if x, err := value.Number(v.NumberText()); err == nil && x.Kind() == value.KindNumber {
			w.add(v, inexact(v, "a number that a float64 tells exactly"))
			return
		}
	}
	if f := v.Float(); whole && (f > maxSafe || f < -maxSafe) {
		w.add(v, inexact(v, safe))
	}
}

// whole reports whether v is, or will be, written as an integer: without point
// and exponent.
func (w *strictness) whole(v value.Value) bool {
	switch v.Kind() {
	case value.KindInt, value.KindUint:
		return true
	case value.KindNumber:
		return !strings.ContainsAny(v.NumberText(), ".eE")
	}
	if w.doc != nil {
		return !bytes.ContainsAny(Raw(v), ".eE")
	}
	f := math.Abs(v.Float())
	return f < 1e21 && f == math.Trunc(f)
}

// add adds a fault of v, the item at hand or its name, or of what the path of
// the fault leads to from there.
func (w *strictness) add(v value.Value, e *fault.Error) {
	e.Format = "json"
	if w.doc != nil {
		e.Offset, _, _ = w.doc.Span(v)
	}
	if w.set.MaxErrors > len(w.list.Errors) {
		var b strings.Builder
		for k := range w.open {
			l := &w.open[k]
			b.WriteByte('/')
			if l.items.object {
				b.WriteString(value.EscapeToken(keyToken(l.key)))
			} else {
				b.WriteString(strconv.Itoa(l.index))
			}
		}
		e.Path = b.String() + e.Path
	}
	w.list.Add(e, w.set.MaxErrors)
}
