package json_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// tree is a value with members that may have the same name.
type tree struct {
	leaf    string // JSON text
	names   []string
	members []*tree // of an object, or the elements of an array
	object  bool
}

func randomTree(r *rand.Rand, depth int) *tree {
	if depth == 0 || r.IntN(3) == 0 {
		return &tree{leaf: []string{"1", `"x"`, "null", "[]", "{}", "-2.5", `"\u00e9"`}[r.IntN(7)]}
	}
	t := &tree{object: r.IntN(4) > 0}
	n := r.IntN(6)
	if depth == 1 && r.IntN(8) == 0 || depth == 4 && r.IntN(30) == 0 {
		n = r.IntN(300) // large ones have tables
	}
	for range n {
		t.names = append(t.names, strings.Repeat("n", r.IntN(20))+strconv.Itoa(r.IntN(2*n)))
		t.members = append(t.members, randomTree(r, depth-1))
	}
	return t
}

// text writes t as it is.
func (t *tree) text(b *strings.Builder) {
	switch {
	case t.leaf != "":
		b.WriteString(t.leaf)
	case t.object:
		b.WriteByte('{')
		for i, m := range t.members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(`"` + t.names[i] + `":`)
			m.text(b)
		}
		b.WriteByte('}')
	default:
		b.WriteByte('[')
		for i, m := range t.members {
			if i > 0 {
				b.WriteByte(',')
			}
			m.text(b)
		}
		b.WriteByte(']')
	}
}

// settled returns t with each name once, and counts the members dropped.
func (t *tree) settled(policy uint8, dropped *int) *tree {
	u := &tree{leaf: t.leaf, object: t.object}
	place := map[string]int{}
	for i, m := range t.members {
		m = m.settled(policy, dropped)
		if k, ok := place[t.names[i]]; ok && t.object {
			*dropped++
			if policy == calque.Last {
				u.members[k] = m
			}
			continue
		}
		place[t.names[i]] = len(u.members)
		u.names = append(u.names, t.names[i])
		u.members = append(u.members, m)
	}
	return u
}

func write(t *tree) string {
	var b strings.Builder
	t.text(&b)
	return strings.ReplaceAll(b.String(), `\u00e9`, "é")
}

func TestDuplicates(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) //nolint:gosec // for a test
	for range 300 {
		in := randomTree(r, 4)
		var b strings.Builder
		in.text(&b)
		data := []byte(b.String())
		for _, policy := range []uint8{calque.First, calque.Last, calque.Keep} {
			n := 0
			want := write(in)
			if policy != calque.Keep {
				want = write(in.settled(policy, &n))
			}
			for _, more := range [][]calque.Option{nil, {calque.Positions()}} {
				v, err := json.Parse[value.Value](data, append(more, calque.Duplicates(policy))...)
				if err != nil {
					t.Fatalf("%s: %v", data, err)
				}
				if got := text(t, v); got != want {
					t.Fatalf("policy %d: %s\n got %s\nwant %s", policy, data, got, want)
				}
				if len(more) > 0 && len(data) < 2000 {
					spansFit(t, v)
				}
			}
		}
		n := 0
		in.settled(calque.First, &n)
		_, err := json.Parse[value.Value](data, calque.MaxErrors(0))
		total := 0
		if list, ok := errors.AsType[*fault.List](err); ok {
			total = list.Total
		}
		if total != n {
			t.Fatalf("%s: %d faults, want %d", data, total, n)
		}
	}
}

// spansFit fails the test unless the raw text of every value in v, parsed
// alone, is that value.
func spansFit(t *testing.T, v value.Value) {
	t.Helper()
	w, err := json.Parse[value.Value](json.Raw(v), calque.Duplicates(calque.Last), calque.UTF8(calque.ReplaceUTF8))
	if err == nil && !w.Equal(v) {
		w, err = json.Parse[value.Value](json.Raw(v), calque.Duplicates(calque.First), calque.UTF8(calque.ReplaceUTF8))
	}
	if err != nil || !w.Equal(v) && !hasRepeats(v) {
		t.Fatalf("raw text %s is not that of %s (%v)", json.Raw(v), text(t, v), err)
	}
	for _, x := range v.Elements() {
		spansFit(t, x)
	}
	for k, x := range v.Pairs() {
		spansFit(t, k)
		spansFit(t, x)
	}
}

