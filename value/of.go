package value

import (
	"fmt"
	"maps"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unsafe"

	"example.com/calque/fault"
)

// Of returns the value of a Go value of one of these types:
//
//	nil                                null
//	bool                               boolean
//	int, int8 ... uint64, uintptr      integer
//	float64, float32                   float, float32
//	Num, json.Number                   what Number returns
//	string                             a string
//	[]byte                             bytes, not copied
//	time.Time                          time
//	[]any, []Value                     array
//	map[string]any, map[string]Value   object sorted by key
//	map[any]any                        object sorted by key, as Compare sorts
//	Value                              itself
//
// Every other type is a BadType fault, a number text that is none a BadNumber
// fault, a slice or map that contains itself a Cycle fault; each with its path.
func Of(x any) (Value, error) {
	var frames stack[goFrame]
	var root Value
	for {
		v, f, err := ofOne(x)
		if err == nil && f.items != nil && cyclic(&frames, f.id) {
			err = fault.New(fault.Cycle, -1, "", "")
		}
		if err != nil {
			err.Path = goPath(&frames)
			return Value{}, fault.One(err)
		}
		if frames.n == 0 {
			root = v
		} else {
			hold(v)
			frames.top().set(v)
		}
		if f.items != nil {
			frames.push(f)
		}
		for frames.n > 0 && frames.top().i == len(frames.top().items) {
			frames.pop()
		}
		if frames.n == 0 {
			return root, nil
		}
		x = frames.top().items[frames.top().i]
	}
}

// goFrame is a Go slice or map whose items are being made into values.
type goFrame struct {
	items   []any
	elems   []Value  // of an array
	members []Member // of an object, keys set
	i       int      // next item
	id      identity
}

// identity tells slices and maps apart.
type identity struct {
	p unsafe.Pointer
	n int
}

func (f *goFrame) set(v Value) {
	if f.members != nil {
		f.members[f.i].Value = v
	} else {
		f.elems[f.i] = v
	}
	f.i++
}

// cyclic reports whether a slice or map about to be pushed is in itself. It is
// compared with one frame below only, the one at the largest power of two: a
// cycle meets it after at most twice its length (Brent).
func cyclic(frames *stack[goFrame], id identity) bool {
	if frames.n == 0 {
		return false
	}
	return frames.at(1<<(bits.Len(uint(frames.n))-1)-1).id == id
}

// goPath returns the JSON Pointer of the item being made.
func goPath(frames *stack[goFrame]) string {
	var p Pointer
	for i := range frames.n {
		f := frames.at(i)
		item := f.i
		if i+1 < frames.n {
			item-- // set went on when the frame above was pushed
		}
		if f.members != nil {
			p = append(p, keyText(f.members[item].Key))
		} else {
			p = append(p, strconv.Itoa(item))
		}
	}
	return p.String()
}

// ofOne returns the value of x. Of slices and maps that are not empty it also
// returns the frame that fills it.
func ofOne(x any) (Value, goFrame, *fault.Error) {
	switch x := x.(type) {
	case []any:
		if len(x) == 0 {
			return Array(), goFrame{}, nil
		}
		f := goFrame{items: x, elems: make([]Value, len(x))}
		f.id = identity{unsafe.Pointer(unsafe.SliceData(x)), len(x)}
		return newArray(f.elems), f, nil
	case map[string]any:
		return ofMap(x, func(k string) any { return k })
	case map[any]any:
		return ofMap(x, func(k any) any { return k })
	case []Value:
		return Array(x...), goFrame{}, nil
	case map[string]Value:
		members := make([]Member, 0, len(x))
		for _, k := range slices.Sorted(maps.Keys(x)) {
			members = append(members, Pair(k, x[k]))
		}
		return newObject(members), goFrame{}, nil
	}
	v, err := ofScalar(x)
	return v, goFrame{}, err
}

func ofMap[K comparable](m map[K]any, key func(K) any) (Value, goFrame, *fault.Error) {
	type entry struct {
		key  Value
		item any
	}
	entries := make([]entry, 0, len(m))
	for k, item := range m {
		v, err := ofScalar(key(k))
		if err != nil {
			return Value{}, goFrame{}, err
		}
		entries = append(entries, entry{v, item})
	}
	slices.SortFunc(entries, func(a, b entry) int { return a.key.Compare(b.key) })
	if len(m) == 0 {
		return Object(), goFrame{}, nil
	}
	f := goFrame{items: make([]any, len(m)), members: make([]Member, len(m))}
	f.id = identity{reflect.ValueOf(m).UnsafePointer(), len(m)}
	for i, e := range entries {
		f.members[i].Key = e.key
		f.items[i] = e.item
	}
	return newObject(f.members), f, nil
}

func ofScalar(x any) (Value, *fault.Error) {
	switch x := x.(type) {
	case nil:
		return Value{}, nil
	case Value:
		return x, nil
	case bool:
		return Bool(x), nil
	case string:
		return String(x), nil
	case []byte:
		return Bytes(x), nil
	case time.Time:
		return Time(x), nil
	case float64:
		return Float(x), nil
	case float32:
		return Float32(x), nil
	case Num:
		return ofText(string(x))
	}
	if v, ok := ofInteger(x); ok {
		return v, nil
	}
	// A json.Number, known by its methods: this package needs no JSON.
	if n, ok := x.(interface {
		String() string
		Int64() (int64, error)
		Float64() (float64, error)
	}); ok && reflect.TypeOf(x).Kind() == reflect.String {
		return ofText(n.String())
	}
	return Value{}, fault.New(fault.BadType, -1, "a type that Of knows", fmt.Sprintf("%T", x))
}

func ofInteger(x any) (Value, bool) {
	switch x := x.(type) {
	case int:
		return Int(int64(x)), true
	case int8:
		return Int(int64(x)), true
	case int16:
		return Int(int64(x)), true
	case int32:
		return Int(int64(x)), true
	case int64:
		return Int(x), true
	case uint:
		return Uint(uint64(x)), true
	case uint8:
		return Uint(uint64(x)), true
	case uint16:
		return Uint(uint64(x)), true
	case uint32:
		return Uint(uint64(x)), true
	case uint64:
		return Uint(x), true
	case uintptr:
		return Uint(uint64(x)), true
	}
	return Value{}, false
}

func ofText(text string) (Value, *fault.Error) {
	v, err := Number(text)
	if err != nil {
		return v, fault.New(fault.BadNumber, -1, "a number", strconv.Quote(text))
	}
	return v, nil
}
