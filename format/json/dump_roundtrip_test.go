package json

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"example.com/calque"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// TestDumpReadsBack tells that every text written reads back as the value it was
// written of, whatever the options that keep it JSON.
func TestDumpReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	rounds := 5000
	if testing.Short() {
		rounds = 500
	}
	for range rounds {
		plain := option.Default
		text, err := appendValue(nil, randomValue(r, 5, false), &plain)
		if err != nil {
			t.Fatal(err)
		}
		v := parsed(t, string(text), calque.Duplicates(calque.Keep))
		s := randomSet(r)
		s.IndentChar = []rune{' ', '\t'}[r.IntN(2)]
		s.SortKeys = false
		text, err = appendValue(nil, v, &s)
		if err != nil {
			t.Fatal(err)
		}
		if back := parsed(t, string(text), calque.Duplicates(calque.Keep)); !back.Equal(v) {
			t.Fatalf("%+v: %s reads back as another value", s, text)
		}
	}
}

// TestDumpCorpora reads the valid texts of public corpora, writes them and reads
// them again.
func TestDumpCorpora(t *testing.T) {
	const folder = "../../../shared/corpora/"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("no corpora beside the project")
	}
	var paths []string
	err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		if filepath.Ext(path) == ".json" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	opts := []calque.Option{calque.Duplicates(calque.Keep), calque.MaxDepth(0), calque.KeepSpelling()}
	s := option.Resolve(append(opts, Indent(3)))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		v, err := ParseDoc(new(value.Doc), data, opts...)
		if err != nil {
			continue // not a valid text; other tests look at those
		}
		tried++
		text, err := appendValue(nil, v, &s)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var out bytes.Buffer
		if err = writeValue(&out, v, &s); err != nil || !bytes.Equal(out.Bytes(), text) {
			t.Errorf("%s: a writer gets another text, %v", path, err)
		}
		if back := parsed(t, string(text), opts...); !back.Equal(v) {
			t.Errorf("%s: reads back as another value", path)
		}
	}
	if tried < 100 {
		t.Errorf("only %d texts were read", tried)
	}
	t.Logf("%d texts", tried)
}

// FuzzDumpString compares a string with the model, in a mode, in both ways out.
func FuzzDumpString(f *testing.F) {
	for k, text := range append(goodPieces, badPieces...) {
		f.Add([]byte(text), uint8(k), uint16(k))
	}
	f.Fuzz(func(t *testing.T, text []byte, mode uint8, lead uint16) {
		s := option.Default
		s.EscapeHTML, s.EscapeJS, s.EnsureASCII = mode&1 != 0, mode&2 != 0, mode&4 != 0
		s.UTF8 = mode >> 3 % 3
		v := value.Array(value.String(string(bytes.Repeat([]byte{'x'}, int(lead)))), value.String(string(text)))
		want, ok := modelDump(v, &s)
		got, err := appendValue(nil, v, &s)
		if (err == nil) != ok || ok && string(got) != want {
			t.Fatalf("got %q, %v\nwant %q, %v", got, err, want, ok)
		}
		var out bytes.Buffer
		err = writeValue(&out, v, &s)
		if (err == nil) != ok || ok && out.String() != want {
			t.Fatalf("to a writer: got %q, %v\nwant %q, %v", out.Bytes(), err, want, ok)
		}
	})
}
