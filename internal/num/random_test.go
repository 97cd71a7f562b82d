package num

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"example.com/calque/internal/mem"
)

// rounds is how many patterns a random test takes: few with -short, a hundred
// million where CALQUE_LONG is set.
func rounds(few int) int {
	switch {
	case os.Getenv("CALQUE_LONG") != "":
		return 100_000_000
	case testing.Short():
		return few / 10
	}
	return few
}

// progress calls check n times, saying now and then in a long run how far it is.
func progress(t *testing.T, n int, check func()) {
	t.Helper()
	last := time.Now()
	for i := range n {
		check()
		if i&0xffff == 0 && time.Since(last) > 30*time.Second {
			last = time.Now()
			fmt.Printf("%s: %d of %d\n", t.Name(), i, n)
		}
	}
}

// source returns the random numbers of a test, other ones in each long run.
func source(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(1)
	if os.Getenv("CALQUE_LONG") != "" {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 2))
}

// randomBits64 returns the bits of a finite float64: uniform bits, small
// integers and decimals, and numbers next to powers of two.
func randomBits64(r *rand.Rand) uint64 {
	for {
		b := r.Uint64()
		switch r.IntN(8) {
		case 0:
			b = math.Float64bits(float64(r.IntN(1e6)) / pow10Float[r.IntN(7)])
		case 1:
			b = r.Uint64()&(1<<63|0x7FF<<52) + uint64(r.IntN(5)) - 2
		case 2:
			b = math.Float64bits(float64(r.Uint64()>>uint(r.IntN(64))) / pow10Float[r.IntN(23)])
		}
		if f := math.Float64frombits(b); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return b
		}
	}
}

// randomBits32 is randomBits64 for float32.
func randomBits32(r *rand.Rand) uint32 {
	for {
		b := r.Uint32()
		switch r.IntN(8) {
		case 0:
			b = math.Float32bits(float32(r.IntN(1e5)) / float32(pow10Float[r.IntN(5)]))
		case 1:
			b = r.Uint32()&(1<<31|0xFF<<23) + uint32(r.IntN(5)) - 2
		}
		if f := float64(math.Float32frombits(b)); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return b
		}
	}
}

func TestFloat64Random(t *testing.T) {
	r := source(t)
	out := make([]byte, 1+Room+mem.Pad)
	want := make([]byte, 0, 64)
	progress(t, rounds(1_000_000), func() {
		b := randomBits64(r)
		f := math.Float64frombits(b)
		want = jsonFloat(want[:0], f, 64)
		clear(out)
		end := PutFloat64(mem.Of(out), 1, f)
		if string(out[1:end]) != string(want) {
			t.Fatalf("%#x: %s, want %s", b, out[1:end], want)
		}
		clear(out[end:])
		if g, j := ParseFloat64(mem.Of(out), 1); math.Float64bits(g) != b || j != end {
			t.Fatalf("%s: %v, %d, want %d", want, g, j, end)
		}
		if c, bits, j := Read(mem.Of(out), 1); j != end || c == Float && bits != b || c == Text {
			t.Fatalf("Read(%s) = %d, %#x, %d", want, c, bits, j)
		}
	})
}

// TestReadRandom reads decimals of 15 to 20 digits in and next to float64: the
// shortest ones, and others that only look like it.
func TestReadRandom(t *testing.T) {
	r := source(t)
	progress(t, min(rounds(100_000), 20_000_000), func() {
		f := math.Abs(math.Float64frombits(randomBits64(r)))
		if r.IntN(3) > 0 {
			f = r.Float64() * pow10Float[r.IntN(20)]
		}
		text := strconv.AppendFloat(nil, f, "ef"[r.IntN(2)], r.IntN(6)+14, 64)
		if len(text) > 40 {
			return
		}
		// Change one of the last digits.
		end := len(text)
		if e := bytes.IndexByte(text, 'e'); e > 0 {
			end = e
		}
		if i := end - 1 - r.IntN(3); i > 2 && text[i] != '.' && text[i-1] != '.' {
			text[i] = min(max(text[i]+byte(r.IntN(5))-2, '0'), '9')
		}
		checkNumber(t, string(text))
	})
}

func TestFloat32Random(t *testing.T) {
	r := source(t)
	out := make([]byte, 1+Room+mem.Pad)
	want := make([]byte, 0, 64)
	progress(t, rounds(1_000_000), func() {
		b := randomBits32(r)
		f := math.Float32frombits(b)
		want = jsonFloat(want[:0], float64(f), 32)
		clear(out)
		end := PutFloat32(mem.Of(out), 1, f)
		if string(out[1:end]) != string(want) {
			t.Fatalf("%#x: %s, want %s", b, out[1:end], want)
		}
		clear(out[end:])
		if g, j := ParseFloat32(mem.Of(out), 1); math.Float32bits(g) != b || j != end {
			t.Fatalf("%s: %v, %d, want %d", want, g, j, end)
		}
	})
}

func TestIntRandom(t *testing.T) {
	r := source(t)
	out := make([]byte, 1+Room+mem.Pad)
	want := make([]byte, 0, 64)
	progress(t, rounds(1_000_000), func() {
		u := r.Uint64() >> uint(r.IntN(64))
		want = strconv.AppendUint(want[:0], u, 10)
		clear(out)
		end := PutUint(mem.Of(out), 1, u)
		if string(out[1:end]) != string(want) {
			t.Fatalf("%s, want %s", out[1:end], want)
		}
		clear(out[end:])
		if v, j := ParseUint(mem.Of(out), 1); v != u || j != end {
			t.Fatalf("%s: %d, %d", want, v, j)
		}
		v := int64(r.Uint64()) >> uint(r.IntN(64))
		want = strconv.AppendInt(want[:0], v, 10)
		clear(out)
		end = PutInt(mem.Of(out), 1, v)
		if string(out[1:end]) != string(want) {
			t.Fatalf("%s, want %s", out[1:end], want)
		}
		clear(out[end:])
		if w, j := ParseInt(mem.Of(out), 1); v != w || j != end {
			t.Fatalf("%s: %d, %d", want, w, j)
		}
	})
}
