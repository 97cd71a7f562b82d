// Command bench measures calque against other code that does the same work,
// prints the ratios and holds them to the bounds of targets.json;
// docs/performance.md says how.
//
//	go run ./bench [-run REGEXP] [-quick] [-pairs N] [-slice DURATION] [-layouts N] [-judge=false]
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"time"
)

func main() {
	err := run(os.Args[1:], os.Stdout)
	for _, f := range cleanups {
		f()
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// settings are what the flags say.
type settings struct {
	plan
	wanted  *regexp.Regexp
	quick   bool
	judge   bool
	layouts int
}

func parseFlags(args []string) (*settings, error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	s := &settings{}
	word := flags.String("run", "", "measure only rows whose name matches this regular expression")
	flags.BoolVar(&s.quick, "quick", false, "measure the rows that targets.json calls quick")
	flags.BoolVar(&s.judge, "judge", true, "measure rows that miss their bound again, and fail if they miss it every time")
	flags.IntVar(&s.layouts, "layouts", 0, "measure the quick rows under so many random layouts of the program, too")
	flags.IntVar(&s.pairs, "pairs", 15, "pairs of slices for each row and rival")
	flags.DurationVar(&s.slice, "slice", 15*time.Millisecond, "length of a slice")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if s.pairs < 1 || s.slice <= 0 || s.layouts < 0 {
		return nil, errors.New("pairs and slice must be positive, layouts not negative")
	}
	var err error
	s.wanted, err = regexp.Compile(*word)
	return s, err
}

// run measures the rows that args ask for and writes their table to w. The
// error names the rows that miss their bound.
func run(args []string, w io.Writer) error {
	// One processor: what is compared is work, and some rivals use a second one.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s, err := parseFlags(args)
	if err != nil {
		return err
	}
	goals, err := targets()
	if err != nil {
		return err
	}
	r := &report{settings: s, goals: goals, w: w}
	r.head()
	for _, g := range groups() {
		if !s.wantsOf(g, goals) {
			continue
		}
		rows, err := g.make()
		if err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		for _, row := range rows {
			if s.wants(row.name, goals) {
				if err := r.row(row); err != nil {
					return fmt.Errorf("%s: %w", row.name, err)
				}
			}
		}
	}
	if s.layouts > 0 {
		if err := layouts(s.layouts, w); err != nil {
			return err
		}
	}
	return r.end()
}

// wants reports whether a row is to be measured.
func (s *settings) wants(name string, goals map[string]target) bool {
	return s.wanted.MatchString(name) && (!s.quick || goals[name].Quick)
}

// wantsOf reports whether a group may have a row to be measured. Groups are
// asked by the rows in targets.json; without -quick and -run all are wanted.
func (s *settings) wantsOf(g group, goals map[string]target) bool {
	if !s.quick && s.wanted.String() == "" || g.name == "control" {
		return true
	}
	if !s.quick {
		return g.name != "command" || s.wanted.MatchString("fmt 30 MB, gojq") || s.wanted.MatchString("fmt 30 MB, jq")
	}
	prefix := map[string]string{"any": "into any", "number": "", "command": "fmt"}[g.name]
	if prefix == "" && g.name != "number" {
		prefix = g.name
	}
	for name, t := range goals {
		if t.Quick && s.wanted.MatchString(name) && len(name) >= len(prefix) && name[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}
