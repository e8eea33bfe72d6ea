package demo

import (
	"testing"
	"time"
)

func TestInTurn(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2026, 9, n, 0, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		all  []candidate
		want string
	}{
		"nobody":                       {nil, ""},
		"the least load":               {[]candidate{{id: "a", weight: 100, demos: 6}, {id: "b", weight: 100, demos: 2}, {id: "c", weight: 100, demos: 4}}, "bca"},
		"by weight":                    {[]candidate{{id: "a", weight: 200, demos: 6}, {id: "b", weight: 100, demos: 4}, {id: "c", weight: 50, demos: 1}}, "cab"}, // 3, 4, 2
		"who waits longest":            {[]candidate{{id: "a", weight: 100, demos: 2, last: day(3)}, {id: "b", weight: 100, demos: 2, last: day(1)}, {id: "c", weight: 100, demos: 2}}, "cba"},
		"by id at last":                {[]candidate{{id: "b", weight: 100}, {id: "a", weight: 100}}, "ab"},
		"a new one begins at the mean": {[]candidate{{id: "n", weight: 100, isNew: true, last: day(9)}, {id: "a", weight: 100, demos: 2}, {id: "b", weight: 100, demos: 4}}, "anb"}, // 2, 3, 4
		"a new one with more":          {[]candidate{{id: "n", weight: 100, demos: 5, isNew: true}, {id: "a", weight: 100, demos: 2}, {id: "b", weight: 100, demos: 4}}, "abn"},
		"only new ones":                {[]candidate{{id: "n", weight: 100, demos: 1, isNew: true}, {id: "m", weight: 100, isNew: true}}, "mn"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			for _, one := range inTurn(c.all) {
				got += one.id
			}
			if got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}
