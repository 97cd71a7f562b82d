package value

import (
	"errors"
	"slices"
	"strconv"

	"example.com/calque/fault"
)

// The operations of RFC 6902.
const (
	OpAdd     = "add"
	OpRemove  = "remove"
	OpReplace = "replace"
	OpMove    = "move"
	OpCopy    = "copy"
	OpTest    = "test"
)

// Op is one operation of a [Patch] (RFC 6902, section 4).
type Op struct {
	// Op is the operation: OpAdd, OpRemove, OpReplace, OpMove, OpCopy, OpTest.
	Op string
	// Path is the JSON Pointer of the target.
	Path string
	// From is the JSON Pointer of the source of OpMove and OpCopy.
	From string
	// Value is the operand of OpAdd, OpReplace and OpTest.
	Value Value
}

// Patch is a JSON Patch (RFC 6902): operations that are applied in order.
type Patch []Op

// OpError is the cause of a fault of a patch: the operation it is about.
type OpError struct {
	Index int    // of the operation in the patch, from 0
	Op    string // the operation, as the patch names it
}

// Error returns a text such as "operation 3 (replace)".
func (e *OpError) Error() string {
	return "operation " + strconv.Itoa(e.Index) + " (" + e.Op + ")"
}

// ParsePatch returns the patch that a value describes: an array of objects with
// the members op, path and, as the operation wants it, from and value. Other
// members are ignored (RFC 6902, section 4). All faults are collected; their
// Path is the place in the description: WrongType, Missing, BadText for an
// operation that does not exist, BadPointer.
func ParsePatch(v Value) (Patch, error) {
	var l fault.List
	if v.Kind() != KindArray {
		e := fault.New(fault.WrongType, -1, "array of operations", v.Kind().String())
		return nil, fault.One(e)
	}
	patch := make(Patch, 0, v.Len())
	for i, x := range v.Elements() {
		r := opReader{v: x, path: "/" + strconv.Itoa(i), list: &l}
		patch = append(patch, r.read())
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	return patch, nil
}

// opReader reads one operation.
type opReader struct {
	v    Value
	path string
	list *fault.List
}

func (r *opReader) read() Op {
	if r.v.Kind() != KindObject {
		r.fail(fault.WrongType, "", "object", r.v.Kind().String())
		return Op{}
	}
	op := Op{Op: r.text("op"), Path: r.pointer("path")}
	switch op.Op {
	case OpAdd, OpReplace, OpTest:
		x, ok := r.v.Get("value")
		if !ok {
			r.fail(fault.Missing, "/value", "", "")
		}
		op.Value = x
	case OpMove, OpCopy:
		op.From = r.pointer("from")
	case OpRemove, "":
	default:
		r.fail(fault.BadText, "/op", "add, remove, replace, move, copy or test", strconv.Quote(op.Op))
	}
	return op
}

func (r *opReader) text(name string) string {
	x, ok := r.v.Get(name)
	switch {
	case !ok:
		r.fail(fault.Missing, "/"+name, "", "")
	case x.Kind() != KindString:
		r.fail(fault.WrongType, "/"+name, "string", x.Kind().String())
	}
	return x.Text()
}

func (r *opReader) pointer(name string) string {
	s := r.text(name)
	if _, err := ParsePointer(s); err != nil {
		r.fail(fault.BadPointer, "/"+name, "", strconv.Quote(s))
	}
	return s
}

func (r *opReader) fail(code fault.Code, at, want, got string) {
	e := fault.New(code, -1, want, got)
	e.Path = r.path + at
	r.list.Add(e, 0)
}

// Value returns the description of p, an array of objects.
func (p Patch) Value() Value {
	ops := make([]Value, len(p))
	for i, op := range p {
		members := []Member{Pair("op", String(op.Op))}
		if op.Op == OpMove || op.Op == OpCopy {
			members = append(members, Pair("from", String(op.From)))
		}
		members = append(members, Pair("path", String(op.Path)))
		if op.Op == OpAdd || op.Op == OpReplace || op.Op == OpTest {
			members = append(members, Pair("value", op.Value))
		}
		ops[i] = Object(members...)
	}
	return Array(ops...)
}

// Apply returns a copy of v with the operations of p applied in order. It is
// atomic: v is not changed, and after an error there is no result. The error
// has one fault, the first: its Path is the pointer that failed, its cause an
// *OpError with the operation. Faults: BadPointer, NotFound, WrongType,
// Conflict for a test that fails and for a move into what is moved, BadText
// for an operation that does not exist.
func (p Patch) Apply(v Value) (Value, error) {
	v = v.Clone()
	for i := range p {
		next, e := p[i].apply(v)
		if e != nil {
			e.Err = &OpError{i, p[i].Op}
			return Value{}, fault.One(e)
		}
		v = next
	}
	return v, nil
}

// apply applies one operation to v, in place where it can, and returns the
// whole.
func (op *Op) apply(v Value) (Value, *fault.Error) {
	path, e := opPointer(op.Path)
	if e != nil {
		return v, e
	}
	switch op.Op {
	case OpAdd:
		return add(v, path, op.Value.Clone())
	case OpRemove:
		_, e = removeAt(v, path)
		return v, e
	case OpReplace:
		if _, e = find(v, path); e != nil {
			return v, e
		}
		return replace(v, path, op.Value.Clone())
	case OpTest:
		x, e := find(v, path)
		if e == nil && !x.Equal(op.Value) {
			e = opFault(fault.Conflict, path, brief(op.Value), brief(x))
		}
		return v, e
	case OpMove, OpCopy:
		return op.transfer(v, path)
	}
	return v, opFault(fault.BadText, path, "add, remove, replace, move, copy or test", strconv.Quote(op.Op))
}

// transfer moves or copies a value.
func (op *Op) transfer(v Value, path Pointer) (Value, *fault.Error) {
	from, e := opPointer(op.From)
	if e != nil {
		return v, e
	}
	x, e := find(v, from)
	if e != nil {
		return v, e
	}
	if op.Op == OpCopy {
		return add(v, path, x.Clone())
	}
	if len(path) >= len(from) && slices.Equal(from, path[:len(from)]) {
		if len(path) == len(from) {
			return v, nil // onto itself
		}
		return v, opFault(fault.Conflict, path, "a target outside of "+from.String(), "")
	}
	if x, e = removeAt(v, from); e != nil {
		return v, e
	}
	return add(v, path, x)
}

// add puts x at a path: into an array in front of the index, else in the place
// of what is there (RFC 6902, section 4.1).
func add(v Value, path Pointer, x Value) (Value, *fault.Error) {
	if len(path) == 0 {
		return x, nil
	}
	parent, e := find(v, path[:len(path)-1])
	if e != nil {
		return v, e
	}
	token := path[len(path)-1]
	if parent.Kind() != KindArray {
		return v, firstOf(parent.put(path, x), path)
	}
	i := parent.Len()
	if token != "-" {
		var valid bool
		if i, valid = arrayIndex(token); !valid {
			return v, opFault(fault.BadPointer, path, "array index", strconv.Quote(token))
		}
	}
	if n := parent.Len(); i > n {
		return v, opFault(fault.NotFound, path, "index up to "+strconv.Itoa(n), token)
	}
	return v, firstOf(parent.Insert(i, x), path)
}

// replace puts x in the place of what is at a path.
func replace(v Value, path Pointer, x Value) (Value, *fault.Error) {
	if len(path) == 0 {
		return x, nil
	}
	parent, e := find(v, path[:len(path)-1])
	if e != nil {
		return v, e
	}
	return v, firstOf(parent.put(path, x), path)
}

func removeAt(v Value, path Pointer) (Value, *fault.Error) {
	x, err := v.RemovePointer(path.String())
	return x, firstOf(err, path)
}

func find(v Value, path Pointer) (Value, *fault.Error) {
	x, err := v.Find(path)
	return x, firstOf(err, path)
}

func opPointer(ptr string) (Pointer, *fault.Error) {
	path, err := ParsePointer(ptr)
	if err != nil {
		e := fault.New(fault.BadPointer, -1, "", strconv.Quote(ptr))
		e.Path = ptr
		return nil, e
	}
	return path, nil
}

// firstOf returns the first fault of a list, with the whole path of the
// operation where it has none of its own.
func firstOf(err error, path Pointer) *fault.Error {
	l, ok := errors.AsType[*fault.List](err)
	if !ok || l == nil || len(l.Errors) == 0 {
		return nil
	}
	e := *l.Errors[0]
	if e.Path == "" {
		e.Path = path.String()
	}
	return &e
}

func opFault(code fault.Code, path Pointer, want, got string) *fault.Error {
	e := fault.New(code, -1, want, got)
	e.Path = path.String()
	return e
}

// brief returns the text of a value for an error, cut to a readable length.
func brief(v Value) string {
	const limit = 60
	if v.Kind() >= KindArray && v.Len() > limit {
		return v.Kind().String() + " of " + strconv.Itoa(v.Len())
	}
	s := []rune(v.String())
	if len(s) > limit {
		return string(s[:limit]) + "..."
	}
	return string(s)
}
