package profile

import (
	"context"

	"lectern/internal/platform/jobs"
)

// Handlers are the jobs of profiles. Those that send emails need to know where links lead.
func (s *Service) Handlers() map[string]jobs.Handler {
	handlers := map[string]jobs.Handler{avatarJob: single(s.dropAvatar)}
	if s.address != "" { // a worker that does not know it leaves emails to others
		handlers[letterJob] = single(s.sendLetter)
	}
	return handlers
}

// Handlers are the jobs that export and erase.
func (s *PersonalData) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{exportJob: single(s.prepare), eraseJob: single(s.erase)}
}

// Sweeps runs Sweep from time to time.
func (s *PersonalData) Sweeps() jobs.Sweeps { return jobs.Sweeps{"profile.sweep": s.Sweep} }

func single(do func(context.Context, jobs.Job) error) jobs.Handler {
	return jobs.Handler{Do: func(ctx context.Context, claim []jobs.Job) error { return do(ctx, claim[0]) }}
}
