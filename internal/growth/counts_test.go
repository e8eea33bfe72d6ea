package growth

import (
	"slices"
	"testing"
)

// Both are more than two pages, so that a page of either needs the same queries.
const (
	fewRows  = 45
	manyRows = 110
)

// However many rows there are, a request makes the same number of statements: no list queries once per row.
func TestStatementCountDoesNotDependOnRowCount(t *testing.T) {
	t.Parallel()
	few, many := newSchool(t, fewRows), newSchool(t, manyRows)
	asked, askedMore := few.listen(), many.listen()
	more := many.requests()
	for i, r := range few.requests() {
		few.answered(t, r) // fills the in-memory caches
		many.answered(t, more[i])
		asked.made, askedMore.made = nil, nil
		few.answered(t, r)
		many.answered(t, more[i])
		if a, b := len(asked.made), len(askedMore.made); a != b {
			t.Errorf("%s: %d statements for few rows, %d for many; the last: %.300q", r.name, a, b, slices.Concat(askedMore.made, []string{""})[max(0, b-1)])
		}
	}
}
