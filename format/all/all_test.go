package all_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/calque/format"
	_ "example.com/calque/format/all"
)

// TestAll makes sure that no format is forgotten.
func TestAll(t *testing.T) {
	folders, err := filepath.Glob("../*/format.go")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("all.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range folders {
		name := filepath.Base(filepath.Dir(file))
		if !strings.Contains(string(source), `format/`+name+`"`) {
			t.Errorf("the format in %s is not imported", name)
		}
		if _, ok := format.ByName(name); !ok {
			t.Errorf("no format %s is registered", name)
		}
	}
	if len(folders) < 2 {
		t.Errorf("found only %v", folders)
	}
}
