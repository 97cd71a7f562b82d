package format_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format"
)

// stub is a format with nothing but a name and the options it was given.
type stub struct {
	name string
	opts []calque.Option
}

func (s stub) Name() string { return s.name }
func (s stub) With(opts ...calque.Option) calque.Format {
	return stub{s.name, append(slices.Clip(s.opts), opts...)}
}

func (stub) Capabilities() calque.Capabilities                            { return calque.Capabilities{} }
func (stub) Append([]byte, any, ...calque.Option) ([]byte, error)         { return nil, io.EOF }
func (stub) Unmarshal([]byte, any, ...calque.Option) error                { return io.EOF }
func (stub) UnmarshalFirst([]byte, any, ...calque.Option) ([]byte, error) { return nil, io.EOF }
func (stub) NewEncoder(io.Writer, ...calque.Option) calque.Encoder        { return nil }
func (stub) NewDecoder(io.Reader, ...calque.Option) (none calque.Decoder) { return none }
func word(name, val string) (calque.Option, error) {
	switch {
	case name == "big" && val == "":
		return calque.FailFast(), nil
	case name == "depth" && val != "":
		return calque.MaxDepth(len(val)), nil
	}
	return calque.Option{}, errors.New("no such option")
}

// begins returns a sniffer that is sure to a degree of inputs with a beginning.
func begins(with string, sure int) func([]byte) int {
	return func(prefix []byte) int {
		if bytes.HasPrefix(prefix, []byte(with)) {
			return sure
		}
		return 0
	}
}

func TestMain(m *testing.M) {
	format.Register(stub{name: "old"}, format.Info{Extensions: []string{".gone"}})
	format.Register(stub{name: "ubj"}, format.Info{MediaTypes: []string{"application/ubjson"}})
	format.Register(stub{name: "json"}, format.Info{
		Extensions: []string{".json", ".jsn"},
		MediaTypes: []string{"application/json", "text/json"},
		Sniff:      begins("{", 80),
	})
	format.Register(stub{name: "old"}, format.Info{Extensions: []string{".old"}, Sniff: begins("{\x00", 90), Options: word})
	m.Run()
}

func nameOf(f calque.Format, ok bool) string {
	switch {
	case ok != (f != nil):
		return "a format or none, but not both"
	case !ok:
		return ""
	}
	return f.Name()
}

func TestAll(t *testing.T) {
	var names []string
	for _, f := range format.All() {
		names = append(names, f.Name())
	}
	if want := []string{"json", "old", "ubj"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
	if info, ok := format.About("old"); !ok || !slices.Equal(info.Extensions, []string{".old"}) {
		t.Errorf("registered again: %v, %v", info.Extensions, ok)
	}
	if _, ok := format.About("none"); ok {
		t.Error("there is a format none")
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		how  string
		find func(string) (calque.Format, bool)
		key  string
		want string
	}{
		{"name", format.ByName, "json", "json"},
		{"name", format.ByName, "JSON", ""},
		{"name", format.ByName, "", ""},
		{"extension", format.ByExtension, ".json", "json"},
		{"extension", format.ByExtension, "dir.old/people.JSN", "json"},
		{"extension", format.ByExtension, "x.gone", ""},
		{"extension", format.ByExtension, "json", ""},
		{"extension", format.ByExtension, "", ""},
		{"media type", format.ByMediaType, "application/json", "json"},
		{"media type", format.ByMediaType, "Text/JSON; charset=utf-8", "json"},
		{"media type", format.ByMediaType, "application/problem+json", "json"},
		{"media type", format.ByMediaType, "application/problem+xml", ""},
		{"media type", format.ByMediaType, "application/old", ""},
		{"media type", format.ByMediaType, "", ""},
		{"accept", format.Accept, "application/json", "json"},
		{"accept", format.Accept, "application/ubjson, application/json", "ubj"},
		{"accept", format.Accept, "application/ubjson;q=0.5, application/json;q=0.8", "json"},
		{"accept", format.Accept, "application/ubjson;q=0, text/html", ""},
		{"accept", format.Accept, "text/html, application/ubjson;q=0.2, */*;q=0.1", "ubj"},
		{"accept", format.Accept, "text/html, */*;q=0.1", "json"},
		{"accept", format.Accept, "application/*", "json"},
		{"accept", format.Accept, "application/json;q=many, ;;, application/ubjson;q=0.1", "ubj"},
		{"accept", format.Accept, "", ""},
	} {
		if got := nameOf(test.find(test.key)); got != test.want {
			t.Errorf("by %s %q: %q, want %q", test.how, test.key, got, test.want)
		}
	}
}

func TestSniff(t *testing.T) {
	for prefix, want := range map[string]string{
		`{"a"`:             "json",
		"\xef\xbb\xbf{}":   "json",
		"{\x00":            "old",
		"<x>":              "",
		"":                 "",
		"\xef\xbb\xbf\xef": "",
	} {
		if got := nameOf(format.Sniff([]byte(prefix))); got != want {
			t.Errorf("%q: %q, want %q", prefix, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	for spec, options := range map[string]int{"json": 0, "old": 0, "old:big": 1, "old:big,depth=abc,big": 3} {
		f, err := format.Parse(spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if got := len(f.(stub).opts); got != options {
			t.Errorf("%s: %d options", spec, got)
		}
	}
	for spec, want := range map[string]string{
		"":              `calque: invalid option: want a format: json, old, ubj, got ""`,
		"xml":           `calque: xml: invalid option: want a format: json, old, ubj, got "xml"`,
		"json:fast":     `calque: json:fast: invalid option: want no options for json, got "fast"`,
		"old:big,depth": `calque: old:big,depth: invalid option: want an option of old, got "depth"`,
		"old:":          `calque: old:: invalid option: want an option of old, got ""`,
	} {
		_, err := format.Parse(spec)
		if err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", spec, err, want)
		}
		if fault.ClassOf(err) != fault.ClassUsage {
			t.Errorf("%s: class %v", spec, fault.ClassOf(err))
		}
	}
}
