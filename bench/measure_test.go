package main

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// spin returns work of n rounds.
func spin(n int) func() error {
	return func() error {
		x := uint64(n)
		for range n {
			x = x*6364136223846793005 + 1442695040888963407
		}
		sink = x
		return nil
	}
}

var sink uint64

func TestCompare(t *testing.T) {
	p := plan{pairs: 15, slice: 2 * time.Millisecond}
	m, err := p.compare(spin(1000), spin(4000))
	if err != nil {
		t.Fatal(err)
	}
	// A quarter, with much room for a busy machine.
	if m.median < 0.1 || m.median > 0.6 || m.low > m.median || m.high < m.median || m.each <= 0 {
		t.Errorf("%+v", m)
	}
	cause := errors.New("cause")
	fails := func() error { return cause }
	if _, err := p.compare(spin(1), fails); !errors.Is(err, cause) {
		t.Error(err)
	}
	if _, err := p.compare(fails, spin(1)); !errors.Is(err, cause) {
		t.Error(err)
	}
}

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		values []float64
		share  float64
		want   float64
	}{
		{[]float64{5}, 0.5, 5},
		{[]float64{1, 2}, 0.5, 1.5},
		{[]float64{1, 2, 3}, 0.5, 2},
		{[]float64{1, 2, 3, 4, 5}, 0.25, 2},
		{[]float64{1, 2, 3, 4, 5}, 1, 5},
	} {
		if got := quantile(test.values, test.share); got != test.want {
			t.Errorf("%v at %v: %v, want %v", test.values, test.share, got, test.want)
		}
	}
}

func TestDocumentsAreTheSame(t *testing.T) {
	first, err1 := documents()
	again, err2 := documents()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	for i, d := range first {
		if !slices.Equal(d.text, again[i].text) || len(d.text) < 40 {
			t.Errorf("%s: %d bytes, then %d", d.name, len(d.text), len(again[i].text))
		}
	}
}
