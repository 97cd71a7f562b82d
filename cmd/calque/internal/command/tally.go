package command

import (
	"fmt"

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

// stream reports the faults of the records of one input as they come.
type stream struct {
	report *report.Reporter
	name   string // of the input
	limit  int    // faults reported; 0: all
	fast   bool   // the first one ends the work
	kept   int    // faults reported
	more   int    // faults beyond the limit
}

// stream returns what reports the faults of the input with a name.
func (r *reading) stream(a *app, name string) stream {
	return stream{report: &a.report, name: name, limit: r.maxErrors, fast: r.failFast}
}

// add reports the faults of a record and returns whether the work is to go on.
func (s *stream) add(err error) bool {
	list := report.List(err)
	room := len(list.Errors)
	if s.limit > 0 {
		room = min(room, s.limit-s.kept)
	}
	s.kept += room
	s.more += list.Total - room
	if room > 0 {
		s.report.Report(&fault.List{Errors: list.Errors[:room], Total: room}, s.name, nil)
	}
	return !s.fast
}

// end says how many faults were not reported. It returns whether there were
// none.
func (s *stream) end() bool {
	switch {
	case s.more == 1:
		s.report.Note("1 more fault")
	case s.more > 1:
		s.report.Note(fmt.Sprintf("%d more faults", s.more))
	}
	return s.kept == 0
}
