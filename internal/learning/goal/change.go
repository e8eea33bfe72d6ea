package goal

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// becomes is the status of a goal after an action.
var becomes = map[string]string{"pause": paused, "resume": active, "drop": dropped, "achieve": achieved}

var errAchieved = fault.New(fault.Conflict, "goal_achieved", "You have achieved this goal. Set a new one to go on.")

// change changes a goal as its learner has edited it.
func (s *Service) change(ctx context.Context, tx bun.IDB, g Goal, before, e GoalEdit) error {
	now := s.deps.Clock.Now()
	if err := g.apply(before, e, now); err != nil {
		return err
	}
	if err := recordChanges(ctx, tx, g.ID, before, e, now); err != nil {
		return err
	}
	to := becomes[e.Action]
	if g.Status == missed && to == "" && (e.Target != before.Target || e.DueOn != before.DueOn) {
		to = active
	}
	switch to {
	case "", g.Status:
		return update(ctx, tx, g)
	case paused, active:
		return s.resume(ctx, tx, g, to, now)
	}
	value, err := s.valueOf(ctx, tx, g, now)
	if err != nil {
		return err
	}
	return s.end(ctx, tx, &g, to, value, true)
}

// apply puts an edit into a goal, or returns why it can't.
func (g *Goal) apply(before, e GoalEdit, now time.Time) error {
	if g.Status == achieved && (e.Target != before.Target || e.DueOn != before.DueOn || e.Action != "") {
		return errAchieved
	}
	var broken fault.Fields
	g.Title, g.Why, g.Target, g.DueOn = text.OneLine(e.Title), text.OneLine(e.Why), e.Target, e.DueOn
	broken.Require(g.Title != "", "title", "required", "Please enter a title")
	broken.Require(g.Period == once || e.DueOn == "", "dueOn", "not_allowed", "A weekly goal has no last day. Pause or drop it when you no longer need it.")
	broken.Require(e.Action != "achieve" || g.Kind == custom, "action", "not_allowed", "This goal is achieved by what you learn")
	if e.Timezone != before.Timezone {
		if _, err := zoneOf(e.Timezone); err != nil {
			return err
		}
		g.Timezone = e.Timezone
	}
	g.checkTarget(&broken)
	if e.DueOn != before.DueOn {
		g.checkDue(&broken, now)
	}
	if g.Status != achieved {
		g.schedule(now)
	}
	return broken.Err()
}

// recordChanges writes into the history what the learner has changed, except for the status.
func recordChanges(ctx context.Context, tx bun.IDB, goalID string, before, e GoalEdit, now time.Time) error {
	if e.Target != before.Target {
		if err := addEvent(ctx, tx, GoalEvent{GoalID: goalID, Kind: "target", At: now, Before: itoa(before.Target), After: itoa(e.Target), BySelf: true}); err != nil {
			return err
		}
	}
	if e.DueOn != before.DueOn {
		return addEvent(ctx, tx, GoalEvent{GoalID: goalID, Kind: "due", At: now, Before: before.DueOn, After: e.DueOn, BySelf: true})
	}
	return nil
}

// resume makes a goal active again, or pauses it. A missed one whose date has passed must be reached by a smaller target.
func (s *Service) resume(ctx context.Context, tx bun.IDB, g Goal, to string, now time.Time) error {
	if to == paused {
		g.Status, g.EndedAt = paused, nil
		if err := update(ctx, tx, g); err != nil {
			return err
		}
		return addEvent(ctx, tx, GoalEvent{GoalID: g.ID, Kind: paused, At: now, BySelf: true})
	}
	if g.EndsAt != nil && !g.EndsAt.After(now) {
		value, err := s.valueOf(ctx, tx, g, now)
		if err != nil {
			return err
		}
		if !g.isAchieved(value) {
			return fault.InvalidField("dueOn", "in_the_past", "Choose today or a later day")
		}
	}
	g.Status, g.EndedAt = active, nil
	if err := update(ctx, tx, g); err != nil {
		return err
	}
	return addEvent(ctx, tx, GoalEvent{GoalID: g.ID, Kind: "resumed", At: now, BySelf: true})
}

// valueOf measures one goal.
func (s *Service) valueOf(ctx context.Context, q bun.IDB, g Goal, now time.Time) (int64, error) {
	m, err := measure(ctx, q, g.UserID, []Goal{g}, now)
	today := g.calendar().Day(now)
	return m.value(g, clock.Monday(today), today), err
}
