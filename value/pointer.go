package value

import (
	"strconv"
	"strings"

	"example.com/calque/fault"
)

// Pointer is a JSON Pointer (RFC 6901) as its tokens, unescaped. The empty
// pointer is the whole value.
type Pointer []string

// ParsePointer returns the tokens of a JSON Pointer: "" or "/" and tokens with
// "/" between them, in which ~0 stands for '~' and ~1 for '/'. The error is a
// BadPointer fault with the offset in ptr.
func ParsePointer(ptr string) (Pointer, error) {
	if ptr == "" {
		return nil, nil
	}
	if ptr[0] != '/' {
		return nil, fault.One(fault.New(fault.BadPointer, 0, "'/'", strconv.Quote(ptr)))
	}
	for i := range len(ptr) {
		if ptr[i] == '~' && (i+1 == len(ptr) || ptr[i+1] != '0' && ptr[i+1] != '1') {
			return nil, fault.One(fault.New(fault.BadPointer, int64(i), "~0 or ~1", strconv.Quote(ptr)))
		}
	}
	p := Pointer(strings.Split(ptr[1:], "/"))
	if strings.IndexByte(ptr, '~') >= 0 {
		for i, t := range p {
			p[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
		}
	}
	return p, nil
}

// String returns the JSON Pointer that p is.
func (p Pointer) String() string {
	var b strings.Builder
	for _, t := range p {
		b.WriteByte('/')
		b.WriteString(EscapeToken(t))
	}
	return b.String()
}

// EscapeToken returns a token as it stands in a JSON Pointer.
func EscapeToken(token string) string {
	if !strings.ContainsAny(token, "~/") {
		return token
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

// Pointer returns the value that a JSON Pointer leads to from v. Tokens are
// keys of objects, also numeric ones, and indexes of arrays in decimal digits
// without leading zeros. A token also finds a key that is not a string by its
// text. Faults: BadPointer, also for a token that is no index of an array, and
// NotFound; their Path is the pointer up to the token that failed.
func (v Value) Pointer(ptr string) (Value, error) {
	p, err := ParsePointer(ptr)
	if err != nil {
		return Value{}, err
	}
	return v.Find(p)
}

// Find is Pointer for a parsed one.
func (v Value) Find(p Pointer) (Value, error) {
	for i := range p {
		w, ok, err := v.step(p[:i+1])
		if err == nil && !ok {
			err = v.notFound(p[:i+1])
		}
		if err != nil {
			return Value{}, err
		}
		v = w
	}
	return v, nil
}

// SetPointer makes x the value that a JSON Pointer leads to from v and returns
// the whole: x for the empty pointer, else v, unless that was null. It replaces
// what is there, adds a member, or an element for the index behind the last,
// which "-" also stands for. With create, parents that are absent or null are
// made: an array where the next token is "0" or "-", else an object. Faults:
// BadPointer, NotFound, WrongType where a parent is neither array nor object,
// and Cycle. After a fault nothing has changed.
func (v Value) SetPointer(ptr string, x Value, create bool) (Value, error) {
	p, err := ParsePointer(ptr)
	if err != nil {
		return v, err
	}
	if create && v.IsNull() {
		return build(p, x), nil
	}
	parent := v
	for i := range p {
		last := i+1 == len(p)
		next, ok, err := parent.step(p[:i+1])
		switch {
		case err != nil:
			return v, err
		case !last && ok && !(create && next.IsNull()):
			parent = next
			continue
		case !last && !create:
			return v, parent.notFound(p[:i+1])
		}
		return v, parent.put(p[:i+1], build(p[i+1:], x))
	}
	return x, nil
}

// RemovePointer removes the value that a JSON Pointer leads to from v and
// returns it. Faults are those of [Value.Pointer]; the whole cannot be removed,
// which is a BadPointer.
func (v Value) RemovePointer(ptr string) (Value, error) {
	p, err := ParsePointer(ptr)
	if err != nil {
		return Value{}, err
	}
	if len(p) == 0 {
		return Value{}, pathFault(fault.BadPointer, p, "a pointer into the value", `""`)
	}
	parent, err := v.Find(p[:len(p)-1])
	if err != nil {
		return Value{}, err
	}
	x, ok, err := parent.step(p)
	if err == nil && !ok {
		err = parent.notFound(p)
	}
	if err != nil {
		return Value{}, err
	}
	token := p[len(p)-1]
	if parent.Kind() == KindArray {
		i, _ := arrayIndex(token)
		return x, parent.RemoveAt(i)
	}
	return x, parent.DeleteKey(parent.keyOf(token))
}

// step returns the item of v that the last token of a path names; ok is false
// where there is none.
func (v Value) step(path Pointer) (item Value, ok bool, err error) {
	token := path[len(path)-1]
	switch v.Kind() {
	case KindObject:
		item, ok = v.Lookup(v.keyOf(token))
	case KindArray:
		if token == "-" {
			break
		}
		i, valid := arrayIndex(token)
		if !valid {
			return Value{}, false, pathFault(fault.BadPointer, path, "array index", strconv.Quote(token))
		}
		item, ok = v.At(i), i < v.Len()
	}
	return item, ok, nil
}

// keyOf returns the key of an object that a token names: a string, or the
// first other key with this text.
func (v Value) keyOf(token string) Value {
	if _, ok := v.Get(token); !ok && v.owned().hasOddKeys() {
		for k := range v.Pairs() {
			if k.Kind() != KindString && k.String() == token {
				return k
			}
		}
	}
	return String(token)
}

// put makes x the item of v that the last token of a path names.
func (v Value) put(path Pointer, x Value) error {
	token := path[len(path)-1]
	var err error
	switch v.Kind() {
	case KindObject:
		err = v.SetKey(v.keyOf(token), x)
	case KindArray:
		i, n := v.Len(), v.Len()
		if token != "-" {
			i, _ = arrayIndex(token)
		}
		switch {
		case i < n:
			err = v.SetAt(i, x)
		case i == n:
			err = v.Append(x)
		default:
			return v.notFound(path)
		}
	default:
		return pathFault(fault.WrongType, path[:len(path)-1], "array or object", v.Kind().String())
	}
	if err != nil {
		return pathFault(fault.Cycle, path, "", "")
	}
	return nil
}

// build returns x inside new containers in which p leads to it.
func build(p Pointer, x Value) Value {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] == "0" || p[i] == "-" {
			x = Array(x)
		} else {
			x = Object(Pair(p[i], x))
		}
	}
	return x
}

// arrayIndex returns the index that a token is: digits without leading zeros.
// An index that no array can have is the largest int.
func arrayIndex(token string) (i int, ok bool) {
	if token == "" || token[0] == '0' && len(token) > 1 || strings.Trim(token, "0123456789") != "" {
		return 0, false
	}
	i, err := strconv.Atoi(token)
	if err != nil {
		i = int(^uint(0) >> 1)
	}
	return i, true
}

// notFound returns a fault for the last token of a path that leads to nothing
// in v.
func (v Value) notFound(path Pointer) error {
	token := path[len(path)-1]
	switch v.Kind() {
	case KindObject:
		return pathFault(fault.NotFound, path, "member "+strconv.Quote(token), "")
	case KindArray:
		return pathFault(fault.NotFound, path, "index below "+strconv.Itoa(v.Len()), token)
	}
	return pathFault(fault.NotFound, path, "array or object", v.Kind().String())
}

// pathFault returns a fault at a path.
func pathFault(code fault.Code, path Pointer, want, got string) error {
	e := fault.New(code, -1, want, got)
	e.Path = path.String()
	return fault.One(e)
}
