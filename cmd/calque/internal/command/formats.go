package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/input"
	"example.com/calque/fault"
	"example.com/calque/format"
)

// formatNames returns the names of all formats.
func formatNames() []string {
	var names []string
	for _, f := range format.All() {
		names = append(names, f.Name())
	}
	return names
}

// parseSpec returns the format that a specification such as
// "msgpack:reflect-cpp" stands for. Its errors say what is wrong with it alone,
// without the flag.
func parseSpec(text string) (calque.Format, error) {
	f, err := format.Parse(text)
	if err == nil {
		return f, nil
	}
	name, _, _ := strings.Cut(text, ":")
	if _, known := format.ByName(name); !known {
		return nil, fmt.Errorf("no format %q%s (formats: %s)",
			name, didYouMean(name, formatNames()), strings.Join(formatNames(), ", "))
	}
	var e *fault.Error
	if errors.As(err, &e) {
		return nil, errors.New(e.Message())
	}
	return nil, err
}

// formatOfFile returns the format that the extension of a file name stands
// for, that of its compression left aside.
func formatOfFile(name string) (calque.Format, bool) {
	_, name = compress.ByFile(name)
	return format.ByExtension(name)
}

// formatOf returns the format of an input: the one that was asked for, else by
// the extension of its name, else by its first bytes. Text that no format
// knows is taken for broken JSON.
func formatOf(asked string, in *input.Input) (calque.Format, error) {
	if asked != "" {
		return parseSpec(asked)
	}
	if f, ok := formatOfFile(in.Name); ok {
		return f, nil
	}
	prefix, err := in.Prefix()
	if err != nil {
		return nil, err
	}
	if f, ok := format.Sniff(prefix); ok {
		return f, nil
	}
	if f, ok := format.ByName("json"); ok && isText(prefix) {
		return f, nil
	}
	return nil, unfit(in.Name, "cannot tell the format by the first bytes: name it with --from (formats: %s)",
		strings.Join(formatNames(), ", "))
}

// isText reports whether the beginning of an input looks like text.
func isText(prefix []byte) bool {
	for _, c := range prefix {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' {
			return false
		}
	}
	return true
}

// abilities are the columns of the table of formats.
var abilities = []struct {
	key  string // in JSON
	head string
	has  func(c calque.Capabilities) bool
}{
	{"text", "text", func(c calque.Capabilities) bool { return c.Text }},
	{"selfDescribing", "self-desc.", func(c calque.Capabilities) bool { return c.SelfDescribe }},
	{"stream", "stream", func(c calque.Capabilities) bool { return c.Stream }},
	{"counted", "counted", func(c calque.Capabilities) bool { return c.Counted }},
	{"anyKeys", "any keys", func(c calque.Capabilities) bool { return c.AnyKeys }},
	{"null", "null", func(c calque.Capabilities) bool { return c.Null }},
	{"bytes", "bytes", func(c calque.Capabilities) bool { return c.Bytes }},
	{"time", "time", func(c calque.Capabilities) bool { return c.Time }},
	{"ext", "ext", func(c calque.Capabilities) bool { return c.Ext }},
	{"bigNumbers", "big num.", func(c calque.Capabilities) bool { return c.BigNumbers }},
	{"float32", "float32", func(c calque.Capabilities) bool { return c.Float32 }},
	{"nonFinite", "NaN, Inf", func(c calque.Capabilities) bool { return c.NonFinite }},
}

func newFormats(a *app) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "formats",
		Short: "List the formats and what they can hold",
		Long: `formats lists the formats of --from and --to with the extensions they are told
by and what they can hold. A format that cannot hold something loses it in a
conversion: convert --loss says what then.`,
		Example: `  calque formats
  calque formats --json | calque get /0/name
  calque formats | grep -w ndjson`,
		Args: args(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			out, err := a.sink("-", compress.None, asJSON)
			if err != nil {
				return err
			}
			write := formatTable
			if asJSON {
				write = formatJSON
			}
			if err := write(out); err != nil {
				return err
			}
			return out.close()
		},
	}
	flagsOf(cmd, groupMain).boolean(&asJSON, "json", "", "write the table as JSON")
	return cmd
}

// formatTable writes the table of formats as text.
func formatTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := "format\textensions"
	for _, a := range abilities {
		line += "\t" + a.head
	}
	line += "\tinspect\n"
	for _, f := range format.All() {
		about, _ := format.About(f.Name())
		line += f.Name() + "\t" + strings.Join(about.Extensions, " ")
		for _, a := range abilities {
			line += "\t" + yes(a.has(f.Capabilities()))
		}
		_, inspects := f.(calque.Inspector)
		line += "\t" + yes(inspects) + "\n"
	}
	if _, err := io.WriteString(t, line); err != nil {
		return err
	}
	return t.Flush()
}

func yes(has bool) string {
	if has {
		return "yes"
	}
	return "-"
}

// formatJSON writes the table of formats as JSON.
func formatJSON(w io.Writer) error {
	type row struct {
		Name       string          `json:"name"`
		Extensions []string        `json:"extensions"`
		MediaTypes []string        `json:"mediaTypes"`
		Can        map[string]bool `json:"can"`
	}
	var rows []row
	for _, f := range format.All() {
		about, _ := format.About(f.Name())
		can := map[string]bool{}
		for _, a := range abilities {
			can[a.key] = a.has(f.Capabilities())
		}
		_, can["inspect"] = f.(calque.Inspector)
		rows = append(rows, row{f.Name(), append([]string{}, about.Extensions...), append([]string{}, about.MediaTypes...), can})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(rows)
}
