package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// distribution returns the reference documents that the Go distribution brings
// for the tests of its own JSON package, compact, by their short names. The
// error says which one is missing.
func distribution() ([]document, error) {
	root, err := goroot()
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(root, "src", "encoding", "json", "internal", "jsontest")
	var docs []document
	for _, d := range []struct{ name, file string }{
		{"canada", "canada_geometry"},
		{"citm", "citm_catalog"},
		{"golang", "golang_source"},
		{"synthea", "synthea_fhir"},
		{"twitter", "twitter_status"},
		{"escaped", "string_escaped"},
		{"unicode", "string_unicode"},
	} {
		text, err := unpack(folder, d.file+".json.zst")
		if err != nil {
			return nil, err
		}
		docs = append(docs, document{d.name, text})
	}
	return docs, nil
}

// goroot returns the folder of the Go distribution.
func goroot() (string, error) {
	root, err := exec.CommandContext(context.Background(), "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("the Go distribution cannot be found: %w", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// unpack reads a compressed file below the folder: Go 1.26 has it in testdata,
// Go 1.27 in _embed.
func unpack(folder, file string) ([]byte, error) {
	var packed []byte
	var err error
	for _, sub := range []string{"testdata", "_embed"} {
		if packed, err = os.ReadFile(filepath.Join(folder, sub, file)); err == nil {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	r, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(packed, nil)
}

// anyOf returns what the standard library makes of a document.
func anyOf(d document) (any, error) {
	var x any
	err := json.Unmarshal(d.text, &x)
	return x, err
}
