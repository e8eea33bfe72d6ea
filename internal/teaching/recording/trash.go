package recording

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/teaching/meeting"
)

var (
	errNotHere    = fault.New(fault.Conflict, "recording_not_imported", "This recording isn't in the video library yet. Fetch it first, or delete it for good with force.")
	errNotTrashed = fault.New(fault.Unavailable, "meeting_server_unavailable", "Zoom doesn't answer as it should. Nothing was deleted. Try again in a minute.")
)

// trash deletes at its server a file whose video is processed here.
func (s *Service) trash(ctx context.Context, claimed []jobs.Job) error {
	p, err := jobs.Payload[filePayload](claimed[0])
	if err != nil {
		return err
	}
	f, err := fileOf(ctx, s.deps.DB.Reader(), p.FileID)
	server, known := s.deps.Recorders[f.Provider]
	if fault.Is(err, fault.NotFound) || err == nil && (!known || f.State != Imported || f.TrashedAt != nil) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.later(claimed[0], s.trashFile(ctx, f, server, nil))
}

// trashFile deletes a file at its server. log, which is nil for what the settings of a batch ask for, writes to the audit log.
func (s *Service) trashFile(ctx context.Context, f file, server meeting.Recorder, log func(tx bun.IDB) error) error {
	if err := server.TrashFile(ctx, f.recorded()); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := markTrashed(ctx, tx, f.ID, s.deps.Clock.Now()); err != nil || log == nil {
			return err
		}
		return log(tx)
	})
}

// Trash moves a file that Zoom has recorded into the trash there; a video that was made of it stays in the library. The audit log keeps who did it. For those who teach the batch of the
// session, or may change the meeting. fault.NotFound, also for one that is in the trash, batch.ErrNotTaught, meetingaccess.ErrNotManaged, fault.Conflict for one that is not in the library yet unless it is forced, fault.Unavailable if Zoom
// doesn't answer.
func (s *Service) Trash(ctx context.Context, who access.Caller, o Owner, fileID string, force bool) error {
	q := s.deps.DB.Reader()
	if err := o.checkManaged(ctx, q, who); err != nil {
		return err
	}
	f, err := fileOf(ctx, q, fileID)
	server, known := s.deps.Recorders[meeting.Zoom]
	switch {
	case err != nil:
		return err
	case f.Owner != o || f.Provider != meeting.Zoom || f.TrashedAt != nil:
		return meeting.ErrNoFile
	case f.State != Imported && !force:
		return errNotHere
	case !known:
		return errNotTrashed
	}
	kind := "session"
	if o.MeetingID != "" {
		kind = "meeting"
	}
	err = s.trashFile(ctx, f, server, func(tx bun.IDB) error {
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "zoom_recording.deleted", TargetKind: kind, TargetID: o.id(),
			Before: map[string]any{"recorded_at": f.StartedAt, "recording_kind": f.Kind, "size": f.Size}, After: map[string]any{"in_library": f.State == Imported}})
	})
	if err != nil {
		return errNotTrashed.WithCause(err)
	}
	return nil
}
