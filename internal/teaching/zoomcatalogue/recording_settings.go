package zoomcatalogue

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// ZoomRecordingSettings say what becomes of what Zoom has recorded of the sessions of a batch.
type ZoomRecordingSettings struct {
	Imports   bool  `json:"auto_import" doc:"What was recorded is fetched into the video library without being asked."`
	Trashes   bool  `json:"delete_after_import" doc:"The file at Zoom is moved to the trash there, once its video is processed here."`
	Publishes bool  `json:"publish" doc:"Members see a recording as soon as it is processed. false: an instructor publishes it."`
	Version   int64 `json:"-"`
}

// EditVersion implements rest.Versioned.
func (s ZoomRecordingSettings) EditVersion() int64 { return s.Version }

// NewZoomRecordingSettings replaces the settings.
type NewZoomRecordingSettings struct {
	Imports   bool `json:"auto_import"`
	Trashes   bool `json:"delete_after_import"`
	Publishes bool `json:"publish"`
}

var errNoSettings = fault.New(fault.NotFound, "recording_settings_not_found", "Only sessions of batches have settings for recordings.")

type settingsInput struct {
	ID string `path:"id" maxLength:"50"`
	rest.IfMatch
	Body NewZoomRecordingSettings
}

// RecordingSettings returns what becomes of the recordings of the batch to which a session at Zoom belongs. For administrators; fault.NotFound.
func (s *Service) RecordingSettings(ctx context.Context, who access.Caller, id string) (ZoomRecordingSettings, error) {
	batchID, err := s.recordedBatch(ctx, who, id)
	if err != nil {
		return ZoomRecordingSettings{}, err
	}
	return s.deps.Recordings.ZoomSettings(ctx, who, batchID)
}

// PutRecordingSettings replaces them; whether sessions are recorded stays. For administrators; fault.NotFound, fault.Precondition with the settings.
func (s *Service) PutRecordingSettings(ctx context.Context, who access.Caller, id string, n NewZoomRecordingSettings, version rest.IfMatch) (ZoomRecordingSettings, error) {
	batchID, err := s.recordedBatch(ctx, who, id)
	if err != nil {
		return ZoomRecordingSettings{}, err
	}
	return s.deps.Recordings.PutZoomSettings(ctx, who, batchID, n, version)
}

// recordedBatch returns the batch of a session at Zoom; errNoSettings for a meeting outside of batches.
func (s *Service) recordedBatch(ctx context.Context, who access.Caller, id string) (string, error) {
	m, err := s.found(ctx, who, id)
	if err == nil && m.Kind != ofSession {
		err = errNoSettings
	}
	return m.BatchID, err
}

func (s *Service) registerRecordingSettings(api *rest.API) {
	const path = "/zoom/meetings/{id}/recordings/settings"
	rest.Handle(api, rest.Roles(access.Admin), rest.Get(path, "Read what becomes of the recordings of the batch of a session", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[ZoomRecordingSettings], error) {
			settings, err := s.RecordingSettings(ctx, who, in.ID)
			return rest.One("", settings, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Put(path, "Set what becomes of the recordings of the batch of a session", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", ZoomRecordingSettings{}),
		func(ctx context.Context, who access.Caller, in *settingsInput) (rest.Answer[ZoomRecordingSettings], error) {
			settings, err := s.PutRecordingSettings(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Settings saved", settings, err)
		})
}
