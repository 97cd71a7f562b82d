package json

import (
	"fmt"
	"unicode/utf8"

	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
)

// shortLen is the part of a tag that holds lengths up to 31.
const shortLen = 31 << node.LenShift

// putShort writes a string of up to 31 bytes that needs no escapes: n bytes of
// the 32 at text+at.
func putShort(p mem.Ptr, i int, text mem.Ptr, at, n int) {
	mem.Store8(p, i, '"')
	mem.Copy32(p, i+1, text, at)
	mem.Store8(p, i+1+n, '"')
}

// longText writes the string of a node, with its quotes.
func (d *dumper) longText(s *node.Slab, i int, n node.Node) int {
	b := s.Text[n.Val : n.Val+uint64(n.Len())]
	if n.Tag&d.clean == 0 {
		return d.quote(i, mem.View(b))
	}
	i = d.room(i, 1)
	mem.Store8(d.p, i, '"')
	i = d.raw(i+1, b)
	i = d.room(i, 1)
	mem.Store8(d.p, i, '"')
	return i + 1
}

// raw copies b as it is; what is larger than the buffer of a writer is handed
// to the writer itself.
func (d *dumper) raw(i int, b []byte) int {
	if d.w != nil && len(b) > d.hard {
		return d.through(i, b)
	}
	if len(b) > maxNeed {
		d.reserve(i, len(b))
	}
	for len(b) > maxNeed {
		i = d.room(i, maxNeed)
		copy(mem.Slice(d.p, i, maxNeed), b)
		i += maxNeed
		b = b[maxNeed:]
	}
	i = d.room(i, len(b))
	return i + copy(mem.Slice(d.p, i, len(b)), b)
}

// quote writes s with its quotes and escapes.
func (d *dumper) quote(i int, s string) int {
	if len(s) > bufSize {
		return d.quoteLong(i, s)
	}
	i = d.room(i, min(len(s), quoteStep)+scan.QuoteRoom+2)
	mem.Store8(d.p, i, '"')
	i = d.escape(i+1, s, 0, len(s))
	i = d.room(i, 1)
	mem.Store8(d.p, i, '"')
	return i + 1
}

// quoteStep is the room that a string gets, where it is longer, to begin with,
// and again after each fill.
const quoteStep = 1024

// escape writes s[k:end], the content of a string or a piece of it that ends
// between two characters.
func (d *dumper) escape(i int, s string, k, end int) int {
	for k < end {
		i = d.room(i, min(end-k, quoteStep)+scan.QuoteRoom)
		free := d.end - i
		read, wrote := scan.Quote(mem.At(d.p, i), free, mem.At(mem.OfString(s), k), end-k, d.mode)
		i += wrote
		if k += read; k == end || free-wrote < scan.QuoteRoom {
			continue // done, or the buffer is full
		}
		size, complete := subpart(s[k:])
		switch d.set.UTF8 {
		case option.UTF8Replace:
			i = d.replacement(i)
		case option.UTF8Strict:
			e := badUTF8(s, k, size, complete)
			if d.set.Nlohmann {
				e.Err = nlohmannUTF8(s, k, size, complete)
			}
			return d.report(i, e)
		}
		k += size
	}
	return i
}

// replacement writes U+FFFD.
func (d *dumper) replacement(i int) int {
	i = d.room(i, 6)
	if d.set.EnsureASCII {
		return i + copy(mem.Slice(d.p, i, 6), `\ufffd`)
	}
	return i + copy(mem.Slice(d.p, i, 3), "\uFFFD")
}

// badUTF8 returns the fault of a string whose maximal subpart s[k:k+size] is
// not a character: the byte that broke it, and its index in the string.
func badUTF8(s string, k, size int, complete bool) *fault.Error {
	if !complete {
		got := fmt.Sprintf("incomplete at the end of the string, last byte 0x%02X", s[len(s)-1])
		return &fault.Error{Code: fault.BadUTF8, Got: got}
	}
	if isLead(s[k]) {
		k += size
	}
	return &fault.Error{Code: fault.BadUTF8, Got: fmt.Sprintf("byte 0x%02X at index %d", s[k], k)}
}

// isLead reports whether c begins a character of several bytes.
func isLead(c byte) bool { return c >= 0xC2 && c <= 0xF4 }

// subpart returns the length of the maximal subpart (Unicode, 3.9) that the
// ill-formed text s begins with: the start of a character, or one byte.
// complete is false where only the end of s keeps it from being more.
func subpart(s string) (size int, complete bool) {
	c := s[0]
	if !isLead(c) {
		return 1, true
	}
	low, high, want := byte(0x80), byte(0xBF), 2
	switch {
	case c == 0xE0:
		low, want = 0xA0, 3
	case c == 0xED:
		high, want = 0x9F, 3
	case c == 0xF0:
		low, want = 0x90, 4
	case c == 0xF4:
		high, want = 0x8F, 4
	case c > 0xF0:
		want = 4
	case c > 0xE0:
		want = 3
	}
	for size = 1; size < want; size++ {
		if size == len(s) {
			return size, false
		}
		if s[size] < low || s[size] > high {
			break
		}
		low, high = 0x80, 0xBF
	}
	return size, true
}

const (
	// runLimit is the longest piece of a string handed to a writer at once.
	runLimit = 256 << 10
	// escapeStep is how much of a string goes through the buffer before a run
	// without escapes is looked for again.
	escapeStep = 4 << 10
)

// quoteLong is quote for strings that are longer than the buffer: their long
// runs without escapes go to a writer from where they are.
//
//go:noinline
func (d *dumper) quoteLong(i int, s string) int {
	i = d.room(i, 1)
	mem.Store8(d.p, i, '"')
	i++
	d.reserve(i, len(s))
	before := d.list.Total
	for k := 0; k < len(s) && d.list.Total == before; {
		if d.w == nil || d.set.EscapeHTML || d.set.EscapeJS {
			i = d.escape(i, s, k, len(s))
			break
		}
		run := d.plainRun(s[k:min(len(s), k+runLimit)])
		if run > d.hard {
			i = d.through(i, mem.Slice(mem.OfString(s), k, run))
			k += run
			continue
		}
		end := boundary(s, min(len(s), k+run+escapeStep))
		i = d.escape(i, s, k, end)
		k = end
	}
	i = d.room(i, 1)
	mem.Store8(d.p, i, '"')
	return i + 1
}

// plainRun returns the length of a run at the start of s that needs no escapes
// and is well-formed; it may be shorter than the longest one.
func (d *dumper) plainRun(s string) int {
	p := mem.OfString(s)
	wide := uint64(0)
	if d.set.EnsureASCII {
		wide = mem.Hi
	}
	k := 0
	for ; k+8 <= len(s); k += 8 {
		x := mem.Load64(p, k)
		special := (x - 0x20*mem.Lo) | ((x ^ 0x22*mem.Lo) - mem.Lo) | ((x ^ 0x5C*mem.Lo) - mem.Lo)
		del := (x ^ 0x7F*mem.Lo) - mem.Lo
		if (special|del&wide)&^x&mem.Hi|x&wide != 0 {
			break
		}
	}
	return scan.UTF8(p, k)
}

// boundary returns the last index up to k where s can be cut without cutting
// a character.
func boundary(s string, k int) int {
	for back := 0; back <= 3 && k-back >= 0 && k < len(s); back++ {
		if utf8.RuneStart(s[k-back]) {
			return k - back
		}
	}
	return k
}
