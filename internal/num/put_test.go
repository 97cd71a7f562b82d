package num

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"example.com/calque/internal/mem"
)

// texts are the longest texts and some of every form.
var texts = []float64{
	0, math.Copysign(0, -1), 1, -1, 9, 10, 99, 100, 12345678, 123456789, 1 << 53, 1<<53 + 2, 1e20, 1e21, -1e21,
	0.1, -0.1, 0.000001, 0.0000001, 1.5e-7, 1.25, -12.5, 1234567.5, 12345678.5, 123456789.25,
	-1.7976931348623157e308, -2.2250738585072014e-308, -5e-324, 0.0000012345678901234567,
	-0.0000012345678901234567, 123456789012345680000, -9007199254740993e2, 1.2345678901234567e15,
}

func TestForms(t *testing.T) {
	for _, f := range texts {
		if got, want := string(AppendFloat64(nil, f)), string(jsonFloat(nil, f, 64)); got != want {
			t.Errorf("AppendFloat64: %s, want %s", got, want)
		}
		g := float32(f)
		if math.IsInf(float64(g), 0) {
			continue
		}
		if got, want := string(AppendFloat32(nil, g)), string(jsonFloat(nil, float64(g), 32)); got != want {
			t.Errorf("AppendFloat32: %s, want %s", got, want)
		}
	}
}

// The writing functions touch nothing before p+i, and nothing behind the room
// they are given, not even for what is no number.
func TestRoom(t *testing.T) {
	const before = 8
	check := func(name string, put func(p mem.Ptr, i int) int) {
		t.Helper()
		b := bytes.Repeat([]byte{0xAA}, before+2*Room)
		end := put(mem.Of(b), before)
		if end <= before || end > before+32 {
			t.Errorf("%s ends at %d", name, end-before)
		}
		rest := append(b[:before:before], b[before+Room:]...)
		if len(bytes.Trim(rest, "\xAA")) > 0 {
			t.Errorf("%s writes too far: % x", name, b)
		}
	}
	for _, f := range append(texts, math.NaN(), math.Inf(1), math.Inf(-1)) {
		check("PutFloat64", func(p mem.Ptr, i int) int { return PutFloat64(p, i, f) })
		check("PutFloat32", func(p mem.Ptr, i int) int { return PutFloat32(p, i, float32(f)) })
	}
	for _, v := range []int64{0, 9, 10, -1, -10, 1e8, -1e8, 1e16, math.MaxInt64, math.MinInt64} {
		check("PutInt", func(p mem.Ptr, i int) int { return PutInt(p, i, v) })
		check("PutUint", func(p mem.Ptr, i int) int { return PutUint(p, i, uint64(v)) })
	}
}

// Appending keeps what is there, with and without room behind it.
func TestAppend(t *testing.T) {
	for _, spare := range []int{0, 1, 20, Room, 200} {
		dst := append(make([]byte, 0, 1+spare), '[')
		dst = append(AppendInt(dst, -42), ',')
		dst = append(AppendUint(dst, math.MaxUint64), ',')
		dst = append(AppendFloat64(dst, 1.5), ',')
		dst = append(AppendFloat32(dst, -0.1), ']')
		if got := string(dst); got != "[-42,18446744073709551615,1.5,-0.1]" {
			t.Errorf("with %d bytes of room: %s", spare, got)
		}
	}
}

func TestAllocations(t *testing.T) {
	dst := make([]byte, 0, 100)
	p, i := padded("9007199254740993." + strings.Repeat("0", 900) + "1")
	for name, f := range map[string]func(){
		"AppendFloat64": func() { dst = AppendFloat64(dst[:0], 0.3) },
		"AppendInt":     func() { dst = AppendInt(dst[:0], -7) },
		"in tight room": func() { dst = AppendFloat64(dst[:80], 0.3) },
		"ParseFloat64":  func() { ParseFloat64(p, i) },
		"ParseFloat32":  func() { ParseFloat32(p, i) },
		"Read":          func() { Read(p, i) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
