package msgpack_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// readAll decodes all values of a stream and returns them and the errors as
// text.
func readAll(r io.Reader, opts ...calque.Option) string {
	var b strings.Builder
	d := msgpack.NewDecoder(r, opts...)
	for {
		var v value.Value
		err := d.Decode(&v)
		if err == io.EOF {
			fmt.Fprintf(&b, "end %d", d.InputOffset())
			return b.String()
		}
		fmt.Fprintf(&b, "%s %v %d\n", show(v), err, d.InputOffset())
		if fault.Fatal(err) {
			if again := d.Decode(&v); again != err {
				fmt.Fprintf(&b, "then %v", again)
			}
			return b.String()
		}
	}
}

// TestStream reads streams in chunks of all sizes: the same as at once.
func TestStream(t *testing.T) {
	for _, c := range []struct{ name, hex, want string }{
		{"nothing", "", "end 0"},
		{"values", "01c0a16193010203", "1 <nil> 1\nnull <nil> 2\n\"a\" <nil> 4\n[1,2,3] <nil> 8\nend 8"},
		{"fault in the middle", "01a1ff02", "1 <nil> 1\n\"\uFFFD\" calque: msgpack: record 2: offset 2: invalid UTF-8: byte 0xFF 3\n2 <nil> 4\nend 4"},
		{"duplicates", "82a16101a16102 03", `{"a":1,"a":2} calque: msgpack: record 1: /a: offset 4: duplicate name: "a" 7` + "\n3 <nil> 8\nend 8"},
		{"cut", "01920a", "1 <nil> 1\n[10] calque: msgpack: record 2: /1: offset 3: unexpected end: want value, got end of input 3\n"},
		{"no value", "01c101", "1 <nil> 1\nnull calque: msgpack: record 2: offset 1: invalid head: want value, got byte 0xC1 3\n"},
		{"long strings", "d9 20" + strings.Repeat("61", 32) + "c50100" + strings.Repeat("00", 256) + "c7030102030401", `"` + strings.Repeat("a", 32) + `" <nil> 34` + "\n" + value.Bytes(make([]byte, 256)).String() + " <nil> 293\n(ext 1 020304) <nil> 299\n1 <nil> 300\nend 300"},
	} {
		data := unhex(t, c.hex)
		if got := readAll(bytes.NewReader(data)); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		for size := 1; size < len(data); size++ {
			got := readAll(&chunks{data: data, size: size})
			if !sameButSkipped(got, c.want) {
				t.Errorf("%s in chunks of %d: got\n%s\nwant\n%s", c.name, size, got, c.want)
			}
		}
	}
}

// sameButSkipped compares without the offset behind a broken value, which
// depends on how much was read of it.
func sameButSkipped(a, b string) bool {
	cut := func(s string) string {
		if i := strings.LastIndex(s, "invalid head"); i >= 0 {
			return s[:i]
		}
		return s
	}
	return cut(a) == cut(b)
}

// chunks is a reader that gives at most size bytes at once.
type chunks struct {
	data []byte
	size int
}

