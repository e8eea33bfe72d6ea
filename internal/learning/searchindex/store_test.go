package searchindex_test

import (
	"testing"

	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/rest"
)

// A search that stopped earlier would make a list say "10,000" for what it says "10,000+" of; one that stopped later would look up
// rows that nobody counts.
func TestSearchLooksUpOneMoreThanListsCount(t *testing.T) {
	t.Parallel()
	if searchindex.MostLookedUp != rest.MaxCount+1 {
		t.Errorf("a search looks up %d courses, a list counts to %d", searchindex.MostLookedUp, rest.MaxCount)
	}
}
