package command

import (
	"strconv"

	"github.com/spf13/cobra"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/report"
	"example.com/calque/cmd/calque/internal/terminal"
	"example.com/calque/fault"
	"example.com/calque/value"
)

// inspector is the command inspect.
type inspector struct {
	*app
	reading
	view
	at string
}

func newInspect(a *app) *cobra.Command {
	c := &inspector{app: a}
	cmd := &cobra.Command{
		Use:   "inspect [FILE]",
		Short: "Show an input piece by piece, with offsets and bytes",
		Long: `inspect shows an input as a tree: for each piece its offset, its bytes in hex,
what they mean in the format, the value, and the JSON Pointer that leads to it.
Of a broken input it shows everything up to the fault, and then the fault.
Offsets count the bytes behind the compression.`,
		Example: `  calque inspect people.msgpack
  calque inspect --depth 1 people.msgpack   the outermost level only
  calque inspect --at 117 people.json       what the byte at offset 117 belongs to
  calque inspect --path /users/3 people.msgpack
  printf '\x93\x01\xa1x\xc0' | calque inspect --from msgpack`,
		Args: args(0, 1, "one FILE"),
		RunE: func(cmd *cobra.Command, names []string) error {
			file := "-"
			if len(names) > 0 {
				file = names[0]
			}
			c.byPath = cmd.Flags().Changed("path")
			c.byDepth = cmd.Flags().Changed("depth")
			return c.run(file)
		},
	}
	s := flagsOf(cmd, groupMain)
	s.count(&c.depth, "depth", "", 0, "levels to show; 0: the outermost values alone (default: all)")
	cmd.Flags().Lookup("depth").DefValue = ""
	s.text(&c.at, "at", "", "show what the byte at an offset belongs to; 0x begins a number in hex")
	s.text(&c.path, "path", "", "show the value that a JSON Pointer leads to")
	s.boolean(&c.hex, "hex", "x", "write offsets in hex")
	c.register(cmd)
	return cmd
}

func (c *inspector) run(name string) error {
	at := int64(-1)
	if c.at != "" {
		n, err := strconv.ParseInt(c.at, 0, 64)
		if err != nil || n < 0 {
			return usagef("--at %q: want an offset such as 117 or 0x75", c.at)
		}
		at = n
	}
	if _, err := value.ParsePointer(c.path); err != nil {
		return badPointer(c.path)
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
	pieces, ok := f.(calque.Inspector)
	if !ok {
		return unfit(in.Name, "inspect cannot show %s", f.Name())
	}
	data, err := in.All()
	if err != nil {
		return err
	}
	if at >= int64(len(data)) {
		return usagef("--at %s: %s has %d bytes", c.at, in.Name, len(data))
	}
	out, err := c.sink("-", compress.None, false)
	if err != nil {
		return err
	}
	c.view.w, c.view.data = out, data
	c.view.paint = terminal.Colored(c.color, c.sys.Out, c.sys.Getenv)
	broken, err := c.show(pieces, at)
	if err != nil {
		return err
	}
	err = out.close()
	c.report.Report(broken, in.Name, data)
	return err
}

// show writes the pieces that were asked for. broken holds the faults of the
// input, err is an error of the output.
func (c *inspector) show(pieces calque.Inspector, at int64) (broken, err error) {
	place := locator{view: &c.view, at: at}
	each := c.item
	if at >= 0 {
		each = place.item
	}
	for item, bad := range pieces.Inspect(c.data, c.options()...) {
		if bad != nil {
			broken = alone(bad)
			break
		}
		more, err := each(item)
		if err != nil || !more {
			return nil, err
		}
	}
	if broken == nil {
		if at >= 0 {
			return nil, place.between()
		}
		if c.byPath && !c.shown {
			broken = &fault.Error{Code: fault.NotFound, Path: c.path, Offset: -1}
		}
	}
	return broken, nil
}

// alone takes the number off the faults of the first record: an inspection ends
// there, and most inputs have no other.
func alone(err error) error {
	list := report.List(err)
	for _, e := range list.Errors {
		if e.Record == 1 {
			e.Record = 0
		}
	}
	return list
}
