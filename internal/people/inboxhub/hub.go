// Package inboxhub wakes streams whose user has new notifications.
package inboxhub

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"lectern/internal/platform/db"
)

// Hub wakes the streams of this process whose inbox has changed. It polls the database, because other processes change
// inboxes too: one query a second for all streams, and none while there is no stream.
type Hub struct {
	DB  *db.DB
	Log *slog.Logger

	mu          sync.Mutex
	subscribers map[*Subscriber]bool
	stop        context.CancelFunc // of the goroutine that polls
}

// Subscriber is one stream. Its channel holds one wake-up; more would carry no information.
type Subscriber struct {
	userID      string
	seenVersion int64 // inbox version at the last wake-up
	wake        chan struct{}
}

// Wake receives when the inbox may have changed.
func (l *Subscriber) Wake() <-chan struct{} { return l.wake }

const (
	pollInterval = time.Second
	pollBatch    = 500 // inboxes per query
)

// Subscribe starts a stream of changes after a version.
func (h *Hub) Subscribe(userID string, seen int64) *Subscriber {
	l := &Subscriber{userID, seen, make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers == nil {
		h.subscribers = map[*Subscriber]bool{}
	}
	h.subscribers[l] = true
	if len(h.subscribers) == 1 {
		ctx, stop := context.WithCancel(context.Background())
		h.stop = stop
		go h.run(ctx)
	}
	return l
}

// Unsubscribe ends a stream.
func (h *Hub) Unsubscribe(l *Subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers, l)
	if len(h.subscribers) == 0 {
		h.stop()
	}
}

func (h *Hub) run(ctx context.Context) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := h.poll(ctx); err != nil && ctx.Err() == nil {
				h.Log.Warn("polling for new notifications failed", "err", err)
			}
		}
	}
}

// poll wakes the subscribers whose inbox has changed.
func (h *Hub) poll(ctx context.Context) error {
	for users := range slices.Chunk(h.users(), pollBatch) {
		boxes, err := versions(ctx, h.DB.Reader(), users)
		if err != nil {
			return err
		}
		now := map[string]int64{}
		for _, b := range boxes {
			now[b.UserID] = b.Version
		}
		h.wake(now)
	}
	return nil
}

func (h *Hub) users() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := map[string]bool{}
	for l := range h.subscribers {
		ids[l.userID] = true
	}
	return slices.Collect(maps.Keys(ids))
}

func (h *Hub) wake(now map[string]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.subscribers {
		if version := now[l.userID]; version > l.seenVersion {
			l.seenVersion = version
			select {
			case l.wake <- struct{}{}:
			default:
			}
		}
	}
}
