package msgpack

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
	"example.com/calque/wire"
)

// sourceInputs are inputs, in hex, that a source and the parser must see alike.
var sourceInputs = []string{
	"c0", "c2", "c3", "00", "7f", "e0", "ff", "cc80", "cdffff", "ceffffffff", "cf8000000000000000", "cf7fffffffffffffff",
	"d080", "d18000", "d280000000", "d38000000000000000", "ca3fc00000", "cb3ff8000000000000",
	"a0", "a161", "d90161", "da000161", "db0000000161", "c400", "c40101", "c5000101", "c60000000101",
	"90", "80", "93010203", "dc0002c0c3", "dd00000001a161", "82a161018162a16202", "de0001a16101", "df00000001a161d40102",
	"d40507", "d5050708", "c7030501 0203", "c800010501", "c9000000010501", "d6ff00000001", "d7ff0000000400000001", "c70cff000000010000000000000002",
	"92d6ff000000010a", "81d6ff0000000101", "81d4050701", "81c4010701", "8190 01", "819201a26162 80", "8181a16101c0", "81 92 01 82 a161 02 a162 03 c3",
	// Faults behind which reading goes on.
	"82a16101a16102", "83a16101a16202a16103", "8201c001c0", "8201c0cb3ff0000000000000c0", "8201c0ca3f800000c0", "82c0c0c0c0", "82c401 61 c0 a161 c0",
	"82 9101 c0 9101 c0", "82 82a161 01 a162 02 c0 82a162 02 a161 01 c0", "81 82a16101a16102 c0", "82d40507c0d40507c0", "82d6ff00000001c0d6ff00000001c0",
	"92 82a16101a16102 82a16101a16102", "a1ff", "a3e697ff", "a3e69761", "81a1ff01", "82a1ff01a1ff02", "a4f09f98ff", "9201a2c3",
	"d4ff00", "c703ff010203", "c700ff", "d7ffee6b28000000 0000", "c70cff3b9aca000000000000000000", "92d4ff00a161", "81d4ff00c0", "81 91 d4ff00 c0",
	// Faults that end it.
	"c1", "91c1", "81c1", "81a161c1", "8191c1c0", "92", "9201", "81", "81a161", "a3e697", "a5616263", "d9", "d905616263", "db0000ffff61", "c403", "c4036161",
	"cd01", "cb0000", "c7", "c703", "c70305", "c7030501", "d4", "d405", "d6ff00", "dc00", "dd000000", "82a16101a162", "8182a16101", "81 92 01 a5 61",
	"dd ffffffff 01", "df ffffffff 01 02", "9191919191c1", "81a16181a16281a163c1", "81 9101 c1", "81 c403010203 c1", "8100c1", "81c0 91c1", "81ca3fc00000c1",
	"91 8191a161 91c1", "8193 01 81a16102 c40100 91c1", "92 82a2 7e2f 01 a161 c1",
}

// sourceOptions are sets of options to read the inputs with.
var sourceOptions = [][]calque.Option{
	nil,
	{calque.UTF8(calque.ReplaceUTF8)},
	{calque.UTF8(calque.Ignore)},
	{calque.MaxDepth(2)},
	{calque.MaxItems(2)},
	{calque.MaxBytes(5)},
	{calque.Duplicates(calque.Keep)},
}

func inputOf(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// showFaults returns what tells faults apart: of several the first that ends a
// value for a source, where there is one, as a source reports others earlier.
func showFaults(err error) string {
	var l *fault.List
	if !errors.As(err, &l) {
		if err != nil {
			return err.Error()
		}
		return ""
	}
	errs := slices.Clone(l.Errors)
	slices.SortStableFunc(errs, func(a, b *fault.Error) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Code, b.Code))
	})
	for i, e := range errs {
		if fault.Fatal(e) {
			errs = errs[i : i+1]
			break
		}
	}
	var b strings.Builder
	for _, e := range errs {
		fmt.Fprintf(&b, "%s %q at %d want %q got %q\n", e.Code.String(), e.Path, e.Offset, e.Want, e.Got)
	}
	return b.String()
}

// read returns the first value as text, and the faults.
func read(src wire.Source) (text, faults string) {
	v, err := wire.ToValue(src)
	if l, ok := err.(*fault.List); err != nil && (fault.Fatal(err) || ok && l.Resumable) { //nolint:errorlint // it is one
		return "", showFaults(err)
	}
	return hex.EncodeToString(encoded(v)), showFaults(err)
}

// encoded returns a value as bytes that tell all there is about it.
func encoded(v value.Value) []byte {
	b, err := Marshal(v, calque.Lossy(calque.Allow))
	if err != nil {
		return []byte(err.Error())
	}
	return b
}

