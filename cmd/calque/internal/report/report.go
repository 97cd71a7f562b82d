// Package report tells the user what went wrong, as text or as JSON lines, and
// keeps the exit code that follows from it.
package report

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"example.com/calque/cmd/calque/internal/output"
	"example.com/calque/cmd/calque/internal/terminal"
	"example.com/calque/fault"
)

// The exit codes. Those of faults follow from their classes.
const (
	OK       = 0
	Invalid  = 1 // the data is invalid or differs
	Usage    = 2
	IO       = 3
	Limit    = 4
	Internal = 5
	Pipe     = 141 // nobody reads the output: 128 and the number of SIGPIPE
)

// Forms are the values of the flag --errors.
var Forms = []string{"text", "json"}

// Reporter writes faults to one writer. It may be used by several goroutines.
type Reporter struct {
	// W is where the faults go.
	W io.Writer
	// JSON makes each fault a line of JSON.
	JSON bool
	// Color gives the text colour.
	Color bool

	mu   sync.Mutex
	exit int
}

// Exit returns the exit code that the faults reported so far ask for: of
// several the one that says most about what to do, in the order of
// [fault.ClassOf].
func (r *Reporter) Exit() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.exit
}

// Raise makes the exit code code, unless one that says more stands already.
func (r *Reporter) Raise(code int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.Index(ranks, code) < slices.Index(ranks, r.exit) {
		r.exit = code
	}
}

// ranks are the exit codes, the one that says most first.
var ranks = []int{Pipe, Internal, Usage, IO, Limit, Invalid, OK}

// Report writes all faults of err. Those that name no file get the given one;
// input, which may be nil, is what excerpts are taken from. A broken pipe is
// not worth a word.
func (r *Reporter) Report(err error, file string, input []byte) {
	if err == nil {
		return
	}
	if output.BrokenPipe(err) {
		r.Raise(Pipe)
		return
	}
	list := List(err)
	r.Raise(fault.ClassOf(list).ExitCode())
	r.write(list, file, input, "")
}

// Usage writes what is wrong with how the command was called.
func (r *Reporter) Usage(err error) {
	if r.JSON {
		r.Report(&fault.Error{Code: fault.BadOption, Offset: -1, Err: err}, "", nil)
		return
	}
	r.Raise(Usage)
	r.mu.Lock()
	defer r.mu.Unlock()
	_, _ = io.WriteString(r.W, paint("calque: "+err.Error()+"\n", r.Color))
}

// Warn writes all faults of err as Report does, as warnings, which do not
// change the exit code.
func (r *Reporter) Warn(err error, file string) {
	if err != nil {
		r.write(List(err), file, nil, "warning: ")
	}
}

func (r *Reporter) write(list *fault.List, file string, input []byte, what string) {
	for _, e := range list.Errors {
		if e.File == "" {
			e.File = file
		}
	}
	var text string
	if r.JSON {
		text = lines(list)
	} else {
		text = paint(label(list.Render(input), what), r.Color)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, _ = io.WriteString(r.W, text)
}

// label puts a word in front of the message of each fault.
func label(text, what string) string {
	if what == "" {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "calque: "); ok {
			line = "calque: " + what + rest
		}
		b.WriteString(line)
	}
	return b.String()
}

// Note writes a line that is not a fault, in text form only.
func (r *Reporter) Note(text string) {
	if r.JSON {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, _ = io.WriteString(r.W, "calque: "+text+"\n")
}

// List returns err as a list of faults. Faults that a reader or writer of the
// command made come out of the fault that a decoder or encoder wrapped them in.
func List(err error) *fault.List {
	var list *fault.List
	if !errors.As(err, &list) {
		return fault.One(single(err))
	}
	plain := &fault.List{Total: list.Total, Cut: list.Cut}
	for _, e := range list.Errors {
		var inner *fault.Error
		if e.Err != nil && errors.As(e.Err, &inner) {
			if inner.File == "" {
				inner.File = e.File
			}
			e = inner
		}
		plain.Errors = append(plain.Errors, e)
	}
	return plain
}

func single(err error) *fault.Error {
	var e *fault.Error
	if errors.As(err, &e) {
		return e
	}
	code := fault.Internal
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		code = fault.Canceled
	}
	return &fault.Error{Code: code, Offset: -1, Err: err}
}

// lines returns a line of JSON for each fault.
func lines(l *fault.List) string {
	var b strings.Builder
	for _, e := range l.Errors {
		if text, err := e.MarshalJSON(); err == nil {
			b.Write(text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// paint gives the text of faults colour: the message stands out, what is quoted
// from the input is faint but for the mark under the place.
func paint(text string, on bool) string {
	if !on {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		mark := strings.TrimLeft(line, " |")
		switch {
		case !strings.HasPrefix(line, "  "):
			head, rest, _ := strings.Cut(line, " ")
			b.WriteString(terminal.Bad.Paint(head, true) + " " + terminal.Strong.Paint(rest, true))
		case strings.Trim(mark, "^") == "":
			b.WriteString(terminal.Bad.Paint(line, true))
		default:
			b.WriteString(terminal.Faint.Paint(line, true))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
