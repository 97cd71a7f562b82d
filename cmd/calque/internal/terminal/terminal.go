// Package terminal knows what the command's output goes to: whether it is a
// terminal, how wide it is and whether it shows colour. It draws the progress
// of long work.
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Is reports whether what is read or written is a terminal.
func Is(rw any) bool {
	f, ok := rw.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width returns the number of columns to write text for: those of the terminal
// that w is, within 40 to 100, and 80 for everything else.
func Width(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if cols, _, err := term.GetSize(int(f.Fd())); err == nil && cols > 0 {
			return min(max(cols, 40), 100)
		}
	}
	return 80
}

// Columns returns the number of columns of the terminal that w is, 0 for
// everything else.
func Columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if cols, _, err := term.GetSize(int(f.Fd())); err == nil {
			return cols
		}
	}
	return 0
}

// Modes are the values of the flag --color.
var Modes = []string{"auto", "always", "never"}

// Colored reports whether what is written to w is to have colour. Mode auto
// means on a terminal, unless the environment has NO_COLOR or a TERM that
// shows none.
func Colored(mode string, w io.Writer, getenv func(string) string) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb" && Is(w)
}
