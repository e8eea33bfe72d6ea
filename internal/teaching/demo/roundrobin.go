package demo

import (
	"cmp"
	"slices"
	"time"
)

// candidate is an instructor who is free for a demo.
type candidate struct {
	id     string
	weight int64
	demos  int64     // from 30 days back to 30 days ahead, without cancelled ones and those that the learner missed
	last   time.Time // when they were last given one; zero for never
	isNew  bool      // takes demos since less than 30 days ago
	slot   time.Time
}

// loadDays is how far back and ahead the load of instructors is counted.
const loadDays = 30

// load is the number of demos for each 100 of weight.
func (c candidate) load() float64 { return float64(c.demos) * 100 / float64(max(c.weight, 1)) }

// inTurn orders candidates: the least load first, then who was given a demo longest ago. One who is new counts as having at least the mean of
// the others, or everything would be given to them.
func inTurn(all []candidate) []candidate {
	var sum, n float64
	for _, c := range all {
		if !c.isNew {
			sum, n = sum+c.load(), n+1
		}
	}
	load := func(c candidate) float64 {
		if c.isNew && n > 0 {
			return max(c.load(), sum/n)
		}
		return c.load()
	}
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(load(a), load(b)), a.last.Compare(b.last), cmp.Compare(a.id, b.id))
	})
	return all
}
