package format

import (
	"bytes"
	"fmt"
	"mime"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/calque"
	"example.com/calque/fault"
)

// Info is what the registry knows of a format beside its name.
type Info struct {
	// Extensions of file names, with the dot, the usual one first.
	Extensions []string
	// MediaTypes, the registered one first.
	MediaTypes []string
	// Sniff reports how sure it is, 0 to 100, that an input beginning with
	// prefix is in the format; prefix may be the whole input. Nil: never.
	Sniff func(prefix []byte) int
	// Options returns the option that a word (name, or key=value) stands for in
	// a specification such as "msgpack:reflect-cpp". Nil: there are none.
	Options func(name, val string) (calque.Option, error)
}

type entry struct {
	f    calque.Format
	info Info
}

var registry struct {
	sync.RWMutex
	list []entry
}

// Register makes a format known; packages of formats call it when they are
// imported. Registering a name again replaces the format.
func Register(f calque.Format, info Info) {
	registry.Lock()
	defer registry.Unlock()
	for i := range registry.list {
		if registry.list[i].f.Name() == f.Name() {
			registry.list[i] = entry{f, info}
			return
		}
	}
	registry.list = append(registry.list, entry{f, info})
	slices.SortFunc(registry.list, func(a, b entry) int { return strings.Compare(a.f.Name(), b.f.Name()) })
}

// All returns the registered formats, sorted by name.
func All() []calque.Format {
	registry.RLock()
	defer registry.RUnlock()
	fs := make([]calque.Format, len(registry.list))
	for i, e := range registry.list {
		fs[i] = e.f
	}
	return fs
}

// About returns what the registry knows of the format with a name.
func About(name string) (Info, bool) {
	e, ok := find(func(e entry) bool { return e.f.Name() == name })
	return e.info, ok
}

// ByName returns the format with a name, such as "msgpack".
func ByName(name string) (calque.Format, bool) {
	e, ok := find(func(e entry) bool { return e.f.Name() == name })
	return e.f, ok
}

// ByExtension returns the format of a file name or an extension with its dot;
// case does not matter.
func ByExtension(name string) (calque.Format, bool) {
	ext := strings.ToLower(filepath.Ext(name))
	e, ok := find(func(e entry) bool { return slices.Contains(e.info.Extensions, ext) })
	return e.f, ok && ext != ""
}

// ByMediaType returns the format of a media type, whose parameters do not
// matter; suffixes such as +json count (RFC 6839).
func ByMediaType(t string) (calque.Format, bool) {
	m, _, err := mime.ParseMediaType(t)
	if err != nil {
		return nil, false
	}
	if e, ok := find(func(e entry) bool { return slices.Contains(e.info.MediaTypes, m) }); ok {
		return e.f, true
	}
	if i := strings.LastIndexByte(m, '+'); i >= 0 {
		return ByName(m[i+1:])
	}
	return nil, false
}

// Accept returns the registered format that an Accept header (RFC 9110, 12.5.1)
// wants most; among equals the one that the header names first. A range such as
// */* gives JSON where it is registered, else the first format.
func Accept(header string) (calque.Format, bool) {
	var best calque.Format
	bestQ := 0.0
	for part := range strings.SplitSeq(header, ",") {
		m, params, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil {
			continue
		}
		q := 1.0
		if s, ok := params["q"]; ok {
			if q, err = strconv.ParseFloat(s, 64); err != nil {
				continue
			}
		}
		f, ok := ByMediaType(m)
		if m == "*/*" || m == "application/*" {
			if f, ok = ByName("json"); !ok {
				if all := All(); len(all) > 0 {
					f, ok = all[0], true
				}
			}
		}
		if ok && q > bestQ {
			best, bestQ = f, q
		}
	}
	return best, best != nil
}

// Sniff returns the format that an input beginning with prefix is most likely
// in. A few hundred bytes are enough.
func Sniff(prefix []byte) (calque.Format, bool) {
	prefix = bytes.TrimPrefix(prefix, []byte("\xef\xbb\xbf"))
	registry.RLock()
	defer registry.RUnlock()
	var best calque.Format
	sure := 0
	for _, e := range registry.list {
		if e.info.Sniff == nil {
			continue
		}
		if s := e.info.Sniff(prefix); s > sure {
			best, sure = e.f, s
		}
	}
	return best, best != nil
}

// Parse returns the format that a specification NAME[:option,key=value,...]
// stands for, such as "json" or "yas:big,noheader". It is what the command's
// --from and --to take. Errors are a *fault.List of usage faults.
func Parse(spec string) (calque.Format, error) {
	name, words, has := strings.Cut(spec, ":")
	e, ok := find(func(e entry) bool { return e.f.Name() == name })
	if !ok {
		return nil, usage(spec, "a format: "+strings.Join(names(), ", "), strconv.Quote(name))
	}
	if !has {
		return e.f, nil
	}
	var opts []calque.Option
	for word := range strings.SplitSeq(words, ",") {
		key, val, _ := strings.Cut(word, "=")
		if e.info.Options == nil {
			return nil, usage(spec, "no options for "+name, strconv.Quote(word))
		}
		o, err := e.info.Options(key, val)
		if err != nil {
			return nil, usage(spec, fmt.Sprintf("an option of %s", name), strconv.Quote(word))
		}
		opts = append(opts, o)
	}
	return e.f.With(opts...), nil
}

func usage(spec, want, got string) error {
	return fault.One(&fault.Error{Code: fault.BadOption, Format: spec, Offset: -1, Want: want, Got: got})
}

func names() []string {
	var ns []string
	for _, f := range All() {
		ns = append(ns, f.Name())
	}
	return ns
}

func find(match func(entry) bool) (entry, bool) {
	registry.RLock()
	defer registry.RUnlock()
	for _, e := range registry.list {
		if match(e) {
			return e, true
		}
	}
	return entry{}, false
}
