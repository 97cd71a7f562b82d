package json

import (
	"bytes"
	"sync"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/node"
	"example.com/calque/internal/num"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/value"
)

// ParseDoc parses the one JSON value that data holds into d and returns it.
// What d held before is gone; its memory is used again, so that parsing many
// inputs into one document allocates nothing once it has grown. The value is
// valid until d is parsed into again.
//
// Errors are a *fault.List with the first fault of syntax and every fault of
// meaning, such as a duplicate name. The value then holds what was read in
// front of the fault.
func ParseDoc(d *value.Doc, data []byte, opts ...calque.Option) (value.Value, error) {
	set := option.Resolve(opts)
	err := parseInto(d, data, &set)
	return d.Root(), err
}

// parseInto parses the one value of data into d.
func parseInto(d *value.Doc, data []byte, set *option.Set) error {
	if err := checkRead(set); err != nil {
		d.Reset()
		return err
	}
	var faults *fault.List
	if set.Nlohmann {
		faults = parseNlohmann(d, data, set)
	} else {
		faults = parseWhole(d, data, set)
	}
	if faults == nil {
		return nil
	}
	faults.Locate(data, true)
	return faults
}

// checkRead returns a fault where an option has a value that it does not know.
func checkRead(set *option.Set) error {
	if set.Duplicates > option.DupKeep {
		return fault.One(&fault.Error{
			Code: fault.BadOption, Format: "json", Offset: -1, Want: "a policy for duplicate names",
		})
	}
	return checkSet(set)
}

// parseWhole parses the one value of data. Its faults are not located yet.
func parseWhole(d *value.Doc, data []byte, set *option.Set) *fault.List {
	p := newParser(d, data, set)
	defer p.release()
	if limit := inputLimit(set); int64(len(data)) > limit {
		p.refuse(tooLargeFault(limit))
		return p.faults
	}
	p.load(len(data))
	if p.twoStage() {
		return nil
	}
	if end := p.run(bomLen(data)); end >= 0 {
		if end = p.blank(end); end < p.n {
			p.fail(wantEnd, end, spot{k: len(p.slab.Nodes), open: -1})
		}
	}
	p.finish()
	p.strict()
	return p.faults
}

// parseFirst parses the value in the first n bytes of data, from an offset on,
// which anything may follow, and returns the offset behind it, negative where there
// is a fault that ends reading. Its faults are not located yet. With cut, the
// input goes on behind those bytes, and more tells that what follows could make
// a difference.
func parseFirst(d *value.Doc, data []byte, from, n int, cut bool, set *option.Set) (end int, more bool, faults *fault.List) {
	p := newParser(d, data, set)
	defer p.release()
	p.load(n)
	end = p.run(from)
	if end >= 0 && p.rootNumber() {
		switch {
		case end == p.n:
			p.ranOut = true // its digits may go on
		case numberGoesOn(data[end]):
			end = p.fail(inNumber, end, spot{k: len(p.slab.Nodes), open: -1})
		}
	}
	p.finish()
	p.strict()
	return end, cut && p.ranOut, p.faults
}

// bomLen returns the length of the byte order mark at the start of data.
func bomLen(data []byte) int {
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}

// numberGoesOn reports whether c cannot stand directly behind a number: with it
// the two would read as one broken number.
func numberGoesOn(c byte) bool {
	return c-'0' <= 9 || c == '.' || c == '-' || c == '+' || c|0x20 == 'e'
}

