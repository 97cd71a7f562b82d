package command

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"example.com/calque/cmd/calque/internal/report"
)

// TestDocs shows that the reference names every command and every flag.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/command.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	a := &app{report: report.Reporter{}}
	root := a.root()
	for _, cmd := range available(root) {
		if !strings.Contains(doc, "`calque "+cmd.Name()) {
			t.Errorf("the command %s is missing", cmd.Name())
		}
		for _, g := range groupsOf(cmd) {
			g.flags.VisitAll(func(f *pflag.Flag) {
				name := "--" + f.Name
				if f.Shorthand != "" {
					name = "`-" + f.Shorthand + "`, `" + name
				}
				if !strings.Contains(doc, name) {
					t.Errorf("the flag %s of %s is missing", name, cmd.Name())
				}
			})
		}
	}
}
