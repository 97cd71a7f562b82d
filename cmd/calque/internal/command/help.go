package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/calque/cmd/calque/internal/terminal"
)

// dress gives a command and those below it the help of this package.
func (a *app) dress(cmd *cobra.Command) {
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { a.report.Report(a.help(cmd), "", nil) })
	cmd.SetUsageFunc(a.help)
	cmd.Flags().SortFlags = false
	cmd.PersistentFlags().SortFlags = false
	for _, c := range cmd.Commands() {
		a.dress(c)
	}
}

// help writes the help of a command: what it does, how it is called, examples,
// flags by group.
func (a *app) help(cmd *cobra.Command) error {
	on := terminal.Colored(a.color, a.sys.Out, a.sys.Getenv)
	head := func(s string) string { return terminal.Strong.Paint(s, on) }
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	var b strings.Builder
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	fmt.Fprintf(&b, "%s\n\n%s\n  %s\n", strings.TrimSpace(about), head("Usage"), useLine(cmd))
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\n%s\n%s\n", head("Examples"), strings.TrimRight(cmd.Example, "\n"))
	}
	if subs := available(cmd); len(subs) > 0 {
		fmt.Fprintf(&b, "\n%s\n", head("Commands"))
		for _, c := range subs {
			fmt.Fprintf(&b, "  %-12s%s\n", c.Name(), c.Short)
		}
	}
	for _, g := range groupsOf(cmd) {
		fmt.Fprintf(&b, "\n%s\n%s", head(g.name), g.flags.FlagUsagesWrapped(terminal.Width(a.sys.Out)))
	}
	if !cmd.HasParent() {
		fmt.Fprintf(&b, "\n%s\n%s", head("Exit codes"), exitCodes)
		b.WriteString("\n\"calque COMMAND --help\" says more about a command.\n")
	}
	_, err := io.WriteString(cmd.OutOrStdout(), b.String())
	return err
}

// exitCodes is the table of exit codes in help and manual.
const exitCodes = `  0  fine
  1  the data is invalid, differs, or has no such value
  2  faulty usage
  3  a file cannot be read or written
  4  a limit was hit, such as --max-depth
  5  a defect of calque
`

func useLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine()
}

func available(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

// group is a group of flags.
type group struct {
	name  string
	flags *pflag.FlagSet
}

// groupsOf returns the flags of a command in groups, those of its own first.
func groupsOf(cmd *cobra.Command) []group {
	var groups []group
	for _, name := range groupOrder {
		set := pflag.NewFlagSet(name, pflag.ContinueOnError)
		set.SortFlags = false
		take := func(f *pflag.Flag) {
			of := groupGlobal
			if g := f.Annotations[groupKey]; len(g) > 0 {
				of = g[0]
			}
			if of == name && !f.Hidden && set.Lookup(f.Name) == nil {
				set.AddFlag(f)
			}
		}
		cmd.LocalFlags().VisitAll(take)
		cmd.InheritedFlags().VisitAll(take)
		if set.HasFlags() {
			groups = append(groups, group{name, set})
		}
	}
	return groups
}

func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say more about a command",
		Args:  args(0, 1, "the name of a command"),
		RunE: func(_ *cobra.Command, given []string) error {
			cmd, _, err := root.Find(given)
			if err != nil || cmd == nil || len(given) > 0 && cmd == root {
				return unknownCommand(root, given)
			}
			return cmd.Help()
		},
		ValidArgsFunction: commandNames,
	}
}

// commandNames completes the names of commands.
func commandNames(cmd *cobra.Command, given []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, c := range available(cmd.Root()) {
		if len(given) == 0 {
			names = append(names, c.Name())
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
