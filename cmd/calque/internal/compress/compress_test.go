package compress

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"example.com/calque/fault"
)

func packed(t *testing.T, k Kind, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(k, &b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err = w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unpacked(k Kind, r io.Reader) (string, error) {
	u, err := NewReader(k, r)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(u)
	return string(b), errors.Join(err, u.Close())
}

func TestRoundTrip(t *testing.T) {
	text := strings.Repeat("all work and no play ", 10_000)
	for _, k := range []Kind{None, Gzip, Zstd} {
		data := packed(t, k, text)
		if Detect(data) != k {
			t.Errorf("%v is taken for %v", k, Detect(data))
		}
		if got, err := unpacked(k, bytes.NewReader(data)); err != nil || got != text {
			t.Errorf("%v: %v", k, err)
		}
		if k == None {
			continue
		}
		// Several packed inputs in a row are one, as the tools of both have it.
		twice := append(bytes.Clone(data), data...)
		if got, err := unpacked(k, bytes.NewReader(twice)); err != nil || got != text+text {
			t.Errorf("%v twice: %v", k, err)
		}
	}
}

type failing struct{ r io.Reader }

var errDisk = errors.New("disk on fire")

func (f failing) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = errDisk
	}
	return n, err
}

func TestDamage(t *testing.T) {
	text := strings.Repeat("all work and no play ", 10_000)
	for _, k := range []Kind{Gzip, Zstd} {
		data := packed(t, k, text)
		if _, err := unpacked(k, bytes.NewReader(data[:len(data)-3])); !errors.Is(err, fault.Truncated) {
			t.Errorf("%v cut off: %v", k, err)
		}
		bad := bytes.Clone(data)
		bad[len(bad)-2] ^= 0xff
		if _, err := unpacked(k, bytes.NewReader(bad)); !errors.Is(err, fault.BadHead) {
			t.Errorf("%v with a wrong sum: %v", k, err)
		}
		if _, err := unpacked(k, failing{bytes.NewReader(data[:len(data)-3])}); !errors.Is(err, errDisk) {
			t.Errorf("%v from a bad disk: %v", k, err)
		}
	}
	// A zstd frame that asks for a window of 2 GB.
	if _, err := unpacked(Zstd, strings.NewReader("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00")); !errors.Is(err, fault.TooLarge) {
		t.Errorf("a huge window: %v", err)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name string
		kind Kind
		rest string
	}{
		{"a.json", None, "a.json"},
		{"a.json.gz", Gzip, "a.json"},
		{"dir.gz/a.ZST", Zstd, "dir.gz/a"},
		{"gz", None, "gz"},
	} {
		if k, rest := ByFile(c.name); k != c.kind || rest != c.rest {
			t.Errorf("%s: %v, %q", c.name, k, rest)
		}
	}
	for i, n := range Names() {
		if ByName(n) != Kind(i) {
			t.Errorf("%s is not %d", n, i)
		}
	}
}
