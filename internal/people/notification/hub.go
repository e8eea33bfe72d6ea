package notification

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// hub wakes the streams of this process whose inbox has changed. It polls the database, because other processes change
// inboxes too: one query a second for all streams, and none while there is no stream.
type hub struct {
	db  *db.DB
	log *slog.Logger

	mu          sync.Mutex
	subscribers map[*subscriber]bool
	stop        context.CancelFunc // of the goroutine that polls
}

// subscriber is one stream. Its channel holds one wake-up; more would carry no information.
type subscriber struct {
	userID      string
	seenVersion int64 // inbox version at the last wake-up
	wake        chan struct{}
}

const (
	pollInterval = time.Second
	pollBatch    = 500 // inboxes per query
)

// subscribe starts a stream of changes after a version.
func (h *hub) subscribe(userID string, seen int64) *subscriber {
	l := &subscriber{userID, seen, make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers == nil {
		h.subscribers = map[*subscriber]bool{}
	}
	h.subscribers[l] = true
	if len(h.subscribers) == 1 {
		ctx, stop := context.WithCancel(context.Background())
		h.stop = stop
		go h.run(ctx)
	}
	return l
}

// unsubscribe ends a stream.
func (h *hub) unsubscribe(l *subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers, l)
	if len(h.subscribers) == 0 {
		h.stop()
	}
}

func (h *hub) run(ctx context.Context) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := h.poll(ctx); err != nil && ctx.Err() == nil {
				h.log.Warn("polling for new notifications failed", "err", err)
			}
		}
	}
}

// poll wakes the subscribers whose inbox has changed.
func (h *hub) poll(ctx context.Context) error {
	for users := range slices.Chunk(h.users(), pollBatch) {
		boxes, err := versions(ctx, h.db.Reader(), users)
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

func (h *hub) users() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := map[string]bool{}
	for l := range h.subscribers {
		ids[l.userID] = true
	}
	return slices.Collect(maps.Keys(ids))
}

func (h *hub) wake(now map[string]int64) {
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

// maxReplayed is how many notifications a stream replays after a disconnect; clients that missed more read the list.
const maxReplayed = 50

// Follow sends the unread count at once, and until ctx ends each new notification and the count whenever it may have
// changed. After a disconnect the client names the last event that it received (last, "" for none), and Follow first sends
// what came since, each exactly once. For signed-in users.
func (s *Service) Follow(ctx context.Context, who access.Caller, last string, send func(rest.Event) error) error {
	b, err := readInbox(ctx, s.db.Reader(), who.ID)
	if err != nil {
		return err
	}
	seen := b.Version
	if n, err := strconv.ParseInt(last, 10, 64); err == nil && n >= 0 {
		seen = n
	}
	l := s.hub.subscribe(who.ID, b.Version)
	defer s.hub.unsubscribe(l)
	for {
		if seen, err = s.replay(ctx, who, seen, send); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-l.wake:
		}
	}
}

// replay sends what was created after a version and returns the current version.
func (s *Service) replay(ctx context.Context, who access.Caller, seen int64, send func(rest.Event) error) (int64, error) {
	var b inbox
	var rows []notificationRow
	err := s.db.Snapshot(ctx, func(q bun.IDB) (err error) {
		if b, err = readInbox(ctx, q, who.ID); err != nil {
			return err
		}
		rows, err = since(ctx, q, who.ID, seen, b.Version, maxReplayed+1)
		return err
	})
	if err != nil {
		return seen, err
	}
	if len(rows) > maxReplayed {
		rows = nil
	}
	reader, err := s.reader(ctx, s.db.Reader(), who.ID)
	for _, n := range rows {
		if err == nil {
			err = send(rest.Event{ID: strconv.FormatInt(n.Number, 10), Name: "notification", Data: n.view(reader)})
		}
	}
	if err != nil {
		return seen, err
	}
	return b.Version, send(rest.Event{ID: strconv.FormatInt(b.Version, 10), Name: "count", Data: UnreadCount{b.Unread}})
}
