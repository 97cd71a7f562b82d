package command

import (
	"github.com/spf13/cobra"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/value"
)

// getter is the command get.
type getter struct {
	*app
	reading
	writing writing
	to      string
	raw     bool
}

func newGet(a *app) *cobra.Command {
	c := &getter{app: a}
	cmd := &cobra.Command{
		Use:   "get POINTER [FILE]",
		Short: "Print the value at a JSON Pointer",
		Long: `get prints the value that a JSON Pointer (RFC 6901) leads to, as JSON. The
pointer /users/3/name means the member users, its fourth element, the member name
of that; "" is the whole value. In names ~1 stands for / and ~0 for ~. From an
input of several records it prints the value of each record.

The exit code is 1 where there is no such value.`,
		Example: `  calque get /users/3/name people.json
  calque get -r /version package.json       the text of a string, without quotes
  calque get /id events.ndjson
  calque get "" people.msgpack              everything, as JSON
  kubectl get pod x -o json | calque get /status --compact`,
		Args: args(1, 2, "POINTER and FILE"),
		RunE: func(_ *cobra.Command, given []string) error {
			file := "-"
			if len(given) > 1 {
				file = given[1]
			}
			return c.run(given[0], file)
		},
	}
	s := flagsOf(cmd, groupMain)
	s.boolean(&c.raw, "raw", "r", "print the text of strings without quotes and escapes")
	s.formatFlag(&c.to, "to", "t", "format to print the value in (default json)")
	c.writing.register(cmd)
	c.register(cmd)
	return cmd
}

func (c *getter) run(pointer, file string) error {
	to, err := c.target()
	if err != nil {
		return err
	}
	path, err := value.ParsePointer(pointer)
	if err != nil {
		return badPointer(pointer)
	}
	in, err := c.open(file, c.maxBytes)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // nothing was written
	from, err := formatOf(c.from, in)
	if err != nil {
		return err
	}
	out, err := c.sink("-", compress.None, isJSONText(to) && !c.raw)
	if err != nil {
		return err
	}
	if in.Size < 0 {
		in.Wait = func() { _ = out.flush() }
	}
	read := c.options()
	if isJSONText(to) {
		read = c.keeping(&c.writing)
	}
	write := c.written(&c.writing)
	faults := c.stream(c.app, in.Name)
	n := int64(0)
	for v, err := range records(in, from, read) {
		n++
		var text []byte
		if err == nil {
			text, err = c.found(v, path, to, write)
			err = ofRecord(err, from, n)
		}
		if err != nil {
			if !faults.add(err) {
				break
			}
			continue
		}
		if _, err = out.Write(text); err != nil {
			return err
		}
	}
	faults.end()
	return out.close()
}

// target returns the format to print in.
func (c *getter) target() (calque.Format, error) {
	if c.to == "" {
		return parseSpec("json")
	}
	return parseSpec(c.to)
}

// found returns the text of the value of a record that a pointer leads to.
func (c *getter) found(v value.Value, path value.Pointer, to calque.Format, write []calque.Option) ([]byte, error) {
	at, err := v.Find(path)
	if err != nil {
		return nil, err
	}
	if c.raw && at.Kind() == value.KindString {
		return append([]byte(at.Text()), '\n'), nil
	}
	return appendRecord(nil, to, at, write)
}

// badPointer returns the error of usage for a text that is no JSON Pointer.
func badPointer(text string) error {
	return usagef("%q is no JSON Pointer: it is empty or begins with /, and 0 or 1 follows each ~", text)
}
