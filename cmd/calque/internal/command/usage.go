package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/calque/fault"
)

// usagef returns an error of usage.
func usagef(form string, args ...any) error { return fmt.Errorf(form, args...) }

// unfit returns the fault of a file that a command cannot be used for.
func unfit(file, form string, args ...any) error {
	return &fault.Error{Code: fault.BadOption, File: file, Offset: -1, Err: fmt.Errorf(form, args...)}
}

// isFault reports whether err is made of faults.
func isFault(err error) bool {
	if _, ok := errors.AsType[*fault.List](err); ok {
		return true
	}
	_, ok := errors.AsType[*fault.Error](err)
	return ok
}

// args returns a check of the number of arguments; what names them for the
// message.
func args(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		if len(given) >= least && (most < 0 || len(given) <= most) {
			return nil
		}
		return usagef("%s takes %s, not %d arguments", cmd.CommandPath(), what, len(given))
	}
}

// flagError says what is wrong with a flag, and which one may have been meant.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return usagef("no flag -%s", name)
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		hint := ""
		if near := nearest(name, names); near != "" {
			hint = "; did you mean --" + near + "?"
		}
		return usagef("no flag --%s%s", name, hint)
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return usagef("--%s %q: %w", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	var without *pflag.ValueRequiredError
	if errors.As(err, &without) {
		return usagef("--%s needs a value", without.GetFlag().Name)
	}
	return err
}
