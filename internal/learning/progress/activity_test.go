package progress

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The quarters of an hour come out the same in whatever order the events came, add up to the time of the lesson, and say
// nothing of what others did.
func TestActivity(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		kinds := []string{"opened", "viewed", "done", "undone", "time", "hint", "submitted", "scored", "failed"}
		var facts []fact
		own := int64(0)
		open := opening{from: at(rapid.IntRange(-60, 60).Draw(t, "opens"))}
		for i := range rapid.IntRange(0, 25).Draw(t, "events") {
			f := fact{ID: fmt.Sprint(i), Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Value: rapid.Int64Range(0, 100).Draw(t, "value"),
				ClientTime: at(rapid.IntRange(0, 90).Draw(t, "minute"))}
			facts = append(facts, f)
			if open.counts(f) && f.Kind != "scored" && f.Kind != "failed" {
				own++
			}
		}
		p := fold(facts, rule{Rule: "view"}, open)
		quarters := activityOf(facts, open, p)
		if mixed := activityOf(rapid.Permutation(facts).Draw(t, "order"), open, p); !reflect.DeepEqual(mixed, quarters) {
			t.Fatalf("%+v, in order %+v", mixed, quarters)
		}
		var acts, seconds, completed int64
		for i, q := range quarters {
			acts += q.Acts
			seconds += q.Seconds
			if q.Completed {
				completed++
			}
			if !q.StartsAt.Truncate(15*time.Minute).Equal(q.StartsAt) || i > 0 && !quarters[i-1].StartsAt.Before(q.StartsAt) {
				t.Fatalf("%+v", quarters)
			}
		}
		if acts != own || seconds != p.TimeSpent || (completed == 1) != (p.CompletedAt != nil) {
			t.Fatalf("%d acts of %d, %d s of %d, completed %d times", acts, own, seconds, p.TimeSpent, completed)
		}
	})
}

func TestGoesOn(t *testing.T) {
	t.Parallel()
	now, earlier := at(60), at(0)
	lessons := func(last string, done ...string) []step {
		all := []step{}
		for _, id := range []string{"a", "b", "c"} {
			s := step{lesson: lesson{LessonID: id}, EnrolledAt: earlier, LastLesson: last}
			for _, d := range done {
				if d == id {
					s.CompletedAt = &earlier
				}
			}
			all = append(all, s)
		}
		return all
	}
	locked := lessons("a", "a")
	locked[1].ReleaseDays = 1
	behind := lessons("")
	behind[0].ReleaseAfter = "c"
	for name, c := range map[string]struct {
		steps []step
		want  string
	}{
		"at the beginning":              {lessons(""), "a"},
		"where one was":                 {lessons("b"), "b"},
		"behind what is completed":      {lessons("b", "b"), "c"},
		"to what was left out":          {lessons("c", "a", "c"), "b"},
		"over what is locked":           {locked, "c"},
		"not what another lesson opens": {behind, "b"},
		"nowhere":                       {lessons("c", "a", "b", "c"), ""},
	} {
		got := ""
		if s := nextStep(c.steps, now); s != nil {
			got = s.LessonID
		}
		if got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
