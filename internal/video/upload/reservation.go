package upload

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Room that is reserved for an upload is kept from others, so it does not stay reserved for uploads that send nothing.
const (
	idleReservation = time.Hour // without a byte; then the room is free again, and is reserved anew when the first part arrives
	silentShare     = 2         // one part in so many of the free room, for all uploads of a user that have sent nothing yet
)

// checkShare refuses another upload of a user whose uploads hold much of the room and have sent nothing. A single one may have
// as much as there is.
func (s *Service) checkShare(ctx context.Context, q bun.IDB, n Session, free int64) error {
	held, err := sumSilent(ctx, q, n.UserID)
	if err != nil || held == 0 || held+n.ReservedBytes <= (free+held)/silentShare {
		return err
	}
	return fault.New(fault.TooMany, "too_many_uploads", "Your uploads that haven't started reserve "+formatBytes(held)+
		" on the server. Start or cancel them first.").WithRetryAfter(10 * time.Second)
}

// releaseIdle frees the room of uploads that have sent nothing for an hour. Their sessions stay valid.
func (s *Service) releaseIdle(ctx context.Context) error {
	if _, known := s.blob.Free(ctx); !known { // such a storage reserves nothing
		return nil
	}
	idle, err := idleSessions(ctx, s.db.Reader(), s.clock.Now().Add(-idleReservation), sweepBatch)
	for _, session := range idle {
		err = errors.Join(err, s.release(ctx, session))
	}
	return err
}

func (s *Service) release(ctx context.Context, session Session) error {
	released := false
	err := s.db.InTx(ctx, func(tx bun.IDB) (err error) {
		released = false
		if s.inFlight.has(session.VideoID) {
			return nil
		}
		released, err = releaseReservation(ctx, tx, session, s.clock.Now())
		return err
	})
	if err != nil || !released {
		return err
	}
	return s.blob.Discard(ctx, session.ObjectKey, session.StorageRef)
}

// reserveAgain returns a session with its storage, which it may have lost while it sent nothing. fault.NoSpace when there is no
// room for it any more.
func (s *Service) reserveAgain(ctx context.Context, session Session) (Session, error) {
	if session.StorageRef != "" {
		return session, nil
	}
	begun := ""
	err := s.db.InTx(ctx, func(tx bun.IDB) (err error) {
		if err := lockSessionOpening(ctx, tx); err != nil {
			return err
		}
		session, err = lockSession(ctx, tx, session.ID)
		if err != nil || session.StorageRef != "" || !isRunning(session.Status) { // another part was first, or it has ended
			return err
		}
		session.ReservedBytes = reservedBytes(session.FileSize)
		if _, err := s.checkFree(ctx, tx, session.ReservedBytes); err != nil {
			return err
		}
		if begun, err = s.blob.Begin(ctx, session.ObjectKey, session.FileSize, session.ChunkSize); err != nil {
			return err
		}
		session.StorageRef, session.UpdatedAt = begun, s.clock.Now()
		return saveSession(ctx, tx, session)
	})
	if err != nil && begun != "" {
		err = errors.Join(err, s.blob.Discard(context.WithoutCancel(ctx), session.ObjectKey, begun))
	}
	return session, err
}
