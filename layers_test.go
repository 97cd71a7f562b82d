package calque_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "example.com/calque"

// layers are the packages of the root module from the bottom to the top. A
// package imports only packages of the lines above its own, and packages in its
// own folder. A star stands for one or more folders.
var layers = [][]string{
	{"internal/mem", "internal/tag"},
	{"internal/num", "internal/scan", "internal/tmpl", "internal/node"},
	{"fault", "internal/option", "internal/window", "internal/spool"},
	{"value"},
	{"wire"},
	{"internal/plan"},
	{"internal/engine"},
	{"rule", "union"},
	{"."},
	{"format"},
	{"format/*", "schema", "wire/wiretest"},
	{"format/all"},
	{"internal/*/gen"}, // programs that generate source
}

// unsafeFolders are those whose files may import unsafe; generated copies of
// the engine (zz_*.go) may everywhere, tests as well.
var unsafeFolders = []string{
	"internal/mem", "internal/engine", "internal/tmpl", "internal/scan", "internal/num", "internal/plan", "value",
}

// layerOf returns the layer of a folder, -1 where it has none.
func layerOf(folder string) int {
	for pass := range 2 { // exact names first
		for i, names := range layers {
			for _, name := range names {
				front, back, star := strings.Cut(name, "*")
				if pass == 0 && name == folder ||
					pass == 1 && star && strings.HasPrefix(folder, front) && strings.HasSuffix(folder, back) {
					return i
				}
			}
		}
	}
	return -1
}

// mayImport reports whether a package in one folder may import one in another.
func mayImport(from, to string) bool {
	if strings.HasPrefix(to, from+"/") && strings.HasPrefix(from, "format/") {
		return true
	}
	return layerOf(to) >= 0 && layerOf(to) < layerOf(from)
}

func TestMayImport(t *testing.T) {
	for _, test := range []struct {
		from, to string
		may      bool
	}{
		{"value", "internal/node", true},
		{"internal/node", "value", false},
		{"internal/num", "internal/scan", false},
		{"format/json", ".", true},
		{".", "format", false},
		{"format", ".", true},
		{"format/json", "format/msgpack", false},
		{"format/json", "format/json/internal/x", true},
		{"format/json", "format/all", false},
		{"format/all", "format/json", true},
		{"fault", "internal/option", false},
		{"internal/num/gen", "internal/num", true},
		{"value", "internal/new", false},
		{"internal/new", "internal/mem", false},
	} {
		if may := mayImport(test.from, test.to); may != test.may {
			t.Errorf("%s -> %s: %v", test.from, test.to, may)
		}
	}
}

// listed is what the test reads of the output of go list.
type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
	CgoFiles   []string
	SFiles     []string
}

// goList returns the packages of the root module and all they depend on.
func goList(t *testing.T) []listed {
	t.Helper()
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command, which lists the packages")
	}
	cmd := exec.Command(tool, "list", "-e", "-deps", "-json=ImportPath,Standard,Imports,CgoFiles,SFiles", "./...")
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// folderOf returns the folder of a package of the root module.
func folderOf(importPath string) (folder string, ours bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

func TestLayers(t *testing.T) {
	packages := 0
	for _, p := range goList(t) {
		folder, ours := folderOf(p.ImportPath)
		if !ours {
			if !p.Standard {
				t.Errorf("%s is not of the standard library", p.ImportPath)
			}
			continue
		}
		packages++
		if layerOf(folder) < 0 {
			t.Errorf("%s has no place in the table of layers", folder)
			continue
		}
		for _, imported := range p.Imports {
			if to, ours := folderOf(imported); ours && !mayImport(folder, to) {
				t.Errorf("%s imports %s, which is not below it", folder, to)
			}
		}
		if len(p.CgoFiles) > 0 {
			t.Errorf("%s uses cgo: %v", folder, p.CgoFiles)
		}
		if len(p.SFiles) > 0 && folder != "internal/scan" {
			t.Errorf("%s has assembly: %v", folder, p.SFiles)
		}
	}
	if packages < 5 {
		t.Errorf("only %d packages were listed", packages)
	}
}

func TestRootRequiresNothing(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(mod), "module "+module+"\n") {
		t.Errorf("go.mod does not begin with the module %s", module)
	}
	if m := regexp.MustCompile(`(?m)^\s*(require|replace|tool|toolchain)\b.*`).FindString(string(mod)); m != "" {
		t.Errorf("go.mod has %q: the root module stands on the standard library alone", m)
	}
}

// TestNestedModules holds the nested modules to the tree they lie in.
func TestNestedModules(t *testing.T) {
	nested := 0
	for _, file := range tree(t) {
		if path.Base(file) != "go.mod" || file == "go.mod" {
			continue
		}
		nested++
		mod, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(mod)
		folder := path.Dir(file)
		if !strings.HasPrefix(text, "module "+module+"/"+folder+"\n") {
			t.Errorf("%s does not name the module after its folder", file)
		}
		if !strings.Contains(text, module+" v0.0.0") {
			continue // it stands alone
		}
		up := strings.Repeat("../", strings.Count(folder, "/")+1)
		if !slices.Contains(strings.Split(text, "\n"), "replace "+module+" => "+up[:len(up)-1]) &&
			!slices.Contains(strings.Split(text, "\n"), "replace "+module+" => "+up) {
			t.Errorf("%s does not replace %s by %s", file, module, up)
		}
	}
	work, err := os.ReadFile("go.work")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{".", "./cmd/calque", "./bench"} {
		if !slices.Contains(strings.Fields(string(work)), folder) {
			t.Errorf("go.work does not use %s", folder)
		}
	}
	if nested < 2 {
		t.Errorf("only %d nested modules were found", nested)
	}
}