func hasRepeats(v value.Value) bool {
	_, err := json.Parse[value.Value](json.Raw(v))
	return errors.Is(err, fault.Duplicate)
}

func TestDuplicateAfterUnescaping(t *testing.T) {
	for _, in := range []string{`{"a":1,"\u0061":2}`, `{"\u00e9":1,"é":2}`, `{"\ud83d\ude00":1,"😀":2}`, `{"\/":1,"/":2}`, `{"":1,"":2}`} {
		for _, opts := range [][]calque.Option{nil, {calque.Positions()}} {
			if _, err := json.Parse[value.Value]([]byte(in), opts...); !errors.Is(err, fault.Duplicate) {
				t.Errorf("%s: %v", in, err)
			}
		}
	}
	for _, in := range []string{`{"a":1,"a ":2}`, `{"a":1,"A":2}`, `{"é":1,"e\u0301":2}`, `{"a":{"a":{"a":1}},"b":{"a":2}}`, `{"a\u0000":1,"a":2}`} {
		if _, err := json.Parse[value.Value]([]byte(in)); err != nil {
			t.Errorf("%s: %v", in, err)
		}
	}
	in := []byte("{\"a\xff\":1,\"a\xfe\":2,\"a\ufffd\":3}")
	if _, err := json.Parse[value.Value](in, calque.UTF8(calque.ReplaceUTF8)); !errors.Is(err, fault.Duplicate) {
		t.Errorf("mended names: %v", err)
	}
}

// TestNameBombs proves that many names cost linear time, whatever they are.
func TestNameBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	const n = 300_000
	bombs := map[string]func(b *strings.Builder, i int){
		"different":    func(b *strings.Builder, i int) { fmt.Fprintf(b, `"%d":0,`, i) },
		"the same":     func(b *strings.Builder, _ int) { b.WriteString(`"a":0,`) },
		"100 in turn":  func(b *strings.Builder, i int) { fmt.Fprintf(b, `"%d":0,`, i%100) },
		"in 63 others": func(b *strings.Builder, i int) { fmt.Fprintf(b, `"%d":0,`, min(i, 63)) },
		"objects":      func(b *strings.Builder, i int) { fmt.Fprintf(b, `"%d":{"a":1,"b":[2]},`, i) },
		"long ends":    func(b *strings.Builder, i int) { fmt.Fprintf(b, `"%032d":0,`, i) },
		"long starts":  func(b *strings.Builder, i int) { fmt.Fprintf(b, `"%d%032d":0,`, i, 0) },
	}
	for name, member := range bombs {
		var b strings.Builder
		b.WriteString(`{`)
		for i := range n {
			member(&b, i)
		}
		b.WriteString(`"end":0}`)
		for _, policy := range []uint8{calque.Error, calque.First, calque.Last, calque.Keep} {
			start := time.Now()
			_, err := json.Parse[value.Value]([]byte(b.String()), calque.Duplicates(policy))
			if repeats := name == "the same" || name == "100 in turn" || name == "in 63 others"; repeats && policy == calque.Error != errors.Is(err, fault.Duplicate) {
				t.Errorf("%s, policy %d: %v", name, policy, err)
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("%s, policy %d: %v for %d names", name, policy, d, n)
			}
		}
	}
}

// TestNestedRepeats proves that repeated names in every level cost linear time.
func TestNestedRepeats(t *testing.T) {
	const n = 100_000
	in := strings.Repeat(`{"a":1,"b":`, n) + "0" + strings.Repeat(`,"a":[2]}`, n)
	for _, policy := range []uint8{calque.Error, calque.First, calque.Last} {
		start := time.Now()
		v, err := json.Parse[value.Value]([]byte(in), calque.Duplicates(policy), calque.MaxDepth(0))
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("policy %d: %v", policy, d)
		}
		if policy == calque.Error {
			list, _ := errors.AsType[*fault.List](err)
			if list == nil || list.Total != n || !list.Cut {
				t.Errorf("%v", list)
			}
			continue
		}
		first, _ := v.Get("a")
		if got := text(t, first); err != nil || v.Len() != 2 || policy == calque.Last && got != "[2]" || policy == calque.First && got != "1" {
			t.Errorf("policy %d: %d members, a %s, %v", policy, v.Len(), got, err)
		}
	}
}
