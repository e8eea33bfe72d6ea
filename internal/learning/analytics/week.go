package analytics

import (
	"context"
	"time"

	"lectern/internal/platform/clock"
)

// LearningWeek is the activity of a learner from a Monday to a Sunday.
type LearningWeek struct {
	Week      string `json:"week" doc:"As ISO 8601 names it: 2026-W36."`
	StartsOn  string `json:"startsOn" doc:"Its Monday, YYYY-MM-DD."`
	TimeSpent int64  `json:"timeSpent" doc:"Seconds."`
	Completed int64  `json:"completedLessons"`
	Days      int64  `json:"activeDays" doc:"On which they learned, 0 to 7."`
}

// LearningStreak is the number of consecutive days with activity.
type LearningStreak struct {
	Days         int64   `json:"days" doc:"Up to today, or up to yesterday while today may still come."`
	LearnedToday bool    `json:"learnedToday"`
	LastDay      *string `json:"lastDay" doc:"On which they learned, YYYY-MM-DD; null for none."`
}

// quarter is the activity of a learner within a quarter of an hour.
type quarter struct {
	StartsAt  time.Time
	Acts      int64
	Seconds   int64
	Completed int64
}

// weeksOf sums quarters up by week, over the given number of weeks that ends with the current one. Others are left out.
func weeksOf(quarters []quarter, c clock.Calendar, today, count int64) []LearningWeek {
	first := clock.Monday(today) - 7*(count-1)
	weeks, learned := make([]LearningWeek, count), map[int64]bool{}
	for i := range weeks {
		starts := first + 7*int64(i)
		weeks[i].Week, weeks[i].StartsOn = week(starts), clock.FormatDay(starts)
	}
	for _, q := range quarters {
		day := c.Day(q.StartsAt)
		if day < first || day > today { // a device's clock may be ahead
			continue
		}
		w := &weeks[(day-first)/7]
		w.TimeSpent += q.Seconds
		w.Completed += q.Completed
		if q.Acts > 0 && !learned[day] {
			learned[day] = true
			w.Days++
		}
	}
	return weeks
}

// weeks returns the weeks of a learner up to now, in one course or, where courseID is "", in all.
func (s *Service) weeks(ctx context.Context, userID, courseID string, c clock.Calendar, count int64) ([]LearningWeek, error) {
	today := c.Day(s.deps.Clock.Now())
	quarters, err := quartersSince(ctx, s.deps.DB.Reader(), userID, courseID, c.Start(clock.Monday(today)-7*(count-1)))
	return weeksOf(quarters, c, today, count), err
}

const streakPage = 500 // quarters per query: some months of most learners

// streak follows the days of a learner back to the first one without activity.
func (s *Service) streak(ctx context.Context, userID, courseID string, c clock.Calendar) (run LearningStreak, err error) {
	today := c.Day(s.deps.Clock.Now())
	before := c.Start(today + 2) // tomorrow is over by then; what lies beyond is a clock that is ahead
	last := int64(0)             // day counted last
	for {
		starts, err := learnedBefore(ctx, s.deps.DB.Reader(), userID, courseID, before, streakPage)
		if err != nil {
			return run, err
		}
		for _, at := range starts {
			day := c.Day(at)
			switch {
			case day > today || run.LastDay != nil && day == last:
				continue
			case run.LastDay == nil:
				told := clock.FormatDay(day)
				run.LastDay, run.LearnedToday = &told, day == today
				if day < today-1 {
					return run, nil
				}
			case day < last-1:
				return run, nil
			}
			last = day
			run.Days++
		}
		if len(starts) < streakPage {
			return run, nil
		}
		before = starts[len(starts)-1]
	}
}
