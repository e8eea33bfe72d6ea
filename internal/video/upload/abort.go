package upload

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
)

// Abort ends an upload and removes what was sent; an upload that has ended already is no error. For the uploader and admins.
// fault.Conflict when it is complete.
func (s *Service) Abort(ctx context.Context, who access.Caller, ref Reference) error {
	if ref.UploadID == "" {
		return errSessionRequired()
	}
	session, err := s.sessionOf(ctx, who, ref)
	if err != nil {
		return err
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		session, err = lockLatest(ctx, tx, session.ID)
		switch {
		case err != nil:
			return err
		case session.Status == "completed" || session.Status == "completing":
			return errUploadComplete()
		case slices.Contains([]string{"aborted", "failed"}, session.Status):
			return nil
		}
		session.Status, session.UpdatedAt = "aborted", s.clock.Now()
		if err := s.rows(session).Release(ctx, tx, session.VideoID, "cancelled", "The upload was cancelled."); err != nil {
			return err
		}
		return saveSession(ctx, tx, session)
	})
	if err != nil {
		return err
	}
	s.inFlight.cancelAll(session.VideoID)
	s.discardStorage(ctx, session)
	return nil
}