// parser is one parse. What its loop needs all the time is in local variables
// of run; here is what it needs now and then.
type parser struct {
	set  option.Set
	doc  *value.Doc
	slab *node.Slab
	data []byte  // the input as it was given, to show faults in
	n    int     // the bytes of it that are parsed
	text mem.Ptr // their private copy: slab.Text

	nodes   []node.Node // the slab's; run asks for room before it is full
	members int         // members of the objects that are closed
	watch   bool        // there are spans or a filter
	spans   bool
	filter  filterFunc
	frames  []filtering // of the filter, one for each open container

	names   names
	repeats []repeat // names to settle, see parse_settle.go

	faults *fault.List
	spent  int  // bytes of their paths
	grownI int  // where the input and
	grownK int  // the nodes stood when these grew last
	ranOut bool // the fault is that the text ends
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

// newParser returns a parser of data into d. Release it.
func newParser(d *value.Doc, data []byte, set *option.Set) *parser {
	d.Reset()
	p, ok := parsers.Get().(*parser)
	if !ok {
		p = new(parser)
	}
	p.set, p.doc, p.slab, p.data = *set, d, d.Slab(), data
	if set.IJSON {
		strictRead(&p.set)
	}
	p.names.reset()
	return p
}

// release keeps the memory of the stack of names for the next parse.
func (p *parser) release() {
	*p = parser{names: p.names}
	parsers.Put(p)
}

// spot is where run stands: what faults and filters need to know of its local
// variables.
type spot struct {
	k     int // the next node
	open  int // the node of the innermost open container, -1 at the top
	count int // its elements or members so far, without the one being read
	base  int // where its names begin on the stack of names
	top   int // where they end
}

// load makes the private copy of the first n bytes of the input.
func (p *parser) load(n int) {
	p.n = n
	p.names.most = n/2 + fewNames
	p.slab.Load(p.data[:n])
	p.text = mem.Of(p.slab.Text)
	p.nodes = node.Grow(p.slab.Nodes[:0], n/12+8)
	if p.set.Positions {
		p.spans = true
		p.slab.Spans = p.slab.Spans[:cap(p.slab.Spans)]
		if len(p.slab.Spans) < cap(p.nodes) {
			p.growSpans(0)
		}
	}
	p.filter, _ = p.set.Filter.(filterFunc)
	p.watch = p.spans || p.filter != nil
	p.hold(0, p.itemsLeft(spot{open: -1}))
}

// run parses the value behind the blanks at offset i. It returns the offset
// behind it, or -1 where it found a fault that ends reading.
//
// It is one loop without recursion: an open container keeps the index of the
// one around it in the value word of its node, and its count, while another is
// open inside it, in its tag. That of the innermost one is in count.
func (p *parser) run(i int) int {
	var (
		b      = p.text
		nodes  = p.nodes
		stack  = p.names.stack
		watch  = p.watch
		spell  = p.set.KeepSpelling
		levels = p.set.MaxDepth
		k      = 0
		open   = -1
		count  = 0
		base   = 0
		top    = 0
		bloom  = uint64(0) // of the names of the innermost object
		object = false
		from   int // where the value begins
		c      byte
	)
	i = scan.Space(b, i)

value:
	if k+2 > len(nodes) { // room for the value and for a name behind it
		if !p.room(i, spot{k, open, count, base, top}) {
			return -1
		}
		nodes = p.nodes
	}
	from = i
	switch c = mem.Load8(b, i); c {
	case '"':
		i++
		if e, found := scan.String(b, i); found == 0 && e >= 0 {
			nodes[k] = node.Make(node.String, node.FlagClean, e-i, uint64(i))
			i = e + 1
		} else {
			if nodes[k], e = p.hard(i, e, found); e < 0 {
				return p.fail(inString, i, spot{k, open, count, base, top})
			}
			b, i = p.text, e
		}
	case '{', '[':
		if levels == 0 {
			return p.fail(tooDeep, i, spot{k, open, count, base, top})
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
		if watch {
			p.opened(spot{k, open, count, base, top}, i)
		}
		open, count, base, bloom = k, 0, top, 0
		k++
		i++
		if mem.Load8(b, i) <= ' ' {
			i = scan.Space(b, i)
		}
		if mem.Load8(b, i) == c+2 {
			goto closing
		}
		if object {
			goto name
		}
		goto value
	case 't':
		if mem.Load32(b, i) != 't'|'r'<<8|'u'<<16|'e'<<24 {
			return p.fail(inLiteral, i, spot{k, open, count, base, top})
		}
		nodes[k] = node.Make(node.Bool, 0, 0, 1)
		i += 4
	case 'f':
		if mem.Load32(b, i+1) != 'a'|'l'<<8|'s'<<16|'e'<<24 {
			return p.fail(inLiteral, i, spot{k, open, count, base, top})
		}
		nodes[k] = node.Make(node.Bool, 0, 0, 0)
		i += 5
	case 'n':
		if mem.Load32(b, i) != 'n'|'u'<<8|'l'<<16|'l'<<24 {
			return p.fail(inLiteral, i, spot{k, open, count, base, top})
		}
		nodes[k] = node.Node{}
		i += 4
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		var class num.Class
		var bits uint64
		var e int
		if spell {
			class, bits, e = num.ReadSpelled(b, i)
		} else {
			class, bits, e = num.Read(b, i)
		}
		if e < 0 || class == num.Text {
			if nodes[k], e = p.oddNumber(i, e); e < 0 {
				return p.fail(inNumber, ^e, spot{k, open, count, base, top})
			}
		} else {
			nodes[k] = node.Node{Tag: uint64(node.Int) + uint64(class), Val: bits}
		}
		i = e
	default:
		next, what := p.odd(wantValue, i, spot{k, open, count, base, top})
		switch what {
		case oddBlank:
			i = next
			goto value
		case oddClose:
			goto closing
		case oddFloat:
			nodes[k] = node.Make(node.Float, 0, 0, p.nonFinite(i))
			i = next
		default:
			return p.fail(wantValue, i, spot{k, open, count, base, top})
		}
	}
	k++
	count++
	if watch {
		s := p.scalar(spot{k, open, count, base, top}, from, i)
		k, count, top = s.k, s.count, s.top
	}

after:
	if open < 0 {
		p.slab.Nodes = nodes[:k]
		return i
	}
	if c = mem.Load8(b, i); c <= ' ' {
		i = scan.Space(b, i)
		c = mem.Load8(b, i)
	}
	switch {
	case c == ',':
		if i++; mem.Load8(b, i) <= ' ' {
			// Mostly a line feed and an indentation.
			if mem.Load8(b, i) == '\n' {
				i++
				x := mem.Load64(b, i) ^ 0x20*mem.Lo
				for ; x == 0; x = mem.Load64(b, i) ^ 0x20*mem.Lo {
					i += 8
				}
				i += mem.FirstByte(x)
			}
			i = scan.Space(b, i)
		}
		if object {
			goto name
		}
		goto value
	case object && c == '}' || !object && c == ']':
		goto closing
	default:
		if next := p.comment(i); next > i {
			i = next
			goto after
		}
		return p.fail(wantNext, i, spot{k, open, count, base, top})
	}

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
		i++
		levels++
		done := open
		if open = int(int64(n.Val)); open >= 0 {
			tag := nodes[open].Tag
			count = int(tag >> node.LenShift)
			if object = node.Kind(tag) == node.Object; object {
				top--
				bloom, base = stack[top], top-count
			}
		}
		if watch {
			s := p.closed(spot{k, open, count, base, top}, done, i)
			k, count, top = s.k, s.count, s.top
		}
		goto after
	}

name:
	if mem.Load8(b, i) != '"' {
		next, what := p.odd(wantName, i, spot{k, open, count, base, top})
		switch what {
		case oddBlank:
			i = next
			goto name
		case oddClose:
			goto closing
		}
		return p.fail(wantName, i, spot{k, open, count, base, top})
	}
	{
		from = i
		i++
		e, found := scan.String(b, i)
		at, size := i, e-i
		if found == 0 && e >= 0 {
			nodes[k] = node.Make(node.String, node.FlagClean, size, uint64(at))
			i = e + 1
		} else {
			if nodes[k], e = p.hard(i, e, found); e < 0 {
				return p.fail(inName, i, spot{k, open, count, base, top})
			}
			b, i = p.text, e
			at, size = int(nodes[k].Val), nodes[k].Len()
		}
		h := hash(b, at, size)
		bit := uint64(1) << (h & 63)
		if top+2 > len(stack) { // the name, and what a container behind it pushes
			stack = p.names.grow(top)
		}
		if bloom&bit != 0 || top-base >= fewNames {
			first := p.names.find(nodes, b, h, k, base, top)
			if first >= 0 && !p.repeated(spot{k, open, count, base, top}, first, from) {
				return -1
			}
		}
		bloom |= bit
		stack[top] = h&tagMask | uint64(k)
		top++
		k++
		if watch {
			p.named(spot{k, open, count, base, top}, from, i)
		}
	}

colon:
	if mem.Load8(b, i) != ':' {
		i = scan.Space(b, i)
		if mem.Load8(b, i) != ':' {
			if next := p.comment(i); next > i {
				i = next
				goto colon
			}
			return p.fail(wantColon, i, spot{k, open, count, base, top})
		}
	}
	if i++; mem.Load8(b, i) <= ' ' {
		if i++; mem.Load8(b, i) <= ' ' || mem.Load8(b, i-1) != ' ' {
			i = scan.Space(b, i-1)
		}
	}
	goto value
}
