package upload

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
)

// discardStorage removes what an ended upload left in storage. What it cannot remove the next sweep will.
func (s *Service) discardStorage(ctx context.Context, session Session) {
	if err := s.discard(context.WithoutCancel(ctx), session); err != nil {
		s.log.WarnContext(ctx, "what an upload left in storage could not be removed yet", "video", session.VideoID, "err", err)
	}
}

func (s *Service) discard(ctx context.Context, session Session) error {
	if session.StorageRef == "" {
		return nil
	}
	err := s.blob.Discard(ctx, session.ObjectKey, session.StorageRef)
	if err == nil {
		err = s.blob.Delete(ctx, session.ObjectKey) // a completion may have been interrupted after creating the object
	}
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error { return clearStorage(ctx, tx, session.VideoID, s.clock.Now()) })
}

const sweepBatch = 200 // sessions

// Sweep ends abandoned uploads: parts are kept for as long after a session's expiry as a session lives, so that it can be
// recovered. One with bytes in transit does not expire.
func (s *Service) Sweep(ctx context.Context) error {
	ids, err := abandonedSessions(ctx, s.db.Reader(), s.clock.Now().Add(-s.ttl), sweepBatch)
	for _, id := range ids {
		err = errors.Join(err, s.failAbandoned(ctx, id))
	}
	leftover, e := sessionsWithLeftovers(ctx, s.db.Reader(), sweepBatch)
	err = errors.Join(err, e)
	for _, session := range leftover {
		err = errors.Join(err, s.discard(ctx, session))
	}
	return errors.Join(err, s.releaseIdle(ctx))
}

// failAbandoned ends an upload, unless it has been resumed since it was found.
func (s *Service) failAbandoned(ctx context.Context, id string) error {
	now := s.clock.Now()
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		session, err := lockSession(ctx, tx, id)
		if err != nil || !isRunning(session.Status) || session.SuccessorID != "" || session.ExpiresAt.After(now.Add(-s.ttl)) {
			return err
		}
		session.Status, session.UpdatedAt = "failed", now
		if err := s.rows(session).Release(ctx, tx, session.VideoID, "failed", "The upload was never finished. What was sent has been removed; upload the file again."); err != nil {
			return err
		}
		return saveSession(ctx, tx, session)
	})
}

// Sweeps runs Sweep periodically.
func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"upload.sweep": s.Sweep} }
