package scan

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestInline keeps the functions small that are called for every byte or token.
func TestInline(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the compiler is not asked what it inlines")
	}
	if strconv.IntSize == 32 {
		t.Skip("on 32 bits the portable code stands where calls of kernels are elsewhere, and is too large to inline")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Skipf("no compiler to ask: %v\n%s", err, out)
	}
	for _, name := range []string{
		"Space", "String", "UTF8", "Unescape", "Decode", "Entry", "Mark",
		"stop", "special", "extra", "step", "boundary", "hex4", "unit", "backslash", "merge", "many",
	} {
		if !strings.Contains(string(out), "can inline "+name+"\n") {
			t.Errorf("%s is not inlined", name)
		}
	}
}
