package command

import (
	"github.com/spf13/cobra"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/input"
	"example.com/calque/cmd/calque/internal/terminal"
	"example.com/calque/format/json"
	"example.com/calque/value"
)

// editor is what the commands that change one file have in common.
type editor struct {
	*app
	reading
	inPlace bool
}

func (c *editor) register(cmd *cobra.Command) {
	s := flagsOf(cmd, groupMain)
	s.boolean(&c.inPlace, "write", "w", "rewrite the file in place")
	c.reading.register(cmd)
}

// edited writes the input with a name as edit makes each of its records. JSON
// keeps every byte that the edit does not concern. Faults of the input are
// reported, and nothing is written then; errors are those of files.
func (c *editor) edited(name string, edit func(v value.Value) (value.Value, error)) error {
	if c.inPlace && name == "-" {
		return usagef("-w needs the name of a file")
	}
	in, err := c.open(name, c.maxBytes)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // nothing was written
	f, err := formatOf(c.from, in)
	if err != nil {
		return err
	}
	if !c.inPlace && !f.Capabilities().Text && terminal.Is(c.sys.Out) {
		return usagef("%s is not for a terminal: send it to a file, or use -w", f.Name())
	}
	data, err := in.All()
	if err != nil {
		return err
	}
	text, err := c.apply(data, f, edit)
	if err != nil {
		c.report.Report(err, in.Name, nil)
		return nil
	}
	return c.write(name, in, isJSONText(f), text)
}

// apply returns data as edit makes each of its records.
func (c *editor) apply(data []byte, f calque.Format, edit func(v value.Value) (value.Value, error)) ([]byte, error) {
	all := lines
	if isDocument(f) {
		all = only
	}
	read := append(c.options(), calque.KeepSpelling())
	found := tally{limit: c.maxErrors, fast: c.failFast}
	var text []byte
	n := int64(0)
	for v, err := range all(data, f, read) {
		n++
		if err == nil {
			v, err = edit(v)
		}
		switch {
		case err != nil:
		case isDocument(f):
			text, err = c.spliced(data, v)
		default:
			text, err = appendRecord(text, f, v, c.written(&writing{indentChar: ' ', compact: true}))
		}
		if !found.add(ofRecord(err, f, n)) {
			break
		}
	}
	return text, found.err()
}

// spliced returns JSON text with the value v and every other byte as it was.
func (c *editor) spliced(data []byte, v value.Value) ([]byte, error) {
	return json.Splice(data, v, c.options()...)
}

// write puts text where the command was told to: in the place of the input, with
// its compression, or to standard output.
func (c *editor) write(name string, in *input.Input, isJSON bool, text []byte) error {
	to, packed := "-", compress.None
	if c.inPlace {
		to, packed = name, in.Packed
	}
	out, err := c.sink(to, packed, isJSON)
	if err != nil {
		return err
	}
	if _, err = out.Write(text); err != nil {
		out.abort()
		return err
	}
	return out.close()
}

// whole returns the one value that the input with a name holds; of an input of
// several records, an array of them. Faults of the data are reported, and ok is
// false then; errors are those of files.
func (a *app) whole(name string, r *reading) (v value.Value, ok bool, err error) {
	in, err := a.open(name, r.maxBytes)
	if err != nil {
		return value.Null(), false, err
	}
	defer in.Close() //nolint:errcheck // nothing was written
	f, err := formatOf(r.from, in)
	if err != nil {
		return value.Null(), false, err
	}
	found := r.stream(a, in.Name)
	var all []value.Value
	for v, err := range records(in, f, append(r.options(), calque.KeepSpelling())) {
		if err == nil {
			all = append(all, v.Clone())
		} else if !found.add(err) {
			break
		}
	}
	ok = found.end()
	if len(all) == 1 {
		return all[0], ok, nil
	}
	return value.Array(all...), ok, nil
}
