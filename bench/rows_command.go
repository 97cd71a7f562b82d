package main

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
)

// commandSize is the size of the file that the commands format, in bytes.
const commandSize = 30 << 20

// commandRows: whole processes that pretty-print a file of some 30 MB. jq is
// left out where it is not installed.
func commandRows() ([]row, error) {
	dir, err := os.MkdirTemp("", "calque-bench")
	if err != nil {
		return nil, err
	}
	cleanups = append(cleanups, func() { _ = os.RemoveAll(dir) })
	file := filepath.Join(dir, "records.json")
	size, err := writeRecords(file)
	if err != nil {
		return nil, err
	}
	own, err := build(dir, "example.com/calque/cmd/calque", "calque")
	if err != nil {
		return nil, err
	}
	gojq, err := build(dir, "github.com/itchyny/gojq/cmd/gojq", "gojq")
	if err != nil {
		return nil, err
	}
	calque := process(own, "fmt", file)
	rows := []row{{"fmt 30 MB, gojq", size, calque, []rival{{"gojq", process(gojq, ".", file)}}}}
	jq, err := exec.LookPath("jq")
	if err == nil {
		rows = append(rows, row{"fmt 30 MB, jq", size, calque, []rival{{"jq", process(jq, ".", file)}}})
	}
	for _, other := range append([][]string{{gojq, "."}}, optional(jq)...) {
		if err := sameOutput([]string{own, "fmt", file}, append(other, file)); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func optional(jq string) [][]string {
	if jq == "" {
		return nil
	}
	return [][]string{{jq, "."}}
}

// cleanups are run before the program ends.
var cleanups []func()

func writeRecords(file string) (int, error) {
	r := rand.New(rand.NewPCG(1, 30))
	var b bytes.Buffer
	b.WriteByte('[')
	for b.Len() < commandSize {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		text, err := stdjson.Marshal(records(r, 100))
		if err != nil {
			return 0, err
		}
		b.Write(text)
	}
	b.WriteByte(']')
	return b.Len(), os.WriteFile(file, b.Bytes(), 0o600)
}

// build builds a program of the workspace's modules.
func build(dir, pkg, name string) (string, error) {
	exe := filepath.Join(dir, name)
	out, err := exec.CommandContext(context.Background(), "go", "build", "-o", exe, pkg).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return exe, nil
}

func process(exe string, args ...string) func() error {
	return func() error {
		cmd := exec.CommandContext(context.Background(), exe, args...)
		cmd.Stdout = io.Discard // which is a pipe that is read to its end
		return cmd.Run()
	}
}

// sameOutput fails unless two commands write texts that mean the same.
func sameOutput(a, b []string) error {
	x, err := exec.CommandContext(context.Background(), a[0], a[1:]...).Output()
	if err != nil {
		return fmt.Errorf("%v: %w", a, err)
	}
	y, err := exec.CommandContext(context.Background(), b[0], b[1:]...).Output()
	if err != nil {
		return fmt.Errorf("%v: %w", b, err)
	}
	if err := sameText(x, y); err != nil {
		return fmt.Errorf("%s and %s: %w", filepath.Base(a[0]), filepath.Base(b[0]), err)
	}
	return nil
}
