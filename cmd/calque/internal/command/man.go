package command

import (
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/roff"
)

func newMan(a *app) *cobra.Command {
	dir := ""
	cmd := &cobra.Command{
		Use:   "man [COMMAND]",
		Short: "Write the manual pages",
		Long: `man writes the manual page of calque, or of one of its commands, to standard
output; with --dir it writes all pages into a directory. SOURCE_DATE_EPOCH sets
the date of the pages.`,
		Example: `  calque man | man -l -
  calque man convert | man -l -
  calque man --dir /usr/local/share/man/man1`,
		Args: args(0, 1, "the name of a command"),
		RunE: func(cmd *cobra.Command, given []string) error {
			root := cmd.Root()
			if dir != "" && len(given) == 0 {
				return a.manuals(root, dir)
			}
			of := root
			if len(given) > 0 {
				found, _, err := root.Find(given)
				if err != nil || found == root {
					return unknownCommand(root, given)
				}
				of = found
			}
			name := "-"
			if dir != "" {
				name = filepath.Join(dir, pageName(of)+".1")
			}
			return a.manual(of, name)
		},
		ValidArgsFunction: commandNames,
	}
	flagsOf(cmd, groupMain).text(&dir, "dir", "", "directory to write the pages into")
	return cmd
}

// manuals writes the pages of all commands into a directory.
func (a *app) manuals(root *cobra.Command, dir string) error {
	for _, c := range append([]*cobra.Command{root}, available(root)...) {
		if err := a.manual(c, filepath.Join(dir, pageName(c)+".1")); err != nil {
			return err
		}
	}
	return nil
}

// manual writes the page of a command to an output.
func (a *app) manual(cmd *cobra.Command, name string) error {
	out, err := a.sink(name, compress.None, false)
	if err != nil {
		return err
	}
	if _, err = io.WriteString(out, a.page(cmd)); err != nil {
		out.abort()
		return err
	}
	return out.close()
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// page returns the manual page of a command.
func (a *app) page(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	date := time.Now()
	if n, err := strconv.ParseInt(a.sys.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		date = time.Unix(n, 0)
	}
	p := roff.New(strings.ToUpper(pageName(cmd)), "1", date.UTC().Format("2006-01-02"), "calque "+version())
	p.Section("NAME")
	p.Text(pageName(cmd) + " - " + strings.ToLower(cmd.Short[:1]) + cmd.Short[1:])
	p.Section("SYNOPSIS")
	p.Text(useLine(cmd))
	p.Section("DESCRIPTION")
	p.Text(cmd.Long)
	if subs := available(cmd); len(subs) > 0 {
		p.Section("COMMANDS")
		for _, c := range subs {
			p.Item(c.Name(), c.Short)
		}
	}
	for _, g := range groupsOf(cmd) {
		p.Section(strings.ToUpper(g.name))
		g.flags.VisitAll(func(f *pflag.Flag) { p.Item(flagTerm(f), f.Usage) })
	}
	if cmd.Example != "" {
		p.Section("EXAMPLES")
		p.Verbatim(cmd.Example)
	}
	p.Section("EXIT STATUS")
	for line := range strings.Lines(exitCodes) {
		code, text, _ := strings.Cut(strings.TrimSpace(line), "  ")
		p.Item(code, text)
	}
	p.Section("ENVIRONMENT")
	p.Item("NO_COLOR", "where it is set and not empty, nothing gets colour unless --color asks for it")
	p.Section("SEE ALSO")
	p.Text(seeAlso(cmd))
	return p.String()
}

// flagTerm returns a flag as it is typed.
func flagTerm(f *pflag.Flag) string {
	term := "--" + f.Name
	if f.Shorthand != "" {
		term = "-" + f.Shorthand + ", " + term
	}
	kind := f.Value.Type()
	switch {
	case kind == "bool":
		return term
	case f.NoOptDefVal != "":
		return term + "[=" + kind + "]"
	}
	return term + " " + kind
}

// seeAlso returns the names of the other pages.
func seeAlso(cmd *cobra.Command) string {
	var pages []string
	for _, c := range append([]*cobra.Command{cmd.Root()}, available(cmd.Root())...) {
		if c != cmd {
			pages = append(pages, pageName(c)+"(1)")
		}
	}
	return strings.Join(pages, ", ")
}
