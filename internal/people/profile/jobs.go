package profile

import (
	"context"

	"lectern/internal/platform/jobs"
)

// Handlers of jobs. Those that send emails need the public address.
func (s *Service) Handlers() map[string]jobs.Handler {
	handlers := s.avatars.Handlers()
	if s.address != "" { // a worker without it cannot make links and leaves emails to others
		handlers[emailJob] = single(s.sendEmail)
	}
	return handlers
}

// Handlers of the jobs that export and erase.
func (s *PersonalData) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{exportJob: single(s.prepare), eraseJob: single(s.erase)}
}

func (s *PersonalData) Sweeps() jobs.Sweeps { return jobs.Sweeps{"profile.sweep": s.Sweep} }

func single(do func(context.Context, jobs.Job) error) jobs.Handler {
	return jobs.Handler{Do: jobs.One(do)}
}
