package progress

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"
)

// quarter is the resolution of stored activity. The offset of every time zone is a multiple of it, so that quarters add up
// to days in each of them.
const quarter = 15 * time.Minute

// activity is what a learner did in a lesson within a quarter of an hour.
type activity struct {
	bun.BaseModel `bun:"table:lesson_activity,alias:a"`

	UserID    string    `bun:",pk"`
	LessonID  string    `bun:",pk"`
	StartsAt  time.Time `bun:",pk"`
	CourseID  string
	Acts      int64
	Seconds   int64
	Completed bool
}

func (a activity) equal(b activity) bool {
	return a.StartsAt.Equal(b.StartsAt) && a.CourseID == b.CourseID && a.Acts == b.Acts && a.Seconds == b.Seconds && a.Completed == b.Completed
}

// activityOf returns the quarters of an hour with activity that counts in a lesson, by their start. The seconds are
// those of LessonProgress.TimeSpent.
func activityOf(facts []fact, open opening, p LessonProgress) []activity {
	by := map[time.Time]*activity{}
	in := func(at time.Time) *activity {
		start := at.UTC().Truncate(quarter)
		if by[start] == nil {
			by[start] = &activity{UserID: p.UserID, LessonID: p.LessonID, CourseID: p.CourseID, StartsAt: start}
		}
		return by[start]
	}
	for _, f := range facts {
		if !open.counts(f) || byOthers(f.Kind) {
			continue
		}
		in(f.ClientTime).Acts++
		if f.Kind == timeSpent {
			in(f.ClientTime).Seconds += f.Value
		}
	}
	if p.CompletedAt != nil {
		in(*p.CompletedAt).Completed = true
	}
	all := make([]activity, 0, len(by))
	for _, a := range by {
		all = append(all, *a)
	}
	slices.SortFunc(all, func(a, b activity) int { return a.StartsAt.Compare(b.StartsAt) })
	return all
}

// byOthers reports whether a kind of fact is not the learner's own doing: grading their work is not their activity.
func byOthers(kind string) bool { return kind == completed || kind == "scored" || kind == "failed" }

// saveActivity replaces the stored quarters of a lesson and reports whether they are unchanged.
func saveActivity(ctx context.Context, tx bun.IDB, userID, lessonID string, now []activity) (same bool, err error) {
	before, err := activityIn(ctx, tx, userID, lessonID)
	if err != nil {
		return false, err
	}
	known := make(map[int64]activity, len(before))
	for _, a := range before {
		known[a.StartsAt.Unix()] = a
	}
	var changed []activity
	for _, a := range now {
		if was, there := known[a.StartsAt.Unix()]; !there || !was.equal(a) {
			changed = append(changed, a)
		}
		delete(known, a.StartsAt.Unix())
	}
	for _, gone := range known {
		if err := deleteActivity(ctx, tx, gone); err != nil {
			return false, err
		}
	}
	return len(changed)+len(known) == 0, putActivity(ctx, tx, changed)
}
