package fault_test

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/calque/fault"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares got with a file of testdata, or writes the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update to accept)\ngot:\n%s\nwant:\n%s", file, got, want)
	}
}

// samples has a typical error of every code.
var samples = map[fault.Code]*fault.Error{
	fault.Syntax:        {Format: "json", Path: "/a", Offset: 8, Line: 1, Column: 9, Rune: 9, Want: "',' or '}'", Got: "':'"},
	fault.Truncated:     {Format: "msgpack", Path: "/3", Offset: 14, Want: "5 more bytes"},
	fault.Trailing:      {Format: "json", Offset: 3, Line: 1, Column: 4, Rune: 4, Got: "'x'"},
	fault.BadUTF8:       {Format: "json", Path: "/name", Offset: 10, Line: 1, Column: 11, Rune: 11, Got: "byte 0xFF"},
	fault.BadEscape:     {Format: "json", Path: "/name", Offset: 12, Line: 2, Column: 5, Rune: 4, Got: "'q'"},
	fault.BadNumber:     {Format: "json", Path: "/n", Offset: 6, Line: 1, Column: 7, Rune: 7, Want: "digit", Got: "'}'"},
	fault.BadHead:       {Format: "msgpack", Offset: 0, Got: "byte 0xC1"},
	fault.WrongType:     {Format: "json", Path: "/users/3/age", Offset: 117, Line: 4, Column: 9, Rune: 9, Want: "integer", Got: "string"},
	fault.OutOfRange:    {Format: "json", Path: "/age", Offset: 7, Line: 1, Column: 8, Rune: 8, Want: "int8", Got: "300"},
	fault.Inexact:       {Format: "msgpack", Path: "/total", Offset: -1, Want: "float64", Got: "0.1000000000000000055"},
	fault.NotFinite:     {Format: "json", Path: "/ratio", Offset: -1, Got: "NaN"},
	fault.Duplicate:     {Format: "json", Path: "/id", Offset: 9, Line: 1, Column: 10, Rune: 10, Got: `"id"`},
	fault.UnknownMember: {Format: "json", Path: "/colour", Offset: 2, Line: 1, Column: 3, Rune: 3, Got: `"colour"`},
	fault.Missing:       {Format: "json", Path: "/users/0", Offset: 11, Line: 1, Column: 12, Rune: 12, Want: `"name"`},
	fault.BadLength:     {Format: "msgpack", Path: "/point", Offset: 20, Want: "3 elements", Got: "2"},
	fault.BadText:       {Format: "json", Path: "/when", Offset: 8, Line: 1, Column: 9, Rune: 9, Want: "time", Got: `"yesterday"`},
	fault.BadKey:        {Format: "json", Path: "/4", Offset: -1, Want: "string", Got: "integer"},
	fault.BadPointer:    {Offset: -1, Want: "'/'", Got: `"users"`},
	fault.NotFound:      {Path: "/users/9", Offset: -1, Want: "index below 3", Got: "9"},
	fault.Conflict:      {Path: "/version", Offset: -1, Want: "1", Got: "2"},
	fault.Lossy:         {Format: "json", Path: "/image", Offset: -1, Got: "extension"},
	fault.NeedsType:     {Format: "cereal", Offset: -1, Got: "value"},
	fault.Unsupported:   {Format: "json", Path: "/f", Offset: -1, Got: "func()"},
	fault.Cycle:         {Format: "json", Path: "/next/next", Offset: -1},
	fault.NoMatch:       {Format: "json", Path: "/shape", Offset: 9, Line: 1, Column: 10, Rune: 10, Want: "circle or square", Got: `"star"`},
	fault.Rule:          {Format: "json", Path: "/age", Offset: 7, Line: 1, Column: 8, Rune: 8, Want: "at most 130", Got: "200"},
	fault.TooDeep:       {Format: "json", Offset: 10000, Line: 1, Column: 10001, Rune: 10001, Want: "at most 10000 levels"},
	fault.TooMany:       {Format: "msgpack", Path: "/rows", Offset: 6, Want: "at most 1000 values"},
	fault.TooLarge:      {Format: "json", Record: 7, Offset: 4096, Want: "at most 1024 bytes"},
	fault.Read:          {Format: "json", Offset: 65536, Err: errors.New("connection reset by peer")},
	fault.Write:         {Format: "json", Offset: -1, Err: errors.New("no space left on device")},
	fault.Canceled:      {Format: "json", Record: 12, Offset: 70000, Err: errors.New("context canceled")},
	fault.BadOption:     {Format: "json:fast", Offset: -1, Want: "an option of json", Got: `"fast"`},
	fault.BadTag:        {Path: "Person.Age", Offset: -1, Want: "option", Got: `"omitemtpy"`},
	fault.BadType:       {Path: "Person.Done", Offset: -1, Got: "chan bool"},
	fault.Internal:      {Format: "json", Path: "/x", Offset: 3, Err: errors.New("index out of range")},
}