func (c *chunks) Read(p []byte) (int, error) {
	n := copy(p, c.data[:min(c.size, len(c.data))])
	c.data = c.data[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestSplits reads a stream of random values that is split once, at every byte.
func TestSplits(t *testing.T) {
	r := newRandom(3, 60)
	var data []byte
	for range 12 {
		data = append(data, model(r.value(4, true))...)
	}
	data = data[:min(len(data), 3000)]
	want := readAll(bytes.NewReader(data))
	for i := range data {
		if got := readAll(io.MultiReader(bytes.NewReader(data[:i]), bytes.NewReader(data[i:]))); got != want {
			t.Fatalf("split at %d: got\n%s\nwant\n%s", i, got, want)
		}
	}
	if got := readAll(iotest.OneByteReader(bytes.NewReader(data))); got != want {
		t.Errorf("byte by byte: got\n%s\nwant\n%s", got, want)
	}
}

func TestReaderFails(t *testing.T) {
	broken := errors.New("broken pipe")
	d := msgpack.NewDecoder(io.MultiReader(bytes.NewReader(unhex(t, "0192")), iotest.ErrReader(broken)))
	var v value.Value
	if err := d.Decode(&v); err != nil || v.Int() != 1 {
		t.Fatal(v, err)
	}
	err := d.Decode(&v)
	if !errors.Is(err, broken) || !errors.Is(err, fault.Read) || listOf(t, err).Errors[0].Offset != 2 {
		t.Errorf("got %v", err)
	}
}

func TestRecordSize(t *testing.T) {
	data := unhex(t, "a3616263 a461626364 01")
	want := "\"abc\" <nil> 4\nnull calque: msgpack: record 2: offset 4: too large: want at most 4 bytes, got "
	for _, size := range []int{1, 3, 100} {
		if got := readAll(&chunks{data: data, size: size}, calque.MaxBytes(4)); !strings.HasPrefix(got, want) {
			t.Errorf("chunks of %d: got\n%s", size, got)
		}
	}
	// An endless record is not read further than the limit.
	endless := &counter{}
	if err := msgpack.NewDecoder(endless, calque.MaxBytes(100_000)).Decode(new(value.Value)); !errors.Is(err, fault.TooLarge) && !errors.Is(err, fault.TooDeep) {
		t.Errorf("got %v", err)
	}
	if endless.n > 400_000 {
		t.Errorf("%d bytes read", endless.n)
	}
}

// counter is an endless reader of a string's head and zeros.
type counter struct{ n int }

func (c *counter) Read(p []byte) (int, error) {
	clear(p)
	if c.n == 0 {
		copy(p, "\xdb\xff\xff\xff\xff")
	}
	c.n += len(p)
	return len(p), nil
}

func TestFirst(t *testing.T) {
	data := unhex(t, "92010203")
	var v value.Value
	rest, err := msgpack.UnmarshalFirst(data, &v)
	if err != nil || show(v) != "[1,2]" || hexOf(rest) != "03" {
		t.Errorf("read %s, rest %x, %v", show(v), rest, err)
	}
	if rest, err = msgpack.UnmarshalFirst(rest, &v); err != nil || show(v) != "3" || len(rest) != 0 {
		t.Errorf("read %s, rest %x, %v", show(v), rest, err)
	}
	if rest, err = msgpack.UnmarshalFirst(rest, &v); !errors.Is(err, fault.Truncated) || len(rest) != 0 {
		t.Errorf("read %s, rest %x, %v", show(v), rest, err)
	}
	if _, err = msgpack.UnmarshalFirst(unhex(t, "a1ff01"), &v); !errors.Is(err, fault.BadUTF8) {
		t.Errorf("got %v", err)
	}
}

// each returns what Each gives as text.
func each(r io.Reader) string {
	var b strings.Builder
	for v, err := range msgpack.Each[value.Value](r) {
		fmt.Fprintf(&b, "%s %v\n", show(v), err)
	}
	return b.String()
}

func TestEach(t *testing.T) {
	large := value.Array(value.String(strings.Repeat("x", 70_000)), value.Int(1))
	largeData, err := msgpack.Marshal(large)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, data, want string }{
		{"nothing", "", ""},
		{"values", "\x01\x91\x02\xc0", "1 <nil>\n[2] <nil>\nnull <nil>\n"},
		{"arrays", "\x91\x01\x91\x02", "[1] <nil>\n[2] <nil>\n"},
		{"one array", "\x93\x01\x91\x02\xc0", "1 <nil>\n[2] <nil>\nnull <nil>\n"},
		{"empty array", "\x90", ""},
		{"one map", "\x81\xa1a\x01", "{\"a\":1} <nil>\n"},
		{"faults", "\x93\xa1\xff\x82\x01\x02\x01\x02\x03", "\"\uFFFD\" calque: msgpack: record 1: /0: offset 2: invalid UTF-8: byte 0xFF\n{1:2,1:2} calque: msgpack: record 2: /1/1: offset 6: duplicate name: 1\n3 <nil>\n"},
		{"cut array", "\x93\x01", "1 <nil>\nnull calque: msgpack: record 2: /1: offset 2: unexpected end: want value, got end of input\n"},
		{"cut element", "\x92\x01\x92\x01", "1 <nil>\n[1] calque: msgpack: record 2: /1/1: offset 4: unexpected end: want value, got end of input\n"},
		{"large array", string(largeData), `"` + strings.Repeat("x", 70_000) + `" <nil>` + "\n1 <nil>\n"},
		{"behind a large array", string(largeData) + "\x05", `"` + strings.Repeat("x", 70_000) + `" <nil>` + "\n1 <nil>\nnull calque: msgpack: offset 70007: data after the value: want end of input, got byte 0x05\n"},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.data), iotest.OneByteReader(strings.NewReader(c.data))} {
			if got := each(r); got != c.want {
				long := strings.Repeat("x", 70_000)
				t.Errorf("%s: got\n%s\nwant\n%s", c.name, strings.ReplaceAll(got, long, "xxx"), strings.ReplaceAll(c.want, long, "xxx"))
			}
		}
	}
	for v, err := range msgpack.Each[any](strings.NewReader("\x01\x02")) {
		if err != nil || v != int64(1) {
			t.Error(v, err)
		}
		break
	}
}

