package sample

import (
	"context"
	"time"

	"lectern/internal/learning/goal"
	"lectern/internal/platform/clock"
)

// planGoals plans the goals of the student whom visitors sign in as: one achieved, one past its date, a weekly one with some weeks behind it,
// one in steps of her own and one that goes on.
func (m *schoolMonth) planGoals() {
	drawing, statistics := m.find("Drawing what you see"), m.find("Statistics without fear")
	day := func(n int) time.Time { return m.start.AddDate(0, 0, n).Add(90 * time.Minute) }
	date := func(n int) string {
		return clock.FormatDay(clock.Calendar{Zone: time.UTC}.Day(m.start) + int64(n))
	}
	m.planGoal(day(2), goal.NewGoal{Title: "Draw my grandmother's chair", Why: "She turns ninety in spring.", Kind: "course", CourseID: drawing.id, DueOn: date(28),
		Milestones: []goal.NewMilestone{{Title: "First drawing", Kind: "lesson", Ref: drawing.lessons[0].ID}, {Title: "Half of the course", Kind: "percent", Target: 50}}}, 0)
	m.planGoal(day(3), goal.NewGoal{Title: "Two lessons a week", Kind: "lessons", Period: "week", Target: 2}, 0)
	m.planGoal(day(10), goal.NewGoal{Title: "Ten hours of practice", Kind: "minutes", Target: 600, DueOn: date(27)}, 0)
	m.planGoal(day(20), goal.NewGoal{Title: "Use statistics at work", Why: "The survey comes in spring.", Kind: "custom", CourseID: statistics.id,
		Milestones: []goal.NewMilestone{{Title: "Ask for last year's survey"}, {Title: "First lesson", Kind: "lesson", Ref: statistics.lessons[0].ID}, {Title: "Show the medians to the team"}}}, 1)
	m.planGoal(day(23), goal.NewGoal{Title: "Statistics by spring", Kind: "course", CourseID: statistics.id, DueOn: date(75)}, 0)
	m.add(m.now.Add(-time.Minute), m.in.Goals.ReviewDue)
}

// planGoal plans that she sets a goal and, where done is above 0, has done so many of its manual milestones two days later.
func (m *schoolMonth) planGoal(at time.Time, n goal.NewGoal, done int) {
	who := m.callers["mina"]
	find := func(ctx context.Context) (*goal.Goal, error) {
		all, err := m.in.Goals.List(ctx, who, "")
		for _, g := range all {
			if g.Title == n.Title {
				return &g, err
			}
		}
		return nil, err
	}
	m.add(at, func(ctx context.Context) error {
		if set, err := find(ctx); err != nil || set != nil {
			return err
		}
		_, err := m.in.Goals.Set(ctx, who, n)
		return err
	})
	m.add(at.AddDate(0, 0, 2), func(ctx context.Context) error {
		g, err := find(ctx)
		if err != nil || g == nil {
			return err
		}
		for _, step := range g.Milestones[:done] {
			if _, err := m.in.Goals.Tick(ctx, who, g.ID, step.ID, false); err != nil {
				return err
			}
		}
		return nil
	})
}
