package command

import (
	"github.com/spf13/cobra"

	"example.com/calque/value"
)

func newPatch(a *app) *cobra.Command {
	c := &editor{app: a}
	cmd := &cobra.Command{
		Use:   "patch PATCH [FILE]",
		Short: "Apply a JSON Patch (RFC 6902) and leave every other byte alone",
		Long: `patch applies the operations in the file PATCH: a JSON Patch (RFC 6902), as "calque
diff --patch" makes it, in any format. All of them are applied or none; a fault
names the operation and its pointer.

Of JSON every byte that is not concerned stays: white space, comments, spelling of
numbers; what is new gets the style of what is around it. Other formats are
written anew, the patch is applied to each record. The result goes to standard
output, or back into the file with -w.`,
		Example: `  calque patch changes.json config.json
  calque patch changes.json config.json -w
  calque diff --patch old.json new.json | calque patch - old.json
  curl -s https://example.com/x | calque patch changes.json`,
		Args: args(1, 2, "PATCH and FILE"),
		RunE: func(_ *cobra.Command, given []string) error {
			file := "-"
			if len(given) > 1 {
				file = given[1]
			}
			return c.patch(given[0], file)
		},
	}
	c.register(cmd)
	return cmd
}

// patch applies the patch in one file to another.
func (c *editor) patch(patch, file string) error {
	if patch == "-" && file == "-" {
		return usagef("only one of PATCH and FILE can be standard input")
	}
	ops, ok, err := c.sideFile(patch)
	if err != nil || !ok {
		return err
	}
	p, err := value.ParsePatch(ops)
	if err != nil {
		c.report.Report(err, patch, nil)
		return nil
	}
	return c.edited(file, p.Apply)
}

// sideFile is whole for a file beside the one that is edited: --from is not for
// it.
func (c *editor) sideFile(name string) (value.Value, bool, error) {
	side := c.reading
	side.from = ""
	return c.whole(name, &side)
}
