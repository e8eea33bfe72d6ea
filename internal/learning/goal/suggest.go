package goal

import (
	"context"
	"slices"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
)

const (
	plannedPerWeek = 3 // lessons, where the pace of a learner is not known
	recentWeeks    = 4
	suggested      = 4 // courses
)

// Suggest returns goals that the caller could set: to complete a course that they have no goal for, by the date of its forecast, and
// to keep to what they have learned each week. For signed-in callers.
func (s *Service) Suggest(ctx context.Context, who access.Caller) ([]GoalSuggestion, error) {
	q, all := s.deps.DB.Reader(), []GoalSuggestion{}
	c, err := s.calendarOf(ctx, who, "")
	if err != nil {
		return nil, err
	}
	goals, err := list(ctx, q, who.ID, "")
	if err != nil {
		return nil, err
	}
	goals = slices.DeleteFunc(goals, func(g Goal) bool { return g.Status != active && g.Status != paused })
	today := c.Day(s.deps.Clock.Now())
	courses, err := s.deps.Forecasts.Forecasts(ctx, who.ID, c)
	if err != nil {
		return nil, err
	}
	for _, f := range courses {
		if f.Remaining == 0 || len(all) == suggested || slices.ContainsFunc(goals, func(g Goal) bool { return g.CourseID == f.CourseID && g.Kind == ofCourse }) {
			continue
		}
		n := GoalSuggestion{Kind: ofCourse, CourseID: f.CourseID, CourseTitle: f.Title, Target: 100, Period: once, Basis: "pace", PerWeek: f.PerWeek}
		if f.FinishesOn != nil {
			n.DueOn = *f.FinishesOn
		} else {
			n.Basis, n.PerWeek = "plan", plannedPerWeek
			n.DueOn = clock.FormatDay(today + (f.Remaining+plannedPerWeek-1)/plannedPerWeek*7)
		}
		all = append(all, n)
	}
	if slices.ContainsFunc(goals, func(g Goal) bool { return g.Period == weekly }) || len(courses) == 0 {
		return all, nil
	}
	habit, err := s.habit(ctx, who.ID, c, today)
	return append(all, habit), err
}

// habit suggests the mean of the last weeks as a weekly goal, to the quarter of an hour, or three lessons a week where there is none.
func (s *Service) habit(ctx context.Context, userID string, c clock.Calendar, today int64) (GoalSuggestion, error) {
	monday := clock.Monday(today)
	quarters, err := quartersSince(ctx, s.deps.DB.Reader(), userID, c.Start(monday-7*recentWeeks))
	g := Goal{Kind: ofMinutes, Period: weekly, Timezone: c.Zone.String()}
	mean := measures{quarters: quarters}.within(g, monday-7*recentWeeks, monday-1) / recentWeeks
	if mean < 15 {
		return GoalSuggestion{Kind: ofLessons, Target: plannedPerWeek, Period: weekly, Basis: "plan", PerWeek: plannedPerWeek}, err
	}
	return GoalSuggestion{Kind: ofMinutes, Target: (mean + 7) / 15 * 15, Period: weekly, Basis: "recent"}, err
}
