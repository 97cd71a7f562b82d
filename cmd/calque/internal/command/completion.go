package command

import (
	"io"

	"github.com/spf13/cobra"
)

// shells are the shells that completion writes for.
var shells = []struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"zsh", func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) }},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) }},
}

func newCompletion() *cobra.Command {
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
	}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Write a script that completes commands, flags and formats in a shell",
		Long:  "completion writes a completion script for " + anyOf(names) + " to standard output.",
		Example: `  source <(calque completion bash)          this shell
  calque completion bash > /etc/bash_completion.d/calque
  calque completion zsh > "${fpath[1]}/_calque"
  calque completion fish > ~/.config/fish/completions/calque.fish
  calque completion powershell | Out-String | Invoke-Expression`,
		Args:      args(1, 1, "one shell: "+anyOf(names)),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, given []string) error {
			for _, s := range shells {
				if s.name == given[0] {
					return s.write(cmd.Root(), cmd.OutOrStdout())
				}
			}
			return usagef("no completion for %q%s (shells: %s)", given[0], didYouMean(given[0], names), anyOf(names))
		},
	}
}
