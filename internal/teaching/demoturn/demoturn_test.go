package demoturn_test

import (
	"testing"
	"time"

	"lectern/internal/teaching/demoturn"
)

func TestInTurn(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2026, 9, n, 0, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		all  []demoturn.Candidate
		want string
	}{
		"nobody":                       {nil, ""},
		"the least load":               {[]demoturn.Candidate{{ID: "a", Weight: 100, Demos: 6}, {ID: "b", Weight: 100, Demos: 2}, {ID: "c", Weight: 100, Demos: 4}}, "bca"},
		"by weight":                    {[]demoturn.Candidate{{ID: "a", Weight: 200, Demos: 6}, {ID: "b", Weight: 100, Demos: 4}, {ID: "c", Weight: 50, Demos: 1}}, "cab"}, // 3, 4, 2
		"who waits longest":            {[]demoturn.Candidate{{ID: "a", Weight: 100, Demos: 2, Last: day(3)}, {ID: "b", Weight: 100, Demos: 2, Last: day(1)}, {ID: "c", Weight: 100, Demos: 2}}, "cba"},
		"by id at last":                {[]demoturn.Candidate{{ID: "b", Weight: 100}, {ID: "a", Weight: 100}}, "ab"},
		"a new one begins at the mean": {[]demoturn.Candidate{{ID: "n", Weight: 100, IsNew: true, Last: day(9)}, {ID: "a", Weight: 100, Demos: 2}, {ID: "b", Weight: 100, Demos: 4}}, "anb"}, // 2, 3, 4
		"a new one with more":          {[]demoturn.Candidate{{ID: "n", Weight: 100, Demos: 5, IsNew: true}, {ID: "a", Weight: 100, Demos: 2}, {ID: "b", Weight: 100, Demos: 4}}, "abn"},
		"only new ones":                {[]demoturn.Candidate{{ID: "n", Weight: 100, Demos: 1, IsNew: true}, {ID: "m", Weight: 100, IsNew: true}}, "mn"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			for _, one := range demoturn.InTurn(c.all) {
				got += one.ID
			}
			if got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}
