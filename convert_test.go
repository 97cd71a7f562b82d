package calque_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/format/msgpack"
)

func TestConvert(t *testing.T) {
	for _, c := range []struct {
		from, to calque.Format
		opts     []calque.Option
		in, out  string
		records  int64
		faults   string
	}{
		{json.Format, json.Format, nil, `{"a": [1.0, 1e3, "x"]}`, "{\"a\":[1.0,1e3,\"x\"]}\n", 1, ""},
		{json.Format, json.Format, []calque.Option{json.Indent(1), json.SortKeys()}, `{"b":1,"a":1.50}`, "{\n \"a\": 1.50,\n \"b\": 1\n}\n", 1, ""},
		{json.Format, json.Format, []calque.Option{json.Floats(json.ES6Floats)}, `1.50`, "1.5\n", 1, ""},
		{json.Format, json.Format, []calque.Option{calque.Duplicates(calque.Last)}, `{"a":1,"a":2}`, "{\"a\":2}\n", 1, ""},
		{json.Format, json.NDJSON, nil, "1 [2,\n3] {}", "1\n[2,3]\n{}\n", 3, ""},
		{json.NDJSON, json.Seq, nil, "1\n{}\n", "\x1e1\n\x1e{}\n", 2, ""},
		{json.NDJSON, json.NDJSON, nil, "1\n[1,\n2\n{\"a\":1,\"a\":2}\n3\n", "1\n2\n3\n", 3, "truncated 2, duplicate 4"},
		{json.Seq, json.NDJSON, nil, "\x1e1\n\x1e[1\x1e\"x\"\n", "1\n\"x\"\n", 2, "truncated 2"},
		{json.NDJSON, json.NDJSON, []calque.Option{calque.FailFast()}, "1\nx\n2\n", "1\n", 1, "syntax 2"},
		{json.Format, json.Format, nil, "1 [2,x", "1\n", 1, "syntax 2"},
		{json.Format, json.Format, nil, `[{"a":1,"a":2},{"b":1,"b":2}]`, "", 0, "duplicate 0, duplicate 0"},
		{json.NDJSON, json.NDJSON, []calque.Option{json.NonFinite(json.NonFiniteLiteral)}, "NaN\n", "NaN\n", 1, ""},
		{json.Format, json.Format, nil, "", "", 0, ""},
		{msgpack.Format, json.Format, nil, "\x93\x01\xa1x\xc0\x80", "[1,\"x\",null]\n{}\n", 2, ""},
		{msgpack.Format, json.Format, []calque.Option{calque.Lossy(calque.Allow)}, "\xd4\x05a", "", 1, ""},
		{json.Format, msgpack.Format, nil, `[1,"x",null]`, "\x93\x01\xa1x\xc0", 1, ""},
	} {
		var out bytes.Buffer
		report, err := calque.Convert(&out, c.to, strings.NewReader(c.in), c.from, c.opts...)
		var faults []string
		if l := (*fault.List)(nil); errors.As(err, &l) {
			for _, e := range l.Errors {
				faults = append(faults, fmt.Sprint(e.Code.String(), " ", e.Record))
			}
		}
		if c.out != "" && out.String() != c.out || report.Records != c.records || strings.Join(faults, ", ") != c.faults ||
			report.Written != int64(out.Len()) || report.Read > int64(len(c.in)) {
			t.Errorf("%q: %q, %+v, %v", c.in, out.String(), report, err)
		}
	}
}

func TestConvertFails(t *testing.T) {
	bad := errors.New("bad disk")
	if _, err := calque.Convert(brokenDisk{bad}, json.Format, strings.NewReader("[1]"), json.Format); !errors.Is(err, bad) {
		t.Error(err)
	}
	r := io.MultiReader(strings.NewReader("1 [2"), brokenDisk{bad})
	var out bytes.Buffer
	if _, err := calque.Convert(&out, json.Format, r, json.Format); !errors.Is(err, bad) || out.String() != "1\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

type brokenDisk struct{ err error }

func (b brokenDisk) Read([]byte) (int, error)  { return 0, b.err }
func (b brokenDisk) Write([]byte) (int, error) { return 0, b.err }

// generator gives an array of size bytes at least, of objects and long strings.
type generator struct {
	size, n int64
	rest    []byte
	element int
	done    bool
}

func (g *generator) Read(p []byte) (int, error) {
	if len(g.rest) == 0 {
		if g.done {
			return 0, io.EOF
		}
		if g.element == 0 {
			g.rest = append(g.rest, '[')
		} else {
			g.rest = append(g.rest[:0], ',')
		}
		g.rest = fmt.Appendf(g.rest, `{"id":%d,"name":"element \u00e9 %d","tags":["a","b"],"ratio":%d.25,"on":true}`, g.element, g.element, g.element)
		if g.element%10_000 == 9_999 {
			g.rest = append(g.rest, `,"`...)
			g.rest = append(g.rest, strings.Repeat("long ", 40_000)...)
			g.rest = append(g.rest, '"')
		}
		if g.element++; g.n > g.size {
			g.rest = append(g.rest, ']')
			g.done = true
		}
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	g.n += int64(n)
	return n, nil
}

// TestConvertMemory converts an array that is larger than the memory it may
// take. With CALQUE_LONG it is one of 10 GB.
func TestConvertMemory(t *testing.T) {
	size := int64(64 << 20)
	switch {
	case os.Getenv("CALQUE_LONG") != "":
		size = 10 << 30
	case testing.Short():
		size = 8 << 20
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	peak := &gauge{base: before.HeapAlloc}
	g := &generator{size: size}
	report, err := calque.Convert(peak, json.Format, g, json.Format)
	runtime.ReadMemStats(&after)
	if err != nil || report.Records != 1 || report.Read < size || report.Written < size/10*9 {
		t.Fatalf("%+v, %v", report, err)
	}
	if peak.most > 16<<20 {
		t.Errorf("%d bytes held", peak.most)
	}
	// The generator allocates; what is left grows with the windows only.
	if n := after.HeapSys - before.HeapSys; after.HeapSys > before.HeapSys && n > 64<<20 {
		t.Errorf("the heap grew by %d bytes", n)
	}
}

// gauge is a writer that looks at the memory held now and then.
type gauge struct {
	base, most uint64
	writes     int
}

func (g *gauge) Write(p []byte) (int, error) {
	if g.writes++; g.writes%200 == 0 {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		if now.HeapAlloc > g.base {
			g.most = max(g.most, now.HeapAlloc-g.base)
		}
	}
	return len(p), nil
}

func ExampleConvert() {
	in := strings.NewReader("{\"a\": 1.50}\n{\"a\": oops}\n{\"a\": 3}\n")
	var out bytes.Buffer
	report, err := calque.Convert(&out, json.Seq, in, json.NDJSON)
	fmt.Printf("%q\n%d records\n%v\n", out.String(), report.Records, err)
	// Output:
	// "\x1e{\"a\":1.50}\n\x1e{\"a\":3}\n"
	// 2 records
	// calque: json: record 2: /a: line 2, column 7, offset 18: want value, got 'o'
}
