// Command bench measures calque against other code that does the same work and
// prints the ratios; docs/performance.md says how.
//
//	go run ./bench [-rows WORD] [-pairs N] [-slice DURATION]
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures the rows that args ask for and writes their table to w.
func run(args []string, w io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	word := flags.String("rows", "", "measure only rows whose name contains this")
	plan := plan{}
	flags.IntVar(&plan.pairs, "pairs", 25, "pairs of slices for each row")
	flags.DurationVar(&plan.slice, "slice", 20*time.Millisecond, "length of a slice")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if plan.pairs < 1 || plan.slice <= 0 {
		return errors.New("pairs and slice must be positive")
	}
	docs, err := documents()
	if err != nil {
		return err
	}
	rows, err := rowsOf(docs)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s %s/%s, %d pairs of %v\ntime of calque divided by that of the contender: below 1.00 calque is faster\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, plan.pairs, plan.slice); err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if _, err := fmt.Fprintln(t, "row\tcontender\tbytes\tcalque MB/s\tratio\tquartiles\t"); err != nil {
		return err
	}
	measured := 0
	for _, r := range rows {
		if !strings.Contains(r.name, *word) {
			continue
		}
		measured++
		m, err := plan.compare(r.calque, r.contender)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		speed := float64(r.bytes) / 1e6 / m.each.Seconds()
		if _, err := fmt.Fprintf(t, "%s\t%s\t%d\t%.0f\t%.2f\t%.2f-%.2f\t\n",
			r.name, r.against, r.bytes, speed, m.median, m.low, m.high); err != nil {
			return err
		}
	}
	if measured == 0 {
		return fmt.Errorf("no row contains %q", *word)
	}
	return t.Flush()
}
