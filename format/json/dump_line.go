package json

import (
	"bytes"
	"math"
	"math/bits"
	"sync/atomic"
	"unicode/utf8"

	"example.com/calque/internal/mem"
)

// setIndent prepares the indentation: pad holds the character over and over.
func (d *dumper) setIndent() {
	char := utf8.AppendRune(nil, d.set.IndentChar)
	for n := 0; n < len(d.pad); {
		n += copy(d.pad[n:], char)
	}
	switch indent := d.set.Indent; {
	case indent == 0:
		d.near = math.MaxInt
	case indent <= len(d.pad)/len(char):
		d.unit = indent * len(char)
		d.near = len(d.pad) / d.unit
	}
}

// line writes a newline and the indentation of a depth.
func (d *dumper) line(i, depth int) int {
	if depth > d.near {
		return d.wideLine(i, depth)
	}
	i = d.room(i, 1+len(d.pad))
	mem.Store8(d.p, i, '\n')
	mem.Copy32(d.p, i+1, mem.Of(d.pad[:]), 0)
	mem.Copy32(d.p, i+33, mem.Of(d.pad[:]), 32)
	return i + 1 + depth*d.unit
}

// A wide is a long piece of indentation of one character.
type wide struct {
	char rune
	text []byte
}

// wideSize is the size of a wide: a line of some 100,000 columns is one write.
const wideSize = 256 << 10

// lastWide is the last one that was needed; few programs need a second one.
var lastWide atomic.Pointer[wide]

// wideIndent returns wideSize bytes, or up to three less, of a character.
func wideIndent(char rune) []byte {
	w := lastWide.Load()
	if w == nil || w.char != char {
		b := utf8.AppendRune(nil, char)
		w = &wide{char, bytes.Repeat(b, wideSize/len(b))}
		lastWide.Store(w)
	}
	return w.text
}

// wideLine is line for indentations that are wider than pad. It copies them in
// blocks from a piece of indentation that is filled once for all dumps; blocks
// that do not fit the buffer of a writer are handed to the writer from there.
//
//go:noinline
func (d *dumper) wideLine(i, depth int) int {
	i = d.room(i, 1)
	mem.Store8(d.p, i, '\n')
	i++
	size := utf8.RuneLen(d.set.IndentChar)
	over, width := bits.Mul64(uint64(depth)*uint64(size), uint64(d.set.Indent))
	if over != 0 || width > maxOutput {
		return d.tooLarge(i)
	}
	if d.wide == nil {
		d.wide = wideIndent(d.set.IndentChar)
	}
	d.reserve(i, int(width))
	for width > 0 && !d.muted {
		block := d.wide[:min(width, uint64(len(d.wide)))]
		width -= uint64(len(block))
		i = d.raw(i, block)
	}
	return i
}
