// Package slots limits how many expensive requests are served at once: of all users, and of each.
package slots

import (
	"context"
	"sync"
	"time"

	"lectern/internal/platform/fault"
)

// Limits of one kind of work.
type Limits struct {
	Running int // at once
	Each    int // of one user, running or waiting
	Waiting int // of all users
}

// Slots are the places for one kind of work. A request that finds none free waits, unless too many are waiting.
type Slots struct {
	limits  Limits
	running chan struct{}

	mu    sync.Mutex
	users map[string]int // running or waiting
	all   int
}

func New(l Limits) *Slots {
	return &Slots{limits: l, running: make(chan struct{}, l.Running), users: map[string]int{}}
}

const retryAfter = 10 * time.Second

// Take waits for a slot, which release frees. It returns fault.TooMany to a user who has as many already as one may, and
// fault.Unavailable when too many wait.
func (s *Slots) Take(ctx context.Context, userID string) (release func(), err error) {
	if err := s.enter(userID); err != nil {
		return nil, err
	}
	select {
	case s.running <- struct{}{}:
		return func() { <-s.running; s.leave(userID) }, nil
	case <-ctx.Done():
		s.leave(userID)
		return nil, ctx.Err()
	}
}

func (s *Slots) enter(userID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.users[userID] >= s.limits.Each:
		return fault.New(fault.TooMany, "still_working", "One of your files is still being processed. Try again when it is done.").WithRetryAfter(retryAfter)
	case s.all >= s.limits.Running+s.limits.Waiting:
		return fault.New(fault.Unavailable, "too_busy", "Too many files are being processed. Try again in a minute.").WithRetryAfter(time.Minute)
	}
	s.users[userID]++
	s.all++
	return nil
}

func (s *Slots) leave(userID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.users[userID]--; s.users[userID] == 0 {
		delete(s.users, userID)
	}
}
