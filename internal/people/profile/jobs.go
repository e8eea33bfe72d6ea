package profile

import (
	"context"
	"time"

	"lectern/internal/platform/jobs"
)

const sweepEvery = 10 * time.Minute

// Handlers are the jobs of this package. Those that send letters need to know where links lead.
func (s *Service) Handlers() map[string]jobs.Handler {
	one := func(do func(context.Context, jobs.Job) error) jobs.Handler {
		return jobs.Handler{Do: func(ctx context.Context, claim []jobs.Job) error { return do(ctx, claim[0]) }}
	}
	handlers := map[string]jobs.Handler{avatarJob: one(s.dropAvatar), exportJob: one(s.prepare), eraseJob: one(s.erase),
		"profile.sweep": {Every: sweepEvery, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Sweep(ctx) }}}
	if s.Address != "" { // a worker that does not know it leaves letters to others
		handlers[letterJob] = one(s.sendLetter)
	}
	return handlers
}