var pathOfFault = regexp.MustCompile(` ".*?" at `)

// compareSource checks that a source and the parser see the same in data,
// however that is cut.
func compareSource(t *testing.T, data []byte, opts []calque.Option, cuts int) {
	t.Helper()
	v, err := Parse[value.Value](data, opts...)
	if errors.Is(err, fault.Trailing) {
		return // for a source it is another value
	}
	wantText, wantFaults := "", showFaults(err)
	if !fault.Fatal(err) {
		wantText = hex.EncodeToString(encoded(v))
	}
	check := func(how string, r io.Reader) {
		t.Helper()
		gotText, gotFaults := read(NewSource(r, opts...))
		if option.Resolve(opts).UTF8 == option.UTF8Ignore {
			// Its paths show keys inside of keys as they are read, without what
			// is dropped, and so are cut elsewhere.
			wantFaults = pathOfFault.ReplaceAllString(wantFaults, " at ")
			gotFaults = pathOfFault.ReplaceAllString(gotFaults, " at ")
		}
		if most := option.Resolve(opts).MaxBytes; most > 0 && strings.Contains(gotFaults+wantFaults, "too-large") {
			return // a source finds out by what a head declares
		}
		if gotText != wantText || gotFaults != wantFaults {
			t.Errorf("%x, %v, %s:\ngot  %.200s\n%s\nwant %.200s\n%s", data[:min(len(data), 60)], opts, how, gotText, gotFaults, wantText, wantFaults)
		}
	}
	check("whole", bytes.NewReader(data))
	check("one byte at a time", iotest.OneByteReader(bytes.NewReader(data)))
	check("with errors beside data", iotest.DataErrReader(bytes.NewReader(data)))
	for cut := 1; cut < len(data) && cut <= cuts; cut++ {
		check(fmt.Sprintf("cut at %d", cut), io.MultiReader(bytes.NewReader(data[:cut]), bytes.NewReader(data[cut:])))
	}
}

func TestSourceSeesWhatTheParserSees(t *testing.T) {
	for _, opts := range sourceOptions {
		for _, text := range sourceInputs {
			compareSource(t, inputOf(t, text), opts, 100)
		}
	}
}

// TestSourceOfDamage changes bytes of inputs at random.
func TestSourceOfDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 20_000
	if testing.Short() {
		rounds = 2000
	}
	for range rounds {
		var data []byte
		for len(data) < 30 {
			data = append(data, inputOf(t, sourceInputs[rng.IntN(len(sourceInputs))])...)
		}
		data = append([]byte{0x80 + byte(rng.IntN(32))}, data...)
		for range rng.IntN(3) {
			data[rng.IntN(len(data))] = byte(rng.Uint32())
		}
		compareSource(t, data, sourceOptions[rng.IntN(len(sourceOptions))], rng.IntN(3))
		if t.Failed() {
			return
		}
	}
}

func TestSourceLongContent(t *testing.T) {
	long := strings.Repeat("plain é 日本 😀 ", 20_000)
	bad := long + "\xff" + long + "\xe6\x97"
	blob := bytes.Repeat([]byte{1, 2, 3}, 50_000)
	for _, v := range []value.Value{
		value.String(long), value.Bytes(blob), value.Ext(5, value.Bytes(blob)),
		value.Array(value.String(long), value.Int(1), value.Ext(5, value.Bytes(blob)), value.Bytes(blob)),
		value.Object(value.Pair(long, value.Int(1)), value.Pair(long+"x", value.Int(2))),
		value.Object(value.Member{Key: value.Bytes(blob)}, value.Member{Key: value.Ext(4, value.Bytes(blob))}),
		value.Object(value.Member{Key: value.Array(value.String(long), value.Bytes(blob))}),
	} {
		compareSource(t, encoded(v), nil, 3)
	}
	twice, err := Marshal(value.Object(value.Pair(long, value.Int(1)), value.Pair(long, value.Int(2)),
		value.Member{Key: value.Array(value.String(long))}, value.Member{Key: value.Array(value.String(long))},
		value.Member{Key: value.Ext(4, value.Bytes(blob))}, value.Member{Key: value.Ext(4, value.Bytes(blob))}))
	if err != nil {
		t.Fatal(err)
	}
	compareSource(t, twice, nil, 0)
	head := []byte{0xdb, 0, byte(len(bad) >> 16), byte(len(bad) >> 8), byte(len(bad))}
	for _, opts := range sourceOptions[:3] {
		compareSource(t, append(bytes.Clone(head), bad...), opts, 3)
		compareSource(t, append(append([]byte{0x81}, head...), bad+"\x01"...), opts, 0)
	}
	compareSource(t, append(head, long...), nil, 3) // cut off
}

