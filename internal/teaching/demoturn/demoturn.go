// Package demoturn says whose turn it is to give a demo class.
package demoturn

import (
	"cmp"
	"slices"
	"time"
)

// Candidate is an instructor who is free for a demo.
type Candidate struct {
	ID     string
	Weight int64
	Demos  int64     // from 30 days back to 30 days ahead, without cancelled ones and those that the learner missed
	Last   time.Time // when they were last given one; zero for never
	IsNew  bool      // takes demos since less than 30 days ago
	Slot   time.Time
}

// LoadDays is how far back and ahead the load of instructors is counted.
const LoadDays = 30

// load is the number of demos for each 100 of weight.
func (c Candidate) load() float64 { return float64(c.Demos) * 100 / float64(max(c.Weight, 1)) }

// InTurn orders candidates: the least load first, then who was given a demo longest ago. One who is new counts as having at least the mean of
// the others, or everything would be given to them.
func InTurn(all []Candidate) []Candidate {
	var sum, n float64
	for _, c := range all {
		if !c.IsNew {
			sum, n = sum+c.load(), n+1
		}
	}
	load := func(c Candidate) float64 {
		if c.IsNew && n > 0 {
			return max(c.load(), sum/n)
		}
		return c.load()
	}
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(load(a), load(b)), a.Last.Compare(b.Last), cmp.Compare(a.ID, b.ID))
	})
	return all
}
