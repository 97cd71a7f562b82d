package json_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

func TestMaxDepth(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	for _, c := range []struct {
		levels int
		opts   []calque.Option
		ok     bool
	}{
		{10_000, nil, true},
		{10_001, nil, false},
		{3, []calque.Option{calque.MaxDepth(3)}, true},
		{4, []calque.Option{calque.MaxDepth(3)}, false},
		{100_000, []calque.Option{calque.MaxDepth(0)}, true},
	} {
		_, err := json.Parse[value.Value](deep(c.levels), c.opts...)
		if c.ok != (err == nil) || err != nil && !errors.Is(err, fault.TooDeep) {
			t.Errorf("%d levels: %v", c.levels, err)
		}
	}
	if _, err := json.Parse[value.Value]([]byte(strings.Repeat("[", 120_000))); !errors.Is(err, fault.TooDeep) {
		t.Errorf("open levels: %v", err)
	}
}

// TestTenMillionLevels parses them without any growth of the stack.
func TestTenMillionLevels(t *testing.T) {
	n := 10_000_000
	if testing.Short() {
		n = 100_000
	}
	for _, level := range []string{`[]`, `{"":}`} {
		open, end := level[:len(level)-1], level[len(level)-1:]
		in := []byte(strings.Repeat(open, n) + "0" + strings.Repeat(end, n))
		v, err := json.Parse[value.Value](in, calque.MaxDepth(0))
		if err != nil {
			t.Fatal(err)
		}
		for range n {
			if v.Kind() == value.KindArray {
				v = v.At(0)
			} else {
				v, _ = v.Get("")
			}
		}
		if v.Kind() != value.KindInt {
			t.Errorf("%s: at the bottom: %v", level, v.Kind())
		}
		if _, err = json.Parse[value.Value](in[:len(in)/2], calque.MaxDepth(0)); !errors.Is(err, fault.Truncated) {
			t.Errorf("%s, cut: %.100v", level, err)
		}
	}
}

func TestMaxItems(t *testing.T) {
	for in, n := range map[string]int64{
		`1`: 1, `[]`: 1, `[1,2,3]`: 4, `{"a":1,"b":2}`: 3, `{"a":{"b":[1,{"c":2}],"d":{}},"e":3}`: 8,
		`[[[[[]]]]]`: 5, `[{},{},{"a":{}}]`: 5, `{"a":[1,2],"b":{"c":3}}`: 6,
		"[" + strings.Repeat(`{"a":1,"b":[2]},`, 1000) + "0]": 4002,
	} {
		for _, more := range [][]calque.Option{nil, {calque.Context(t.Context())}, {calque.Positions()}} {
			if _, err := json.Parse[value.Value]([]byte(in), append(more, calque.MaxItems(n))...); err != nil {
				t.Errorf("%.40s: %d values: %v", in, n, err)
			}
			if n == 1 {
				continue
			}
			for _, k := range []int64{1, n / 2, n - 1} {
				if _, err := json.Parse[value.Value]([]byte(in), append(more, calque.MaxItems(k))...); !errors.Is(err, fault.TooMany) {
					t.Errorf("%.40s: at most %d values: %v", in, k, err)
				}
			}
		}
	}
}

func TestMaxBytes(t *testing.T) {
	in := []byte(`[1,2,3]`)
	if _, err := json.Parse[value.Value](in, calque.MaxBytes(7)); err != nil {
		t.Error(err)
	}
	if _, err := json.Parse[value.Value](in, calque.MaxBytes(6)); !errors.Is(err, fault.TooLarge) {
		t.Error(err)
	}
}

// dense are inputs of n bytes that make many values, or much beside them.
func dense(n int) map[string]string {
	many := func(piece string) string { return strings.Repeat(piece, n/len(piece)) }
	names := func(format string) string {
		var b strings.Builder
		b.WriteByte('{')
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return map[string]string{
		"open arrays":          many("["),
		"arrays":               "[" + many("[],"),
		"objects":              "[" + many("{},"),
		"digits":               "[" + many("1,"),
		"digits at the end":    `["` + strings.Repeat("x", n/2) + `",` + strings.Repeat("1,", n/4),
		"brackets at the end":  `["` + strings.Repeat("x", n/2) + `",` + strings.Repeat("[", n/2),
		"denser and denser":    "[" + strings.Repeat(`"xxxxxxxxxxxx",`, n/60) + strings.Repeat(`"xxxx",`, n/28) + strings.Repeat("10,", n/12) + strings.Repeat("[", n/4),
		"different names":      names(`"%d":0,`),
		"different names, hex": names(`"%x":0,`),
		"the same name":        "{" + many(`"":0,`),
		"nested names":         many(`{"":`),
		"objects of one name":  "[" + many(`{"":0},`),
		"a string":             `"` + strings.Repeat("x", n-2) + `"`,
		"escapes":              `["` + strings.Repeat(`\n`, n/2) + `"]`,
		"a long number":        strings.Repeat("1", n),
		"white space":          strings.Repeat(" ", n) + "1",
		"bad bytes":            `"` + strings.Repeat("\xff", n) + `"`,
		"many duplicates":      `{"` + strings.Repeat("k", n/2) + `":{` + strings.Repeat(`"":0,`, n/10),
	}
}

// TestMemory proves that parsing n bytes allocates no more than 24 n, and 48 n
// where repeated names are settled, ill-formed text is mended or positions are
// recorded, and a constant.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n, constant = 1 << 20, 512 << 10
	for name, in := range dense(n) {
		for _, c := range []struct {
			times int
			opts  []calque.Option
		}{
			{24, nil},
			{48, []calque.Option{calque.Positions()}},
			{48, []calque.Option{calque.Duplicates(calque.Last)}},
			{48, []calque.Option{calque.UTF8(calque.ReplaceUTF8)}},
		} {
			data := []byte(in)
			opts := append(c.opts, calque.MaxDepth(0))
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := json.Parse[value.Value](data, opts...)
			runtime.ReadMemStats(&after)
			_ = err // most of them are broken
			got := after.TotalAlloc - before.TotalAlloc
			t.Logf("%s, %d options: %.1f n", name, len(c.opts), float64(got)/float64(len(in)))
			if got > uint64(c.times*len(in)+constant) {
				t.Errorf("%s, %d options: %.1f n", name, len(c.opts), float64(got)/float64(len(in)))
			}
		}
	}
}
