package spans_test

import (
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/spans"
)

// Whatever spans come in whatever order, the set holds what a table of every millisecond holds.
func TestSetAgainstATableOfMilliseconds(t *testing.T) {
	t.Parallel()
	const length = 3000
	rapid.Check(t, func(t *rapid.T) {
		var set spans.Set
		played := make([]bool, length+spans.EndTolerance)
		toTheEnd := false
		for range rapid.IntRange(0, 20).Draw(t, "spans") {
			from := rapid.Int64Range(0, length-1).Draw(t, "from")
			to := min(from+rapid.Int64Range(-50, 900).Draw(t, "milliseconds"), int64(len(played)))
			set.Add(from, to)
			for ms := from; ms < to; ms++ {
				played[ms] = true
			}
			toTheEnd = toTheEnd || to > from && to >= length-spans.EndTolerance
		}
		last := int64(length)
		if toTheEnd {
			for last = length - 1; last >= 0 && !played[last]; last-- {
			}
		}
		want := int64(0)
		for ms := range int64(length) {
			if played[ms] || ms > last {
				want++
			}
		}
		if got := set.Covered(length); got != want {
			t.Fatalf("%v covers %d, want %d", set, got, want)
		}
		for i := 1; i < len(set); i++ {
			if set[i-1].To >= set[i].From {
				t.Fatalf("%v is not ascending and disjoint", set)
			}
		}
	})
}

func TestCoveredAtTheEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from, to, want int64
	}{
		"within the tolerance": {0, 30_000 - spans.EndTolerance, 30_000},
		"before the tolerance": {0, 30_000 - spans.EndTolerance - 1, 30_000 - spans.EndTolerance - 1},
		"beyond the end":       {29_000, 31_000, 1000},
		"nothing":              {5, 5, 0},
	} {
		var set spans.Set
		set.Add(c.from, c.to)
		if got := set.Covered(30_000); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
