package value

import "unsafe"

// Interfaces made by hand. A conversion to any copies the value to memory of
// its own: an allocation for each number and each string. Here many values of
// one kind lie in one chunk, and the interface points into that.
//
// An interface of a type that is no pointer is two words: the type, and the
// address of a value of it. That value must never be written to again, which is
// all that the language asks of it; that it is a part of a larger allocation,
// the collector does not mind: such an address keeps the whole chunk alive. The
// chunks are small and hold nothing but numbers or the heads of strings, so a
// value that is kept keeps no other container with it.
//
// That interfaces look like this is not promised by the language. boxable tells
// whether they do; where not, nothing here is used.
type iface struct{ typ, data unsafe.Pointer }

// split returns the two words of an interface.
func split(x any) iface { return *(*iface)(unsafe.Pointer(&x)) }

// box returns the interface of the value of a type at p.
func box(typ, p unsafe.Pointer) (x any) {
	*(*iface)(unsafe.Pointer(&x)) = iface{typ, p}
	return x
}

// The type words. Those of numbers have eight bytes.
var (
	typeInt    = split(int64(0)).typ
	typeUint   = split(uint64(0)).typ
	typeFloat  = split(float64(0)).typ
	typeString = split("").typ
	typeSlice  = split([]any(nil)).typ
)

// boxable reports whether interfaces are what they are taken for.
var boxable = checkBoxes()

func checkBoxes() bool {
	var x any
	if unsafe.Sizeof(x) != unsafe.Sizeof(iface{}) {
		return false
	}
	// The words of real interfaces, and real interfaces of words.
	n, f, s := int64(1<<40), 0.1, string([]byte("text"))
	a := []any{n}
	if w := split(n); w.typ != typeInt || w.data == nil || *(*int64)(w.data) != n {
		return false
	}
	if w := split(s); w.typ != typeString || w.data == nil || *(*string)(w.data) != s {
		return false
	}
	gotInt, okInt := box(typeInt, unsafe.Pointer(&n)).(int64)
	gotFloat, okFloat := box(typeFloat, unsafe.Pointer(&f)).(float64)
	gotString, okString := box(typeString, unsafe.Pointer(&s)).(string)
	gotSlice, okSlice := box(typeSlice, unsafe.Pointer(&a)).([]any)
	return okInt && okFloat && okString && okSlice &&
		gotInt == n && gotFloat == f && gotString == s && len(gotSlice) == 1 && gotSlice[0] == any(n)
}

// smallInts are the numbers below 256 for interfaces: they need no memory.
var smallInts = func() (t [256]uint64) {
	for i := range t {
		t[i] = uint64(i)
	}
	return t
}()

// Interfaces that need no memory. An empty slice has no element that could be
// written to, and to append gives another one.
var (
	emptyText  any = ""
	emptySlice any = []any{}
)

// boxes hands out interfaces from chunks. The numbers of those to come are
// guesses, for chunks of the right size.
type boxes struct {
	words  []uint64
	texts  []string
	items  []any
	slices [][]any

	wordsToCome, textsToCome int
}

// Numbers of entries of a chunk. Chunks are small, as one entry that is in use
// keeps all of them alive.
const (
	minBoxes = 8
	maxBoxes = 256
	maxItems = 128
	// smallSlice is the number of elements up to which slices share a chunk.
	smallSlice = 16
)

// word returns the interface of a number, x being its bits.
func (b *boxes) word(typ unsafe.Pointer, x uint64) any {
	if x < uint64(len(smallInts)) {
		return box(typ, unsafe.Pointer(&smallInts[x]))
	}
	if len(b.words) == 0 {
		b.moreWords()
	}
	p := &b.words[0]
	b.words = b.words[1:]
	*p = x
	return box(typ, unsafe.Pointer(p))
}

// text returns the interface of a string.
func (b *boxes) text(s string) any {
	if s == "" {
		return emptyText
	}
	if len(b.texts) == 0 {
		b.moreTexts()
	}
	p := &b.texts[0]
	b.texts = b.texts[1:]
	*p = s
	return box(typeString, unsafe.Pointer(p))
}

// slice returns a slice of n elements and its interface. Those of up to
// smallSlice elements share chunks: they must be given no containers, which
// would be kept alive by any of them.
func (b *boxes) slice(n int) ([]any, any) {
	if len(b.items) < n {
		b.items = make([]any, maxItems)
	}
	if len(b.slices) == 0 {
		b.slices = make([][]any, maxItems/4)
	}
	s := b.items[:n:n]
	b.items = b.items[n:]
	p := &b.slices[0]
	b.slices = b.slices[1:]
	*p = s
	return s, box(typeSlice, unsafe.Pointer(p))
}

// A slice of few elements that may be containers is one allocation with its
// interface.
type (
	slice1 struct {
		s     []any
		elems [1]any
	}
	slice2 struct {
		s     []any
		elems [2]any
	}
	slice4 struct {
		s     []any
		elems [4]any
	}
)

// newSlice returns a slice of n elements and its interface.
func newSlice(n int) ([]any, any) {
	switch n {
	case 1:
		a := new(slice1)
		a.s = a.elems[:]
		return a.s, box(typeSlice, unsafe.Pointer(&a.s))
	case 2:
		a := new(slice2)
		a.s = a.elems[:]
		return a.s, box(typeSlice, unsafe.Pointer(&a.s))
	case 3, 4:
		a := new(slice4)
		a.s = a.elems[:n:n]
		return a.s, box(typeSlice, unsafe.Pointer(&a.s))
	}
	s := make([]any, n)
	return s, s
}

//go:noinline
func (b *boxes) moreWords() {
	n := chunkOf(b.wordsToCome)
	b.wordsToCome -= n
	b.words = make([]uint64, n)
}

//go:noinline
func (b *boxes) moreTexts() {
	n := chunkOf(b.textsToCome)
	b.textsToCome -= n
	b.texts = make([]string, n)
}

// chunkOf returns how many entries a chunk gets where so many are to come.
func chunkOf(toCome int) int {
	if toCome <= 0 {
		return minBoxes
	}
	return min(toCome, maxBoxes)
}
