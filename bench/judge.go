package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// target is what a row is held to.
type target struct {
	Row   string  `json:"row"`
	Bound float64 `json:"bound"`
	// Lower is the bound of machines without AVX-512; 0: the same.
	Lower float64 `json:"lower,omitempty"`
	Aim   float64 `json:"aim"`
	Quick bool    `json:"quick,omitempty"`
}

//go:embed targets.json
var targetText []byte

// targets returns the targets by row.
func targets() (map[string]target, error) {
	var list []target
	if err := json.Unmarshal(targetText, &list); err != nil {
		return nil, fmt.Errorf("targets.json: %w", err)
	}
	byRow := map[string]target{}
	for _, t := range list {
		if _, twice := byRow[t.Row]; twice || t.Bound <= 0 || t.Aim > t.Bound || t.Aim <= 0 {
			return nil, fmt.Errorf("targets.json: row %q is listed twice or its numbers are wrong", t.Row)
		}
		byRow[t.Row] = t
	}
	return byRow, nil
}

// bound returns what holds on this machine.
func (t target) bound() float64 {
	if t.Lower > 0 && !wideVectors() {
		return t.Lower
	}
	return t.Bound
}

const (
	// slack is how far beyond its bound a row may be before it counts.
	slack = 1.10
	// attempts is how often a row is measured before it is said to miss.
	attempts = 3
)

// verdict says in a word how a ratio stands to the target.
func (t target) verdict(ratio float64) string {
	switch {
	case t.Row == "":
		return ""
	case ratio <= t.Aim:
		return "aim"
	case ratio <= t.bound():
		return "bound"
	case ratio <= t.bound()*slack:
		return "near"
	}
	return "MISS"
}
