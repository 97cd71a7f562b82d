package json

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/calque/internal/node"
	"example.com/calque/internal/option"
	"example.com/calque/internal/scan"
	"example.com/calque/value"
)

// onePass parses data without the index; it returns the document and the text
// of the faults.
func onePass(data []byte, set *option.Set) (*value.Doc, string) {
	var d value.Doc
	p := newParser(&d, data, set)
	defer p.release()
	p.load(len(data))
	if end := p.run(bomLen(data)); end >= 0 {
		if end = p.blank(end); end < p.n {
			p.fail(wantEnd, end, spot{k: len(p.slab.Nodes), open: -1})
		}
	}
	p.finish()
	if p.faults == nil {
		return &d, ""
	}
	p.faults.Locate(data, true)
	return &d, p.faults.Error()
}

// sameBothWays fails the test unless both readers make the same of data.
func sameBothWays(t *testing.T, data []byte, set *option.Set) {
	t.Helper()
	one, oneSays := onePass(data, set)
	var two value.Doc
	twoSays := ""
	if err := parseInto(&two, data, set); err != nil {
		twoSays = err.Error()
	}
	if oneSays != twoSays {
		t.Fatalf("%.300q\none pass says %s\ntwo stages say %s", data, oneSays, twoSays)
	}
	a, b := one.Slab(), two.Slab()
	if len(a.Nodes) != len(b.Nodes) {
		t.Fatalf("%.300q: %d and %d nodes", data, len(a.Nodes), len(b.Nodes))
	}
	for i, n := range a.Nodes {
		m := b.Nodes[i]
		n.Tag &^= node.FlagClean
		m.Tag &^= node.FlagClean
		if n != m {
			t.Fatalf("%.300q: node %d is %v and %v", data, i, n, m)
		}
		if k := n.Kind(); k == node.String || k == node.Number {
			x, y := a.Text[n.Val:int(n.Val)+n.Len()], b.Text[m.Val:int(m.Val)+m.Len()]
			if !bytes.Equal(x, y) {
				t.Fatalf("%.300q: node %d is %q and %q", data, i, x, y)
			}
		}
	}
}

// indexTokens are what the texts of the tests are made of.
var indexTokens = []string{
	"null", "true", "false", "0", "-1", "12345678901234567890123", "1.5e300", `""`, `"a"`, `"\n"`, `"\\"`, `"\\\""`,
	`"\u00e9\ud83d\ude00"`, `"日本語"`, `"a long string that is longer than a block of the index, which is 64 bytes"`,
	`"{}[]:,"`, "{}", "[]", "[[]]",
}

// text appends a random value.
func indexedText(b []byte, r *rand.Rand, depth int) []byte {
	blank := func() {
		if r.IntN(3) == 0 {
			b = append(b, strings.Repeat(" ", r.IntN(70))...)
		}
		if r.IntN(8) == 0 {
			b = append(b, "\r\n\t"...)
		}
	}
	if depth == 0 || r.IntN(3) == 0 {
		return append(b, indexTokens[r.IntN(len(indexTokens))]...)
	}
	object := r.IntN(2) == 0
	b = append(b, "[{"[b2i(object)])
	for i := range r.IntN(7) {
		if i > 0 {
			b = append(b, ',')
		}
		blank()
		if object {
			b = append(b, '"', byte('a'+i))
			b = append(b, []string{"", `\t`, "é", "key that is long"}[r.IntN(4)]...)
			b = append(b, '"')
			blank()
			b = append(b, ':')
			blank()
		}
		b = indexedText(b, r, depth-1)
		blank()
	}
	return append(b, "]}"[b2i(object)])
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestTwoStages(t *testing.T) {
	if !scan.Indexes() {
		t.Skip("this machine has no kernel for the index: there is one way only")
	}
	r := rand.New(rand.NewPCG(21, 1))
	set := option.Resolve(nil)
	spelled := option.Resolve([]option.Option{option.Flag(option.KeepSpelling)})
	rounds := 1500
	if testing.Short() {
		rounds = 200
	}
	for range rounds {
		b := []byte("[")
		for len(b) < minIndexed+r.IntN(40_000) {
			b = append(indexedText(b, r, 5), ',')
		}
		b[len(b)-1] = ']'
		if r.IntN(8) == 0 {
			b = append([]byte("\xef\xbb\xbf"), b...)
		}
		sameBothWays(t, b, &set)
		sameBothWays(t, b, &spelled)
		// One byte changed, gone or added.
		at := r.IntN(len(b))
		switch c := "[]{}:,\"\\ 0x\x00\x1f\x0c\xff\xc3"[r.IntN(16)]; r.IntN(4) {
		case 0:
			b = b[:at]
		case 1:
			b = append(b[:at], b[at+1:]...)
		case 2:
			b = append(b[:at+1], b[at:]...)
			b[at] = c
		default:
			b[at] = c
		}
		sameBothWays(t, b, &set)
	}
}

// TestTwoStagesEdges has what random texts rarely have: duplicates, depth, a
// text that ends at every place of a block and of a window.
func TestTwoStagesEdges(t *testing.T) {
	set := option.Resolve(nil)
	fill := strings.Repeat(" ", minIndexed)
	names := "{"
	for i := range 400 {
		names += `"` + strings.Repeat("k", i+1) + `":1,`
	}
	for _, text := range []string{
		`{"a":1,"b":{"a":2},"a":3}`, `{"a":1,"\u0061":3}`, names + `"kkk":2}`, names + `"":2}`,
		strings.Repeat("[", 20_000), strings.Repeat("[", 9000) + strings.Repeat("]", 9000), "", "1", "1 2", `"`, `"\`, `"\"`, "tru", "nullx",
		`["a" "b"]`, `["a",]`, `{"a"}`, `{"a":}`, `{,}`, `[1}`, `{"a":1]`, "[1]]", "\x0c", "[1\x1a]", `["` + "\x01" + `"]`, `["` + "\xff" + `"]`, "[\xff]",
		`"a"x`, "1x", "-", "1.", "01", `\"a"`, `[\"]`, "[1,2,3", `{"a":1`, "\xef\xbb\xbf1", "\xef\xbb1", "[-0,1e400,18446744073709551616]",
	} {
		sameBothWays(t, []byte(fill+text), &set)
		sameBothWays(t, []byte(text+fill), &set)
		for pad := range 70 {
			sameBothWays(t, []byte(strings.Repeat(" ", 16<<10-35+pad)+text), &set)
		}
	}
	limited := option.Resolve([]option.Option{option.Number(option.MaxItems, 100), option.Number(option.MaxDepth, 5)})
	sameBothWays(t, []byte(fill+strings.Repeat("[1,", 4)+"1]]]]"), &limited)
	sameBothWays(t, []byte(fill+"["+strings.Repeat("1,", 98)+"1]"), &limited)
	sameBothWays(t, []byte(fill+"["+strings.Repeat("1,", 99)+"1]"), &limited)
	sameBothWays(t, []byte(fill+"[[[[[[1]]]]]]"), &limited)
}
