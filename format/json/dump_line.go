package json

import (
	"bytes"
	"math"
	"math/bits"
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

// wideLine is line for indentations that are wider than pad. It copies in
// blocks from a piece of indentation that is filled once for the whole dump;
// what does not fit the buffer of a writer is handed to the writer from there.
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
		d.wide = bytes.Repeat(utf8.AppendRune(nil, d.set.IndentChar), bufSize/size)
	}
	d.reserve(i, int(width))
	for width > 0 && !d.muted {
		block := d.wide[:min(width, uint64(len(d.wide)))]
		width -= uint64(len(block))
		i = d.raw(i, block)
	}
	return i
}
