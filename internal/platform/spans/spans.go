// Package spans adds up stretches of something that is played, such as what a user has watched of a video. What was played twice
// counts once.
package spans

import (
	"cmp"
	"slices"
)

// EndTolerance is how many milliseconds before its end a recording counts as played to the end: players stop at the last frame or
// sample that they have, which ends a little before the length that the file states.
const EndTolerance = 500

// Span is a stretch in milliseconds, without its end.
type Span struct{ From, To int64 }

// Set is disjoint spans in ascending order. The zero value is empty.
type Set []Span

// Add puts a span into the set, in place. One that ends where it begins, or before, adds nothing.
func (s *Set) Add(from, to int64) {
	if to <= from {
		return
	}
	spans := *s
	first, _ := slices.BinarySearchFunc(spans, from, func(have Span, from int64) int { return cmp.Compare(have.To, from) })
	end := first
	for ; end < len(spans) && spans[end].From <= to; end++ {
		from, to = min(from, spans[end].From), max(to, spans[end].To)
	}
	*s = slices.Replace(spans, first, end, Span{from, to})
}

// Length is how many milliseconds the set holds.
func (s Set) Length() (sum int64) {
	for _, span := range s {
		sum += span.To - span.From
	}
	return sum
}

// Covered is how many milliseconds of a recording of a length the set holds: all of them only if nothing is missing but, at the
// end, less than EndTolerance.
func (s Set) Covered(length int64) (sum int64) {
	for i, span := range s {
		to := min(span.To, length)
		if i == len(s)-1 && length-to <= EndTolerance {
			to = length
		}
		sum += max(0, to-max(0, span.From))
	}
	return sum
}
