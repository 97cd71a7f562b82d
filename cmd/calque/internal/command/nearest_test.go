package command

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"check", "convert", "fmt", "formats", "get", "inspect"}
	for typed, want := range map[string]string{
		"chekc":   "check",
		"CONVERT": "convert",
		"covnert": "convert",
		"format":  "formats",
		"gte":     "get",
		"ins":     "inspect",
		"fnt":     "fmt",
		"serve":   "",
		"":        "",
		"x":       "",
	} {
		if got := nearest(typed, words); got != want {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
}
