package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// seed adds the inputs that the tests name.
func seed(f *testing.F) {
	f.Helper()
	for _, c := range broken {
		f.Add([]byte(c.in))
	}
	for _, c := range accepted {
		f.Add([]byte(c.in))
	}
	for _, s := range streams {
		f.Add([]byte(s.in))
	}
}

// placed fails the test unless every fault of err has a place in an input of n
// bytes.
func placed(t *testing.T, err error, n int) *fault.List {
	t.Helper()
	if err == nil {
		return nil
	}
	list, ok := errors.AsType[*fault.List](err)
	if !ok || list.Total == 0 {
		t.Fatalf("no list of faults: %v", err)
	}
	for _, e := range list.Errors {
		if e.Offset < 0 || e.Offset > int64(n) || e.Line < 1 || e.Column < 1 || e.Rune < 1 || e.Rune > e.Column || e.Format != "json" || e.Error() == "" {
			t.Fatalf("no place: %+v", e)
		}
		if e.Code == fault.Truncated && e.Offset != int64(n) {
			t.Fatalf("truncated in the middle: %v", e)
		}
	}
	return list
}

func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		in := bytes.Clone(data)
		v, err := json.Parse[value.Value](data, keepSpelling)
		if !bytes.Equal(in, data) {
			t.Fatal("the input was changed")
		}
		list := placed(t, err, len(data))
		likeStandard(t, data, v, list)
		likeOtherPaths(t, data, v, err)
	})
}

// likeStandard compares with encoding/json, which accepts more: text that is not
// UTF-8, half pairs of surrogates, duplicate names.
func likeStandard(t *testing.T, data []byte, v value.Value, list *fault.List) {
	t.Helper()
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	valid := stdjson.Valid(data)
	if list != nil {
		looser := errors.Is(list, fault.BadUTF8) || errors.Is(list, fault.BadEscape) || errors.Is(list, fault.Duplicate) || errors.Is(list, fault.TooDeep)
		if valid && !looser {
			t.Fatalf("%q: refused, but valid: %v", data, list)
		}
		return
	}
	if !valid {
		t.Fatalf("%q: accepted, but not valid", data)
	}
	var std any
	d := stdjson.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&std); err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	e := stdjson.NewEncoder(&want)
	e.SetEscapeHTML(false)
	if err := e.Encode(std); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(v, json.SortKeys(), json.EscapeJS())
	if err != nil || string(got) != strings.TrimSuffix(want.String(), "\n") {
		t.Fatalf("%q: got %s (%v), want %s", data, got, err, &want)
	}
}

// likeOtherPaths compares with what else reads the input.
func likeOtherPaths(t *testing.T, data []byte, v value.Value, err error) {
	t.Helper()
	w, werr := json.Parse[value.Value](data, keepSpelling, calque.Positions())
	if !w.Equal(v) || !sameFaults(werr, err) {
		t.Fatalf("%q with positions: %v, %v", data, w, werr)
	}
	if err == nil {
		raw, rerr := json.Parse[value.Value](json.Raw(w), keepSpelling)
		if rerr != nil || !raw.Equal(v) {
			t.Fatalf("%q: raw text %q: %v", data, json.Raw(w), rerr)
		}
	}
	if x := json.Valid(data); !sameFaults(x, err) {
		t.Fatalf("%q: Valid says %v, not %v", data, x, err)
	}
	out, derr := json.Marshal(v)
	if derr != nil || !utf8.Valid(out) {
		t.Fatalf("%q: %q, %v", data, out, derr)
	}
	again, err := json.Parse[value.Value](out, keepSpelling, calque.Duplicates(calque.Keep))
	if err != nil || !again.Equal(v) {
		t.Fatalf("%q: %s is %v when read again (%v)", data, out, again, err)
	}
}

func FuzzMended(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, policy := range []uint8{calque.ReplaceUTF8, calque.Ignore} {
			opts := []calque.Option{calque.UTF8(policy), calque.Duplicates(calque.Last), json.Comments(), json.TrailingCommas(), json.NonFinite(json.NonFiniteLiteral)}
			v, err := json.Parse[value.Value](data, opts...)
			_ = placed(t, err, len(data))
			out, derr := json.Marshal(v, json.NonFinite(json.NonFiniteLiteral))
			if derr != nil || !utf8.Valid(out) {
				t.Fatalf("%q: %q, %v", data, out, derr)
			}
			w, werr := json.Parse[value.Value](data, append(opts, calque.Positions())...)
			if text(t, w) != string(out) || !sameFaults(werr, err) {
				t.Fatalf("%q with positions: %v, %v", data, w, werr)
			}
		}
	})
}

func FuzzDecoder(f *testing.F) {
	for _, s := range streams {
		f.Add([]byte(s.in), uint8(3), false)
		f.Add([]byte(s.in), uint8(1), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8, lines bool) {
		opts := []calque.Option{json.Comments()}
		if lines {
			opts = append(opts, json.Lines())
		}
		want := decoded(bytes.NewReader(data), opts...)
		if got := decoded(&chunkReader{data: data, n: int(n) + 1, eof: n&1 == 0}, opts...); got != want {
			t.Fatalf("%q in pieces of %d:\n got %s\nwant %s", data, n+1, got, want)
		}
		once, pieces := each(bytes.NewReader(data)), each(&chunkReader{data: data, n: int(n) + 1})
		if once != pieces {
			t.Fatalf("%q in pieces of %d:\n got %s\nwant %s", data, n+1, pieces, once)
		}
	})
}

func FuzzInspect(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		end, ended := int64(0), error(nil)
		for it, err := range json.Format.(calque.Inspector).Inspect(data) {
			if ended = err; err != nil {
				_ = placed(t, err, len(data))
				continue
			}
			if it.Offset < end || it.Len < 1 || it.Offset+int64(it.Len) > int64(len(data)) {
				t.Fatalf("%q: %+v", data, it)
			}
			end = it.Offset + int64(it.Len)
		}
		var err error
		for d := json.NewDecoder(bytes.NewReader(data)); err == nil; {
			var v value.Value
			err = d.Decode(&v)
		}
		if blank := len(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))) == 0; !blank && (ended == nil) != (err == io.EOF) {
			t.Fatalf("%q: %v, but decoding says %v", data, ended, err)
		}
	})
}
