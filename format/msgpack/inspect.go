package msgpack

import (
	"iter"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
)

// Inspect yields the pieces of data, the scalars and the heads of containers,
// in the order of their bytes. Several values may follow one another. A fault
// of form ends the sequence; strings that are not UTF-8 and timestamps that are
// none are shown, and their faults follow at the end. Duplicate keys are not
// looked for.
func (f messagePack) Inspect(data []byte, opts ...calque.Option) iter.Seq2[calque.Item, error] {
	set := option.Resolve(f.and(opts))
	return func(yield func(calque.Item, error) bool) {
		c := checker{set: &set, walk: walk{data: data}}
		for c.record = 1; c.at < len(data) || c.record == 1; c.record++ {
			for c.next() {
				if !yield(c.item(), nil) {
					return
				}
			}
			if c.halted {
				break
			}
			c.restart()
		}
		if err := c.err(); err != nil {
			yield(calque.Item{}, err)
		}
	}
}

// item returns the last piece as an item.
func (c *checker) item() calque.Item {
	w := &c.walk
	it := calque.Item{
		Offset: int64(w.start), Len: w.piece.end() - w.start, Depth: w.depth, Path: c.pathOf(),
		Meaning: w.meaning(), Key: w.key, Record: c.record,
	}
	if !w.container() {
		it.Value = string(appendScalar(nil, w.data, &w.piece, maxText))
	}
	return it
}

// pathOf returns what path returns, without walking through all that is open
// for every piece.
func (c *checker) pathOf() string {
	around, inKey := 0, false
	if c.depth > 0 {
		around = *c.paths.at(c.depth - 1)
		if inKey = around < 0; inKey {
			around = ^around
		}
	}
	b := c.pathBuf[:around]
	if c.depth > 0 && !inKey && len(b) <= maxPath {
		b = c.appendSegment(b, c.levels.at(c.depth-1))
	}
	if c.container() {
		length := len(b)
		if inKey || c.key {
			length = ^around
		}
		c.paths.n = c.depth
		c.paths.push(length)
	}
	c.pathBuf = b
	return cutPath(b)
}

// Valid returns nil where data is one well-formed value, else a *fault.List of
// all faults but duplicate keys, which it does not look for. It takes no memory
// beyond a few bytes for each open container.
func Valid(data []byte, opts ...calque.Option) error {
	set := option.Resolve(opts)
	if set.MaxBytes > 0 && int64(len(data)) > set.MaxBytes {
		return fault.One(tooLarge(0, 0, set.MaxBytes, int64(len(data))))
	}
	c := checker{set: &set, walk: walk{data: data}}
	for c.next() {
	}
	if !c.halted && c.at < len(data) {
		c.halt(trailing(0, c.at, data[c.at]), stepEnd)
	}
	return c.err()
}
