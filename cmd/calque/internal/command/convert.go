package command

import (
	"github.com/spf13/cobra"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/terminal"
)

// converter is the command convert.
type converter struct {
	*app
	reading
	writing writing
	to      string
	pack    string
	loss    string
	split   bool
	join    bool
	skipBad bool
	noSpool bool
}

func newConvert(a *app) *cobra.Command {
	c := &converter{app: a}
	cmd := &cobra.Command{
		Use:   "convert [IN [OUT]]",
		Short: "Convert between formats",
		Long: `convert reads IN and writes OUT in another format; standard input and output
where they are not named or "-". Formats come from --from and --to, else from the
extensions of the names, else, for IN, from its first bytes.

Records are converted one by one: an input of several values gives an output of
several values. In JSON these follow one another, each with a newline behind it,
unless --join makes them one array; --split makes the elements of an array
records.

Inputs of more than 64 MB (4 MB where the size is not known) are converted piece
by piece, whatever the size of their values. Formats that have the number of
elements in front, such as MessagePack, are patched in OUT; what goes into a pipe
or a compression takes a temporary file.

From JSON to JSON numbers keep their spelling. What the output format cannot
hold is a fault unless --loss says otherwise. A record with a fault is left out
and reported, and the exit code is 1; an OUT file is then not written, unless
--skip-bad is given. It appears as a whole at the end or not at all, so OUT may
be IN.`,
		Example: `  calque convert people.json people.msgpack
  calque convert people.msgpack --to json --compact
  calque convert events.ndjson.gz events.msgpack.zst
  calque convert --split people.json people.ndjson
  tail -f app.log | calque convert --from ndjson --to msgpack > app.msgpack`,
		Args: args(0, 2, "IN and OUT"),
		RunE: func(_ *cobra.Command, names []string) error { return c.run(names) },
	}
	s := flagsOf(cmd, groupMain)
	s.formatFlag(&c.to, "to", "t", "format of the output (default: by the extension of OUT)")
	s.choice(&c.loss, "loss", "", lossWords, "what to do with what the output format cannot hold")
	s.boolean(&c.split, "split", "", "make the elements of top level arrays records")
	s.boolean(&c.join, "join", "", "make all records the elements of one array")
	s.boolean(&c.skipBad, "skip-bad", "", "write OUT also where records with faults were left out")
	s.boolean(&c.noSpool, "no-spool", "", "no temporary file for large values that need one: a fault instead")
	s.add(&choice{&c.pack, compress.Names()}, "compress", "", "",
		"compress the output: "+anyOf(compress.Names())+" (default: by the extension of OUT)")
	s.complete("compress", compress.Names())
	c.writing.register(cmd)
	c.register(cmd)
	return cmd
}

func (c *converter) run(names []string) error {
	from, to := "-", "-"
	if len(names) > 0 {
		from = names[0]
	}
	if len(names) > 1 {
		to = names[1]
	}
	target, err := c.target(to)
	if err != nil {
		return err
	}
	if len(names) < 2 && !target.Capabilities().Text && terminal.Is(c.sys.Out) {
		return usagef(`%s is not for a terminal: name a file, pipe it into "calque inspect -", or insist with "-" as OUT`, target.Name())
	}
	c.watchWork([]path{sized(from)}, terminal.Is(c.sys.Err) && (to != "-" || !terminal.Is(c.sys.Out)))
	in, err := c.open(from, c.maxBytes)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // nothing was written
	source, err := formatOf(c.from, in)
	if err != nil {
		return err
	}
	pack := c.packing(to)
	out, err := c.sink(to, pack, isJSONText(target))
	if err != nil {
		return err
	}
	if in.Size < 0 {
		in.Wait = func() { _ = out.flush() } // a failure comes back with the next write
	}
	x := &conversion{converter: c, from: source, to: target, out: out, packed: pack, faults: c.stream(c.app, in.Name)}
	complete, err := x.run(in)
	if err != nil || !complete && out.file != nil {
		out.abort()
		return err
	}
	return out.close()
}

// target returns the format to write.
func (c *converter) target(name string) (calque.Format, error) {
	if c.to != "" {
		return parseSpec(c.to)
	}
	if f, ok := formatOfFile(name); ok {
		return f, nil
	}
	if name == "-" {
		return nil, usagef("convert needs --to FORMAT, or an OUT whose extension is that of a format")
	}
	return nil, usagef("cannot tell the format of %s by its extension: name it with --to", name)
}

// packing returns the compression of the output.
func (c *converter) packing(name string) compress.Kind {
	if c.pack != "" {
		return compress.ByName(c.pack)
	}
	kind, _ := compress.ByFile(name)
	return kind
}
