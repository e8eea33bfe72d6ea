package growth

import (
	"slices"
	"testing"
)

// Both are more than two pages, so that as many questions are asked about a page of either.
const (
	fewRows  = 45
	manyRows = 110
)

// However much there is of everything, a request asks the database as often: no list asks once for each of its rows.
func TestAsManyStatementsForManyRows(t *testing.T) {
	t.Parallel()
	few, many := newSchool(t, fewRows), newSchool(t, manyRows)
	asked, askedMore := few.listen(), many.listen()
	more := many.requests()
	for i, r := range few.requests() {
		few.answered(t, r) // what is kept in memory is there after the first time
		many.answered(t, more[i])
		asked.made, askedMore.made = nil, nil
		few.answered(t, r)
		many.answered(t, more[i])
		if a, b := len(asked.made), len(askedMore.made); a != b {
			t.Errorf("%s: %d statements for few rows, %d for many; the last: %.300q", r.name, a, b, slices.Concat(askedMore.made, []string{""})[max(0, b-1)])
		}
	}
}
