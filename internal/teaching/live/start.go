package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// checkStart returns a fault unless an instructor can start a session now.
func checkStart(s classsession.Session, b batch.Row, now time.Time) error {
	opens := s.StartsAt.Add(-startsBefore)
	switch stateOf(s, b, now) {
	case Cancelled:
		return errCancelled
	case Over:
		return errOver
	}
	if now.Before(opens) {
		return fault.New(fault.Conflict, "not_open_yet", "You can start this session from 1 hour before it begins.").WithDetails(OpeningTime{opens})
	}
	return nil
}

// Start starts a session, which opens it to learners at once, and returns a link into its room as Join does; one that is started stays so. For instructors, from an hour
// before it begins until 30 minutes after its end. fault.NotFound, batch.ErrNotTaught, fault.Conflict for a session that is cancelled or not to be started yet, fault.Gone for
// one that is over, fault.Unavailable without a room or if its server doesn't answer: then it isn't started.
func (s *Service) Start(ctx context.Context, who access.Caller, id string) (JoinLink, error) {
	now := s.deps.Clock.Now()
	of, f, err := findTaught(ctx, s.deps.DB.Reader(), who, id)
	if err == nil {
		err = checkStart(of, f.Row, now)
	}
	if err != nil {
		return JoinLink{}, err
	}
	return s.link(ctx, who, id, func(tx bun.IDB, e entrance) error {
		if err := batch.Lock(ctx, tx, e.BatchID); err != nil {
			return err
		}
		of, f, err := findTaught(ctx, tx, who, id) // it may have been moved since
		if err == nil {
			err = checkStart(of, f.Row, now)
		}
		if err != nil {
			return err
		}
		return markStarted(ctx, tx, id, now)
	})
}
