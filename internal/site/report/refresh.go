package report

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
)

// Kinds of marks that this package makes itself, beside those of facts. Each may lead to marks of kinds that come after it.
const (
	ofLearner     = "learner"     // all days of a learner: key is the user
	ofLearnerDay  = "learner_day" // key is the user and a UTC day
	ofActivityDay = "activity_day"
	ofSpan        = "span" // the 7 and the 30 days that end with a day
	ofCourse      = "course"
)

const batchSize = 200 // marks that are worked off in a transaction

// kinds are all kinds of marks in the order in which they are worked off.
func kinds() []string {
	all := []string{ofLearner, ofLearnerDay, ofActivityDay, ofSpan}
	for _, f := range facts {
		if !slices.Contains(all, f.mark) {
			all = append(all, f.mark)
		}
	}
	return append(all, ofCourse)
}

// Refresh sums again what has changed since. The first time, and when the school has moved to another time zone, that is everything; figures
// that are not summed yet stay as they were.
func (s *Service) Refresh(ctx context.Context) error {
	days, err := s.calendar(ctx)
	if err != nil {
		return err
	}
	if err := s.prepare(ctx, days); err != nil {
		return err
	}
	for _, kind := range kinds() {
		for {
			n, err := s.work(ctx, kind, days)
			if err != nil {
				return err
			}
			if n < batchSize {
				break
			}
		}
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return putNow(ctx, tx, "refreshed", "", 0, s.deps.Clock.Now()) })
}

// prepare marks everything where the days have changed, and on a new day what depends on it without having changed itself.
func (s *Service) prepare(ctx context.Context, days clock.Calendar) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		now := s.deps.Clock.Now()
		today := days.Day(now)
		state, err := lockState(ctx, tx, now)
		if err != nil || state.zone == days.Zone.String() && state.day == today {
			return err
		}
		if state.zone != days.Zone.String() {
			if err := markAll(ctx, tx); err != nil {
				return err
			}
		}
		marks := []string{clock.FormatDay(today)}
		for day := max(state.day+1, today-mostGap); state.day > 0 && day < today; day++ {
			marks = append(marks, clock.FormatDay(day))
		}
		if err := mark(ctx, tx, ofSpan, marks...); err != nil {
			return err
		}
		if err := markCourses(ctx, tx); err != nil { // completion rates leave out who is enrolled for a short time only
			return err
		}
		return putState(ctx, tx, days.Zone.String(), today, now)
	})
}

// work takes some marks of a kind and sums again what they name, and returns how many there were. The marks are deleted before the source is
// read: who commits in between leaves marks of their own.
func (s *Service) work(ctx context.Context, kind string, days clock.Calendar) (n int, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := lockState(ctx, tx, s.deps.Clock.Now()); err != nil {
			return err
		}
		keys, err := takeMarks(ctx, tx, kind, batchSize)
		if n = len(keys); err != nil || n == 0 {
			return err
		}
		switch kind {
		case ofLearner:
			return s.sumLearners(ctx, tx, keys, days)
		case ofLearnerDay:
			return s.sumLearnerDays(ctx, tx, keys, days)
		case ofActivityDay:
			return s.sumActivity(ctx, tx, keys, days)
		case ofSpan:
			return sumSpans(ctx, tx, keys)
		case ofCourse:
			return s.sumCourses(ctx, tx, keys)
		}
		return sumFacts(ctx, tx, marked(kind), localDays(keys, days), days)
	})
	return n, err
}