// failing is a writer that fails after n bytes.
type failing struct{ n int }

func (w *failing) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func TestEncoder(t *testing.T) {
	values := []value.Value{
		value.Int(1), value.String(strings.Repeat("a", 40_000)), value.Null(), mixed(),
		value.Bytes(make([]byte, 100_000)), value.String(strings.Repeat("é", 33)),
	}
	var want []byte
	var out bytes.Buffer
	e := msgpack.NewEncoder(&out)
	for _, v := range values {
		want = append(want, model(v)...)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("wrote %d bytes, want %d, %v", out.Len(), len(want), err)
	}
	for n := 0; n < len(want); n += len(want)/40 + 1 {
		e := msgpack.NewEncoder(&failing{n})
		var err error
		for _, v := range values {
			if err = e.Encode(v); err != nil {
				break
			}
		}
		if err == nil {
			err = e.Close()
		}
		if !errors.Is(err, fault.Write) || !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("failing after %d bytes: %v", n, err)
		}
		if again := e.Encode(value.Null()); again == nil {
			t.Errorf("failing after %d bytes: the stream goes on", n)
		}
	}
}

// TestEncoderFaults checks that a value with a fault leaves no trace, or ends
// the stream where part of it is gone already.
func TestEncoderFaults(t *testing.T) {
	var out bytes.Buffer
	e := msgpack.NewEncoder(&out)
	bad := value.Array(value.Int(1), value.String("\xff"))
	for _, v := range []value.Value{value.Int(1), bad, value.Int(2)} {
		if err := e.Encode(v); (err != nil) != (v == bad) {
			t.Errorf("%v: %v", v, err)
		}
	}
	if err := e.Flush(); err != nil || hexOf(out.Bytes()) != "0102" {
		t.Errorf("wrote %x, %v", out.Bytes(), err)
	}
	large := value.Array(value.String(strings.Repeat("x", 50_000)), value.String("\xff"), value.String(strings.Repeat("x", 50_000)))
	err := e.Encode(large)
	if !errors.Is(err, fault.BadUTF8) || listOf(t, err).Errors[0].Path != "/1" {
		t.Errorf("got %v", err)
	}
	if err := e.Encode(value.Int(3)); !errors.Is(err, fault.BadUTF8) {
		t.Errorf("the stream goes on: %v", err)
	}
	if err := e.Close(); !errors.Is(err, fault.BadUTF8) || out.Len() != 2+1+5+50_000-2 {
		t.Errorf("wrote %d bytes, %v", out.Len(), err)
	}
}
