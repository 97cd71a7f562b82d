package msgpack_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/format/json"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// TestTwins reads the MessagePack files that have a twin in JSON.
func TestTwins(t *testing.T) {
	root := "../../../shared/corpora/nlohmann-json_test_data"
	files, err := filepath.Glob(filepath.Join(root, "*", "*.msgpack"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no test data beside the repository: " + root)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(strings.TrimSuffix(file, ".msgpack"))
		if err != nil {
			t.Fatal(err)
		}
		// That library lets the last of equal names win, and rounds numbers.
		last := calque.Duplicates(calque.Last)
		v, err := msgpack.Parse[value.Value](data, last)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		want, err := json.Parse[value.Value](bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), last)
		if err != nil {
			t.Errorf("%s: its twin: %v", file, err)
			continue
		}
		rounded, err := msgpack.Marshal(want, calque.Lossy(calque.Allow))
		if err != nil {
			t.Fatal(err)
		}
		if want, err = msgpack.Parse[value.Value](rounded); err != nil {
			t.Fatal(err)
		}
		if !v.Equal(want) {
			t.Errorf("%s differs from its twin", file)
		}
		// The files have no str 8, which was new then.
		again, err := msgpack.Marshal(v, msgpack.CompactFloats())
		if err != nil || len(again) > len(data) {
			t.Errorf("%s: written back as %d bytes of %d, %v", file, len(again), len(data), err)
		}
	}
}