// sample returns the line of a code's sample.
func sample(t *testing.T, c fault.Code) string {
	t.Helper()
	e, ok := samples[c]
	if !ok {
		t.Fatalf("no sample of %s", c.String())
	}
	e.Code = c
	return e.Error()
}

func TestCodeLines(t *testing.T) {
	var b strings.Builder
	for _, c := range fault.Codes() {
		fmt.Fprintf(&b, "%s (%s)\n\t%s\n", c.String(), c.Class(), sample(t, c))
	}
	golden(t, "codes.golden", b.String())
}

func TestCodesAreWhole(t *testing.T) {
	names := map[string]bool{}
	for _, c := range fault.Codes() {
		if c.String() == "" || c.Error() == "" || names[c.String()] {
			t.Errorf("code %d: name %q, text %q", c, c.String(), c.Error())
		}
		names[c.String()] = true
		if (c.Class() == fault.ClassInternal) != (c == fault.Internal) {
			t.Errorf("%v is of class %v", c, c.Class())
		}
	}
	if c := fault.Code(255); c.String() != "unknown" || c.Error() != "unknown fault" || c.Class() != fault.ClassInternal {
		t.Errorf("code 255: %v, %v, %v", c, c.Error(), c.Class())
	}
}

func TestClasses(t *testing.T) {
	for _, test := range []struct {
		class      fault.Class
		name       string
		exit, http int
	}{
		{fault.ClassSyntax, "syntax", 1, 400},
		{fault.ClassSemantic, "semantic", 1, 422},
		{fault.ClassLimit, "limit", 4, 413},
		{fault.ClassIO, "io", 3, 500},
		{fault.ClassUsage, "usage", 2, 500},
		{fault.ClassInternal, "internal", 5, 500},
	} {
		c := test.class
		if c.String() != test.name || c.ExitCode() != test.exit || c.HTTPStatus() != test.http {
			t.Errorf("%v: exit %d, status %d", c, c.ExitCode(), c.HTTPStatus())
		}
	}
}

// TestDocumented holds docs/errors.md to the code: each code has a row with its
// names, text and sample, below the heading of its class.
func TestDocumented(t *testing.T) {
	doc, err := os.ReadFile(filepath.FromSlash("../docs/errors.md"))
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for part := range strings.SplitSeq("\n"+string(doc), "\n## ") {
		head, body, _ := strings.Cut(part, "\n")
		sections[strings.ToLower(head)] = body
	}
	consts := constants(t)
	for i, c := range fault.Codes() {
		row := fmt.Sprintf("| `%s` | `fault.%s` | %s |", c.String(), consts[i], c.Error())
		section := sections[c.Class().String()]
		if !strings.Contains(section, row) {
			t.Errorf("no row %q below the heading of its class", row)
		}
		if line := sample(t, c); !strings.Contains(section, "\n"+line+"\n") {
			t.Errorf("no example of %s below the heading of its class: %s", c.String(), line)
		}
	}
}

// constants returns the names of the codes in the source, in their order.
func constants(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			for _, id := range s.(*ast.ValueSpec).Names {
				names = append(names, id.Name)
			}
		}
		break
	}
	return names[1:] // without Unknown
}
