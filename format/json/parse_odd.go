package json

import (
	"bytes"
	"math"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
)

// What stands where a value or a name is wanted and is neither.
type oddity uint8

const (
	oddFault oddity = iota
	oddBlank        // a comment; blanks behind it are skipped too
	oddClose        // the closing bracket, behind a comment or a last comma
	oddFloat        // NaN or Infinity
)

// odd looks at what stands at i where a value or a name is wanted, and returns
// the offset behind it where the options allow it.
func (p *parser) odd(want state, i int, s spot) (next int, what oddity) {
	switch c := mem.Load8(p.text, i); {
	case c == '/':
		if next = p.comment(i); next > i {
			return next, oddBlank
		}
	case want == wantName && c == '}', want == wantValue && c == ']' && p.inArray(s):
		// Without an element in front only a comment leads here.
		if p.passed(s) == 0 || p.set.TrailingCommas {
			return i, oddClose
		}
	case want == wantValue && (c == 'N' || c == 'I'):
		if word := nonFiniteAt(p.slab.Text[i:p.n]); word != "" && p.set.NonFinite == option.NonFiniteLiteral {
			return i + len(word), oddFloat
		}
	}
	return i, oddFault
}

// inArray reports whether the innermost open container is an array.
func (p *parser) inArray(s spot) bool {
	return s.open >= 0 && p.nodes[s.open].Kind() == node.Array
}

// nonFiniteAt returns the literal that text begins with, "" where there is none.
func nonFiniteAt(text []byte) string {
	for _, word := range [...]string{"NaN", "Infinity", "-Infinity"} {
		if len(text) >= len(word) && string(text[:len(word)]) == word {
			return word
		}
	}
	return ""
}

// nonFinite returns the bits of the float that the literal at i stands for.
func (p *parser) nonFinite(i int) uint64 {
	switch mem.Load8(p.text, i) {
	case 'N':
		return math.Float64bits(math.NaN())
	case '-':
		return math.Float64bits(math.Inf(-1))
	}
	return math.Float64bits(math.Inf(1))
}

// oddNumber makes the node of a number at i that no word holds and that ends at
// e, or breaks off at the byte ^e, and returns the offset behind it.
func (p *parser) oddNumber(i, e int) (node.Node, int) {
	if e >= 0 {
		return node.Make(node.Number, 0, e-i, uint64(i)), e
	}
	if p.set.NonFinite == option.NonFiniteLiteral {
		if word := nonFiniteAt(p.slab.Text[i:p.n]); word != "" {
			return node.Make(node.Float, 0, 0, p.nonFinite(i)), i + len(word)
		}
	}
	return node.Node{}, e
}

// comment returns the offset behind the comment at i and the blanks behind it;
// i itself where comments are not allowed or there is none that is well-formed.
func (p *parser) comment(i int) int {
	if !p.set.Comments {
		return i
	}
	size := commentLen(p.slab.Text[i:p.n], 0)
	if size == 0 || p.set.UTF8 == option.UTF8Strict && scan.UTF8(mem.At(p.text, i), size) < size {
		return i
	}
	return scan.Space(p.text, i+size)
}

// commentLen returns the length of the comment that text begins with, 0 where
// there is none or it does not end. It is known not to end in the first looked
// bytes.
func commentLen(text []byte, looked int) int {
	if len(text) < 2 || text[0] != '/' {
		return 0
	}
	switch text[1] {
	case '/':
		from := max(2, looked)
		if n := bytes.IndexByte(text[from:], '\n'); n >= 0 {
			return from + n
		}
		return len(text)
	case '*':
		from := max(2, looked-1)
		if n := bytes.Index(text[from:], []byte("*/")); n >= 0 {
			return from + n + 2
		}
	}
	return 0
}

// blank returns the offset behind the white space and the comments at i.
func (p *parser) blank(i int) int {
	i = scan.Space(p.text, i)
	for {
		next := p.comment(i)
		if next == i {
			return i
		}
		i = next
	}
}

// rootNumber reports whether the value parsed is a number alone.
func (p *parser) rootNumber() bool {
	switch p.slab.Nodes[0].Kind() {
	case node.Int, node.Uint, node.Number:
		return true
	case node.Float:
		f := math.Float64frombits(p.slab.Nodes[0].Val)
		return f-f == 0 // a literal is no number
	}
	return false
}
