package msgpack

import (
	"example.com/calque/fault"
	"example.com/calque/internal/mem"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
)

// checker walks through an input and collects the faults that a reader would
// find in it, except duplicate keys.
type checker struct {
	walk
	set    *option.Set
	list   fault.List
	items  uint64
	look   int   // offset at which to look at the context
	record int64 // number of the value, 0 where there is but one
	halted bool

	// For Inspect: the path of the last piece, and how much of it belongs to
	// each open container, the complement inside a key.
	pathBuf []byte
	paths   stack[int]
}

// next reads the next piece. It returns false at the end of the value, and for
// ever behind a fault that ends reading.
func (c *checker) next() bool {
	if c.halted {
		return false
	}
	switch s := c.walk.next(); s {
	case stepPiece:
	case stepEnd:
		return false
	default:
		c.halt(c.walk.found(s), s)
		return false
	}
	if c.set.Ctx != nil && c.start >= c.look {
		c.look = c.start + contextEvery
		if err := c.set.Ctx.Err(); err != nil {
			c.halt(found{off: -1, code: fault.Canceled, err: err}, stepPiece)
			return false
		}
	}
	c.check()
	return !c.halted
}

// check looks for faults of the last piece.
func (c *checker) check() {
	content := func() []byte { return c.data[c.body:c.piece.end()] }
	switch c.shape.class {
	case classArray, classMap:
		c.items += c.count
		switch most := uint64(c.set.MaxItems); {
		case c.depth >= c.set.MaxDepth:
			c.halt(tooDeep(0, c.set.MaxDepth), stepPiece)
		case most > 0 && c.items > most:
			c.halt(tooMany(0, c.set.MaxItems), stepPiece)
		}
	case classStr:
		if b := content(); c.set.UTF8 == option.UTF8Strict && len(b) > 0 {
			if at := scan.UTF8(mem.Of(b), len(b)); at < len(b) {
				c.report(badUTF8(0, c.body+at, b[at]))
			}
		}
	case classExt:
		if c.tag(c.data) != timestampTag {
			return
		}
		if _, nanos, ok := timestamp(content()); !ok || nanos > maxNanos {
			c.report(badTimestamp(0, c.body, c.count, nanos, ok))
		}
	}
}

// report notes a fault behind which reading goes on.
func (c *checker) report(f found) {
	if c.list.Total++; len(c.list.Errors) < c.set.MaxErrors {
		c.list.Errors = append(c.list.Errors, c.number(f.at(&c.walk, stepPiece)))
	}
	c.halted = c.halted || c.set.FailFast
}

// halt notes a fault that ends reading. It is always kept.
func (c *checker) halt(f found, s step) {
	c.list.Total++
	if full := len(c.list.Errors) - c.set.MaxErrors; full >= 0 {
		c.list.Errors = c.list.Errors[:len(c.list.Errors)-full-1]
	}
	c.list.Errors = append(c.list.Errors, c.number(f.at(&c.walk, s)))
	c.halted = true
}

// number gives a fault the number of its value, where there are several.
func (c *checker) number(e *fault.Error) *fault.Error {
	if c.record > 1 {
		e.Record = c.record
	}
	return e
}

// err returns the faults as an error, with excerpts.
func (c *checker) err() error {
	c.list.Cut = c.list.Total > len(c.list.Errors)
	c.list.Locate(c.data, false)
	return c.list.Err()
}
