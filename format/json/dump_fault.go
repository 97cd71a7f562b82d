package json

import (
	"strconv"
	"strings"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
)

// A fault is added to the list where it is found, without a path. Every level
// compares the number of faults before and behind each of its elements and
// gives its token of the path to the new ones (blame), so that a dump without
// faults does nothing for paths.

// report adds a fault and mutes the dump: what follows is checked, but no
// longer part of the output. It returns the index where to go on.
//
//go:noinline
func (d *dumper) report(i int, e *fault.Error) int {
	e.Format, e.Offset = "json", -1
	if d.list.Add(e, d.set.MaxErrors) {
		d.tokens = append(d.tokens, nil)
	}
	if d.set.FailFast {
		d.stopped = true
	}
	if d.muted {
		return i
	}
	d.muted = true
	d.kept = d.buf[:i]
	if d.record >= 0 && d.w != nil {
		d.kept = d.buf[:d.record]
	}
	d.setBuf(mem.Uncleared[byte](bufSize))
	d.end = d.hard
	return 0
}

// stop adds a fault behind which there is nothing more to do.
func (d *dumper) stop(i int, e *fault.Error) int {
	i = d.report(i, e)
	d.stopped = true
	return i
}

// tooLarge stops where the text cannot be held.
func (d *dumper) tooLarge(i int) int {
	return d.stop(i, &fault.Error{Code: fault.TooLarge, Want: "a text that fits into memory"})
}

// blame gives a token of the path, a key or an index, to the faults found since
// there were mark, and returns the number of faults.
//
//go:noinline
func (d *dumper) blame(mark int, token string) int {
	for k := mark; k < len(d.tokens); k++ {
		d.tokens[k] = append(d.tokens[k], token)
	}
	return d.list.Total
}

// blameIndex is blame for an element of an array.
func (d *dumper) blameIndex(mark, index int) int {
	return d.blame(mark, strconv.Itoa(index))
}

var escapeToken = strings.NewReplacer("~", "~0", "/", "~1")

// err returns the faults found, with their paths.
func (d *dumper) err() error {
	for k, tokens := range d.tokens {
		e := d.list.Errors[k]
		if e.Code.Class() == fault.ClassIO {
			continue // not about a value
		}
		var b strings.Builder
		for t := len(tokens) - 1; t >= 0; t-- {
			b.WriteByte('/')
			b.WriteString(escapeToken.Replace(strings.ToValidUTF8(tokens[t], "\uFFFD")))
		}
		e.Path = b.String()
	}
	if d.list.Total == 0 {
		return nil
	}
	list := d.list
	return &list
}
