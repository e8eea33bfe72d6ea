package zoommeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
)

// kept is how long after their end meetings are remembered.
const kept = 90 * 24 * time.Hour

// Sweeps delete old meetings, counts and events.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"live_meetings.sweep": func(ctx context.Context) error {
		now := s.deps.Clock.Now()
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			if err := deleteOldCalls(ctx, tx, dayOf(now.Add(-48*time.Hour))); err != nil {
				return err
			}
			if err := deleteOldRegistrantCalls(ctx, tx, dayOf(now.Add(-48*time.Hour))); err != nil {
				return err
			}
			if err := deleteOldEvents(ctx, tx, now.Add(-eventsKept)); err != nil {
				return err
			}
			return deleteOldMeetings(ctx, tx, now.Add(-kept))
		})
	}}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "live_registrants", Column: "user_id", Export: []string{"meeting_id", "registrant_id", "status", "created_at"}},
		{Table: "registrant_calls", Column: "user_id", Excuse: "counts of calls, for two days"},
		{Table: "live_meetings", Column: "owner_id", Excuse: "a session, a meeting or a demo class, and no user"},
	}
}
