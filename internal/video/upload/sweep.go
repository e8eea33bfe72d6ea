package upload

import (
	"context"
	"errors"

	"github.com/uptrace/bun"
	"lectern/internal/platform/jobs"
)

// forget removes what an ended upload left in storage. What it cannot remove the next sweep will.
func (s *Service) forget(ctx context.Context, session Session) {
	if err := s.clear(context.WithoutCancel(ctx), session); err != nil {
		s.Log.WarnContext(ctx, "what an upload left could not be removed yet", "video", session.VideoID, "err", err)
	}
}

func (s *Service) clear(ctx context.Context, session Session) error {
	if session.StorageRef == "" {
		return nil
	}
	err := s.Blob.Discard(ctx, session.ObjectKey, session.StorageRef)
	if err == nil {
		err = s.Blob.Delete(ctx, session.ObjectKey) // a completion may have been cut off after making the object
	}
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return forgetStorage(ctx, tx, session.VideoID, s.Clock.Now()) })
}

const sweepAtOnce = 200 // sessions

// Sweep gives up the uploads that nobody has gone on with: parts are kept for as long after a session's end as it may
// live, so that it can be recovered. One whose bytes move does not end. To be called now and then.
func (s *Service) Sweep(ctx context.Context) error {
	ids, err := sessionsAbandoned(ctx, s.DB.Reader(), s.Clock.Now().Add(-s.TTL), sweepAtOnce)
	for _, id := range ids {
		err = errors.Join(err, s.abandon(ctx, id))
	}
	leftover, e := sessionsLeftover(ctx, s.DB.Reader(), sweepAtOnce)
	err = errors.Join(err, e)
	for _, session := range leftover {
		err = errors.Join(err, s.clear(ctx, session))
	}
	return err
}

// abandon ends an upload, unless it has been taken up again since it was found.
func (s *Service) abandon(ctx context.Context, id string) error {
	now := s.Clock.Now()
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		session, err := lockSession(ctx, tx, id)
		if err != nil || !isRunning(session.Status) || session.SuccessorID != "" || session.ExpiresAt.After(now.Add(-s.TTL)) {
			return err
		}
		session.Status, session.UpdatedAt = "failed", now
		if err := s.Videos.Release(ctx, tx, session.VideoID, "failed", "The upload was never finished. What was sent has been removed; upload the file again."); err != nil {
			return err
		}
		return saveSession(ctx, tx, session)
	})
}

// Sweeps runs Sweep from time to time.
func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"upload.sweep": s.Sweep} }
