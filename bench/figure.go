package main

import (
	"fmt"
	"slices"
	"strings"
)

// Sample is the result of one run by name: "cpu" and "wall" in seconds, "peak" in MiB, and whatever else a row needs.
type Sample map[string]float64

// Figure is one number with its bound.
type Figure struct {
	Name  string    `json:"name"`
	Value float64   `json:"value"`
	Unit  string    `json:"unit,omitempty"` // empty for a ratio
	Bound float64   `json:"bound,omitempty"`
	Want  string    `json:"want,omitempty"` // "at most" or "at least"; empty: no bound
	Ours  []float64 `json:"ours,omitempty"`
	Peer  []float64 `json:"peer,omitempty"` // in the order of Ours: element i ran beside Ours[i]
}

const (
	atMost  = "at most"
	atLeast = "at least"
)

// Kept reports whether the bound is met.
func (f Figure) Kept() bool {
	switch f.Want {
	case atMost:
		return f.Value <= f.Bound
	case atLeast:
		return f.Value >= f.Bound
	}
	return true
}

func (f Figure) String() string {
	text := f.Name + ": " + number(f.Value) + unit(f.Unit)
	if f.Want != "" {
		text += fmt.Sprintf(" (%s %s%s)", f.Want, number(f.Bound), unit(f.Unit))
	}
	if !f.Kept() {
		text += " MISSED"
	}
	return text
}

// alternate runs ours and the peer's n times in turn, so that other load affects both.
func alternate(n int, ours, peer func() (Sample, error)) (a, b []Sample, err error) {
	for i := range n {
		x, err := ours()
		if err != nil {
			return nil, nil, fmt.Errorf("run %d of ours: %w", i+1, err)
		}
		y, err := peer()
		if err != nil {
			return nil, nil, fmt.Errorf("run %d of the peer: %w", i+1, err)
		}
		fmt.Printf("   pair %d: ours %s, peer %s\n", i+1, x, y)
		a, b = append(a, x), append(b, y)
	}
	return a, b, nil
}

func (s Sample) String() string {
	var parts []string
	for key, value := range s {
		parts = append(parts, key+" "+number(value))
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ", ") + "}"
}

// oursToPeer is the median of the pairs' ratios of ours to the peer's.
func oursToPeer(name, key string, ours, peer []Sample) Figure {
	f := Figure{Name: name, Ours: column(ours, key), Peer: column(peer, key)}
	f.Value = medianRatio(f.Ours, f.Peer)
	return f
}

// peerToOurs is the inverse of oursToPeer: for times, how many times as fast ours is.
func peerToOurs(name, key string, ours, peer []Sample) Figure {
	f := Figure{Name: name, Ours: column(ours, key), Peer: column(peer, key)}
	f.Value = medianRatio(f.Peer, f.Ours)
	return f
}

// absolute is the median of ours alone.
func absolute(name, unit string, values []float64) Figure {
	return Figure{Name: name, Unit: unit, Value: median(values), Ours: values}
}

func (f Figure) atMost(bound float64) Figure {
	f.Want, f.Bound = atMost, bound
	return f
}

func (f Figure) atLeast(bound float64) Figure {
	f.Want, f.Bound = atLeast, bound
	return f
}

func column(samples []Sample, key string) []float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = s[key]
	}
	return values
}

func medianRatio(over, under []float64) float64 {
	ratios := make([]float64, len(over))
	for i := range over {
		ratios[i] = over[i] / under[i]
	}
	return median(ratios)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// number formats three significant digits.
func number(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

func unit(u string) string {
	if u == "" {
		return ""
	}
	return " " + u
}
