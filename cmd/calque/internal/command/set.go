package command

import (
	"github.com/spf13/cobra"

	"example.com/calque/format/json"
	"example.com/calque/value"
)

// setter is the command set.
type setter struct {
	editor
	text    bool
	remove  bool
	parents bool
}

func newSet(a *app) *cobra.Command {
	c := &setter{editor: editor{app: a}}
	cmd := &cobra.Command{
		Use:   "set POINTER VALUE [FILE]",
		Short: "Set the value at a JSON Pointer and leave every other byte alone",
		Long: `set replaces the value that a JSON Pointer (RFC 6901) leads to, or adds a member
or, with the index behind the last or "-", an element. VALUE is JSON, or plain
text with --string. With --delete, and without VALUE, the value is removed.

Of JSON every byte that is not concerned stays: white space, comments, spelling of
numbers; what is new gets the style of what is around it. Other formats are
written anew, each record is changed. The result goes to standard output, or back
into the file with -w.`,
		Example: `  calque set /version '"1.4.0"' package.json -w
  calque set --string /users/3/name "O'Hara" people.json
  calque set /ports/- 8080 config.json      add an element
  calque set --delete /debug config.json
  calque set --parents /log/file/size 10 --comments settings.json -w`,
		Args: func(cmd *cobra.Command, given []string) error {
			if c.remove {
				return args(1, 2, "POINTER and FILE with --delete")(cmd, given)
			}
			return args(2, 3, "POINTER, VALUE and FILE")(cmd, given)
		},
		RunE: func(_ *cobra.Command, given []string) error { return c.run(given) },
	}
	s := flagsOf(cmd, groupMain)
	s.boolean(&c.text, "string", "s", "take VALUE as plain text")
	s.boolean(&c.remove, "delete", "d", "remove the value")
	s.boolean(&c.parents, "parents", "p", "make the objects and arrays that lead to it where they are missing")
	c.editor.register(cmd)
	return cmd
}

func (c *setter) run(given []string) error {
	if c.remove && (c.text || c.parents) {
		return usagef("--delete takes no VALUE, so neither --string nor --parents")
	}
	pointer, rest := given[0], given[1:]
	if _, err := value.ParsePointer(pointer); err != nil {
		return badPointer(pointer)
	}
	x := value.Null()
	if !c.remove {
		var err error
		if x, err = c.operand(rest[0]); err != nil {
			return err
		}
		rest = rest[1:]
	}
	file := "-"
	if len(rest) > 0 {
		file = rest[0]
	}
	return c.edited(file, func(v value.Value) (value.Value, error) {
		if c.remove {
			_, err := v.RemovePointer(pointer)
			return v, err
		}
		return v.SetPointer(pointer, x.Clone(), c.parents)
	})
}

// operand returns the value that an argument stands for.
func (c *setter) operand(text string) (value.Value, error) {
	if c.text {
		return value.String(text), nil
	}
	v, err := json.Parse[value.Value]([]byte(text), c.keeping(&writing{})...)
	if err != nil {
		return v, usagef("VALUE %q is no JSON; --string takes it as text", text)
	}
	return v, nil
}
