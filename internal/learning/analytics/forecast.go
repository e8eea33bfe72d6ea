package analytics

import (
	"context"
	"math"
	"time"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/clock"
)

// CourseForecast is the day on which a learner will complete a course at their present pace.
type CourseForecast struct {
	FinishesOn     *string `json:"finishesOn" doc:"YYYY-MM-DD, in the time zone of the answer; null where reason says why."`
	Reason         string  `json:"reason" enum:",completed,nothing_required,not_started,stopped,too_little" doc:"Why there is no forecast. stopped: no lesson completed in the last four weeks. too_little: fewer than two, or all on one day."`
	Remaining      int64   `json:"remainingLessons" doc:"Required ones."`
	LessonsPerWeek float64 `json:"lessonsPerWeek" doc:"Required ones, over the last four weeks or since the course was begun."`
}

const paceDays = 28 // over which the pace is measured

// forecast computes the forecast of a course from the times at which required lessons were completed within the last paceDays.
func forecast(l LearnerProgress, done []time.Time, c clock.Calendar, now time.Time) (f CourseForecast) {
	f.Remaining = max(0, l.Required-l.Completed)
	switch {
	case l.CompletedAt != nil:
		f.Reason = completed
	case l.Required == 0:
		f.Reason = "nothing_required"
	case l.StartedAt == nil:
		f.Reason = notStarted
	}
	if f.Reason != "" {
		return f
	}
	today := c.Day(now)
	first := max(c.Day(*l.StartedAt), today-paceDays+1)
	days, count := map[int64]bool{}, int64(0)
	for _, at := range done {
		if day := c.Day(at); day >= first && day <= today {
			days[day] = true
			count++
		}
	}
	over := max(1, today-first+1)
	f.LessonsPerWeek = math.Round(70*float64(count)/float64(over)) / 10
	switch {
	case count == 0 && over == paceDays:
		f.Reason = "stopped"
	case len(days) < 2:
		f.Reason = "too_little"
	default:
		on := clock.FormatDay(today + (f.Remaining*over+count-1)/count)
		f.FinishesOn = &on
	}
	return f
}

const mostForecasts = 20

// Forecasts returns forecasts of the courses that are open to a user and not completed, those begun first, in the days of a calendar. For
// package goal.
func (s *Service) Forecasts(ctx context.Context, userID string, c clock.Calendar) ([]coursework.Forecast, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	mine, err := uncompletedCourses(ctx, q, userID, mostForecasts)
	if err != nil {
		return nil, err
	}
	done, err := completions(ctx, q, userID, ids(mine), c.Start(c.Day(now)-paceDays+1))
	all := make([]coursework.Forecast, 0, len(mine))
	for _, p := range mine {
		f := forecast(p.LearnerProgress, done[p.CourseID], c, now)
		all = append(all, coursework.Forecast{CourseID: p.CourseID, Title: p.Title, FinishesOn: f.FinishesOn, Remaining: f.Remaining, PerWeek: f.LessonsPerWeek})
	}
	return all, err
}
