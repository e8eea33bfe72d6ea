package zoomcatalogue

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

// Recordings returns what Zoom has recorded of a session or a meeting outside of batches, or with kind that kind of it. Who may: as for Read. fault.NotFound.
func (s *Service) Recordings(ctx context.Context, who access.Caller, id, kind string) ([]ZoomRecording, error) {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return nil, err
	}
	return recordingsOf(ctx, s.deps.DB.Reader(), m, kind)
}

// OwnRecordings returns a page of what Zoom has recorded of the sessions that the caller teaches and the meetings that they may change, for administrators of all, the newest first.
func (s *Service) OwnRecordings(ctx context.Context, who access.Caller, page rest.Page) ([]ZoomRecording, int64, error) {
	return recordingsTaught(ctx, s.deps.DB.Reader(), who, page)
}

// DeleteRecording moves a file into the trash at Zoom; a video that was made of it stays. Who may: as for Read. fault.NotFound, fault.Conflict for one that is not in the video
// library yet unless it is forced, fault.Unavailable if Zoom doesn't answer.
func (s *Service) DeleteRecording(ctx context.Context, who access.Caller, id, recordingID string, force bool) error {
	m, err := s.found(ctx, who, id)
	if err != nil {
		return err
	}
	return s.deps.Recordings.TrashAtZoom(ctx, who, m.Kind == ofMeeting, m.ID, recordingID, force)
}
