package json

import (
	"sync"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/num"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
)

// minIndexed is the length in bytes from which on a text is read in two stages.
const minIndexed = 2 << 10

var indexes = sync.Pool{New: func() any { return new(scan.Index) }}

// twoStage parses the text off the index of its structure, where that can be
// done and is faster. It reports false, leaving everything to be done again in
// one pass, where it cannot, and for every text with a fault: what is said of a
// text is decided in one place.
func (p *parser) twoStage() bool {
	if p.n < minIndexed || p.n > scan.MaxIndexed || p.watch || !scan.Indexes() ||
		p.set.UTF8 != option.UTF8Strict || p.set.Comments || p.set.TrailingCommas ||
		p.set.NonFinite == option.NonFiniteLiteral || bomLen(p.data) > 0 {
		return false
	}
	x, _ := indexes.Get().(*scan.Index)
	ok := p.runIndexed(x)
	x.Done()
	indexes.Put(x)
	if !ok { // from the start, with the text as it was
		p.faults, p.spent, p.ranOut = nil, 0, false
		p.members, p.grownI, p.grownK = 0, 0, 0
		p.names.reset()
		p.load(p.n)
	}
	return ok
}

// ends reports whether a scalar that ends at offset e ends where a token may:
// at the next entry of the index, or at white space.
func ends(b mem.Ptr, e, next int) bool {
	if e == next {
		return true
	}
	c := mem.Load8(b, e)
	return c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

// cleanFlag returns node.FlagClean for a string of at most 16 bytes without
// escapes, at offset i, whose bytes are all ASCII. Longer ones are left to the
// kernel that writes them.
func cleanFlag(b mem.Ptr, i, n int) uint64 {
	// The words are shifted so that only bytes of the string remain.
	x := mem.Load64(b, i)
	if n <= 8 {
		x <<= 64 - 8*uint(n)
	} else {
		x |= mem.Load64(b, i+n-8)
	}
	if x&mem.Hi == 0 && n <= 16 {
		return node.FlagClean
	}
	return 0
}

// runIndexed is run off an index: t is the number of the next entry.
func (p *parser) runIndexed(x *scan.Index) bool {
	var (
		b      = p.text
		ix     = x.Start(b, p.n, p.n)
		nodes  = p.nodes
		stack  = p.names.stack
		spell  = p.set.KeepSpelling
		levels = p.set.MaxDepth
		t, k   = 0, 0
		open   = -1
		count  = 0
		base   = 0
		top    = 0
		bloom  = uint64(0)
		object = false
		c      byte
		i      int
	)

value:
	if t >= scan.Mark(ix) {
		t = x.Refill(t)
	}
	i = scan.Entry(ix, t)
	if k+2 > len(nodes) {
		if !p.room(i, spot{k, open, count, base, top}) {
			return false
		}
		nodes = p.nodes
	}
	switch c = mem.Load8(b, i); c {
	case '"':
		i++
		e := scan.Entry(ix, t+1)
		t += 2
		if mem.Load8(b, e) == '"' {
			nodes[k] = node.Make(node.String, cleanFlag(b, i, e-i), e-i, uint64(i))
			break
		}
		e = scan.Entry(ix, t)
		t++
		size := scan.Decode(mem.At(b, i), mem.At(b, i), e-i)
		if size < 0 {
			return false
		}
		nodes[k] = node.Make(node.String, 0, size, uint64(i))
	case '{', '[':
		if levels == 0 {
			return false
		}
		levels--
		if open >= 0 {
			nodes[open].Tag = nodes[open].Tag&0xff | uint64(count+1)<<node.LenShift
			if object {
				stack[top] = bloom
				top++
			}
		}
		object = c == '{'
		nodes[k] = node.Make(node.Array+node.Kind(c>>5&1), 0, 0, uint64(open))
		open, count, base, bloom = k, 0, top, 0
		k++
		t++
		if mem.Load8(b, scan.Entry(ix, t)) == c+2 {
			goto closing
		}
		if object {
			goto name
		}
		goto value
	case 't', 'n':
		e := i + 4
		switch mem.Load32(b, i) {
		case 't' | 'r'<<8 | 'u'<<16 | 'e'<<24:
			nodes[k] = node.Make(node.Bool, 0, 0, 1)
		case 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24:
			nodes[k] = node.Node{}
		default:
			return false
		}
		t++
		if !ends(b, e, scan.Entry(ix, t)) {
			return false
		}
	case 'f':
		if mem.Load32(b, i+1) != 'a'|'l'<<8|'s'<<16|'e'<<24 {
			return false
		}
		nodes[k] = node.Make(node.Bool, 0, 0, 0)
		t++
		if !ends(b, i+5, scan.Entry(ix, t)) {
			return false
		}
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		var class num.Class
		var bits uint64
		var e int
		if spell {
			class, bits, e = num.ReadSpelled(b, i)
		} else {
			class, bits, e = num.Read(b, i)
		}
		if e < 0 {
			return false
		}
		if class == num.Text {
			nodes[k] = node.Make(node.Number, 0, e-i, uint64(i))
		} else {
			nodes[k] = node.Node{Tag: uint64(node.Int) + uint64(class), Val: bits}
		}
		t++
		if !ends(b, e, scan.Entry(ix, t)) {
			return false
		}
	default:
		return false
	}
	k++
	count++

after:
	if open < 0 {
		if t >= scan.Mark(ix) {
			t = x.Refill(t)
		}
		p.slab.Nodes = nodes[:k]
		return t == scan.Mark(ix) && x.Fault() < 0
	}
	c = mem.Load8(b, scan.Entry(ix, t))
	switch {
	case c == ',':
		t++
		if object {
			goto name
		}
		goto value
	case object && c == '}' || !object && c == ']':
		goto closing
	}
	return false

closing:
	{
		n := nodes[open]
		nodes[open] = node.Node{Tag: n.Tag&0xff | uint64(count)<<node.LenShift, Val: uint64(k)}
		if object {
			if p.names.owner == base {
				p.names.drop()
			}
			top = base
			p.members += count
		}
		t++
		levels++
		if open = int(int64(n.Val)); open >= 0 {
			tag := nodes[open].Tag
			count = int(tag >> node.LenShift)
			if object = node.Kind(tag) == node.Object; object {
				top--
				bloom, base = stack[top], top-count
			}
		}
		if t >= scan.Mark(ix) {
			t = x.Refill(t)
		}
		goto after
	}

name:
	if t >= scan.Mark(ix) {
		t = x.Refill(t)
	}
	i = scan.Entry(ix, t)
	if mem.Load8(b, i) != '"' {
		return false
	}
	{
		i++
		e := scan.Entry(ix, t+1)
		t += 2
		size := e - i
		if mem.Load8(b, e) == '"' {
			nodes[k] = node.Make(node.String, cleanFlag(b, i, size), size, uint64(i))
		} else {
			e = scan.Entry(ix, t)
			t++
			if size = scan.Decode(mem.At(b, i), mem.At(b, i), e-i); size < 0 {
				return false
			}
			nodes[k] = node.Make(node.String, 0, size, uint64(i))
		}
		h := hashShort(b, i, size)
		if size > 7 {
			h = hash(b, i, size)
		}
		bit := uint64(1) << (h & 63)
		if top+2 > len(stack) {
			stack = p.names.grow(top)
		}
		if bloom&bit != 0 || top-base >= fewNames {
			if p.names.find(nodes, b, h, k, base, top) >= 0 {
				return false
			}
		}
		bloom |= bit
		stack[top] = h&tagMask | uint64(k)
		top++
		k++
	}
	if mem.Load8(b, scan.Entry(ix, t)) != ':' {
		return false
	}
	t++
	goto value
}
