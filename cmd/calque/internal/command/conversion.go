package command

import (
	"example.com/calque"
	"example.com/calque/cmd/calque/internal/compress"
	"example.com/calque/cmd/calque/internal/input"
	"example.com/calque/cmd/calque/internal/report"
	"example.com/calque/fault"
	"example.com/calque/value"
)

// conversion is one run of convert from an input to an output.
type conversion struct {
	*converter
	from, to calque.Format
	out      *sink

	write  []calque.Option
	buf    []byte
	faults stream
	failed bool // the input could not be read to its end
	packed compress.Kind
}

// lossPolicies are the library's policies for the words of --loss. What is
// warned about is looked for as an error first.
var lossPolicies = map[string]uint8{"error": calque.LossyError, "warn": calque.LossyError, "ok": calque.Allow}

// run writes the records of in to the output. It reports the faults of records;
// errors are those of the output. An output is complete where no record was
// left out, or where that was allowed.
func (x *conversion) run(in *input.Input) (complete bool, err error) {
	read := x.options()
	if isJSONText(x.from) && isJSONText(x.to) {
		read = x.keeping(&x.writing)
	}
	if p := x.passage(in, read); p != nil {
		err = p.run()
		return x.end() && !p.cut, err
	}
	x.write = append(x.written(&x.writing), calque.Lossy(lossPolicies[x.loss]))
	var all []value.Value
	n := int64(0)
	for v, bad := range records(in, x.from, read) {
		n++
		switch {
		case bad != nil:
			if !x.bad(bad) {
				return x.end(), nil
			}
		case x.join:
			all = append(all, v.Clone())
		default:
			if err = x.record(v, n); err != nil {
				return false, err
			}
		}
	}
	if x.join {
		if err = x.put(value.Array(all...), 0); err != nil {
			return false, err
		}
	}
	return x.end(), nil
}

// passage returns what passes a large input on token by token, nil where it is
// to be converted value by value.
func (x *conversion) passage(in *input.Input, read []calque.Option) *passage {
	if x.split || x.join || !isLarge(in, x.from) {
		return nil
	}
	policy := lossPolicies[x.loss]
	if x.loss == "warn" {
		policy = calque.Warn
	}
	write := append(x.written(&x.writing), calque.Lossy(policy))
	if x.noSpool {
		write = append(write, calque.NoSpool())
	}
	p := newPassage(in, x.from, read, x.out.stream(x.packed), x.to, write)
	if p == nil {
		return nil
	}
	p.bad = x.bad
	p.warn = func(err error) { x.report.Warn(err, x.faults.name) }
	if wait := in.Wait; wait != nil {
		in.Wait = func() {
			p.flush()
			wait()
		}
	}
	return p
}

// record writes one record of the input: as one of the output, or with --split
// its elements.
func (x *conversion) record(v value.Value, n int64) error {
	if !x.split || v.Kind() != value.KindArray {
		return x.put(v, n)
	}
	for _, elem := range v.Elements() {
		if err := x.put(elem, n); err != nil {
			return err
		}
	}
	return nil
}

// put writes one record of the output, made of the record of the input with a
// number (0: of all). What the output format cannot hold is reported.
func (x *conversion) put(v value.Value, n int64) error {
	out, err := appendRecord(x.buf[:0], x.to, v, x.write)
	if err != nil && x.loss == "warn" {
		x.warn(err, n)
		out, err = appendRecord(x.buf[:0], x.to, v, append(x.write, calque.Lossy(calque.Allow)))
	}
	if err != nil {
		x.bad(x.numbered(err, n))
		return nil
	}
	x.buf = out
	_, err = x.out.Write(out)
	return err
}

// numbered gives faults the number of their record; 0 stands for none.
func (x *conversion) numbered(err error, n int64) error {
	if n == 0 {
		return err
	}
	return ofRecord(err, x.from, n)
}

// warn reports what the output format cannot hold and gets in the nearest form.
func (x *conversion) warn(err error, n int64) {
	lost := &fault.List{}
	for _, e := range report.List(x.numbered(err, n)).Errors {
		if e.Code == fault.Lossy {
			lost.Add(e, 0)
		}
	}
	x.report.Warn(lost.Err(), x.faults.name)
}

// bad reports the faults of a record. It returns whether the work goes on.
func (x *conversion) bad(err error) bool {
	if c := fault.ClassOf(err); c == fault.ClassIO || c == fault.ClassInternal {
		x.failed = true
	}
	return x.faults.add(err)
}

// end says how many faults were not reported, and whether the output is
// complete.
func (x *conversion) end() bool {
	return x.faults.end() || x.skipBad && !x.failed && !x.failFast
}
