package main

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"time"
)

// begun is when the program began.
var begun = time.Now()

// plan says how a row is measured.
type plan struct {
	pairs int
	slice time.Duration
}

// measurement is the outcome of a row: the median and the quartiles of the
// ratios of all pairs, and the median time of one call of the first side.
type measurement struct {
	median, low, high float64
	each              time.Duration
}

// compare measures a against b: slices of calls in pairs, in random order
// within a pair, so that whatever slows the machine down slows both sides.
func (p plan) compare(a, b func() error) (measurement, error) {
	na, err := p.calls(a)
	if err != nil {
		return measurement{}, err
	}
	nb, err := p.calls(b)
	if err != nil {
		return measurement{}, err
	}
	ratios := make([]float64, p.pairs)
	times := make([]time.Duration, p.pairs)
	for i := range ratios {
		var ta, tb time.Duration
		if rand.IntN(2) == 0 {
			ta, tb = slice(a, na), slice(b, nb)
		} else {
			tb, ta = slice(b, nb), slice(a, na)
		}
		ratios[i] = float64(ta) * float64(nb) / (float64(tb) * float64(na))
		times[i] = ta / time.Duration(na)
	}
	slices.Sort(ratios)
	slices.Sort(times)
	return measurement{
		median: quantile(ratios, 0.5),
		low:    quantile(ratios, 0.25),
		high:   quantile(ratios, 0.75),
		each:   max(times[len(times)/2], 1),
	}, nil
}

// calls returns how many calls of f fill a slice. They also warm f up. An error
// of f is looked for here only: the same call gives the same result later.
func (p plan) calls(f func() error) (int, error) {
	for n := 1; ; n *= 2 {
		begin := clock()
		for range n {
			if err := f(); err != nil {
				return 0, err
			}
		}
		if t := clock() - begin; t >= p.slice/2 {
			return max(int(float64(n)*float64(p.slice)/float64(t)), 1), nil
		}
	}
}

// slice returns the time of n calls of f, with the garbage of the other side
// collected first. It is never zero.
func slice(f func() error, n int) time.Duration {
	runtime.GC()
	begin := clock()
	for range n {
		_ = f() // see calls
	}
	return max(clock()-begin, 1)
}

// quantile returns the value at a share of the sorted values, between two where
// it falls between them.
func quantile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
