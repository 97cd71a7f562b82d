// Package command holds the commands of calque: their flags, their help and
// what they do.
package command

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/calque/cmd/calque/internal/output"
	"example.com/calque/cmd/calque/internal/report"
	"example.com/calque/cmd/calque/internal/terminal"
	"example.com/calque/fault"

	// The formats that the command knows.
	_ "example.com/calque/format/all"
)

// System is what a run of the command works with.
type System struct {
	In     io.Reader
	Out    io.Writer
	Err    io.Writer
	Getenv func(string) string
	// Signals makes the run take care of interruptions, which then end the
	// process.
	Signals bool
}

// Process returns the system of this process.
func Process() System {
	return System{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv, Signals: true}
}

// app is one run of the command.
type app struct {
	sys      System
	files    output.Files
	report   report.Reporter
	progress *terminal.Progress
	color    string
	errors   string
}

// Main runs the command with the arguments behind its name. It returns the exit
// code.
func Main(args []string, sys System) (code int) {
	a := &app{sys: sys, report: report.Reporter{W: sys.Err}}
	defer func() {
		if p := recover(); p != nil {
			a.files.Stop()
			a.crashed(p)
			code = report.Internal
		}
	}()
	if sys.Signals {
		defer a.watch()()
	}
	root := a.root()
	root.SetArgs(args)
	// Faulty usage ends before the flags are looked at, and has to be reported
	// in the form that was asked for all the same.
	a.report.JSON = slices.Contains(args, "--errors=json") || strings.Contains(strings.Join(args, "\n")+"\n", "--errors\njson\n")
	cmd, err := root.ExecuteC()
	if a.progress != nil {
		a.progress.Stop()
	}
	a.fail(cmd, err)
	return a.report.Exit()
}

// crashed reports a defect of calque.
func (a *app) crashed(p any) {
	a.report.Report(&fault.Error{Code: fault.Internal, Offset: -1, Err: fmt.Errorf("%v", p)}, "", nil)
	if !a.report.JSON {
		_, _ = fmt.Fprintf(a.sys.Err, "%s", debug.Stack())
	}
}

// fail reports the error that a command ended with. Everything that is not a
// fault of data, files or limits is one of usage: commands report the others
// where they meet them, or return them as they are.
func (a *app) fail(cmd *cobra.Command, err error) {
	if err == nil {
		return
	}
	if isFault(err) {
		a.report.Report(err, "", nil)
		return
	}
	a.report.Usage(err)
	if cmd != nil {
		a.report.Note("see " + cmd.CommandPath() + " --help")
	}
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "calque",
		Short: "Check, format, convert, compare and edit JSON, MessagePack and other formats",
		Long: `calque reads and writes serialized data: it checks, formats, converts and shows
it piece by piece. Every fault of an input is reported, with its place; numbers
keep all their digits, and no input can crash it.

Formats are told by a flag, by the extension of the file, or by the first bytes.
Data in gzip or zstd is unpacked by its first bytes. "-" stands for standard
input or output.`,
		Example: `  calque check *.json                       report every fault of many files
  calque fmt -w config.json                 format a file in place
  calque convert people.json people.msgpack
  curl -s https://example.com/x | calque get /items/0/name -r
  calque inspect people.msgpack             offsets, bytes and what they mean
  calque diff old.json new.msgpack          what differs in the data
  calque set /version '"1.4.0"' package.json -w`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              unknownCommand,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: a.begin,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Version:           version(),
	}
	root.SetIn(a.sys.In)
	root.SetOut(printer{a.sys.Out})
	root.SetErr(a.sys.Err)
	root.SetVersionTemplate("calque {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	global := flagSet{root, root.PersistentFlags(), groupGlobal}
	global.choice(&a.color, "color", "", terminal.Modes, "colour")
	global.choice(&a.errors, "errors", "", report.Forms, "form of what is reported on standard error")
	root.AddCommand(
		newCheck(a), newFmt(a), newConvert(a), newGet(a), newInspect(a),
		newDiff(a), newPatch(a), newMerge(a), newSet(a), newFlatten(a), newHash(a),
		newFormats(a), newCompletion(), newMan(a), newVersion(),
	)
	root.SetHelpCommand(newHelp(root))
	a.dress(root)
	return root
}

// begin settles what the global flags ask for.
func (a *app) begin(*cobra.Command, []string) error {
	a.report.JSON = a.errors == "json"
	a.report.Color = terminal.Colored(a.color, a.sys.Err, a.sys.Getenv)
	return nil
}

// unknownCommand refuses arguments of the command without a subcommand.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return usagef("no command %q%s (commands: %s)", args[0], didYouMean(args[0], names), strings.Join(names, ", "))
}
