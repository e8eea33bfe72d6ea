package curriculum

import (
	"context"
	"time"

	"lectern/internal/platform/jobs"
)

// Handlers include the periodic job that publishes scheduled drafts.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"curriculum.publish": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.PublishDue(ctx) }},
	}
}
