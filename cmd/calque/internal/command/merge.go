package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"example.com/calque/fault"
	"example.com/calque/value"
)

// joiner is the command merge.
type joiner struct {
	editor
	base string
}

func newMerge(a *app) *cobra.Command {
	c := &joiner{editor: editor{app: a}}
	cmd := &cobra.Command{
		Use:   "merge PATCH FILE",
		Short: "Apply a merge patch (RFC 7396), or merge the changes of two sides",
		Long: `merge applies the merge patch in the file PATCH (RFC 7396) to FILE: members replace
those of the same name, null removes them, objects are merged.

With --base BASE OURS THEIRS it puts the changes from BASE to THEIRS into OURS.
Objects are merged by member, arrays by matching their elements. Where both sides
changed the same thing in different ways, the result has ours, the conflict is
reported and the exit code is 1; with -w the file then stays as it was.

Of JSON every byte of FILE, or OURS, that is not concerned stays. The result goes to
standard output, or back into that file with -w.`,
		Example: `  calque merge override.json config.json
  calque merge override.json config.json -w
  calque merge --base old.json mine.json theirs.json
  calque merge --base %O %A %B -w           as a merge driver of git`,
		Args: args(2, 2, "PATCH and FILE, or OURS and THEIRS with --base,"),
		RunE: func(_ *cobra.Command, given []string) error {
			if c.base != "" {
				return c.sides(given[0], given[1])
			}
			return c.merge(given[0], given[1])
		},
	}
	s := flagsOf(cmd, groupMain)
	s.text(&c.base, "base", "b", "merge the changes of two files, OURS and THEIRS, since this `FILE`")
	c.editor.register(cmd)
	return cmd
}

// merge applies a merge patch.
func (c *joiner) merge(patch, file string) error {
	if patch == "-" && file == "-" {
		return usagef("only one of PATCH and FILE can be standard input")
	}
	p, ok, err := c.sideFile(patch)
	if err != nil || !ok {
		return err
	}
	return c.edited(file, func(v value.Value) (value.Value, error) { return v.MergePatch(p), nil })
}

// sides merges the changes of two sides.
func (c *joiner) sides(ours, theirs string) error {
	base, ok, err := c.whole(c.base, &c.reading)
	if err != nil || !ok {
		return err
	}
	other, ok, err := c.whole(theirs, &c.reading)
	if err != nil || !ok {
		return err
	}
	records := 0
	return c.edited(ours, func(v value.Value) (value.Value, error) {
		if records++; records > 1 {
			return v, unfit(ours, "--base merges inputs of one value")
		}
		merged, conflicts := value.Merge(base, v, other)
		list := &fault.List{}
		for _, x := range conflicts {
			e := fault.New(fault.Conflict, -1, side("theirs", x.Theirs, x.HasTheirs), side("ours", x.Ours, x.HasOurs))
			e.Path = x.Path
			list.Add(e, c.maxErrors)
		}
		if c.inPlace {
			return merged, list.Err()
		}
		c.report.Report(list.Err(), ours, nil)
		return merged, nil
	})
}

// side names what one side of a conflict has.
func side(name string, v value.Value, has bool) string {
	if !has {
		return name + " without it"
	}
	return fmt.Sprintf("%s %s", name, shortText(v))
}
