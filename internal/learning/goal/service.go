package goal

import (
	"context"
	"strconv"

	"github.com/uptrace/bun"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

// Forecasts say when learners will complete their courses.
type Forecasts interface {
	// Forecasts returns the courses that are open to a user and not completed, those begun first, at most 20.
	Forecasts(ctx context.Context, userID string, c clock.Calendar) ([]coursework.Forecast, error)
}

// Deps are what New needs.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Forecasts   Forecasts
	Preferences mail.Preferences
}

// Service is the use cases.
type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// List returns the caller's goals, the latest first: all or, where status is not "", those with this status. For signed-in callers.
func (s *Service) List(ctx context.Context, who access.Caller, status string) ([]Goal, error) {
	q := s.deps.DB.Reader()
	goals, err := list(ctx, q, who.ID, status)
	if err != nil {
		return nil, err
	}
	return goals, s.show(ctx, q, who.ID, goals)
}

// Goal returns a goal of the caller, fault.NotFound for another's.
func (s *Service) Goal(ctx context.Context, who access.Caller, id string) (Goal, error) {
	return s.shown(ctx, s.deps.DB.Reader(), who.ID, id)
}

func (s *Service) shown(ctx context.Context, q bun.IDB, userID, id string) (Goal, error) {
	g, err := own(ctx, q, userID, id)
	if err != nil {
		return g, err
	}
	goals := []Goal{g}
	err = s.show(ctx, q, userID, goals)
	return goals[0], err
}

// show fills in what is measured and forecast.
func (s *Service) show(ctx context.Context, q bun.IDB, userID string, goals []Goal) error {
	now, open, ahead := s.deps.Clock.Now(), []Goal{}, false
	for _, g := range goals {
		if g.Status == active || g.Status == paused || g.Period == weekly {
			open = append(open, g)
			ahead = ahead || g.Kind == ofCourse && g.Status == active
		}
	}
	m, err := measure(ctx, q, userID, open, now)
	if err != nil {
		return err
	}
	for i := range goals {
		m.show(&goals[i], now)
	}
	if !ahead {
		return nil
	}
	forecasts, err := s.deps.Forecasts.Forecasts(ctx, userID, goals[0].calendar())
	for i := range goals {
		goals[i].forecast(forecasts)
	}
	return err
}

// forecast fills in when the course of an active goal will be completed.
func (g *Goal) forecast(all []coursework.Forecast) {
	for _, f := range all {
		if g.Kind != ofCourse || g.Status != active || f.CourseID != g.CourseID || f.FinishesOn == nil {
			continue
		}
		g.Forecast = *f.FinishesOn
		if g.DueOn != "" {
			g.OnTrack = new(g.Forecast <= g.DueOn)
		}
	}
}

// Set sets a goal of the caller. fault.Invalid, also for a course in which they are not enrolled; fault.Conflict when there are too many.
func (s *Service) Set(ctx context.Context, who access.Caller, n NewGoal) (g Goal, err error) {
	c, err := s.calendarOf(ctx, who, n.Timezone)
	if err != nil {
		return g, err
	}
	now := s.deps.Clock.Now()
	if g, err = n.normalise(now, c.Zone); err != nil {
		return g, err
	}
	g.ID, g.UserID = db.NewID(), who.ID
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		held, err := count(ctx, tx, who.ID)
		if err == nil && held >= mostGoals {
			err = fault.New(fault.Conflict, "too_many_goals", "You can keep at most 100 goals. Delete some first.")
		}
		if err != nil {
			return err
		}
		if err := requireEnrolled(ctx, tx, g); err != nil {
			return err
		}
		if g.Milestones, err = newMilestones(ctx, tx, g, n.Milestones); err != nil {
			return err
		}
		if err := insert(ctx, tx, g); err != nil {
			return err
		}
		return addEvent(ctx, tx, GoalEvent{GoalID: g.ID, Kind: "set", At: now, BySelf: true})
	})
	if err != nil {
		return Goal{}, err
	}
	return s.reviewed(ctx, who, g.ID)
}

// calendarOf returns the days of a time zone or, where name is "", of the caller's.
func (s *Service) calendarOf(ctx context.Context, who access.Caller, name string) (c clock.Calendar, err error) {
	if name == "" {
		if _, name, err = s.deps.Preferences.LanguageAndZone(ctx, s.deps.DB.Reader(), who.ID); err != nil {
			return c, err
		}
	}
	c.Zone, err = zoneOf(name)
	return c, err
}

func requireEnrolled(ctx context.Context, q bun.IDB, g Goal) error {
	if g.CourseID == "" {
		return nil
	}
	enrolled, err := isEnrolled(ctx, q, g.UserID, g.CourseID)
	if err == nil && !enrolled {
		err = fault.InvalidField("courseId", "unknown_value", "Choose a course in which you are enrolled")
	}
	return err
}

// reviewed reviews the caller's goals after a change and returns one of them.
func (s *Service) reviewed(ctx context.Context, who access.Caller, id string) (Goal, error) {
	if err := s.Review(ctx, who.ID); err != nil {
		return Goal{}, err
	}
	return s.Goal(ctx, who, id)
}

// Edit changes a goal of the caller. A missed one is active again when its date is moved, or when a smaller target is reached. fault.NotFound
// for another's, fault.Invalid, fault.Conflict for the target, date or status of one that was achieved.
func (s *Service) Edit(ctx context.Context, who access.Caller, id string, patch rest.MergePatch[GoalEdit]) (g Goal, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if g, err = lockOwn(ctx, tx, who.ID, id); err != nil {
			return err
		}
		before := g.edit()
		e, err := patch.Apply(before)
		if err != nil {
			return err
		}
		return s.change(ctx, tx, g, before, e)
	})
	if err != nil {
		return Goal{}, err
	}
	return s.reviewed(ctx, who, id)
}

// edit returns what can be edited of a goal, as it is.
func (g Goal) edit() GoalEdit {
	return GoalEdit{Title: g.Title, Why: g.Why, Target: g.Target, DueOn: g.DueOn, Timezone: g.Timezone}
}

// Delete deletes a goal of the caller, fault.NotFound for another's.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return remove(ctx, tx, who.ID, id) })
}

// History returns what has become of a goal of the caller, fault.NotFound for another's.
func (s *Service) History(ctx context.Context, who access.Caller, id string) (h GoalHistory, err error) {
	q := s.deps.DB.Reader()
	if _, err = own(ctx, q, who.ID, id); err != nil {
		return h, err
	}
	if h.Events, err = eventsOf(ctx, q, id); err != nil {
		return h, err
	}
	h.Weeks, err = pastWeeks(ctx, q, id)
	return h, err
}

// Holdings are the tables of this package that hold something of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "goals", Column: "user_id", Export: []string{"title", "why", "kind", "course_id", "target", "period", "due_on",
		"timezone", "status", "value", "created_at", "ended_at"}}}
}

// Erase deletes a user's goals, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
