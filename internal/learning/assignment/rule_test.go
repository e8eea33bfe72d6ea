package assignment

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// A grade never exceeds the maximum, reaches it only with full marks on time, and never rises with a penalty.
func TestMarksStayWithinBounds(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 2000 {
		var criteria []Criterion
		var marks, full []Mark
		for i := range 1 + rng.IntN(8) {
			c := Criterion{Ref: fmt.Sprint(i), Points: 1 + rng.Int64N(20)}
			criteria = append(criteria, c)
			marks = append(marks, Mark{Ref: c.Ref, Points: float64(rng.Int64N(c.Points*100+1)) / 100})
			full = append(full, Mark{Ref: c.Ref, Points: float64(c.Points)})
		}
		penalty := rng.Int64N(101)
		inTime, err := newGrade(criteria, marks, true, 0)
		if err != nil {
			t.Fatal(err)
		}
		late, err := newGrade(criteria, marks, true, penalty)
		if err != nil {
			t.Fatal(err)
		}
		best, err := newGrade(criteria, full, true, 0)
		if err != nil || best.Percent != 100 || best.Earned != float64(best.Possible) {
			t.Fatalf("full marks are %+v %v", best, err)
		}
		if inTime.Percent < 0 || inTime.Percent > 100 || inTime.Percent == 100 && inTime.Earned != float64(inTime.Possible) ||
			late.Percent > inTime.Percent || late.Earned > inTime.Earned || penalty == 100 && late.Earned != 0 {
			t.Fatalf("%d percent off: %+v, in time %+v", penalty, late, inTime)
		}
	}
}
