package value

import (
	"math"

	"example.com/calque/internal/mem"
)

// Num is a JSON number as text: what becomes of a number that neither int64,
// uint64 nor float64 holds exactly when a value is read into an any. Package
// calque calls it Number.
type Num string

// Any returns v as Go's dynamic types. Nothing in it shares the memory of a
// document.
//
//	null               nil
//	boolean            bool
//	integer            int64, uint64 above its range
//	float, float32     float64
//	number             Num
//	string             a string
//	bytes              []byte, without the subtype
//	time               time.Time
//	extension          Value
//	array              []any
//	object             map[string]any; map[any]any where a key is not a string
//
// Of members with the same key the first counts, as in Get. Keys that Go cannot
// hash (bytes, extensions, arrays, objects) become the text that String
// returns.
func (v Value) Any() any {
	if v.inNodes() {
		return v.anyOfNodes()
	}
	return v.walkAny()
}

// walkAny is Any for all values, with a stack of its own in place of recursion.
func (v Value) walkAny() any {
	var frames stack[anyFrame]
	var texts arena
	var root any
	for v = v.owned(); ; v = frames.top().c.next().owned() {
		x := texts.begin(v)
		if frames.n == 0 {
			root = x
		} else {
			frames.top().set(&texts, x)
		}
		if k := v.Kind(); k == KindArray || k == KindObject {
			frames.push(anyFrame{c: v.items(), out: x})
		}
		for frames.n > 0 && frames.top().c.left == 0 {
			frames.pop()
		}
		if frames.n == 0 {
			return root
		}
		frames.top().readKey()
	}
}

// anyFrame is a container that is being made into a Go slice or map.
type anyFrame struct {
	c   cursor
	out any   // []any, map[string]any or map[any]any
	key Value // of the member whose value comes next
}

// readKey reads the key of the next member of an object.
func (f *anyFrame) readKey() {
	if _, array := f.out.([]any); !array {
		f.key = f.c.next()
	}
}

// set puts the item that was read last.
func (f *anyFrame) set(texts *arena, x any) {
	switch out := f.out.(type) {
	case []any:
		out[len(out)-1-f.c.left] = x
	case map[string]any:
		if name := f.key.Text(); !has(out, name) {
			out[texts.text(f.key)] = x
		}
	case map[any]any:
		if key := texts.key(f.key); !has(out, key) {
			out[key] = x
		}
	}
}

func has[K comparable](m map[K]any, key K) bool {
	_, ok := m[key]
	return ok
}

// arena copies the strings of documents into common chunks.
type arena struct {
	chunk []byte
	size  int // of the last chunk
}

const (
	minChunk = 1 << 10
	maxChunk = 64 << 10
)

// text returns the content of a string, which shares no document's memory.
func (a *arena) text(v Value) string {
	s := v.Text()
	if v.h == nil || v.h.kind != inDoc || s == "" {
		return s
	}
	if len(s) > cap(a.chunk)-len(a.chunk) {
		a.size = min(max(2*a.size, minChunk), maxChunk)
		a.chunk = make([]byte, 0, max(a.size, len(s)))
	}
	from := len(a.chunk)
	a.chunk = append(a.chunk, s...)
	return mem.View(a.chunk[from:])
}

// begin returns the Go value of v, of an array or an object with nothing in it.
func (a *arena) begin(v Value) any {
	switch k := v.Kind(); {
	case k == KindArray:
		return make([]any, v.Len())
	case k == KindObject && v.hasOddKeys():
		return make(map[any]any, v.Len())
	case k == KindObject:
		return make(map[string]any, v.Len())
	}
	return a.scalar(v)
}

// scalar returns the Go value of a value that is neither array nor object.
func (a *arena) scalar(v Value) any {
	switch k, x := v.word(); k {
	case KindBool:
		return x != 0
	case KindInt:
		return int64(x)
	case KindUint:
		return x
	case KindFloat:
		return math.Float64frombits(x)
	case KindFloat32:
		return float64(math.Float32frombits(uint32(x)))
	case KindNumber:
		return Num(v.Clone().NumberText())
	case KindString:
		return a.text(v)
	case KindBytes:
		return v.Clone().Bytes()
	case KindTime:
		return v.Time()
	case KindExt:
		return v.Clone()
	}
	return nil
}

// key returns the Go value of a key.
func (a *arena) key(v Value) any {
	if k := v.Kind(); k == KindBytes || nested(k) {
		return v.String()
	}
	return a.scalar(v)
}
