package command

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/input"
	"example.com/calque/cmd/calque/internal/report"
	"example.com/calque/cmd/calque/internal/terminal"
	"example.com/calque/format/json"
)

// formatter is the command fmt.
type formatter struct {
	*app
	reading
	writing writing
	inPlace bool
	list    bool
	jobs    int
	exact   string // canonical form: "", exact or round
}

func newFmt(a *app) *cobra.Command {
	c := &formatter{app: a}
	cmd := &cobra.Command{
		Use:   "fmt [FILE...]",
		Short: "Format JSON, in place or to standard output",
		Long: `fmt writes JSON in one style: pretty with an indentation of two spaces unless
flags say otherwise. Numbers keep their spelling and members their order. NDJSON
stays one value a line. --canonical writes the one form that RFC 8785 gives to a
value, without a newline behind it. Without a file it formats standard input; directories
are looked through for JSON and NDJSON files.

With -w the files themselves are rewritten: each at once and as a whole, with
its mode, its owner where the system allows it, and its compression; symbolic
links stay. A file with a fault, and one that is in the style already, is not
touched.

What is written to standard output and larger than 64 MB (4 MB where the size is
not known) is formatted piece by piece: then the text in front of a fault is
written too.`,
		Example: `  calque fmt people.json
  calque fmt --compact --sort < in.json > out.json
  calque fmt -w --indent 1 --indent-char tab configs/
  calque fmt -l .                           list files in another style, exit 1
  calque fmt --canonical in.json | sha256sum
  calque fmt --comments --trailing-commas settings.jsonc`,
		RunE: func(_ *cobra.Command, names []string) error { return c.run(names) },
	}
	s := flagsOf(cmd, groupMain)
	s.boolean(&c.inPlace, "write", "w", "rewrite the files in place")
	s.boolean(&c.list, "list", "l", "list the files whose style differs; exit code 1 unless -w mends them")
	s.count(&c.jobs, "jobs", "j", 0, "files to read at a time; 0: one for each processor")
	s.add(&choice{&c.exact, canonicalWords}, "canonical", "", canonicalWords[0],
		"write the canonical form of RFC 8785; a number that would lose digits is a fault, or rounded: "+anyOf(canonicalWords))
	s.complete("canonical", canonicalWords)
	c.writing.register(cmd)
	c.register(cmd)
	return cmd
}

// canonicalWords are the values of --canonical.
var canonicalWords = []string{"exact", "round"}

// formatted is what came of one file.
type formatted struct {
	name    string
	packed  compress.Kind
	text    []byte
	differs bool                      // it has no faults and is in another style
	err     error                     // the faults of the file
	data    []byte                    // what excerpts are taken from
	large   func(out io.Writer) error // formats what is too large to be held
}

func (c *formatter) run(names []string) error {
	if c.inPlace && c.comments {
		return usagef("-w would drop the comments that --comments allows: write to another file with calque convert")
	}
	paths := expand(names, func(name string) bool {
		f, ok := formatOfFile(name)
		return ok && isJSONText(f)
	})
	if c.inPlace || c.list {
		for _, p := range paths {
			if p.name == "-" {
				return usagef("-w and -l need the names of files")
			}
		}
	}
	c.watchWork(paths, terminal.Is(c.sys.Err) && (c.inPlace || !terminal.Is(c.sys.Out)))
	out, err := c.sink("-", compress.None, !c.inPlace && !c.list)
	if err != nil {
		return err
	}
	inOrder(len(paths), c.jobs, func(i int) formatted { return c.file(paths[i]) },
		func(_ int, done formatted) bool {
			c.report.Report(done.err, done.name, done.data)
			err = c.emit(out, done)
			return err == nil
		})
	if err != nil {
		return err
	}
	return out.close()
}

// isJSONText reports whether a format is written by fmt.
func isJSONText(f calque.Format) bool { return f.Name() == "json" || f.Name() == "ndjson" }

