package classsession

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
)

// Redistribute lays sessions one after the other into the free time of the instructor of a batch, within the hours that they have set: each on its own day at the nearest
// free time of day, else one or two weeks later, else on another day of these two weeks. No two are on the same day. It returns false if there is no room for one of them.
func Redistribute(ctx context.Context, q bun.IDB, calendars *Calendars, b batch.Row, sessions []Session, now time.Time) ([]timetable.NewScheduleEntry, bool, error) {
	if len(sessions) == 0 {
		return nil, true, nil
	}
	f, err := newFinder(ctx, q, calendars, b.Zone(), owners{instructors: b.InstructorIDs()}, nil, sessions, now)
	if err != nil {
		return nil, false, err
	}
	f.days = map[string]bool{}
	laid := make([]timetable.NewScheduleEntry, 0, len(sessions))
	for _, s := range sessions {
		t, ok := f.next(s)
		if !ok {
			return nil, false, nil
		}
		f.days[t.Date] = true
		laid = append(laid, timetable.NewScheduleEntry{Date: t.Date, StartTime: t.StartTime, EndTime: t.EndTime, Title: s.Title, Description: s.Description})
	}
	return laid, true, nil
}

// next returns the first free time for a session that Redistribute tries: the days of its weekday come first.
func (f finder) next(s Session) (FreeTime, bool) {
	start, later := minuteOf(s.StartTime), make([]int, searchDays+1)
	for i := range later {
		later[i] = i
	}
	slices.SortStableFunc(later, func(a, b int) int { return cmp.Compare(min(a%7, 1), min(b%7, 1)) })
	for _, days := range later {
		var best FreeTime
		found := false
		for minute := start % searchStep; minute < minutesOfDay; minute += searchStep {
			t, ok := f.move(s, days, minute-start)
			if ok && !f.days[t.Date] && (!found || t.cost < best.cost) {
				best, found = t, true
			}
		}
		if found {
			return best, true
		}
	}
	return FreeTime{}, false
}
