package calque_test

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/format"
)

var update = flag.Bool("update", false, "write the tables of docs/")

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadmeExample holds the Go code of README.md to the example that is run.
func TestReadmeExample(t *testing.T) {
	_, rest, ok := strings.Cut(readFile(t, "README.md"), "```go\n")
	code, _, closed := strings.Cut(rest, "```\n")
	if !ok || !closed {
		t.Fatal("README.md has no Go code")
	}
	_, rest, _ = strings.Cut(readFile(t, "example_test.go"), "func Example() {\n")
	body, _, _ := strings.Cut(rest, "\t// Output:")
	if body = regexp.MustCompile(`(?m)^\t`).ReplaceAllString(body, ""); code != body {
		t.Errorf("README.md shows\n%s\nthe example is\n%s", code, body)
	}
}

// TestLinks follows the links between the documents.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	for _, file := range tree(t) {
		if path.Ext(file) != ".md" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(readFile(t, file), ""), -1) {
			target := path.Join(path.Dir(file), m[1])
			if _, err := os.Stat(filepath.FromSlash(target)); err != nil {
				t.Errorf("%s links to %s: %v", file, m[1], err)
			}
		}
	}
}

// columns are those of the table of docs/formats.md.
var columns = []struct {
	name string
	has  func(c calque.Capabilities) bool
}{
	{"text", func(c calque.Capabilities) bool { return c.Text }},
	{"self-describing", func(c calque.Capabilities) bool { return c.SelfDescribe }},
	{"stream", func(c calque.Capabilities) bool { return c.Stream }},
	{"counted", func(c calque.Capabilities) bool { return c.Counted }},
	{"any keys", func(c calque.Capabilities) bool { return c.AnyKeys }},
	{"null", func(c calque.Capabilities) bool { return c.Null }},
	{"bytes", func(c calque.Capabilities) bool { return c.Bytes }},
	{"time", func(c calque.Capabilities) bool { return c.Time }},
	{"ext", func(c calque.Capabilities) bool { return c.Ext }},
	{"big numbers", func(c calque.Capabilities) bool { return c.BigNumbers }},
	{"float32", func(c calque.Capabilities) bool { return c.Float32 }},
	{"NaN", func(c calque.Capabilities) bool { return c.NonFinite }},
}

// formatTable returns the table of docs/formats.md.
func formatTable() string {
	var b strings.Builder
	b.WriteString("| format | extensions | media type |")
	for _, c := range columns {
		b.WriteString(" " + c.name + " |")
	}
	b.WriteString(" inspect |\n|---|---|---|" + strings.Repeat("---|", len(columns)+1) + "\n")
	mark := map[bool]string{true: " yes |", false: " - |"}
	for _, f := range format.All() {
		info, _ := format.About(f.Name())
		b.WriteString("| `" + f.Name() + "` | " + strings.Join(info.Extensions, " ") + " | " + strings.Join(info.MediaTypes[:min(1, len(info.MediaTypes))], "") + " |")
		for _, c := range columns {
			b.WriteString(mark[c.has(f.Capabilities())])
		}
		_, inspects := f.(calque.Inspector)
		b.WriteString(mark[inspects] + "\n")
	}
	return b.String()
}

func TestFormatTable(t *testing.T) {
	const file = "docs/formats.md"
	doc := readFile(t, file)
	table := regexp.MustCompile(`(?m)^\|.*\n(\|.*\n)*`)
	if want := formatTable(); table.FindString(doc) != want {
		if !*update {
			t.Fatalf("the table of %s is not (run with -update to write it)\n%s", file, want)
		}
		at := table.FindStringIndex(doc)
		if at == nil {
			t.Fatalf("%s has no table", file)
		}
		if err := os.WriteFile(file, []byte(doc[:at[0]]+want+doc[at[1]:]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFormatsAreInReadme holds the table of README.md to the formats there are.
func TestFormatsAreInReadme(t *testing.T) {
	readme := strings.ToLower(readFile(t, "README.md"))
	names := map[string]string{"msgpack": "messagepack"}
	for _, f := range format.All() {
		name := f.Name()
		if long, ok := names[name]; ok {
			name = long
		}
		if !strings.Contains(readme, "| "+name) {
			t.Errorf("README.md has no row for %s", f.Name())
		}
	}
}
