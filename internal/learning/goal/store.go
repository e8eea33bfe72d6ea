package goal

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func selectGoals(q bun.IDB, goals any) *bun.SelectQuery {
	return q.NewSelect().Model(goals).ColumnExpr("g.*, coalesce(c.title, '') AS course_title").Join("LEFT JOIN courses AS c ON c.id = g.course_id")
}

// list returns the goals of a user, the latest first: all or, where status is not "", those with this status.
func list(ctx context.Context, q bun.IDB, userID, status string) (goals []Goal, err error) {
	goals = []Goal{}
	s := selectGoals(q, &goals).Where("g.user_id = ?", userID)
	if status != "" {
		s.Where("g.status = ?", status)
	}
	if err = s.OrderExpr("g.created_at DESC, g.id DESC").Limit(mostGoals).Scan(ctx); err != nil {
		return nil, err
	}
	return goals, withMilestones(ctx, q, goals)
}

// own returns a goal of a user, errNoGoal for another's.
func own(ctx context.Context, q bun.IDB, userID, id string) (Goal, error) {
	var goals []Goal
	if err := selectGoals(q, &goals).Where("g.id = ? AND g.user_id = ?", id, userID).Scan(ctx); err != nil {
		return Goal{}, err
	}
	if len(goals) == 0 {
		return Goal{}, errNoGoal
	}
	return goals[0], withMilestones(ctx, q, goals[:1])
}

// lockOwn returns what own does, and keeps others from changing the goals of the user until the transaction ends.
func lockOwn(ctx context.Context, tx bun.IDB, userID, id string) (Goal, error) {
	if _, err := lockActive(ctx, tx, userID); err != nil {
		return Goal{}, err
	}
	var ids []string
	if err := db.ForUpdate(tx.NewSelect().Model((*Goal)(nil)).Column("id").Where("id = ? AND user_id = ?", id, userID)).Scan(ctx, &ids); err != nil {
		return Goal{}, err
	}
	return own(ctx, tx, userID, id)
}

// lockActive returns the active goals of a user in the order of their ids and locks them until the transaction ends.
func lockActive(ctx context.Context, tx bun.IDB, userID string) (goals []Goal, err error) {
	if err := db.ForUpdate(tx.NewSelect().Model(&goals).Where("g.user_id = ? AND g.status = ?", userID, active)).OrderExpr("g.id").Scan(ctx); err != nil {
		return nil, err
	}
	return goals, withMilestones(ctx, tx, goals)
}

func withMilestones(ctx context.Context, q bun.IDB, goals []Goal) error {
	at := map[string]int{}
	var ids []string
	for i := range goals {
		goals[i].Milestones, goals[i].Weeks = []GoalMilestone{}, []GoalWeek{}
		at[goals[i].ID] = i
		ids = append(ids, goals[i].ID)
	}
	if len(ids) == 0 {
		return nil
	}
	var all []GoalMilestone
	err := q.NewSelect().Model(&all).Where("m.goal_id IN (?)", bun.List(ids)).OrderExpr("m.goal_id, m.position, m.id").Scan(ctx)
	for _, m := range all {
		g := &goals[at[m.GoalID]]
		g.Milestones = append(g.Milestones, m)
	}
	return err
}

func count(ctx context.Context, q bun.IDB, userID string) (n int64, err error) {
	return q.NewSelect().Model((*Goal)(nil)).Where("user_id = ?", userID).Count(ctx)
}

func insert(ctx context.Context, tx bun.IDB, g Goal) error {
	if _, err := tx.NewInsert().Model(&g).Exec(ctx); err != nil {
		return err
	}
	return insertMilestones(ctx, tx, g.Milestones)
}

func insertMilestones(ctx context.Context, tx bun.IDB, ms []GoalMilestone) error {
	if len(ms) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&ms).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, g Goal) error {
	_, err := tx.NewUpdate().Model(&g).Column("title", "why", "target", "due_on", "timezone", "status", "value", "ends_at", "checked_at", "ended_at").WherePK().Exec(ctx)
	return err
}

func remove(ctx context.Context, tx bun.IDB, userID, id string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM goals WHERE id = ? AND user_id = ?", id, userID), errNoGoal)
}

func erase(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM goals WHERE user_id = ?", userID).Exec(ctx)
	return err
}

func updateMilestone(ctx context.Context, tx bun.IDB, m GoalMilestone) error {
	_, err := tx.NewUpdate().Model(&m).Column("position", "title", "due_on", "done_at", "how").WherePK().Exec(ctx)
	return err
}

func removeMilestone(ctx context.Context, tx bun.IDB, goalID, id string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM goal_milestones WHERE id = ? AND goal_id = ?", id, goalID), errNoMilestone)
}

func addEvent(ctx context.Context, tx bun.IDB, e GoalEvent) error {
	e.ID = db.NewID()
	_, err := tx.NewInsert().Model(&e).Exec(ctx)
	return err
}

func eventsOf(ctx context.Context, q bun.IDB, goalID string) (es []GoalEvent, err error) {
	es = []GoalEvent{}
	return es, q.NewSelect().Model(&es).Where("e.goal_id = ?", goalID).OrderExpr("e.at DESC, e.id DESC").Limit(mostHistory).Scan(ctx)
}

func pastWeeks(ctx context.Context, q bun.IDB, goalID string) (ws []GoalWeek, err error) {
	ws = []GoalWeek{}
	return ws, q.NewSelect().Model(&ws).Where("w.goal_id = ?", goalID).OrderExpr("w.starts_on DESC").Limit(mostHistory).Scan(ctx)
}

// putWeek stores a week that is over. What is there already only grows: a device may report late.
func putWeek(ctx context.Context, tx bun.IDB, w GoalWeek) error {
	_, err := tx.NewInsert().Model(&w).On("CONFLICT (goal_id, starts_on) DO UPDATE").Set("value = excluded.value").Where("excluded.value > w.value").Exec(ctx)
	return err
}

// due returns users, after one in the order of their ids, of whom an active goal or its week is over, or who have learned since it was checked.
func due(ctx context.Context, q bun.IDB, after string, now time.Time, limit int64) (users []string, err error) {
	return users, q.NewRaw(`SELECT DISTINCT g.user_id FROM goals AS g WHERE g.status = ? AND g.user_id > ? AND (g.ends_at <= ?
		OR EXISTS (SELECT 1 FROM course_progress AS p WHERE p.user_id = g.user_id AND p.updated_at >= g.checked_at)) ORDER BY g.user_id LIMIT ?`,
		active, after, now, limit).Scan(ctx, &users)
}

// hasActive reports whether a user has an active goal.
func hasActive(ctx context.Context, q bun.IDB, userID string) (has bool, err error) {
	return has, q.NewRaw("SELECT EXISTS (SELECT 1 FROM goals WHERE user_id = ? AND status = ?)", userID, active).Scan(ctx, &has)
}
