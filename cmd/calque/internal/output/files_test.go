package output

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.com/calque/fault"
)

// put writes text to a file through files.
func put(t *testing.T, files *Files, name, text string) *File {
	t.Helper()
	f, err := files.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return f
}

func content(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// entries returns the number of files in the directory of a name.
func entries(t *testing.T, name string) int {
	t.Helper()
	all, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

func TestCommit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	var files Files
	f := put(t, &files, name, "one")
	if _, err := os.Stat(name); err == nil {
		t.Error("the file is there before Commit")
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	if content(t, name) != "one" || entries(t, name) != 1 {
		t.Error("the file is not what was written")
	}
}

func TestModeStays(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	var files Files
	if err := put(t, &files, name, "new").Commit(); err != nil {
		t.Fatal(err)
	}
	fi, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if fi.Mode().Perm() != 0o640 || content(t, name) != "new" {
		t.Errorf("mode %v", fi.Mode())
	}
}

func TestSymbolicLinks(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, link, to string
		exists         bool
	}{
		{"relative", "l1", "sub/real", true},
		{"dangling", "l2", "sub/new", false},
		{"absolute", "l3", filepath.Join(dir, "sub", "abs"), true},
		{"of a link", "l4", "l1", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			to := c.to
			if !filepath.IsAbs(to) {
				to = filepath.Join(dir, to)
			}
			if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o700); err != nil {
				t.Fatal(err)
			}
			if c.exists && c.to != "l1" {
				if err := os.WriteFile(to, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			link := filepath.Join(dir, c.link)
			if err := os.Symlink(c.to, link); err != nil {
				t.Skip("no symbolic links here: ", err)
			}
			var files Files
			if err := put(t, &files, link, "new").Commit(); err != nil {
				t.Fatal(err)
			}
			if fi, err := os.Lstat(link); err != nil || fi.Mode()&os.ModeSymlink == 0 {
				t.Error("the link is gone")
			}
			if content(t, to) != "new" {
				t.Error("the file behind the link is not the new one")
			}
		})
	}
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink("loop", loop); err == nil {
		var files Files
		if _, err := files.Create(loop); !errors.Is(err, fault.Write) {
			t.Errorf("a loop of links: %v", err)
		}
	}
}

// TestStop is what an interruption does: the old file stays whole, nothing else
// is left, and whoever still works can do no harm.
func TestStop(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	var files Files
	f := put(t, &files, name, "half of the n")
	files.Stop()
	if content(t, name) != "old" || entries(t, name) != 1 {
		t.Error("something is left")
	}
	if err := f.Commit(); !errors.Is(err, fault.Write) {
		t.Errorf("Commit behind Stop: %v", err)
	}
	if _, err := files.Create(name); !errors.Is(err, fault.Write) {
		t.Errorf("Create behind Stop: %v", err)
	}
	if content(t, name) != "old" || entries(t, name) != 1 {
		t.Error("something is left")
	}
}

func TestCreateFails(t *testing.T) {
	dir := t.TempDir()
	var files Files
	for _, name := range []string{filepath.Join(dir, "none", "a"), dir} {
		if _, err := files.Create(name); !errors.Is(err, fault.Write) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	var files Files
	f, err := files.Create("/dev/full")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("x")); err == nil {
		t.Error("a full device takes data")
	}
	f.Abort()
}
