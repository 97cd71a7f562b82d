package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// tagged returns JSON text with the styles of Highlight as letters.
func tagged(t *testing.T, pieces ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := Highlight(&out)
	for _, p := range pieces {
		if _, err := io.WriteString(w, p); err != nil {
			t.Fatal(err)
		}
	}
	return strings.NewReplacer(string(Name), "<n>", string(Text), "<t>", string(Number), "<d>",
		string(Word), "<w>", reset, "</>").Replace(out.String())
}

func TestHighlight(t *testing.T) {
	const text = `{"a": [1, "x\"y", null], "b": {"c": -2.5}}` + "\ntrue\n"
	const want = `{<n>"a"</>: [<d>1</>, <t>"x\"y"</>, <w>null</>], <n>"b"</>: {<n>"c"</>: <d>-2.5</>}}` + "\n<w>true</>\n"
	if got := tagged(t, text); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for i := range len(text) {
		if got := tagged(t, text[:i], text[i:]); got != want {
			t.Fatalf("cut at %d: got %s", i, got)
		}
	}
}

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		done, total int64
		passed      time.Duration
		want        string
	}{
		{500e6, 2000e6, 2 * time.Second, " 25%  500 MB of 2.00 GB  250 MB/s  0:06 left"},
		{1234, 0, 1500 * time.Millisecond, "1.23 kB read  823 B/s  0:02"},
		{2000e6, 2000e6, 4 * time.Second, "2.00 GB read  500 MB/s  0:04"},
		{1e6, 1e10, 10 * time.Second, "  0%  1.00 MB of 10.0 GB  100 kB/s  27:46:30 left"},
		{0, 100, time.Second, "  0%  0 B of 100 B  0 B/s  0:01"},
	} {
		if got := line(c.done, c.total, c.passed); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestProgress draws on a buffer, which is shown nothing in the first second.
func TestProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("takes more than a second")
	}
	var out bytes.Buffer
	p := Start(&out, true)
	p.Expect(100)
	p.Count(50)
	time.Sleep(showAfter + 2*showEvery)
	_, _ = io.WriteString(p.Beside(io.Discard), "a message")
	p.Stop()
	p.Stop()
	if !strings.Contains(out.String(), " 50%  50 B of 100 B") || !strings.HasSuffix(out.String(), "\r\x1b[K") {
		t.Errorf("got %q", out.String())
	}
	out.Reset()
	Start(&out, true).Stop()
	Start(&out, false).Stop()
	if out.Len() > 0 {
		t.Errorf("a short work shows %q", out.String())
	}
}

func TestColored(t *testing.T) {
	env := func(set string) func(string) string {
		return func(name string) string {
			if name == set {
				return "1"
			}
			return ""
		}
	}
	var out bytes.Buffer
	if Colored("auto", &out, env("")) {
		t.Error("colour beside a terminal")
	}
	if !Colored("always", &out, env("NO_COLOR")) {
		t.Error("no colour where it was asked for")
	}
	if Colored("never", &out, env("")) {
		t.Error("colour where none was asked for")
	}
}
