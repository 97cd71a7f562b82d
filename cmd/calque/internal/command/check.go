package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/input"
	"example.com/calque/cmd/calque/internal/report"
	"example.com/calque/cmd/calque/internal/terminal"
	"example.com/calque/value"
)

// check is the command of this name.
type check struct {
	*app
	reading
	jobs int
}

func newCheck(a *app) *cobra.Command {
	c := &check{app: a}
	cmd := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Report every fault of many files",
		Long: `check reads files and reports every fault, with its place and the line around
it. Files without faults are passed over in silence. Directories are looked
through for files whose extension is that of a format; without a file it is
standard input.

A JSON file is one value; data behind it is a fault. NDJSON, MessagePack and
other formats of records may hold any number of values: the records behind a bad
one are checked as well where they can be told apart.`,
		Example: `  calque check people.json
  calque check configs/ *.ndjson.gz         directories, and packed files
  calque check --errors=json data/ 2>faults.ndjson
  calque check --comments --trailing-commas settings.json
  calque check -f msgpack - < message.bin`,
		RunE: func(_ *cobra.Command, names []string) error { return c.run(names) },
	}
	s := flagsOf(cmd, groupMain)
	s.count(&c.jobs, "jobs", "j", 0, "files to read at a time; 0: one for each processor")
	c.register(cmd)
	return cmd
}

// checked is what came of one file.
type checked struct {
	name string
	err  error
	data []byte // what excerpts are taken from
}

func (c *check) run(names []string) error {
	paths := expand(names, func(name string) bool {
		_, ok := formatOfFile(name)
		return ok || c.from != ""
	})
	c.watchWork(paths, terminal.Is(c.sys.Err))
	bad, faults := 0, 0
	inOrder(len(paths), c.jobs, func(i int) checked { return c.file(paths[i]) },
		func(_ int, done checked) bool {
			if done.err != nil {
				bad++
				faults += report.List(done.err).Total
				c.report.Report(done.err, done.name, done.data)
			}
			return true
		})
	if len(paths) > 1 && bad > 0 {
		c.report.Note(fmt.Sprintf("%d of %d files have faults, %d in all", bad, len(paths), faults))
	}
	return nil
}

// file checks one file.
func (c *check) file(p path) checked {
	if p.err != nil {
		return checked{name: p.name, err: p.err}
	}
	in, err := c.open(p.name, c.maxBytes)
	if err != nil {
		return checked{name: p.name, err: err}
	}
	defer in.Close() //nolint:errcheck // nothing was written
	done := checked{name: in.Name}
	f, err := formatOf(c.from, in)
	if err != nil {
		done.err = err
		return done
	}
	if isDocument(f) {
		done.data, done.err = c.document(in, f)
		return done
	}
	found := tally{limit: c.maxErrors, fast: c.failFast}
	for _, err := range decoded(in, f, c.options()) {
		if !found.add(err) {
			break
		}
	}
	done.err = found.err()
	return done
}

// document checks an input that is one value. It returns the input where there
// are faults.
func (c *check) document(in *input.Input, f calque.Format) ([]byte, error) {
	data, err := in.All()
	if err != nil {
		return nil, err
	}
	var doc value.Doc
	if err = f.Unmarshal(data, &doc, c.options()...); err == nil {
		return nil, nil
	}
	return data, err
}

// watchWork begins the progress of a command that works on files.
func (a *app) watchWork(paths []path, on bool) {
	a.progress = terminal.Start(a.sys.Err, on)
	a.report.W = a.progress.Beside(a.sys.Err)
	for _, p := range paths {
		a.progress.Expect(p.size)
	}
}

// open opens an input of a command.
func (a *app) open(name string, limit byteSize) (*input.Input, error) {
	if name == "-" && terminal.Is(a.sys.In) && terminal.Is(a.sys.Err) {
		a.report.Note("reading standard input; Ctrl-D ends it")
	}
	s := input.Settings{Stdin: a.sys.In, MaxBytes: int64(limit)}
	if a.progress != nil {
		s.Count = a.progress.Count
	}
	return s.Open(name)
}
