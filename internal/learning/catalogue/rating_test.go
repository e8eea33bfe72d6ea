package catalogue_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// rate gives a course so many reviews with 1, 2, 3, 4 and 5 stars.
func rate(t *testing.T, app *testapp.App, id string, counts course.StarCounts) {
	t.Helper()
	var r course.Rating
	for i, n := range counts {
		for range n {
			r = r.Changed(int64(i+1), 1)
		}
	}
	if err := app.DB.InTx(t.Context(), func(tx bun.IDB) error { return course.PutRating(t.Context(), tx, id, r) }); err != nil {
		t.Fatal(err)
	}
}

// One enthusiast does not lift a course above one that many find good, and courses without reviews come last.
func TestHighestRated(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	for title, counts := range map[string]course.StarCounts{
		"One enthusiast": {0, 0, 0, 0, 1},
		"Many":           {0, 0, 0, 16, 24}, // an average of 4.6
		"Just 4.0":       {0, 0, 1, 19, 0},  // 3.95
		"Just below":     {0, 0, 6, 94, 0},  // 3.94
		"Poor":           {9, 0, 0, 0, 0},
		"None":           {},
	} {
		rate(t, app, teacher.PublishCourse(`,"title":"`+title+`"`).ID, counts)
	}
	for query, want := range map[string][]string{
		"sort=rating":              {"Many Published", "Just below Published", "Just 4.0 Published", "One enthusiast Published", "Poor Published", "None Published"},
		"sort=rating&min_rating=4": {"Many Published", "Just 4.0 Published", "One enthusiast Published"},
		"sort=rating&min_rating=1": {"Many Published", "Just below Published", "Just 4.0 Published", "One enthusiast Published", "Poor Published"},
	} {
		if got := titles(t, app.Nobody(), query); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", query, got, want)
		}
	}
	app.Nobody().Do("GET", "/courses/get?min_rating=6", "", 400)
	for query, want := range map[string]string{"": "[{4 3} {3 4}]", "min_rating=4": "[{4 3} {3 4}]", "search=just": "[{4 1} {3 2}]", "search=poor": "[]"} {
		if got := testapp.Read[facets](t, app.Nobody().Do("GET", "/courses/facets?"+query, "", 200)).Data; fmt.Sprint(got.MinRating) != want {
			t.Errorf("%q: %v, not %s", query, got.MinRating, want)
		}
	}
}
