package wiretest

import (
	"fmt"
	"io"
	"strings"

	"example.com/calque/fault"
	"example.com/calque/wire"
)

// checked is a source whose tokens are checked against the contract.
type checked struct {
	wire.Source
	broken error // the first thing that is against it

	open   []opened
	more   bool // a text goes on
	last   wire.Token
	offset int64
	tokens int
}

// opened is a container that is open, an extension too.
type opened struct {
	kind  wire.Kind
	n     int64 // as announced
	count int64 // items so far, keys and values both count
	isKey bool
}

func (c *checked) failf(format string, args ...any) {
	if c.broken == nil {
		c.broken = fmt.Errorf("against the contract: "+format, args...)
	}
}

// Next implements wire.Source.
func (c *checked) Next(t *wire.Token) error {
	*t = wire.Token{Kind: 99, Key: true, More: true, Sub: true, Nanos: 1, Bits: 1, N: 7, Text: []byte("not set")}
	err := c.Source.Next(t)
	offset := c.Offset()
	if offset < c.offset {
		c.failf("offset %d behind %d", offset, c.offset)
	}
	c.offset = offset
	switch {
	case err == io.EOF:
		if len(c.open) > 0 || c.more {
			c.failf("the end inside of a value")
		}
		return err
	case err != nil:
		if l, ok := err.(*fault.List); ok && l.Resumable { //nolint:errorlint // the contract says so
			c.open, c.more = c.open[:0], false
		}
		return err
	}
	if c.tokens++; len(c.open) > 50 && c.tokens%999 > 0 {
		c.token(t) // a path takes time for each level
		c.last = *t
		return nil
	}
	if path := c.Path(); path != "" && (path[0] != '/' || len(c.open) == 0) {
		c.failf("path %q with %d containers open", path, len(c.open))
	} else if len(c.open) > 0 && t.Kind != wire.End && !c.inKey() && path == "" && c.open[len(c.open)-1].kind != wire.Ext {
		c.failf("no path inside of a container, at a %v", t.Kind)
	} else if strings.Count(path, "/") > len(c.open)+1 {
		c.failf("path %q with %d containers open", path, len(c.open))
	}
	c.token(t)
	c.last = *t
	return nil
}

// inKey reports whether a key that is a container is open.
func (c *checked) inKey() bool {
	for i := range c.open {
		if c.open[i].isKey {
			return true
		}
	}
	return false
}

// token checks one token.
func (c *checked) token(t *wire.Token) {
	if c.more && (t.Kind != c.last.Kind || t.Key != c.last.Key || t.Sub != c.last.Sub || t.Bits != c.last.Bits) {
		c.failf("a piece of a %v is followed by a %v", c.last.Kind, t.Kind)
	}
	isText := t.Kind == wire.String || t.Kind == wire.Bytes || t.Kind == wire.Number
	switch {
	case t.Kind > wire.End:
		c.failf("kind %d", t.Kind)
	case !isText && (len(t.Text) > 0 || t.More):
		c.failf("a %v with a text", t.Kind)
	case t.Sub && t.Kind != wire.Bytes:
		c.failf("a %v with a subtype", t.Kind)
	case t.Kind == wire.Bool && t.Bits > 1, t.Kind == wire.Uint && t.Bits>>63 == 0, t.Kind == wire.Float32 && t.Bits>>32 != 0:
		c.failf("a %v with the bits %x", t.Kind, t.Bits)
	case t.Kind == wire.Time && t.Nanos >= 1e9:
		c.failf("%d nanoseconds", t.Nanos)
	case (t.Kind == wire.Array || t.Kind == wire.Object) && t.N < -1:
		c.failf("%d elements", t.N)
	}
	if c.more = t.More; c.more {
		return
	}
	if t.Kind == wire.End {
		c.end(t)
		return
	}
	c.item(t)
	switch t.Kind {
	case wire.Array, wire.Object, wire.Ext:
		c.open = append(c.open, opened{kind: t.Kind, n: t.N, isKey: t.Key})
	default:
		c.complete()
	}
}

// item checks that a value or a key may come where it does.
func (c *checked) item(t *wire.Token) {
	if len(c.open) == 0 {
		if t.Key {
			c.failf("a key at the top")
		}
		return
	}
	top := &c.open[len(c.open)-1]
	if wantKey := top.kind == wire.Object && top.count&1 == 0; t.Key != wantKey {
		c.failf("a %v in a %v: key is %v", t.Kind, top.kind, t.Key)
	}
	top.count++
}

// end checks the end of a container.
func (c *checked) end(t *wire.Token) {
	if len(c.open) == 0 {
		c.failf("an end at the top")
		return
	}
	top := c.open[len(c.open)-1]
	n := top.count
	if top.kind == wire.Object {
		n /= 2
	}
	switch {
	case top.kind == wire.Ext, top.kind == wire.Object && top.count&1 == 1:
		c.failf("an end where a value is missing")
	case top.n >= 0 && top.n != n:
		c.failf("%d elements, %d announced", n, top.n)
	case t.Key != top.isKey:
		c.failf("the end of a key that is none")
	}
	c.open = c.open[:len(c.open)-1]
	c.complete()
}

// complete ends the extensions whose payload is complete.
func (c *checked) complete() {
	for n := len(c.open); n > 0 && c.open[n-1].kind == wire.Ext; n-- {
		c.open = c.open[:n-1]
	}
}