// file formats one file.
func (c *formatter) file(p path) formatted {
	if p.err != nil {
		return formatted{name: p.name, err: p.err}
	}
	in, err := c.open(p.name, c.maxBytes)
	if err != nil {
		return formatted{name: p.name, err: err}
	}
	closing := true
	defer func() {
		if closing {
			_ = in.Close() // nothing was written
		}
	}()
	done := formatted{name: in.Name, packed: in.Packed}
	f, err := formatOf(c.from, in)
	if err == nil && !isJSONText(f) {
		err = unfit(in.Name, "it is %s, and fmt formats JSON and NDJSON: use calque convert", f.Name())
	}
	if err != nil {
		done.err = err
		return done
	}
	if !c.inPlace && !c.list && isLarge(in, f) {
		if done.large = c.passing(in, f); done.large != nil {
			closing = false
			return done
		}
	}
	done.data, err = in.All()
	if err != nil {
		done.data, done.err = nil, err
		return done
	}
	c.format(&done, f)
	return done
}

// passing returns what formats a large file token by token, nil where an option
// needs all of it.
func (c *formatter) passing(in *input.Input, f calque.Format) func(out io.Writer) error {
	read, write := c.keeping(&c.writing), c.written(&c.writing)
	if newPassage(strings.NewReader(""), f, read, io.Discard, f, write) == nil {
		return nil
	}
	return func(out io.Writer) error {
		defer in.Close() //nolint:errcheck // nothing was written
		p := newPassage(in, f, read, out, f, write)
		faults := c.stream(c.app, in.Name)
		p.bad = faults.add
		err := p.run()
		faults.end()
		return err
	}
}

// format fills in the text of a file whose data was read.
func (c *formatter) format(done *formatted, f calque.Format) {
	all := values
	switch {
	case !isDocument(f):
		all = lines
	case c.inPlace || c.list:
		all = only // several values may be lines under a wrong name
	}
	room := len(done.data) + 64
	if !c.writing.compact {
		room += room / 2
	}
	done.text = make([]byte, 0, room)
	ropts, wopts := c.keeping(&c.writing), c.written(&c.writing)
	if c.exact != "" {
		wopts = append(wopts, json.Canonical())
	}
	if c.exact == "round" {
		wopts = append(wopts, calque.Lossy(calque.Allow))
	}
	found := tally{limit: c.maxErrors, fast: c.failFast}
	for v, err := range all(done.data, f, ropts) {
		if err == nil {
			done.text, err = appendRecord(done.text, f, v, wopts)
		}
		if !found.add(err) {
			break
		}
	}
	if c.exact != "" && isDocument(f) {
		// The bytes of RFC 8785 end with the value.
		done.text = bytes.TrimSuffix(done.text, []byte{'\n'})
	}
	done.err = found.err()
	done.differs = done.err == nil && !bytes.Equal(done.text, done.data)
	if done.err == nil {
		done.data = nil
	}
}

// emit writes one formatted file to where it belongs. Errors are those of the
// output; those of a file in place are reported.
func (c *formatter) emit(out io.Writer, done formatted) error {
	if done.large != nil {
		return done.large(out)
	}
	if !c.inPlace && !c.list {
		_, err := out.Write(done.text)
		return err
	}
	if !done.differs {
		return nil
	}
	if c.inPlace && !c.rewritten(done) || !c.list {
		return nil
	}
	if !c.inPlace {
		c.report.Raise(report.Invalid)
	}
	_, err := fmt.Fprintln(out, done.name)
	return err
}

// rewritten rewrites a file and reports whether that went well.
func (c *formatter) rewritten(done formatted) bool {
	err := c.rewrite(done)
	c.report.Report(err, done.name, nil)
	return err == nil
}

// rewrite puts the text of a file in the place of the old one.
func (c *formatter) rewrite(done formatted) error {
	to, err := c.sink(done.name, done.packed, false)
	if err != nil {
		return err
	}
	if _, err = to.Write(done.text); err != nil {
		to.abort()
		return err
	}
	return to.close()
}
