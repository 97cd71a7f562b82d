package value

import (
	"strconv"

	"example.com/calque/fault"
)

// maxFlat bounds the bytes of all pointers that Flatten makes: those of a deep
// value are as many as the square of its depth.
const maxFlat = 1 << 28

// Flatten returns an object that has a member for each scalar in v and for each
// empty array and object: its key is the JSON Pointer of the place. [Unflatten]
// makes v of it again. An object whose keys would be read as the indexes of an
// array ("0", "1", ...) also has a member of its own, {}, in front of theirs.
// Faults: BadKey for an object with keys that are not strings, Duplicate for
// one with several members of one name, TooLarge where the pointers together
// have more than 256 MB.
func (v Value) Flatten() (Value, error) {
	type level struct {
		c      cursor
		object bool
		index  int
		path   int // length of the pointer of the container
	}
	var (
		levels  stack[level]
		path    []byte
		members []Member
		total   int
	)
	v = v.owned()
	for {
		switch kind := v.Kind(); {
		case kind != KindArray && kind != KindObject || v.Len() == 0:
			members = append(members, Pair(string(path), v))
			if total += len(path); total > maxFlat {
				return Value{}, flatFault(fault.TooLarge, path, "pointers of at most 256 MB")
			}
		default:
			if kind == KindObject {
				switch {
				case v.hasOddKeys():
					return Value{}, flatFault(fault.BadKey, path, "keys that are strings")
				case !plainKeys(v):
					return Value{}, flatFault(fault.Duplicate, path, "")
				case likeArray(v):
					members = append(members, Pair(string(path), Object()))
				}
			}
			levels.push(level{c: v.items(), object: kind == KindObject, path: len(path)})
		}
		for levels.n > 0 && levels.top().c.left == 0 {
			levels.pop()
		}
		if levels.n == 0 {
			return Object(members...), nil
		}
		l := levels.top()
		token := ""
		if l.object {
			key := l.c.next()
			token = key.Text()
		} else {
			token = strconv.Itoa(l.index)
			l.index++
		}
		path = append(append(path[:l.path], '/'), EscapeToken(token)...)
		v = l.c.next().owned()
	}
}

// likeArray reports whether the keys of an object are 0, 1, 2 and so on.
func likeArray(v Value) bool {
	i := 0
	for k := range v.Members() {
		if k != strconv.Itoa(i) {
			return false
		}
		i++
	}
	return true
}

func flatFault(code fault.Code, path []byte, want string) error {
	e := fault.New(code, -1, want, "")
	e.Path = string(path)
	return fault.One(e)
}

// Unflatten returns the value that a flattened one stands for. Containers are
// made as the pointers want them, in the order in which they are named first:
// an array where all tokens below are 0, 1, 2 and so on in this order, else an
// object; a member {} or [] for the container itself, in front of its parts,
// decides. Faults, all collected: WrongType where v is no object, BadPointer
// for a key that is none, Conflict for a pointer that leads into a scalar or
// stands twice, and for an array whose tokens are not 0, 1, 2 and so on.
func (v Value) Unflatten() (Value, error) {
	if v.Kind() != KindObject {
		return Value{}, fault.One(fault.New(fault.WrongType, -1, "object", v.Kind().String()))
	}
	f := unflattener{}
	f.places = append(f.places, place{})
	for k, x := range v.Pairs() {
		f.member(k, x)
	}
	if err := f.list.Err(); err != nil {
		return Value{}, err
	}
	return f.build()
}

// place is one place of the value being made.
type place struct {
	token  string
	path   string // of the member that named it first
	set    bool   // a member stands for it
	v      Value  // that member's value
	parts  []int  // places below, in order
	names  map[string]int
	result Value
}

type unflattener struct {
	places []place // a place comes behind the one it is in
	list   fault.List
}

func (f *unflattener) fail(code fault.Code, path, want, got string) {
	e := fault.New(code, -1, want, got)
	e.Path = path
	f.list.Add(e, 0)
}

// member enters one member of the flattened object.
func (f *unflattener) member(key, x Value) {
	ptr := key.Text()
	p, err := ParsePointer(ptr)
	if err != nil || key.Kind() != KindString {
		f.fail(fault.BadPointer, "", "", key.String())
		return
	}
	at := 0
	for _, token := range p {
		if pl := &f.places[at]; pl.set && !(pl.v.Kind() >= KindArray && pl.v.Len() == 0) {
			f.fail(fault.Conflict, ptr, "a pointer that leads into no scalar", pl.path)
			return
		}
		at = f.below(at, token, ptr)
	}
	pl := &f.places[at]
	if pl.set || len(pl.parts) > 0 {
		f.fail(fault.Conflict, ptr, "each place once, in front of its parts", "")
		return
	}
	pl.set, pl.v, pl.path = true, x, ptr
}

// below returns the place that a token names below another.
func (f *unflattener) below(at int, token, ptr string) int {
	pl := &f.places[at]
	if i, ok := pl.names[token]; ok {
		return i
	}
	if pl.names == nil {
		pl.names = map[string]int{}
	}
	i := len(f.places)
	pl.names[token] = i
	pl.parts = append(pl.parts, i)
	f.places = append(f.places, place{token: token, path: ptr})
	return i
}

// build makes the values from the last place to the first: parts before the
// whole.
func (f *unflattener) build() (Value, error) {
	for i := len(f.places) - 1; i >= 0; i-- {
		p := &f.places[i]
		switch {
		case len(p.parts) == 0 && p.set:
			p.result = p.v.Clone()
		case len(p.parts) == 0:
			p.result = Object() // nothing was said: {} is flattened to itself
		default:
			f.container(p)
		}
	}
	return f.places[0].result, f.list.Err()
}

func (f *unflattener) container(p *place) {
	indexes := true
	for i, part := range p.parts {
		indexes = indexes && f.places[part].token == strconv.Itoa(i)
	}
	if p.set && p.v.Kind() == KindArray && !indexes {
		f.fail(fault.Conflict, p.path, "indexes 0, 1, 2 and so on", "")
		return
	}
	if indexes && !(p.set && p.v.Kind() == KindObject) {
		elems := make([]Value, len(p.parts))
		for i, part := range p.parts {
			elems[i] = f.places[part].result
		}
		p.result = Array(elems...)
		return
	}
	members := make([]Member, len(p.parts))
	for i, part := range p.parts {
		members[i] = Pair(f.places[part].token, f.places[part].result)
	}
	p.result = Object(members...)
}
