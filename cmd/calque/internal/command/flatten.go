package command

import (
	"github.com/spf13/cobra"

	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/value"
)

// flattener is the command flatten.
type flattener struct {
	*app
	reading
	writing writing
	undo    bool
}

func newFlatten(a *app) *cobra.Command {
	c := &flattener{app: a}
	cmd := &cobra.Command{
		Use:   "flatten [FILE]",
		Short: "Make one object of JSON Pointers and scalars, and back",
		Long: `flatten prints an object that has a member for each scalar, and for each empty array
and object, of the input: its name is the JSON Pointer of the place. --undo makes
the same value of it again. It is done to each record.`,
		Example: `  calque flatten config.json
  calque flatten people.msgpack | grep /name
  calque flatten config.json | calque flatten --undo`,
		Args: args(0, 1, "FILE"),
		RunE: func(_ *cobra.Command, given []string) error {
			if len(given) > 0 {
				return c.run(given[0])
			}
			return c.run("-")
		},
	}
	s := flagsOf(cmd, groupMain)
	s.boolean(&c.undo, "undo", "u", "make the value of a flattened one")
	c.writing.register(cmd)
	c.register(cmd)
	return cmd
}

func (c *flattener) run(file string) error {
	in, err := c.open(file, c.maxBytes)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // nothing was written
	from, err := formatOf(c.from, in)
	if err != nil {
		return err
	}
	to := from
	if !isJSONText(from) {
		if to, err = parseSpec("json"); err != nil {
			return err
		}
	}
	out, err := c.sink("-", compress.None, true)
	if err != nil {
		return err
	}
	faults := c.stream(c.app, in.Name)
	n := int64(0)
	for v, err := range records(in, from, c.keeping(&c.writing)) {
		n++
		var text []byte
		if err == nil {
			if v, err = c.turned(v); err == nil {
				text, err = appendRecord(nil, to, v, c.written(&c.writing))
			}
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

// turned returns a value flat, or the value that a flat one stands for.
func (c *flattener) turned(v value.Value) (value.Value, error) {
	if c.undo {
		return v.Unflatten()
	}
	return v.Flatten()
}
