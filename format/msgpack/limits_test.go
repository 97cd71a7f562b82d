package msgpack_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// allocated returns the bytes that f allocates, those freed meanwhile too.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// TestMemory reads inputs that are made to take much memory. All that is
// allocated, not only what is held at once, is counted.
func TestMemory(t *testing.T) {
	const n = 200_000
	head := func(b byte, count uint32) []byte { return binary.BigEndian.AppendUint32([]byte{b}, count) }
	rep := func(s string) []byte { return []byte(strings.Repeat(s, n/len(s))) }
	noDepth := []calque.Option{calque.MaxDepth(0)}
	for _, c := range []struct {
		name  string
		data  []byte
		opts  []calque.Option
		times int64 // bytes that may be allocated for each byte of the input
	}{
		{"array of 2^31-2", append(head(0xdd, 0x7ffffffe), 1), nil, 0},
		{"map of 2^32-16", append(head(0xdf, 0xfffffff0), 0xc0, 0xc0), nil, 0},
		{"string of 4 GB", append(head(0xdb, 0xfffffff0), 'a'), nil, 0},
		{"bin of 4 GB", append(head(0xc6, 0xffffffff), 0), nil, 0},
		{"ext of 4 GB", append(head(0xc9, 0xffffffff), 5, 0), nil, 0},
		{"arrays of 65535 in each other", rep("\xdc\xff\xff"), nil, 12},
		{"the same, however deep", rep("\xdc\xff\xff"), noDepth, 24},
		{"arrays of 2^32-1 in each other", rep("\xdd\xff\xff\xff\xff"), noDepth, 18},
		{"maps of 65535 in each other", rep("\xde\xff\xff\xc0"), noDepth, 32},
		{"arrays in each other", rep("\x91"), noDepth, 64},
		{"maps in each other", rep("\x81\xc0"), noDepth, 64},
		{"maps as keys of each other", rep("\x82\xc0\xc0"), noDepth, 40},
		{"small array, much behind", append(head(0xdd, n), rep("\xc0")...), nil, 40},
		{"strings that are empty", append(head(0xdd, n), rep("\xa0")...), nil, 40},
		{"empty maps", append(head(0xdd, n), rep("\x80")...), nil, 40},
		{"many small, then one large", append(append(head(0xdd, n/4+1), rep("\xc0")[:n/4]...), append(head(0xdb, n), rep("a")...)...), nil, 24},
		{"one key", append(head(0xdf, n/2), rep("\xc0\xc0")...), nil, 70},
		{"keys of one byte", append(head(0xdf, n/4), rep("\xa2abc")...), nil, 30},
		{"keys that are arrays", append(head(0xdf, n/4), rep("\x92\x01\x02\xc0")...), nil, 48},
		{"last of one key", append(head(0xdf, n/2), rep("\xc0\xc0")...), []calque.Option{calque.Duplicates(calque.Last)}, 110},
		{"strings to mend", append(head(0xdd, n/2), rep("\xa1\xff")...), []calque.Option{calque.UTF8(calque.ReplaceUTF8)}, 60},
		{"strings that are faults", append(head(0xdd, n/2), rep("\xa1\xff")...), nil, 60},
		{"timestamps that are faults", append(head(0xdd, n/4), rep("\xc7\x01\xff\x00")...), nil, 40},
	} {
		var err error
		got := allocated(func() {
			_, err = msgpack.Parse[value.Value](c.data, c.opts...)
		})
		if limit := c.times*int64(len(c.data)) + 100_000; got > limit {
			t.Errorf("%s: %d bytes allocated for %d, %.1f times as many, %d allowed", c.name, got, len(c.data), float64(got)/float64(len(c.data)), limit)
		}
		got = allocated(func() { _ = msgpack.Valid(c.data, c.opts...) })
		if limit := 80*int64(len(c.data)) + 100_000; got > limit {
			t.Errorf("%s: Valid allocated %d bytes for %d", c.name, got, len(c.data))
		}
		got = allocated(func() {
			var v value.Value
			_ = msgpack.NewDecoder(bytes.NewReader(c.data), c.opts...).Decode(&v)
		})
		if limit := (c.times+24)*int64(len(c.data)) + 200_000; got > limit {
			t.Errorf("%s: the decoder allocated %d bytes for %d", c.name, got, len(c.data))
		}
		if c.times == 0 && !errors.Is(err, fault.Truncated) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestReuse checks that a document that is used again allocates nothing much.
func TestReuse(t *testing.T) {
	data, err := msgpack.Marshal(mixed())
	if err != nil {
		t.Fatal(err)
	}
	var d value.Doc
	var buf []byte
	run := func() {
		if _, err := msgpack.ParseDoc(&d, data); err != nil {
			t.Fatal(err)
		}
		if buf, err = msgpack.Append(buf[:0], &d); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if got := allocated(run); got > 50_000 {
		t.Errorf("%d bytes allocated", got)
	}
}

// TestDeep goes to many levels both ways, from documents and from owned values.
func TestDeep(t *testing.T) {
	levels := 1_000_000
	switch {
	case os.Getenv("CALQUE_LONG") != "":
		levels = 10_000_000
	case testing.Short():
		levels = 100_000
	default:
		t.Log("set CALQUE_LONG for 10 million levels")
	}
	for _, c := range []struct{ name, open, inner, close string }{
		{"arrays", "\x91", "\x90", ""},
		{"maps", "\x81\xa1a", "\x80", ""},
		{"keys", "\x81", "\x80", "\xc0"},
	} {
		data := []byte(strings.Repeat(c.open, levels) + c.inner + strings.Repeat(c.close, levels))
		if _, err := msgpack.Parse[value.Value](data); !errors.Is(err, fault.TooDeep) {
			t.Errorf("%s: %v", c.name, err)
		}
		var d value.Doc
		if _, err := msgpack.ParseDoc(&d, data, calque.MaxDepth(0)); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if out, err := msgpack.Marshal(&d); err != nil || !bytes.Equal(out, data) {
			t.Errorf("%s: written back as another one: %v", c.name, err)
		}
		if err := msgpack.Valid(data, calque.MaxDepth(0)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := msgpack.NewDecoder(bytes.NewReader(data), calque.MaxDepth(0)).Decode(&d); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	v := value.Null()
	for range levels {
		v = value.Array(v)
	}
	if out, err := msgpack.Marshal(v); err != nil || len(out) != levels+1 {
		t.Errorf("owned arrays: wrote %d bytes, %v", len(out), err)
	}
	if err := msgpack.NewEncoder(io.Discard).Encode(v); err != nil {
		t.Errorf("owned arrays: %v", err)
	}
}

// TestFaultsAreCheap reads an input with a fault in every element, of which all
// are kept.
func TestFaultsAreCheap(t *testing.T) {
	const n = 50_000
	data := binary.BigEndian.AppendUint32([]byte{0xdd}, n)
	clean := bytes.Clone(data)
	for range n {
		data = append(data, "\x81\xa3abc\xa1\xff"...)
		clean = append(clean, "\x81\xa3abc\xa1a"...)
	}
	var err error
	base := quickest(func() { mustParse(t, clean) })
	took := quickest(func() { _, err = msgpack.Parse[value.Value](data, calque.MaxErrors(0)) })
	if list := listOf(t, err); len(list.Errors) != n || list.Errors[n-1].Path != "/49999/abc" {
		t.Fatalf("%d faults, the last %v", len(list.Errors), list.Errors[len(list.Errors)-1])
	}
	if took > 200*base+100*time.Millisecond {
		t.Errorf("%v with faults, %v without", took, base)
	}
	v := value.Array()
	for range n {
		if err := v.Append(value.BytesSub(nil, 1000)); err != nil {
			t.Fatal(err)
		}
	}
	took = quickest(func() { _, err = msgpack.Marshal(v.Clone(), calque.MaxErrors(0)) })
	if list := listOf(t, err); len(list.Errors) != n || list.Errors[n-1].Path != "/49999" {
		t.Fatalf("%d faults, the last %v", len(list.Errors), list.Errors[len(list.Errors)-1])
	}
	if took > 2*time.Second {
		t.Errorf("%v to write %d faults", took, n)
	}
}

func TestLongPath(t *testing.T) {
	data := []byte(strings.Repeat("\x91", 9000) + "\xc1")
	_, err := msgpack.Parse[value.Value](data)
	if e := listOf(t, err).Errors[0]; len(e.Path) > 5000 || !strings.HasPrefix(e.Path, "/0/0/0/") || !strings.HasSuffix(e.Path, "…") {
		t.Errorf("path %.30q of %d bytes", e.Path, len(e.Path))
	}
}
