package goal

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// newMilestones returns the milestones with which a goal is set, or fault.Invalid.
func newMilestones(ctx context.Context, q bun.IDB, g Goal, ns []NewMilestone) ([]GoalMilestone, error) {
	var broken fault.Fields
	steps := make([]GoalMilestone, 0, len(ns))
	for i, n := range ns {
		m := n.normalise(fmt.Sprintf("milestones[%d].", i), g, &broken)
		m.ID, m.GoalID, m.Position = db.NewID(), g.ID, int64(i+1)
		steps = append(steps, m)
	}
	if err := broken.Err(); err != nil {
		return nil, err
	}
	return steps, checkRefs(ctx, q, g, steps)
}

// checkRefs returns fault.Invalid for a milestone that refers to what the course of the goal has not published.
func checkRefs(ctx context.Context, q bun.IDB, g Goal, steps []GoalMilestone) error {
	if !slices.ContainsFunc(steps, func(m GoalMilestone) bool { return m.Ref != "" }) {
		return nil
	}
	lessons, sections, err := publishedRefs(ctx, q, g.CourseID)
	if err != nil {
		return err
	}
	for _, m := range steps {
		if m.Ref != "" && (m.Kind == sectionDone && !sections[m.Ref] || m.Kind != sectionDone && !lessons[m.Ref]) {
			return fault.InvalidField("ref", "unknown_value", "Choose a section or lesson of the course")
		}
	}
	return nil
}

// AddMilestone adds a milestone to a goal of the caller, as its last. fault.NotFound for another's, fault.Invalid, fault.Conflict when
// there are too many or the goal was achieved.
func (s *Service) AddMilestone(ctx context.Context, who access.Caller, goalID string, n NewMilestone) (Goal, error) {
	return s.changeSteps(ctx, who, goalID, func(tx bun.IDB, g Goal) error {
		if len(g.Milestones) >= mostMilestones {
			return fault.New(fault.Conflict, "too_many_milestones", "A goal has at most 30 milestones.")
		}
		if g.Status == achieved {
			return errAchieved
		}
		var broken fault.Fields
		m := n.normalise("", g, &broken)
		if err := broken.Err(); err != nil {
			return err
		}
		m.ID, m.GoalID, m.Position = db.NewID(), g.ID, 1
		if last := len(g.Milestones); last > 0 {
			m.Position = g.Milestones[last-1].Position + 1
		}
		if err := checkRefs(ctx, tx, g, []GoalMilestone{m}); err != nil {
			return err
		}
		return insertMilestones(ctx, tx, []GoalMilestone{m})
	})
}

// changeSteps changes the milestones of a goal of the caller and returns the goal.
func (s *Service) changeSteps(ctx context.Context, who access.Caller, goalID string, change func(tx bun.IDB, g Goal) error) (Goal, error) {
	err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		g, err := lockOwn(ctx, tx, who.ID, goalID)
		if err != nil {
			return err
		}
		return change(tx, g)
	})
	if err != nil {
		return Goal{}, err
	}
	return s.reviewed(ctx, who, goalID)
}

func (g Goal) milestone(id string) (GoalMilestone, error) {
	i := slices.IndexFunc(g.Milestones, func(m GoalMilestone) bool { return m.ID == id })
	if i < 0 {
		return GoalMilestone{}, errNoMilestone
	}
	return g.Milestones[i], nil
}

// EditMilestone changes title or date of a milestone. fault.NotFound for another's, fault.Invalid.
func (s *Service) EditMilestone(ctx context.Context, who access.Caller, goalID, id string, patch rest.MergePatch[MilestoneEdit]) (Goal, error) {
	return s.changeSteps(ctx, who, goalID, func(tx bun.IDB, g Goal) error {
		m, err := g.milestone(id)
		if err != nil {
			return err
		}
		e, err := patch.Apply(MilestoneEdit{m.Title, m.DueOn})
		if err != nil {
			return err
		}
		var broken fault.Fields
		m.Title, m.DueOn = text.OneLine(e.Title), e.DueOn
		broken.Require(m.Title != "", "title", "required", "Please enter a title")
		checkDay(&broken, "dueOn", m.DueOn)
		if err := broken.Err(); err != nil {
			return err
		}
		return updateMilestone(ctx, tx, m)
	})
}

// DeleteMilestone deletes a milestone. fault.NotFound for another's.
func (s *Service) DeleteMilestone(ctx context.Context, who access.Caller, goalID, id string) (Goal, error) {
	return s.changeSteps(ctx, who, goalID, func(tx bun.IDB, g Goal) error { return removeMilestone(ctx, tx, g.ID, id) })
}

// Reorder puts the milestones of a goal into another order. fault.NotFound for another's, fault.Conflict unless ids are all that there are.
func (s *Service) Reorder(ctx context.Context, who access.Caller, goalID string, ids []string) (Goal, error) {
	return s.changeSteps(ctx, who, goalID, func(tx bun.IDB, g Goal) error {
		wrong := len(ids) != len(g.Milestones)
		for i, id := range ids {
			m, err := g.milestone(id)
			if wrong || err != nil || slices.Contains(ids[:i], id) {
				return fault.New(fault.Conflict, "milestones_changed", "The milestones of this goal have changed. Reload the page and try again.")
			}
			m.Position = int64(i + 1)
			if err := updateMilestone(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

// Tick ticks a manual milestone, or takes that back. A goal of the learner's own that was achieved by it goes on then. fault.NotFound for
// another's, fault.Conflict for a milestone that is ticked by what is learned.
func (s *Service) Tick(ctx context.Context, who access.Caller, goalID, id string, undo bool) (Goal, error) {
	return s.changeSteps(ctx, who, goalID, func(tx bun.IDB, g Goal) error {
		m, err := g.milestone(id)
		if err != nil {
			return err
		}
		if m.Kind != manual {
			return fault.New(fault.Conflict, "milestone_automatic", "This milestone is ticked by what you learn.")
		}
		if undo == (m.DoneAt == nil) {
			return nil
		}
		now := s.deps.Clock.Now()
		event := GoalEvent{GoalID: g.ID, Kind: "milestone", At: now, After: m.Title, BySelf: true}
		if m.DoneAt, m.How = &now, bySelf; undo {
			m.DoneAt, m.How, event.Kind = nil, "", "milestone_undone"
		}
		if err := updateMilestone(ctx, tx, m); err != nil {
			return err
		}
		if err := addEvent(ctx, tx, event); err != nil || !undo || g.Status != achieved || g.Kind != custom {
			return err
		}
		g.Status, g.EndedAt = active, nil
		return update(ctx, tx, g)
	})
}
