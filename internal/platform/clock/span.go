package clock

import (
	"cmp"
	"slices"
	"time"
)

// Span is a stretch of time, [FromAt, UntilAt).
type Span struct {
	FromAt  time.Time `json:"from"`
	UntilAt time.Time `json:"until"`
}

// Union returns what spans cover, by time and without overlaps.
func Union(spans []Span) (covered []Span) {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(a.FromAt.Compare(b.FromAt), a.UntilAt.Compare(b.UntilAt)) })
	for _, s := range spans {
		last := len(covered) - 1
		if last < 0 || covered[last].UntilAt.Before(s.FromAt) {
			covered = append(covered, s)
		} else if s.UntilAt.After(covered[last].UntilAt) {
			covered[last].UntilAt = s.UntilAt
		}
	}
	return covered
}
