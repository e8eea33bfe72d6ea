package jobs

import (
	"context"
	"time"
)

// SweepEvery is the interval of sweeps.
const SweepEvery = 10 * time.Minute

// Sweeps are functions that delete what has expired, by the kind of their jobs.
type Sweeps map[string]func(ctx context.Context) error

// Handlers run each sweep periodically, on one worker at a time.
func (s Sweeps) Handlers() map[string]Handler {
	handlers := make(map[string]Handler, len(s))
	for kind, sweep := range s {
		handlers[kind] = Handler{Every: SweepEvery, Do: func(ctx context.Context, _ []Job) error { return sweep(ctx) }}
	}
	return handlers
}

// Sweeps delete jobs that ended long ago.
func (q *Queue) Sweeps() Sweeps { return Sweeps{"jobs.sweep": q.Sweep} }
