package zoomcatalogue

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/meeting"
)

// Recordings returns what Zoom has recorded of a session, or with kind that kind of it; nothing of a meeting outside of batches. Who may: as for Read. fault.NotFound.
func (s *Service) Recordings(ctx context.Context, who access.Caller, id, kind string) ([]ZoomRecording, error) {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return nil, err
	}
	return recordingsOf(ctx, s.deps.DB.Reader(), m.ID, kind)
}

// OwnRecordings returns a page of what Zoom has recorded of the sessions that the caller teaches, for administrators of all, the newest first.
func (s *Service) OwnRecordings(ctx context.Context, who access.Caller, page rest.Page) ([]ZoomRecording, int64, error) {
	return recordingsTaught(ctx, s.deps.DB.Reader(), who, page)
}

// DeleteRecording moves a file into the trash at Zoom; a video that was made of it stays. Who may: as for Read. fault.NotFound, fault.Conflict for one that is not in the video
// library yet unless it is forced, fault.Unavailable if Zoom doesn't answer.
func (s *Service) DeleteRecording(ctx context.Context, who access.Caller, id, recordingID string, force bool) error {
	m, err := s.found(ctx, who, id)
	if err == nil && m.Kind != ofSession {
		err = meeting.ErrNoFile
	}
	if err != nil {
		return err
	}
	return s.deps.Recordings.Trash(ctx, who, m.ID, recordingID, force)
}
