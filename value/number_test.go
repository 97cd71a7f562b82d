package value

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/calque/internal/mem"
	"example.com/calque/internal/num"
)

// asRead returns a number as the readers of text formats make it.
func asRead(text string) Value {
	p := append([]byte(text), make([]byte, mem.Pad)...)
	c, bits, end := num.Read(mem.Of(p), 0)
	switch {
	case end != len(text):
		return Null()
	case c == num.Int:
		return Value{&scalars[KindInt], bits}
	case c == num.Uint:
		return Value{&scalars[KindUint], bits}
	case c == num.Float:
		return Value{&scalars[KindFloat], bits}
	}
	return spelled(text)
}

// checkNumber checks that a text is the same number whoever reads it.
func checkNumber(t *testing.T, text string) {
	t.Helper()
	v, err := Number(text)
	valid := json.Valid([]byte(text)) && strings.TrimLeft(text, "-0123456789") != text && strings.TrimSpace(text) == text
	if (err == nil) != valid {
		t.Fatalf("%q: %v", text, err)
	}
	if err != nil {
		return
	}
	for _, w := range []Value{asRead(text), spelled(text)} {
		if !v.Equal(w) || v.Hash() != w.Hash() || v.Digest() != w.Digest() {
			t.Errorf("%q: %v and %v are not equal", text, v, w)
		}
	}
	w, err := Number(v.NumberText())
	if err != nil || !w.Equal(v) {
		t.Errorf("%q: its text %q is %v, %v", text, v.NumberText(), w, err)
	}
	if i, err := v.AsInt(); err == nil && !Int(i).Equal(v) {
		t.Errorf("%q: integer %d", text, i)
	}
	if f, err := v.AsFloat(); err == nil && !Float(f).Equal(v) {
		t.Errorf("%q: float %v", text, f)
	}
}

func TestNumbersAsRead(t *testing.T) {
	rounds := 20_000
	if testing.Short() {
		rounds = 3000
	}
	for _, v := range numbers {
		if text := v.NumberText(); text != "" {
			checkNumber(t, text)
		}
	}
	m := newMaker(7)
	const alphabet = "0123456789000999.eE+--"
	for range rounds {
		checkNumber(t, m.number().NumberText())
		b := make([]byte, m.IntN(26))
		for i := range b {
			b[i] = alphabet[m.IntN(len(alphabet))]
		}
		checkNumber(t, string(b))
		// Digits around the largest integers, with a fraction of zeros or an
		// exponent.
		text := numbers[m.IntN(16)].NumberText()
		checkNumber(t, text+[]string{".0", "e0", "E1", "0e-1", ".00e0", ""}[m.IntN(6)])
	}
}

func FuzzNumber(f *testing.F) {
	for _, v := range numbers {
		f.Add(v.NumberText(), "1")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		checkNumber(t, a)
		v, err := Number(a)
		w, err2 := Number(b)
		if err != nil || err2 != nil {
			return
		}
		x, y := rational(v), rational(w)
		if len(a) > 300 || len(b) > 300 || x == nil || y == nil {
			return
		}
		if got, want := v.Compare(w), x.Cmp(y); got != want {
			t.Errorf("%q compared with %q: %d, want %d", a, b, got, want)
		}
	})
}
