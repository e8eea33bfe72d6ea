package classschedule

import (
	"fmt"
	"testing"
)

// The worked example of the design: the lowest score is the best.
func TestRanking(t *testing.T) {
	t.Parallel()
	a := candidate{ID: "A", Students: 40, Individual: 2, availability: .5, Experience: 3}
	b := candidate{ID: "B", Students: 10, Individual: 8, availability: .2}
	c := candidate{ID: "C", Students: 25, availability: .9, Experience: 6}
	got := ""
	for _, s := range ranked([]candidate{a, b, c}) {
		got += fmt.Sprintf("%s %.4f ", s.InstructorID, s.Score)
	}
	if got != "C -0.3500 B -0.2000 A 0.0286 " {
		t.Error(got)
	}
	parts := ranked([]candidate{a, b, c})[2].Parts
	if fmt.Sprint(parts) != "{0.3 -0.05 -0.1714 -0.05}" {
		t.Error(parts)
	}
	b.hours, c = 3, b
	c.ID, c.hours = "C", 2
	if equal := ranked([]candidate{b, c}); equal[0].InstructorID != "C" || equal[0].Score != 0 {
		t.Errorf("of equals, who is less busy comes first: %+v", equal)
	}
}
