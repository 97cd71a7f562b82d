package msgpack_test

import (
	"bytes"
	"io"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// FuzzUnmarshal reads any bytes: with a value that is written and read back the
// same, or with faults that all have a place. Decoder, Valid and Inspect agree.
func FuzzUnmarshal(f *testing.F) {
	for _, c := range vectors {
		for _, h := range c.hex {
			f.Add(unhex(f, h))
		}
	}
	for _, h := range []string{
		"82a16101a16102", "82810201c0810201c0", "92a2ff41c70cff3b9aca000000000000000000", "81a16191c1",
		"dcffffdcffff", "dd7ffffffe", "82c0c392920102", "83a16101a16202a16103", "d9ff", "8182a16100a1610101",
	} {
		f.Add(unhex(f, h))
	}
	f.Add(model(mixed().At(0)))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := msgpack.Parse[value.Value](data, calque.Positions())
		checkFaults(t, data, err)
		agree(t, data, err)
		out, writeErr := msgpack.Marshal(v, calque.Lossy(calque.Allow))
		if writeErr != nil {
			t.Fatalf("what was read of %x cannot be written: %v", data, writeErr)
		}
		again, readErr := msgpack.Parse[value.Value](out, calque.Duplicates(calque.Keep))
		if readErr != nil || err == nil && (!again.Equal(v) || len(out) > len(data)) {
			t.Fatalf("%x was written as %x, which is read as %v, %v", data, out, again, readErr)
		}
		for _, policy := range []uint8{calque.First, calque.Last, calque.Keep} {
			w, err := msgpack.Parse[value.Value](data, calque.Duplicates(policy), calque.UTF8(calque.ReplaceUTF8), calque.Positions())
			checkFaults(t, data, err)
			if _, err := msgpack.Marshal(w, calque.Lossy(calque.Allow)); err != nil {
				t.Fatalf("policy %d: what was read of %x cannot be written: %v", policy, data, err)
			}
		}
	})
}

// checkFaults checks that each fault has a place in the input.
func checkFaults(t *testing.T, data []byte, err error) {
	t.Helper()
	if err == nil {
		return
	}
	last := int64(0)
	for _, e := range listOf(t, err).Errors {
		if e.Code == fault.Internal || e.Offset < last || e.Offset > int64(len(data)) {
			t.Fatalf("%x: a fault at %d: %v", data, e.Offset, e)
		}
		last = e.Offset
	}
}

// agree checks that the other ways of reading see what Parse saw.
func agree(t *testing.T, data []byte, err error) {
	t.Helper()
	dups := err != nil && count(t, err, fault.Duplicate) > 0
	if valid := msgpack.Valid(data); !dups && (valid == nil) != (err == nil) || valid != nil && !dups && valid.Error() != err.Error() {
		t.Fatalf("%x: Valid returns %v, Parse %v", data, valid, err)
	}
	at := int64(0)
	for it, err := range msgpack.Format.(calque.Inspector).Inspect(data) {
		if err != nil {
			checkFaults(t, data, err)
			continue
		}
		if it.Offset != at || it.Len < 1 {
			t.Fatalf("%x: piece %+v, want offset %d", data, it, at)
		}
		at += int64(it.Len)
	}
	d := msgpack.NewDecoder(&chunks{data: data, size: 3})
	first, values := error(nil), 0
	var v value.Value
	for {
		err := d.Decode(&v)
		if err == io.EOF {
			break
		}
		checkFaults(t, data, err)
		if values++; first == nil {
			first = err
		}
		if fault.Fatal(err) {
			break
		}
	}
	if (err == nil) != (first == nil && values == 1) && !(err != nil && count(t, err, fault.Trailing) > 0) && len(data) > 0 {
		t.Fatalf("%x: the decoder returns %v and %d values, Parse %v", data, first, values, err)
	}
}

// FuzzSniff takes any prefix.
func FuzzSniff(f *testing.F) {
	for _, s := range []string{"\x81\xa1a\x01", "{\"a\":1}", "\xc1", "\xdc\xff\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if got := sniffed(data); got < 0 || got > 100 {
			t.Fatalf("%x: %d", data, got)
		}
		if err := msgpack.Valid(data); err == nil && bytes.IndexByte([]byte{0x80, 0x90}, data[0]&0xf0) >= 0 && sniffed(data) == 0 {
			t.Fatalf("%x is valid and not sniffed", data)
		}
	})
}