// localDays returns the days of the school that have a part of some UTC days.
func localDays(utc []string, days clock.Calendar) []int64 {
	all := map[int64]bool{}
	for _, key := range utc {
		if begin, err := time.Parse(time.DateOnly, key); err == nil {
			all[days.Day(begin)], all[days.Day(begin.Add(24*time.Hour-time.Second))] = true, true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// span is a range of days of one learner.
type span struct {
	userID   string
	from, to int64 // the last one is not in it; 0 for both: all days
}

func (s *Service) sumLearnerDays(ctx context.Context, tx bun.IDB, keys []string, days clock.Calendar) error {
	utc := map[string][]string{}
	for _, key := range keys {
		user, day, _ := strings.Cut(key, " ")
		utc[user] = append(utc[user], day)
	}
	for _, user := range slices.Sorted(maps.Keys(utc)) {
		for _, day := range localDays(utc[user], days) {
			if err := sumLearner(ctx, tx, span{user, day, day + 1}, days); err != nil {
				return err
			}
		}
	}
	return nil
}

// sumLearners sums all days of learners, and whatever else depends on what they teach.
func (s *Service) sumLearners(ctx context.Context, tx bun.IDB, users []string, days clock.Calendar) error {
	for _, user := range users {
		if err := sumLearner(ctx, tx, span{userID: user}, days); err != nil {
			return err
		}
		if err := markEnrollments(ctx, tx, user); err != nil {
			return err
		}
	}
	return nil
}

// sumLearner writes the active days of a learner anew and marks the days that have changed.
func sumLearner(ctx context.Context, tx bun.IDB, of span, days clock.Calendar) error {
	before, first, err := activeDaysOf(ctx, tx, of)
	if err != nil {
		return err
	}
	quarters, err := quartersOf(ctx, tx, of, days)
	if err != nil {
		return err
	}
	now := activeDaysFrom(quarters, days)
	if slices.Equal(before, now) {
		return nil
	}
	if err := replaceActiveDays(ctx, tx, of, now); err != nil {
		return err
	}
	marks := map[string]bool{}
	for _, d := range slices.Concat(before, now) {
		marks[d.Day] = true
	}
	since, err := firstDay(ctx, tx, of.userID)
	if err != nil {
		return err
	}
	for _, day := range []string{first, since} { // a learner is new on the first of their days, which may be another one now
		if day != "" && first != since {
			marks[day] = true
		}
	}
	return mark(ctx, tx, ofActivityDay, slices.Sorted(maps.Keys(marks))...)
}

const mostSeconds = 15 * 60 // that a learner can spend in a quarter of an hour, whatever their devices say

// activeDaysFrom sums quarters of an hour, which are sorted by time and course.
func activeDaysFrom(quarters []quarter, days clock.Calendar) (all []activeDay) {
	type key struct{ course, day string }
	sums := map[key]*activeDay{}
	var at time.Time
	var left int64
	for _, q := range quarters {
		if !q.StartsAt.Equal(at) {
			at, left = q.StartsAt, mostSeconds
		}
		k := key{q.CourseID, clock.FormatDay(days.Day(q.StartsAt))}
		if sums[k] == nil {
			sums[k] = &activeDay{CourseID: k.course, Day: k.day, UserID: q.UserID}
		}
		seconds := min(q.Seconds, left)
		left -= seconds
		sums[k].Acts += q.Acts
		sums[k].Seconds += seconds
		sums[k].Completions += q.Completions
	}
	for _, d := range sums {
		all = append(all, *d)
	}
	slices.SortFunc(all, activeDay.compare)
	return all
}

const (
	spanDays = 30
	mostGap  = 800 // days that a server may have stood still and still has all figures of spans
)

// sumActivity writes the sums of some days of learning anew, and marks the spans that contain them.
func (s *Service) sumActivity(ctx context.Context, tx bun.IDB, keys []string, days clock.Calendar) error {
	today := days.Day(s.deps.Clock.Now())
	spans := map[string]bool{}
	for _, key := range keys {
		if err := sumActivityDay(ctx, tx, key); err != nil {
			return err
		}
		day, err := clock.ParseDay(key)
		if err != nil {
			continue
		}
		for end := day; end < day+spanDays && end <= max(today, day); end++ {
			spans[clock.FormatDay(end)] = true
		}
	}
	return mark(ctx, tx, ofSpan, slices.Sorted(maps.Keys(spans))...)
}
