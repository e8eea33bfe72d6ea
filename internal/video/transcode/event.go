package transcode

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
)

// VideoReady is published when a generation of a video is complete, VideoFailed when processing has failed.
type (
	VideoReady  struct{ VideoID string }
	VideoFailed struct{ VideoID string }
)

func (VideoReady) EventName() string  { return "video.ready" }
func (VideoFailed) EventName() string { return "video.failed" }

// publishOutcome publishes how the processing of v has ended, with the transaction tx.
func (s *Service) publishOutcome(ctx context.Context, tx bun.IDB, v Video) error {
	if v.Status == "completed" {
		return events.Publish(ctx, tx, s.clock.Now(), VideoReady{v.ID})
	}
	return s.publishFailure(ctx, tx, v)
}

// publishFailure publishes that the newest file or generation of v could not be processed.
func (s *Service) publishFailure(ctx context.Context, tx bun.IDB, v Video) error {
	return events.Publish(ctx, tx, s.clock.Now(), VideoFailed{v.ID})
}
