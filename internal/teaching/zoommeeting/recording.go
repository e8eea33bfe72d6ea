package zoommeeting

import (
	"context"
	"fmt"
	"io"
	"slices"

	"lectern/internal/platform/fault"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
)

// SessionRecorded is published when Zoom says that files of a session, or of a meeting outside of batches, are there, perhaps repeatedly. One of both ids is set.
type SessionRecorded struct{ SessionID, MeetingID string }

// EventName implements events.Event.
func (SessionRecorded) EventName() string { return "live.session_recorded" }

// views are what a video may show, the best for those who watch it later first.
var views = []string{"shared_screen_with_speaker_view", "shared_screen_with_gallery_view", "active_speaker", "speaker_view", "shared_screen", "gallery_view"}

// Recorded implements meeting.Recorder.
func (s *Service) Recorded(ctx context.Context, ownerID string) (found []meeting.RecordedFile, err error) {
	m, err := currentOf(ctx, s.deps.DB.Reader(), ownerID)
	if fault.Is(err, fault.NotFound) || err == nil && m.ExternalID == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	instances, err := s.client.Instances(ctx, m.ExternalID)
	if err != nil {
		return nil, err
	}
	for _, i := range instances {
		if !m.isSession(i.StartedAt) {
			continue
		}
		files, err := s.client.Recordings(ctx, i.UUID)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if r, ok := recordedFile(i.UUID, f); ok {
				found = append(found, r)
			}
		}
	}
	return found, nil
}

// recordedFile returns a file as the features know it; false for one that is not complete or of no use here.
func recordedFile(uuid string, f zoom.RecordingFile) (r meeting.RecordedFile, ok bool) {
	r = meeting.RecordedFile{ID: f.ID, Instance: uuid, StartedAt: f.StartedAt, Size: f.Size, Address: f.Address}
	switch f.Type {
	case zoom.VideoFile:
		r.Kind, r.View = meeting.Video, slices.Index(views, f.View)
		if r.View < 0 {
			r.View = len(views)
		}
	case zoom.TranscriptFile:
		r.Kind = meeting.Transcript
	default:
		return r, false
	}
	return r, f.Status == zoom.FileCompleted && f.ID != "" && f.Size > 0
}

// OpenFile implements meeting.Recorder.
func (s *Service) OpenFile(ctx context.Context, f meeting.RecordedFile, from int64) (io.ReadCloser, error) {
	body, err := s.client.Download(ctx, zoom.RecordingFile{Address: f.Address, Size: f.Size}, from)
	if zoom.IsNotFound(err) {
		err = fmt.Errorf("%w: %w", meeting.ErrFileGone, err)
	}
	return body, err
}

// TrashFile implements meeting.Recorder.
func (s *Service) TrashFile(ctx context.Context, f meeting.RecordedFile) error {
	return s.client.TrashRecording(ctx, f.Instance, f.ID)
}
