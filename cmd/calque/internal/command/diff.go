package command

import (
	"bytes"

	"github.com/spf13/cobra"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/report"
	"example.com/calque/cmd/calque/internal/terminal"
	"example.com/calque/value"
)

// differ is the command diff.
type differ struct {
	*app
	reading
	writing writing
	patch   bool
	merge   bool
}

func newDiff(a *app) *cobra.Command {
	c := &differ{app: a}
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Show what differs between two inputs, or make a patch of it",
		Long: `diff compares the data of two inputs, of any formats: neither white space nor the
order of members nor the spelling of numbers makes a difference. It shows each
difference with its JSON Pointer: with - what A has, with + what B has, in arrays
with the index it has there. An input of several records counts as an array.

--patch prints the JSON Patch (RFC 6902) that makes A to B, --merge-patch the merge
patch (RFC 7396); "calque patch" and "calque merge" apply them. The exit code is 1
where A and B differ.`,
		Example: `  calque diff old.json new.json
  calque diff people.json people.msgpack    the same data in other formats
  calque diff --patch old.json new.json > changes.json
  calque diff --merge-patch --compact old.json new.json
  kubectl get deploy x -o json | calque diff deploy.json -`,
		Args: args(2, 2, "A and B"),
		RunE: func(_ *cobra.Command, given []string) error { return c.run(given[0], given[1]) },
	}
	s := flagsOf(cmd, groupMain)
	s.boolean(&c.patch, "patch", "", "print the JSON Patch (RFC 6902) from A to B")
	s.boolean(&c.merge, "merge-patch", "", "print the merge patch (RFC 7396) from A to B")
	c.writing.register(cmd)
	c.register(cmd)
	return cmd
}

func (c *differ) run(nameA, nameB string) error {
	switch {
	case c.patch && c.merge:
		return usagef("--patch and --merge-patch exclude each other")
	case nameA == "-" && nameB == "-":
		return usagef("only one of A and B can be standard input")
	}
	a, okA, err := c.whole(nameA, &c.reading)
	if err != nil {
		return err
	}
	b, okB, err := c.whole(nameB, &c.reading)
	if err != nil || !okA || !okB {
		return err
	}
	same := a.Equal(b)
	if !same {
		c.report.Raise(report.Invalid)
	}
	if !c.patch && !c.merge {
		return c.show(value.Changes(a, b))
	}
	v := value.Diff(a, b).Value()
	if c.merge {
		if v, err = c.mergePatch(a, b, same); err != nil {
			c.report.Report(err, nameB, nil)
			return nil
		}
	}
	return c.print(v)
}

// mergePatch returns the merge patch from a to b.
func (c *differ) mergePatch(a, b value.Value, same bool) (value.Value, error) {
	if same && a.Kind() == value.KindObject {
		return value.Object(), nil
	}
	return value.MergeDiff(a, b)
}

// print writes a patch as JSON.
func (c *differ) print(v value.Value) error {
	to, err := parseSpec("json")
	if err != nil {
		return err
	}
	text, err := appendRecord(nil, to, v, c.written(&c.writing))
	if err != nil {
		return err
	}
	out, err := c.sink("-", compress.None, true)
	if err != nil {
		return err
	}
	if _, err = out.Write(text); err != nil {
		return err
	}
	return out.close()
}

// show writes differences as lines.
func (c *differ) show(changes []value.Change) error {
	out, err := c.sink("-", compress.None, false)
	if err != nil {
		return err
	}
	paint := terminal.Colored(c.color, c.sys.Out, c.sys.Getenv)
	var b bytes.Buffer
	line := func(style terminal.Style, sign, path string, v value.Value) {
		if path != "" {
			sign += " " + visible(path) + ":"
		}
		b.WriteString(style.Paint(sign+" "+shortText(v), paint))
		b.WriteByte('\n')
	}
	for _, x := range changes {
		b.Reset()
		if x.HasOld {
			line(terminal.Gone, "-", x.From, x.Old)
		}
		if x.HasNew {
			line(terminal.Text, "+", x.To, x.New)
		}
		if _, err = out.Write(b.Bytes()); err != nil {
			return err
		}
	}
	return out.close()
}

// shortText returns the text of a value on one line, cut to a readable length.
func shortText(v value.Value) string {
	const most = 160
	text := v.String()
	if f, err := parseSpec("json"); err == nil {
		if b, err := f.Append(nil, v, calque.Lossy(calque.Allow)); err == nil {
			text = string(b)
		}
	}
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return visible(text)
}
