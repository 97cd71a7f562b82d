package all_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.com/calque/format/json"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

// TestDigestAcrossFormats reads the same data from JSON and from MessagePack:
// its digest, its hash and its canonical text do not tell where it came from.
func TestDigestAcrossFormats(t *testing.T) {
	texts := []string{
		`null`, `[]`, `{}`, `"é😀"`, `[true,false]`, `1`, `1.0`, `-0.0`, `1e2`, `0.1`, `1e300`, `18446744073709551615`,
		`{"b":[1,2.5,{"z":null,"a":"x"}],"a":9007199254740993}`,
	}
	r := rand.New(rand.NewPCG(3, 6))
	for range 200 {
		texts = append(texts, randomText(r, 4))
	}
	for _, text := range texts {
		fromText, err := json.Parse[value.Value]([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		packed, err := msgpack.Marshal(fromText)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		fromBytes, err := msgpack.Parse[value.Value](packed)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if fromText.Digest() != fromBytes.Digest() || fromText.Hash() != fromBytes.Hash() {
			t.Errorf("%s: the digests differ", text)
		}
		a, errA := json.Marshal(fromText, json.Canonical())
		b, errB := json.Marshal(fromBytes, json.Canonical())
		if string(a) != string(b) || (errA == nil) != (errB == nil) {
			t.Errorf("%s: canonical texts %s (%v) and %s (%v)", text, a, errA, b, errB)
		}
	}
}

// randomText returns a JSON text of at most some levels. Its members come in a
// random order.
func randomText(r *rand.Rand, levels int) string {
	switch n := r.IntN(8); {
	case n == 0 && levels > 0:
		text := "["
		for i := range r.IntN(5) {
			if i > 0 {
				text += ", "
			}
			text += randomText(r, levels-1)
		}
		return text + "]"
	case n <= 2 && levels > 0:
		text := "{"
		for i, k := range r.Perm(r.IntN(6)) {
			if i > 0 {
				text += ", "
			}
			text += fmt.Sprintf("%q: %s", fmt.Sprint("key", k), randomText(r, levels-1))
		}
		return text + "}"
	case n == 3:
		return fmt.Sprintf("%q", string(rune('a'+r.IntN(1000))))
	case n == 4:
		return fmt.Sprint(r.Int64N(1e9) - 5e8)
	case n == 5:
		return fmt.Sprint(r.NormFloat64())
	case n == 6:
		return fmt.Sprintf("%d.0", r.IntN(100))
	}
	return []string{"null", "true", "false", "0", "1e2"}[r.IntN(5)]
}
