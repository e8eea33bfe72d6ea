package course

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// RemoveDoubtSession takes a session away that does not take place. For teachers of the course, as SetExtras; fault.NotFound also
// when the course has no such session.
func (s *Service) RemoveDoubtSession(ctx context.Context, who access.Caller, id, sessionID string) error {
	none := fault.New(fault.NotFound, "doubt_session_not_found", "There is no such session in this course.")
	return s.removeExtra(ctx, who, blended, id, none, func(tx bun.IDB) (bool, error) { return removeDoubtSession(ctx, tx, id, sessionID) })
}

// RemoveRecording takes a recording from a week; its video stays in the library. For teachers of the course, as SetExtras;
// fault.NotFound also when the week has no such recording.
func (s *Service) RemoveRecording(ctx context.Context, who access.Caller, id, weekID, recordingID string) error {
	none := fault.New(fault.NotFound, "recording_not_found", "There is no such recording in this week.")
	return s.removeExtra(ctx, who, live, id, none, func(tx bun.IDB) (bool, error) { return removeRecording(ctx, tx, id, weekID, recordingID) })
}

// removeExtra removes something of a course of a type; none is the refusal when it is not there.
func (s *Service) removeExtra(ctx context.Context, who access.Caller, kind, id string, none error, remove func(tx bun.IDB) (bool, error)) error {
	if _, err := s.Typed(ctx, who, kind, id, ""); err != nil {
		return err
	}
	_, err := s.change(ctx, who, id, "course.changed", func(tx bun.IDB, _ CourseDetail) error {
		there, err := remove(tx)
		if err == nil && !there {
			err = none
		}
		return err
	})
	return err
}
