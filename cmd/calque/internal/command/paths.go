package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/calque/cmd/calque/internal/input"
)

// path is a file to work on, or the fault that keeps a directory from being
// looked through.
type path struct {
	name string
	size int64 // bytes, 0 where it is not known
	err  error
}

// expand returns the files that names stand for: each file itself, and those
// below each directory whose extension is that of a format which wanted
// accepts. Names that begin with a dot are left out below directories. Without
// names it is standard input.
func expand(names []string, wanted func(name string) bool) []path {
	if len(names) == 0 {
		return []path{{name: "-"}}
	}
	var paths []path
	for _, name := range names {
		paths = append(paths, walk(name, wanted)...)
	}
	return paths
}

// sized returns the file with a name.
func sized(name string) path {
	p := path{name: name}
	if fi, err := os.Stat(name); err == nil && fi.Mode().IsRegular() {
		p.size = fi.Size()
	}
	return p
}

func walk(root string, wanted func(name string) bool) []path {
	if root == "-" {
		return []path{{name: root}}
	}
	if fi, err := os.Stat(root); err == nil && fi.IsDir() {
		root += string(filepath.Separator) // also through a symbolic link
	}
	var found []path
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if d == nil { // the root itself: opening it says what is wrong
				found = append(found, path{name: name})
				return nil
			}
			found = append(found, path{name: name, err: input.Failed(name, err)})
			return nil
		}
		if name != root && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() || name != root && (!d.Type().IsRegular() || !wanted(name)) {
			return nil
		}
		found = append(found, sized(name))
		return nil
	})
	if err != nil && !errors.Is(err, fs.SkipAll) {
		found = append(found, path{name: root, err: input.Failed(root, err)})
	}
	return found
}