// TestSourceTokens shows the tokens themselves.
func TestSourceTokens(t *testing.T) {
	src := NewSource(bytes.NewReader(inputOf(t, "82 a161 93 01 d40507 c3 9101 80 d6ff00000001")))
	var got []string
	for tok, err := range wire.Tokens(src) {
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s %q %d", tok.Kind, src.Path(), src.Offset())
		if tok.Key {
			line += " key"
		}
		if tok.N != 0 {
			line += fmt.Sprintf(" n=%d", tok.N)
		}
		got = append(got, line)
	}
	want := []string{
		`object "" 1 n=2`, `string "/a" 3 key`, `array "/a" 4 n=3`, `integer "/a/0" 5`, `extension "/a/1" 7`, `bytes "/a/1" 8`,
		`boolean "/a/2" 9`, `end "/a" 9`, `array "/…" 10 key n=1`, `integer "" 11`, `end "/[1]" 11 key`, `object "/[1]" 12`, `end "/[1]" 12`,
		`end "" 12`, `time "" 18`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSourceEnds(t *testing.T) {
	vs, err := wire.Values(NewSource(iotest.OneByteReader(bytes.NewReader(inputOf(t, "01 9102 a161 80 c0 d40102")))))
	if err != nil || len(vs) != 6 {
		t.Errorf("%d values, %v", len(vs), err)
	}
	if vs, err = wire.Values(NewSource(bytes.NewReader(nil))); err != nil || len(vs) != 0 {
		t.Errorf("nothing: %v, %v", vs, err)
	}
	src := NewSource(bytes.NewReader(inputOf(t, "01 02 9101 91")))
	_, err = wire.Values(src)
	var l *fault.List
	if !errors.As(err, &l) || l.Errors[0].Record != 4 || l.Errors[0].Offset != 5 || l.Errors[0].Excerpt == "" {
		t.Errorf("cut off: %v", err)
	}
	if again := src.Next(new(wire.Token)); !errors.Is(again, fault.Truncated) {
		t.Errorf("again: %v", again)
	}
	bad := errors.New("bad disk")
	for _, text := range []string{"", "91", "a5 61", "01"} {
		_, err = wire.Values(NewSource(io.MultiReader(bytes.NewReader(inputOf(t, text)), iotest.ErrReader(bad))))
		if !errors.Is(err, bad) || !errors.Is(err, fault.Read) {
			t.Errorf("%q: %v", text, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = wire.Values(NewSource(strings.NewReader("\x01"), calque.Context(ctx)))
	if !errors.Is(err, fault.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	for _, policy := range []uint8{calque.First, calque.Last} {
		if err = NewSource(strings.NewReader("\x01"), calque.Duplicates(policy)).Next(new(wire.Token)); !errors.Is(err, fault.BadOption) {
			t.Errorf("policy %d: %v", policy, err)
		}
	}
}

func TestSourceManyKeys(t *testing.T) {
	var members []value.Member
	for i := range 3000 {
		members = append(members, value.Pair(fmt.Sprint("key ", i), value.Int(int64(i))), value.Member{Key: value.Int(int64(i))})
	}
	members = append(members, value.Pair("key 4711", value.Object(members...)), value.Pair("key 77", value.Null()), value.Member{Key: value.Float(5)})
	data, err := Marshal(value.Object(members...))
	if err != nil {
		t.Fatal(err)
	}
	compareSource(t, data, nil, 2)
}

func TestSourceAllocatesNothing(t *testing.T) {
	row := inputOf(t, "84 a161 01 a162 cb3ff8000000000000 a163 a3 616263 02 c0")
	doc := append([]byte{0xdd, 0, 0, 0x40, 0}, bytes.Repeat(row, 0x4000)...)
	src := NewSource(bytes.NewReader(doc))
	var tok wire.Token
	next := func() {
		if err := src.Next(&tok); err != nil {
			t.Fatal(err)
		}
	}
	for range 30_000 {
		next()
	}
	if n := testing.AllocsPerRun(20_000, next); n > 0 {
		t.Errorf("%v allocations a token", n)
	}
}

func BenchmarkSource(b *testing.B) {
	row, err := hex.DecodeString("84a16101a162cb3ff8000000000000a163a361626302c0")
	if err != nil {
		b.Fatal(err)
	}
	doc := append([]byte{0xdd, 0, 0, 0x40, 0}, bytes.Repeat(row, 0x4000)...)
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		for _, err := range wire.Tokens(NewSource(bytes.NewReader(doc))) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
