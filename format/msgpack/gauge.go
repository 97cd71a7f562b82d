package msgpack

import (
	"math/bits"

	"example.com/calque/internal/option"
)

// gauge finds the end of a value without reading it. Where the bytes at hand
// end before the value does, it goes on where it was when there are more.
type gauge struct {
	at    int    // offset of the next piece
	skip  uint64 // bytes of content behind the bytes at hand, to be skipped
	left  uint64 // values still to come in the innermost container
	outer stack[uint64]
	items uint64
	begun bool
	set   *option.Set
}

// verdict is what a gauge found.
type verdict uint8

const (
	verdictWhole  verdict = iota // the value ends at gauge.at
	verdictMore                  // the bytes at hand end first
	verdictBroken                // a fault that reading will find too
)

// run goes on with data, which begins where the value does and holds at least
// the bytes that the call before had.
func (g *gauge) run(data []byte) verdict {
	if !g.begun {
		g.begun, g.left = true, 1
	}
	i, left := g.at, g.left
	if g.skip > 0 {
		if g.skip > uint64(len(data)-i) {
			return verdictMore
		}
		i += int(g.skip)
		g.skip = 0
	}
	for {
		for left == 0 {
			if g.outer.n == 0 {
				g.at, g.left = i, 0
				return verdictWhole
			}
			left = *g.outer.top()
			g.outer.pop()
		}
		if i >= len(data) {
			break
		}
		s := shapes[data[i]]
		size := 1 + int(s.size)
		if size > len(data)-i {
			break
		}
		count := uint64(s.fixed)
		if s.class >= classStr && s.size > 0 {
			count = bigEndian(data[i+1:], int(s.size))
		}
		switch s.class {
		case classNone:
			g.at, g.left = i, left
			return verdictBroken
		case classExt:
			count++
			fallthrough
		case classStr, classBin:
			left--
			if i += size; count > uint64(len(data)-i) {
				g.at, g.left, g.skip = i, left, count
				return verdictMore
			}
			i += int(count)
		case classMap, classArray:
			if g.outer.n >= g.set.MaxDepth || g.tooMany(count) {
				g.at, g.left = i, left
				return verdictBroken
			}
			g.outer.push(left - 1)
			left = count << (s.class - classArray)
			i += size
		default:
			left--
			i += size
		}
	}
	g.at, g.left = i, left
	return verdictMore
}

// tooMany counts the elements or members that a head declares, and reports
// whether they are more than allowed.
func (g *gauge) tooMany(count uint64) bool {
	if g.set.MaxItems == 0 {
		return false
	}
	g.items, _ = bits.Add64(g.items, count, 0)
	return g.items > uint64(g.set.MaxItems)
}
