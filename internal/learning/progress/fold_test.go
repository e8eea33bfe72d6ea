package progress

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/platform/spans"
)

var start = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

func at(minutes int) time.Time { return start.Add(time.Duration(minutes) * time.Minute) }

func TestRules(t *testing.T) {
	t.Parallel()
	film := rule{Rule: "watched", WatchedShare: 90, DurationMS: 60_000}
	watched := func(minute int, from, to int64) fact {
		return fact{ID: fmt.Sprint("w", minute), Kind: "watched", FromMS: from, ToMS: to, ClientTime: at(minute)}
	}
	one := func(minute int, kind string, value int64) fact {
		return fact{ID: fmt.Sprint(kind, minute), Kind: kind, Value: value, ClientTime: at(minute)}
	}
	spots := func(count, length int64) (seen []fact) {
		for i := range count {
			seen = append(seen, watched(int(i), i*6000, i*6000+length))
		}
		return seen
	}
	for _, c := range []struct {
		name    string
		rule    rule
		facts   []fact
		status  string
		percent int64
		done    int // minute of completion; -1 for none
	}{
		{"nothing", rule{Rule: "view"}, nil, "not_started", 0, -1},
		{"opened", rule{Rule: "view"}, []fact{one(1, "opened", 0)}, "in_progress", 0, -1},
		{"viewed", rule{Rule: "view"}, []fact{one(1, "opened", 0), one(2, "viewed", 0)}, "completed", 100, 2},
		{"viewed is not by hand", rule{Rule: "manual"}, []fact{one(2, "viewed", 0)}, "in_progress", 0, -1},
		{"by hand", rule{Rule: "manual"}, []fact{one(2, "done", 0)}, "completed", 100, 2},
		{"taken back by hand", rule{Rule: "manual"}, []fact{one(2, "done", 0), one(3, "undone", 0)}, "in_progress", 0, -1},
		{"taking back what was viewed", rule{Rule: "view"}, []fact{one(2, "viewed", 0), one(3, "undone", 0)}, "completed", 100, 2},
		{"half of a film", film, []fact{watched(1, 0, 30_000)}, "in_progress", 55, -1},
		{"the same half twice", film, []fact{watched(1, 0, 30_000), watched(2, 0, 30_000)}, "in_progress", 55, -1},
		{"a second less than the share", film, []fact{watched(1, 0, 30_000), watched(4, 30_000, 53_000)}, "in_progress", 98, -1},
		{"the share to the millisecond", film, []fact{watched(1, 0, 30_000), watched(4, 30_000, 54_000)}, "completed", 100, 4},
		{"a millisecond less than the share", film, []fact{watched(1, 0, 30_000), watched(4, 30_000, 53_999)}, "in_progress", 99, -1},
		{"ten spots", film, spots(10, 60), "in_progress", 1, -1},
		{"all but the tolerance at the end", rule{"watched", 100, 0, 60_000}, []fact{watched(3, 0, 60_000-spans.EndTolerance)}, "completed", 100, 3},
		{"less than all", rule{"watched", 100, 0, 60_000}, []fact{watched(3, 100, 60_000)}, "in_progress", 99, -1},
		{"a film without a length", rule{Rule: "watched", WatchedShare: 90}, []fact{watched(1, 0, 30_000)}, "in_progress", 0, -1},
		{"a client that says 100", film, []fact{one(1, "hint", 100)}, "in_progress", 0, -1},
		{"a hint where nothing better is known", rule{Rule: "view"}, []fact{one(1, "hint", 40)}, "in_progress", 40, -1},
		{"a hint is never all", rule{Rule: "view"}, []fact{one(1, "hint", 100)}, "in_progress", 99, -1},
		{"paused", rule{Rule: "view"}, []fact{one(1, "paused", 0), one(2, "time", 5)}, "paused", 0, -1},
		{"resumed", rule{Rule: "view"}, []fact{one(1, "paused", 0), one(2, "resumed", 0)}, "in_progress", 0, -1},
		{"skipped", rule{Rule: "view"}, []fact{one(1, "skipped", 0)}, "skipped", 0, -1},
		{"scored too little", rule{Rule: "score", MinimumScore: 50}, []fact{one(1, "submitted", 0), one(2, "scored", 49)}, "failed", 0, -1},
		{"scored too little, then handed in again", rule{Rule: "score", MinimumScore: 50}, []fact{one(1, "submitted", 0), one(2, "scored", 49), one(3, "submitted", 0)}, "in_progress", 0, -1},
		{"scored where no score is asked for", rule{Rule: "view"}, []fact{one(1, "scored", 0)}, "in_progress", 0, -1},
		{"failed", rule{Rule: "score", MinimumScore: 50}, []fact{one(1, "scored", 49), one(2, "failed", 0)}, "failed", 0, -1},
		{"scored enough, then worse", rule{Rule: "score", MinimumScore: 50}, []fact{one(1, "scored", 50), one(2, "scored", 10)}, "completed", 100, 1},
		{"submitted", rule{Rule: "submission"}, []fact{one(1, "submitted", 0)}, "completed", 100, 1},
		{"completed by an earlier rule", rule{Rule: "score", MinimumScore: 90}, []fact{one(1, "completed", 0)}, "completed", 100, 1},
		{"of no version any more", rule{}, []fact{one(1, "viewed", 0)}, "in_progress", 0, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := fold(c.facts, c.rule, opening{})
			if p.Status != c.status || p.Percent != c.percent || (p.CompletedAt != nil) != (c.done >= 0) || c.done >= 0 && !p.CompletedAt.Equal(at(c.done)) {
				t.Errorf("%s %d%% %v", p.Status, p.Percent, p.CompletedAt)
			}
		})
	}
}

// Events of three devices, late, doubled and out of order, end in one state; and it never goes backward on the way but by
// the learner's own hand.
func TestAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := rule{rapid.SampledFrom([]string{"view", "manual", "watched", "submission", "score", ""}).Draw(t, "rule"), 90, 50, 60_000}
		kinds := []string{"opened", "viewed", "done", "paused", "resumed", "skipped", "time", "hint", "submitted", "scored", "failed", "watched"}
		var facts []fact
		for i := range rapid.IntRange(1, 25).Draw(t, "events") {
			from := rapid.Int64Range(0, 60_000).Draw(t, "from")
			facts = append(facts, fact{ID: fmt.Sprint(i), Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Value: rapid.Int64Range(0, 100).Draw(t, "value"),
				FromMS: from, ToMS: from + rapid.Int64Range(0, 30_000).Draw(t, "length"), ClientTime: at(rapid.IntRange(0, 9).Draw(t, "minute"))})
		}
		want := fold(facts, r, opening{})
		mixed := rapid.Permutation(append(append([]fact{}, facts...), rapid.SliceOf(rapid.SampledFrom(facts)).Draw(t, "again")...)).Draw(t, "order")
		if got := fold(mixed, r, opening{}); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, in order %+v", got, want)
		}
		done := false
		for i := range facts {
			p := fold(mixed[:i], r, opening{})
			if p.Percent < 0 || p.Percent > 100 || done && p.CompletedAt == nil || (p.Percent == 100) != (p.Status == "completed") {
				t.Fatalf("after %d: %+v", i, p)
			}
			done = p.CompletedAt != nil
		}
	})
}
