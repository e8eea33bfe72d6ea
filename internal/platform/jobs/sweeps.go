package jobs

import (
	"context"
	"time"
)

// SweepEvery is how often a sweep runs.
const SweepEvery = 10 * time.Minute

// Sweeps are functions that delete what has expired, each under the kind of its job.
type Sweeps map[string]func(ctx context.Context) error

// Handlers run each sweep every ten minutes, on one worker at a time.
func (s Sweeps) Handlers() map[string]Handler {
	handlers := make(map[string]Handler, len(s))
	for kind, sweep := range s {
		handlers[kind] = Handler{Every: SweepEvery, Do: func(ctx context.Context, _ []Job) error { return sweep(ctx) }}
	}
	return handlers
}

// Sweeps deletes jobs that ended long ago.
func (q *Queue) Sweeps() Sweeps { return Sweeps{"jobs.sweep": q.Sweep} }
