// Package reminder finds the sessions of batches that are about to begin: a day, an hour and ten minutes before. Who is reminded, and how, is
// decided by those who listen.
package reminder

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
)

// offsets are how long before a session its people are reminded of it, the longest first.
var offsets = [...]time.Duration{24 * time.Hour, time.Hour, 10 * time.Minute}

// SessionDue is published once for each time at which a session begins and each offset. An offset that had passed when the session was planned
// or moved to that time is left out; of several that a stopped server has missed, the shortest is published.
type SessionDue struct {
	SessionID string
	StartsAt  time.Time // if it begins at another time now, it was moved since
	Minutes   int64     // before the start: 1440, 60 or 10
}

// EventName implements events.Event.
func (SessionDue) EventName() string { return "batch.session_due" }

type Deps struct {
	DB    *db.DB
	Clock clock.Clock
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Handlers include the periodic job that looks for sessions.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"session_reminders.find": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Find(ctx) }},
	}
}

// Find publishes the sessions that are due. For the periodic job.
func (s *Service) Find(ctx context.Context) error {
	now := s.deps.Clock.Now()
	for i, before := range offsets {
		after := now
		if i+1 < len(offsets) {
			after = now.Add(offsets[i+1])
		}
		for {
			found, err := due(ctx, s.deps.DB.Reader(), after, now.Add(before), minutes(before))
			if err != nil {
				return err
			}
			if len(found) == 0 {
				break
			}
			if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return publish(ctx, tx, found, before, now) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func publish(ctx context.Context, tx bun.IDB, found []dueSession, before time.Duration, now time.Time) error {
	for _, d := range found {
		isFirst, err := record(ctx, tx, d, minutes(before))
		if err != nil {
			return err
		}
		if !isFirst || d.PlannedAt.After(d.StartsAt.Add(-before)) {
			continue
		}
		if err := events.Publish(ctx, tx, now, SessionDue{d.ID, d.StartsAt.UTC(), minutes(before)}); err != nil {
			return err
		}
	}
	return nil
}

func minutes(d time.Duration) int64 { return int64(d / time.Minute) }

// Sweeps forget the reminders of sessions that have begun.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"session_reminders.sweep": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deletePast(ctx, tx, s.deps.Clock.Now()) })
	}}
}
