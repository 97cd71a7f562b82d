package msgpack_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/msgpack"
	"example.com/calque/value"
)

func TestDuplicates(t *testing.T) {
	for _, c := range []struct {
		name, hex   string
		want        string // lines of the error
		first, last string // what is read with these policies, if it can be
	}{
		{"strings", "83a16101a16202a16103", `/a: offset 7: duplicate name: "a"`, `{"a":1,"b":2}`, `{"a":3,"b":2}`},
		{"three times", "84a161910ba1610ca16202a161810d0e", "/a: offset 5: duplicate name: \"a\"\n/a: offset 11: duplicate name: \"a\"", `{"a":[11],"b":2}`, `{"a":{13:14},"b":2}`},
		{"nested", "82a16182a16201a16202a16181a16203", "/a/b: offset 7: duplicate name: \"b\"\n/a: offset 10: duplicate name: \"a\"", `{"a":{"b":1}}`, `{"a":{"b":3}}`},
		{"nested in the last", "82a161c0a16182a16201a16202", "/a: offset 4: duplicate name: \"a\"\n/a/b: offset 10: duplicate name: \"b\"", `{"a":null}`, `{"a":{"b":2}}`},
		{"an ext moves", "82a161c0a161c703050a0b0c", `/a: offset 4: duplicate name: "a"`, `{"a":null}`, `{"a":(ext 5 0a0b0c)}`},
		{"an ext behind", "83a161c0a161c3a162d405aa", `/a: offset 4: duplicate name: "a"`, `{"a":null,"b":(ext 5 aa)}`, `{"a":true,"b":(ext 5 aa)}`},
		{"encoded differently", "82a161c0d90161c3", `/a: offset 4: duplicate name: "a"`, `{"a":null}`, `{"a":true}`},
		{"integers", "8205c0cd0005c3", `/5: offset 3: duplicate name: 5`, `{5:null}`, `{5:true}`},
		{"integer and float", "8205c0cb4014000000000000c3", `/5: offset 3: duplicate name: 5`, `{5:null}`, `{5:true}`},
		{"float32 and float64", "82ca3f000000c0cb3fe0000000000000c3", `/0.5: offset 7: duplicate name: 0.5`, `{0.5:null}`, `{0.5:true}`},
		{"0 and -0", "8200c0cb8000000000000000c3", `/-0: offset 3: duplicate name: -0`, `{0:null}`, `{0:true}`},
		{"NaN", "82cb7ff8000000000001c0ca7fc00000c3", `/NaN: offset 11: duplicate name: NaN`, `{NaN:null}`, `{NaN:true}`},
		{"-1 and 2^64-1", "82ffc0cfffffffffffffffffc3", "", `{-1:null,18446744073709551615:true}`, `{-1:null,18446744073709551615:true}`},
		{"large float", "82cfffffffffffffffffc0cb43f0000000000000c3", "", "", ""},
		{"nil and false", "83c000c201c302", "", "", ""},
		{"nil", "82c000c001", "/null: offset 3: duplicate name: null", "{null:0}", "{null:1}"},
		{"string and bytes", "82a16100c4016101", "", "", ""},
		{"bytes", "82c4016100c500016101", `/"YQ==": offset 5: duplicate name: "YQ=="`, "", ""},
		{"times", "82d6ff0000000100c70cff00000000000000000000000101", `/"1970-01-01T00:00:01Z": offset 8: duplicate name: "1970-01-01T00:00:01Z"`, "", ""},
		{"exts", "83d405aa00d406aa01c70105aa02", `/"qg==": offset 9: duplicate name: "qg=="`, "", ""},
		{"arrays", "839101009201020191cd000102", `/[1]: offset 8: duplicate name: [1]`, `{[1]:0,[1,2]:1}`, `{[1]:2,[1,2]:1}`},
		{"maps in another order", "8282a16101a1620200 82a16202a1610101", `/{"b":2,"a":1}: offset 9: duplicate name: {"b":2,"a":1}`, `{{"a":1,"b":2}:0}`, `{{"a":1,"b":2}:1}`},
		{"maps that differ", "8282a16101a1620200 82a16201a1610201", "", "", ""},
		{"deep keys", "82818181c001020300 818181c001020301", `/{{{null:1}:2}:3}: offset 9: duplicate name: {{{null:1}:2}:3}`, "", ""},
		{"inside a key", "8182a16100a1610101", ": offset 5: duplicate name: \"a\"", "", ""},
		{"containers beside in a key", "82 93910102920304 c0 93910102920304 c3", `/[[1],2,[3,4]]: offset 9: duplicate name: [[1],2,[3,4]]`, "", ""},
		{"mixed kinds", "84a161c001c0a161c301c3", "/a: offset 6: duplicate name: \"a\"\n/1: offset 9: duplicate name: 1", `{"a":null,1:null}`, `{"a":true,1:true}`},
	} {
		data := unhex(t, c.hex)
		_, err := msgpack.Parse[value.Value](data)
		var lines []string
		if err != nil {
			for _, e := range listOf(t, err).Errors {
				lines = append(lines, fmt.Sprintf("%s: offset %d: %s", e.Path, e.Offset, e.Message()))
			}
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		for policy, want := range map[uint8]string{calque.First: c.first, calque.Last: c.last} {
			if want == "" {
				continue
			}
			v, err := msgpack.Parse[value.Value](data, calque.Duplicates(policy), calque.Positions())
			if err != nil || show(v) != want {
				t.Errorf("%s: policy %d read %s, %v, want %s", c.name, policy, show(v), err, want)
			}
		}
		if v, err := msgpack.Parse[value.Value](data, calque.Duplicates(calque.Keep)); err != nil {
			t.Errorf("%s: kept: %v", c.name, err)
		} else if out, err := msgpack.Marshal(v); err != nil || len(out) > len(data) {
			t.Errorf("%s: kept and written as %x, %v", c.name, out, err)
		}
	}
}

// TestRandomDuplicates compares with the plainest search: every key with every
// other one.
func TestRandomDuplicates(t *testing.T) {
	rounds := 600
	if testing.Short() {
		rounds = 100
	}
	for seed := range uint64(rounds) {
		r := newRandom(seed, 400)
		n := pick(r, 2, 3, 5, 9, 20, 33, 60)
		keys := make([]value.Value, 0, n)
		for range n {
			switch {
			case len(keys) > 0 && r.IntN(n) == 0:
				keys = append(keys, keys[r.IntN(len(keys))])
			case seed%2 == 0:
				keys = append(keys, value.String(r.text()))
			default:
				keys = append(keys, r.value(3, true))
			}
		}
		var members []value.Member
		var unique []value.Member
		doubles := 0
		for i, k := range keys {
			m := value.Member{Key: k, Value: value.Array(value.Int(int64(i)))}
			members = append(members, m)
			place := -1
			for j := range unique {
				if unique[j].Key.Equal(k) {
					place = j
				}
			}
			if place < 0 {
				unique = append(unique, m)
				continue
			}
			doubles++
			if seed%3 == 0 {
				unique[place].Value = m.Value
			}
		}
		data := model(value.Array(value.Object(members...), value.Object(members...)))
		_, err := msgpack.Parse[value.Value](data, calque.MaxErrors(0))
		if got := count(t, err, fault.Duplicate); got != 2*doubles {
			t.Fatalf("seed %d: %d duplicates found of %d: %v", seed, got, 2*doubles, err)
		}
		policy := calque.First
		if seed%3 == 0 {
			policy = calque.Last
		}
		v, err := msgpack.Parse[value.Value](data, calque.Duplicates(policy))
		want := model(value.Array(value.Object(unique...), value.Object(unique...)))
		if out, err2 := msgpack.Marshal(v); err != nil || err2 != nil || !bytes.Equal(out, want) {
			t.Fatalf("seed %d: policy %d kept %x, %v, want %x", seed, policy, out, err, want)
		}
	}
}

func count(t *testing.T, err error, code fault.Code) int {
	t.Helper()
	if err == nil {
		return 0
	}
	n := 0
	for _, e := range listOf(t, err).Errors {
		if e.Code == code {
			n++
		}
	}
	return n
}

// TestKeyBombs reads maps that are made to take long. It measures time against
// that of a map of plain keys, generously.
func TestKeyBombs(t *testing.T) {
	const n = 100_000
	mapOf := func(count int, key func(b []byte, i int) []byte) []byte {
		b := binary.BigEndian.AppendUint32([]byte{0xdf}, uint32(count))
		for i := range count {
			b = append(key(b, i), 0xc0)
		}
		return b
	}
	text := func(b []byte, i int) []byte {
		s := fmt.Sprint(i)
		return append(append(b, 0xa0|byte(len(s))), s...)
	}
	plain := mapOf(n, text)
	base := quickest(func() { mustParse(t, plain) })
	nested := bytes.Repeat([]byte{0x82, 0x01, 0xc0}, 5000) // a key in a key in a key
	nested = append(append(nested, 0xc3), bytes.Repeat([]byte{0xc0}, 5000)...)
	for _, c := range []struct {
		name string
		data []byte
		dups bool
	}{
		{"integers", mapOf(n, func(b []byte, i int) []byte { return binary.BigEndian.AppendUint64(append(b, 0xcf), uint64(i)<<40) }), false},
		{"floats", mapOf(n, func(b []byte, i int) []byte { return binary.BigEndian.AppendUint64(append(b, 0xcb), uint64(i)<<30) }), false},
		{"arrays", mapOf(n, func(b []byte, i int) []byte { return binary.BigEndian.AppendUint32(append(b, 0x91, 0xce), uint32(i)) }), false},
		{"maps", mapOf(n, func(b []byte, i int) []byte { return append(text(append(b, 0x81), i), 0xc0) }), false},
		{"one key", mapOf(n, func(b []byte, _ int) []byte { return append(b, 0xa1, 'a') }), true},
		{"one array", mapOf(n, func(b []byte, _ int) []byte { return append(b, 0x92, 1, 2) }), true},
		{"keys in keys", nested, false},
	} {
		_, err := msgpack.Parse[value.Value](c.data)
		if errors.Is(err, fault.Duplicate) != c.dups {
			t.Errorf("%s: %.200v", c.name, err)
		}
		took := quickest(func() { _, _ = msgpack.Parse[value.Value](c.data) })
		if took > 40*base+50*time.Millisecond {
			t.Errorf("%s: %v for %d bytes, plain keys took %v for %d", c.name, took, len(c.data), base, len(plain))
		}
	}
}

func mustParse(t testing.TB, data []byte) {
	t.Helper()
	if _, err := msgpack.Parse[value.Value](data); err != nil {
		t.Fatal(err)
	}
}

// quickest returns the shortest of three times that f takes.
func quickest(f func()) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}
