package calque_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree returns the files of the repository, as paths with slashes, without
// hidden folders and data of tests.
func tree(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && name != "." && (name[0] == '.' || name == "testdata") {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() {
			files = append(files, filepath.ToSlash(file))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// source is one parsed Go file.
type source struct {
	file  string // path from the root of the repository
	lines int
	ast   *ast.File
}

func (s source) folder() string { return path.Dir(s.file) }
func (s source) test() bool     { return strings.HasSuffix(s.file, "_test.go") }

// engineCopy reports whether s is a copy of the engine inside a format.
func (s source) engineCopy() bool { return strings.HasPrefix(path.Base(s.file), "zz_") }

func (s source) generated() bool { return s.engineCopy() || ast.IsGenerated(s.ast) }

func (s source) imports(name string) bool {
	return slices.ContainsFunc(s.ast.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"`+name+`"` })
}

func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	for _, file := range tree(t) {
		if !strings.HasSuffix(file, ".go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		all = append(all, source{file, strings.Count(string(text), "\n"), parsed})
	}
	return all
}

func TestSources(t *testing.T) {
	for _, s := range sources(t) {
		if s.lines >= 600 && !s.generated() {
			t.Errorf("%s has %d lines: a package that needs more is two packages", s.file, s.lines)
		}
		if s.imports("unsafe") && !s.test() && !s.engineCopy() && !slices.Contains(unsafeFolders, s.folder()) {
			t.Errorf("%s imports unsafe", s.file)
		}
		if s.imports("C") {
			t.Errorf("%s uses cgo", s.file)
		}
		for _, group := range s.ast.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname") {
					t.Errorf("%s uses go:linkname", s.file)
				}
			}
		}
	}
	for _, file := range tree(t) {
		if strings.HasSuffix(file, ".s") && path.Dir(file) != "internal/scan" {
			t.Errorf("%s: assembly lives in internal/scan", file)
		}
	}
}

func TestPackagesAreDocumented(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range sources(t) {
		if !s.test() {
			documented[s.folder()] = documented[s.folder()] || s.ast.Doc != nil
		}
	}
	for folder, ok := range documented {
		if !ok {
			t.Errorf("the package in %s has no comment", folder)
		}
	}
}

func TestExportedIsDocumented(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() || s.generated() || s.ast.Name.Name == "main" || strings.Contains(s.file, "internal/") {
			continue
		}
		for _, d := range s.ast.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s: %s has no comment", s.file, name)
			}
		}
	}
}

// undocumented returns the exported names that a declaration leaves without a
// comment. A comment on a group stands for its constants and variables.
func undocumented(d ast.Decl) []string {
	var names []string
	check := func(documented bool, ids ...*ast.Ident) {
		for _, id := range ids {
			if id.IsExported() && !documented {
				names = append(names, id.Name)
			}
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type)) {
			check(d.Doc != nil, d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				check(d.Doc != nil || spec.Doc != nil || spec.Comment != nil, spec.Names...)
			case *ast.TypeSpec:
				check(spec.Doc != nil || d.Doc != nil && !d.Lparen.IsValid(), spec.Name)
				if methods, ok := spec.Type.(*ast.InterfaceType); ok && spec.Name.IsExported() {
					for _, m := range methods.Methods.List {
						check(m.Doc != nil || m.Comment != nil, m.Names...)
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func TestUndocumented(t *testing.T) {
	const text = `package p
		func A() {}
		// B does.
		func B() {}
		type C struct{}
		func (c *C) D() {}
		func (c e) F() {}
		type e struct{}
		const G = 1
		// These.
		const (
			H = 1
			I = 2
		)
		var (
			J = 1 // j
			K = 2
		)
		// L is.
		type L interface { M() }
		type N[T any] struct{}
		func (n N[T]) O() {}
	`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		names = append(names, undocumented(d)...)
	}
	if want := []string{"A", "C", "D", "G", "K", "M", "N", "O"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}
