package command

import (
	"example.com/calque/cmd/calque/internal/report"
	"example.com/calque/fault"
)

// tally gathers the faults of one input over all its records.
type tally struct {
	list  fault.List
	limit int  // faults kept; 0: all
	fast  bool // the first one ends the work
}

// add adds the faults of a record and reports whether the work is to go on.
func (t *tally) add(err error) bool {
	if err == nil {
		return true
	}
	l := report.List(err)
	t.list.Total += l.Total
	t.list.Cut = t.list.Cut || l.Cut
	for _, e := range l.Errors {
		if t.limit > 0 && len(t.list.Errors) >= t.limit {
			t.list.Cut = true
			break
		}
		t.list.Errors = append(t.list.Errors, e)
	}
	return !t.fast
}

// err returns the faults gathered, nil where there are none.
func (t *tally) err() error { return t.list.Err() }
