package recording

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
)

// Files returns what meeting servers have recorded of a session or a meeting. For those who teach its batch, or may change the meeting; fault.NotFound, batch.ErrNotTaught,
// meetingaccess.ErrNotManaged.
func (s *Service) Files(ctx context.Context, who access.Caller, o Owner) ([]RecordedFile, error) {
	q := s.deps.DB.Reader()
	if err := o.checkManaged(ctx, q, who); err != nil {
		return nil, err
	}
	return filesOf(ctx, q, o)
}

// Retry looks for recordings now, and fetches what is not here, also what was given up. courseID, if it is not empty, is the course into whose library those of a meeting without a
// course come: one that the caller teaches, for administrators any. Who may: as for Files. fault.NotFound, batch.ErrNotTaught, meetingaccess.ErrNotManaged, fault.Invalid,
// fault.Conflict if there is nothing yet for which a course could be chosen.
func (s *Service) Retry(ctx context.Context, who access.Caller, o Owner, courseID string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := o.checkManaged(ctx, tx, who); err != nil {
			return err
		}
		of, err := aboutOf(ctx, tx, o)
		if err != nil {
			return err
		}
		if courseID != "" {
			if err := o.choose(ctx, tx, who, of, courseID); err != nil {
				return err
			}
			of.CourseID = courseID
		}
		if of.CourseID != "" {
			if err := s.fetchAll(ctx, tx, o); err != nil {
				return err
			}
		}
		return s.addFind(ctx, tx, o)
	})
}

// fetchAll fetches what is not here of an owner and what no job fetches.
func (s *Service) fetchAll(ctx context.Context, tx bun.IDB, o Owner) error {
	files, err := unfetched(ctx, tx, o)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.State == GivenUp {
			f.UploadID, f.OwnerID = db.NewID(), nil // the other one may have been cancelled
		}
		f.State, f.Tries, f.Reason = Found, 0, ""
		if err := saveFile(ctx, tx, f, s.deps.Clock.Now()); err != nil {
			return err
		}
		if err := s.addFetch(ctx, tx, f.ID); err != nil {
			return err
		}
	}
	return nil
}

// Receive looks for the recordings of a session of which BigBlueButton says that they are there, perhaps repeatedly. fault.Unauthenticated for a message that is not signed by
// the server of the school; fault.Gone, after which it isn't sent again, for a session that doesn't exist any more.
func (s *Service) Receive(ctx context.Context, signed string) error {
	if s.deps.Signer == nil {
		return fault.New(fault.Unauthenticated, "signature_invalid", "This school has no such meeting server.")
	}
	sessionID, err := s.deps.Signer.RecordingReady(signed)
	if err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := sessionOf(ctx, tx, sessionID); fault.Is(err, fault.NotFound) {
			return fault.New(fault.Gone, "session_gone", "This session doesn't exist any more.")
		} else if err != nil {
			return err
		}
		return s.addFind(ctx, tx, OfSession(sessionID))
	})
}

// Holdings lists the tables that refer to users.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "recorded_lessons", Column: "created_by", Export: []string{"session_id", "meeting_id", "title", "url", "created_at"}},
		{Table: "recording_files", Column: "owner_id", Excuse: "a recording belongs to its course; the account only uploads it"},
	}
}
