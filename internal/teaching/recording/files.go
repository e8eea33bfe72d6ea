package recording

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
)

// titleLength is what the video library takes, in characters.
const titleLength = 200

// titleOf is the title of the video of a piece of a session.
func titleOf(batchName, date, title string, piece int64) string {
	end := " · " + date
	if piece > 1 {
		end += fmt.Sprintf(" (%d)", piece)
	}
	name := []rune(strings.TrimSpace(batchName + " " + title))
	if most := titleLength - len(".mp4") - len([]rune(end)); len(name) > most {
		name = name[:most]
	}
	return string(name) + end
}

// Files returns what meeting servers have recorded of a session. For its instructors; fault.NotFound, batch.ErrNotTaught.
func (s *Service) Files(ctx context.Context, who access.Caller, sessionID string) ([]RecordedFile, error) {
	q := s.deps.DB.Reader()
	if _, _, err := findTaught(ctx, q, who, sessionID); err != nil {
		return nil, err
	}
	return filesOf(ctx, q, sessionID)
}

// Retry looks for recordings of a session now, and fetches what is not here, also what was given up. For its instructors; fault.NotFound, batch.ErrNotTaught.
func (s *Service) Retry(ctx context.Context, who access.Caller, sessionID string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, _, err := findTaught(ctx, tx, who, sessionID); err != nil {
			return err
		}
		files, err := unfetched(ctx, tx, sessionID)
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
		return s.addFind(ctx, tx, sessionID)
	})
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
		return s.addFind(ctx, tx, sessionID)
	})
}

// Holdings lists the tables that refer to users.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "recorded_lessons", Column: "created_by", Export: []string{"session_id", "title", "url", "created_at"}},
		{Table: "recording_files", Column: "owner_id", Excuse: "the recording of a session belongs to its course; the account only uploads it"},
	}
}
