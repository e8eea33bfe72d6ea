package goal

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
)

// The events of package progress, as far as they are read here.
type (
	learnerAdvanced struct{ UserID string }
	courseCompleted struct{ UserID string }
)

func (learnerAdvanced) EventName() string { return "progress.advanced" }
func (courseCompleted) EventName() string { return "course.completed" }

// Listeners review the goals of a learner who has completed a lesson or a course, or earned another score.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{
		events.On("goal", func(ctx context.Context, d events.Delivery[learnerAdvanced]) error {
			return s.Review(ctx, d.Event.UserID)
		}),
		events.On("goal", func(ctx context.Context, d events.Delivery[courseCompleted]) error {
			return s.Review(ctx, d.Event.UserID)
		}),
	}
}

// Handlers are those of the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"goal.review": {Every: time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.ReviewDue(ctx) }},
	}
}

const reviewPage = 200 // users per query

// ReviewDue reviews the goals of all whose due date or week is over, or who have learned since. For the periodic job.
func (s *Service) ReviewDue(ctx context.Context) error {
	for after := ""; ; {
		users, err := due(ctx, s.deps.DB.Reader(), after, s.deps.Clock.Now(), reviewPage)
		if err != nil {
			return err
		}
		for _, user := range users {
			if err := s.Review(ctx, user); err != nil {
				return err
			}
		}
		if len(users) < reviewPage {
			return nil
		}
		after = users[len(users)-1]
	}
}

// Review ticks the milestones that a user has reached, ends weeks that are over, and records which goals are achieved or missed. Doing it
// again changes nothing.
func (s *Service) Review(ctx context.Context, userID string) error {
	if has, err := hasActive(ctx, s.deps.DB.Reader(), userID); err != nil || !has {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		goals, err := lockActive(ctx, tx, userID)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		m, err := measure(ctx, tx, userID, goals, now)
		if err != nil {
			return err
		}
		over := ""
		for _, g := range goals {
			week, err := s.review(ctx, tx, g, m, now)
			if err != nil {
				return err
			}
			over = max(over, week)
		}
		if over == "" {
			return nil
		}
		return events.Publish(ctx, tx, now, WeekEvent{userID, over})
	})
}

// review reviews one active goal. over is the Monday of its last week that has ended since the review before; "" for none.
func (s *Service) review(ctx context.Context, tx bun.IDB, g Goal, m measures, now time.Time) (over string, err error) {
	if err := s.tick(ctx, tx, &g, m, now); err != nil {
		return "", err
	}
	c := g.calendar()
	today := c.Day(now)
	g.CheckedAt = now
	if g.Period == weekly {
		if over, err = endWeeks(ctx, tx, &g, m, now); err != nil {
			return "", err
		}
		return over, update(ctx, tx, g)
	}
	value := m.value(g, clock.Monday(today), today)
	switch {
	case g.isAchieved(value):
		err = s.end(ctx, tx, &g, achieved, value, false)
	case g.EndsAt != nil && !g.EndsAt.After(now):
		err = s.end(ctx, tx, &g, missed, value, false)
	default:
		err = update(ctx, tx, g)
	}
	return "", err
}

// tick ticks the milestones that are reached.
func (s *Service) tick(ctx context.Context, tx bun.IDB, g *Goal, m measures, now time.Time) error {
	for i := range g.Milestones {
		step := &g.Milestones[i]
		if step.DoneAt != nil || !m.reached(*g, *step) {
			continue
		}
		step.DoneAt, step.How = &now, byEvent
		if err := updateMilestone(ctx, tx, *step); err != nil {
			return err
		}
		if err := addEvent(ctx, tx, GoalEvent{GoalID: g.ID, Kind: "milestone", At: now, After: step.Title}); err != nil {
			return err
		}
	}
	return nil
}

// endWeeks stores the weeks of a weekly goal that are over and returns the last that was not stored before; "" for none. What devices
// have reported late raises the weeks before, as far as these are shown.
func endWeeks(ctx context.Context, tx bun.IDB, g *Goal, m measures, now time.Time) (over string, err error) {
	c := g.calendar()
	for _, w := range m.weeks[g.ID] {
		day, err := clock.ParseDay(w.StartsOn)
		if err != nil {
			return "", err
		}
		if value := m.within(*g, day, day+6); value > w.Value {
			w.Value = value
			if err := putWeek(ctx, tx, w); err != nil {
				return "", err
			}
		}
	}
	for g.EndsAt != nil && !g.EndsAt.After(now) {
		monday := clock.Monday(c.Day(*g.EndsAt) - 1)
		over = clock.FormatDay(monday)
		if err := putWeek(ctx, tx, GoalWeek{GoalID: g.ID, StartsOn: over, Value: m.within(*g, monday, monday+6), Target: g.Target}); err != nil {
			return "", err
		}
		g.EndsAt = new(c.Start(monday + 14))
	}
	return over, nil
}

// end ends a goal: it is achieved, missed or dropped.
func (s *Service) end(ctx context.Context, tx bun.IDB, g *Goal, status string, value int64, self bool) error {
	now := s.deps.Clock.Now()
	g.Status, g.Value, g.EndedAt, g.CheckedAt = status, value, &now, now
	if err := update(ctx, tx, *g); err != nil {
		return err
	}
	if err := addEvent(ctx, tx, GoalEvent{GoalID: g.ID, Kind: status, At: now, BySelf: self}); err != nil || self {
		return err
	}
	if status == missed {
		return events.Publish(ctx, tx, now, MissedEvent{g.ID})
	}
	return events.Publish(ctx, tx, now, AchievedEvent{g.ID})
}
