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

// Hub notices changes of the boxes of those who listen at this process. It asks the database, because another process may
// have changed them: one question a second for all listeners, and none while nobody listens.
type Hub struct {
	DB  *db.DB
	Log *slog.Logger

	mu        sync.Mutex
	listeners map[*listener]bool
	stop      context.CancelFunc // of the goroutine that asks
}

// listener is one stream. Its channel holds one wake-up: more would say nothing new.
type listener struct {
	userID string
	seen   int64 // version of the box with which it was woken last
	wake   chan struct{}
}

const (
	look     = time.Second
	askedFor = 500 // boxes in one question
)

// join begins to listen for changes after a version.
func (h *Hub) join(userID string, seen int64) *listener {
	l := &listener{userID, seen, make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listeners == nil {
		h.listeners = map[*listener]bool{}
	}
	h.listeners[l] = true
	if len(h.listeners) == 1 {
		ctx, stop := context.WithCancel(context.Background())
		h.stop = stop
		go h.run(ctx)
	}
	return l
}

// leave ends listening.
func (h *Hub) leave(l *listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.listeners, l)
	if len(h.listeners) == 0 {
		h.stop()
	}
}

func (h *Hub) run(ctx context.Context) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := h.ask(ctx); err != nil && ctx.Err() == nil {
				h.Log.Warn("changes of notifications could not be looked for", "err", err)
			}
		}
	}
}

// ask wakes those whose box has changed.
func (h *Hub) ask(ctx context.Context) error {
	for users := range slices.Chunk(h.users(), askedFor) {
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
	for l := range h.listeners {
		ids[l.userID] = true
	}
	return slices.Collect(maps.Keys(ids))
}

func (h *Hub) wake(now map[string]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.listeners {
		if version := now[l.userID]; version > l.seen {
			l.seen = version
			select {
			case l.wake <- struct{}{}:
			default:
			}
		}
	}
}

// mostMissed is how many notifications a stream brings after a break; who missed more reads the list.
const mostMissed = 50

// Follow sends the count of unread notifications now, and from then on each notification as it comes and the count whenever it
// may have changed, until ctx ends. After a break the client names the last event that it got (last, "" for none): what
// came since is sent first, nothing twice and nothing left out. For whoever is signed in.
func (s *Service) Follow(ctx context.Context, who access.Caller, last string, send func(rest.Event) error) error {
	b, err := readBox(ctx, s.DB.Reader(), who.ID)
	if err != nil {
		return err
	}
	seen := b.Version
	if n, err := strconv.ParseInt(last, 10, 64); err == nil && n >= 0 {
		seen = n
	}
	l := s.Hub.join(who.ID, b.Version)
	defer s.Hub.leave(l)
	for {
		if seen, err = s.catchUp(ctx, who, seen, send); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-l.wake:
		}
	}
}

// catchUp sends what came after a version and gives the version of now.
func (s *Service) catchUp(ctx context.Context, who access.Caller, seen int64, send func(rest.Event) error) (int64, error) {
	var b box
	var rows []stored
	err := s.DB.Snapshot(ctx, func(q bun.IDB) (err error) {
		if b, err = readBox(ctx, q, who.ID); err != nil {
			return err
		}
		rows, err = since(ctx, q, who.ID, seen, b.Version, mostMissed+1)
		return err
	})
	if err != nil {
		return seen, err
	}
	if len(rows) > mostMissed {
		rows = nil
	}
	language, err := s.language(ctx, s.DB.Reader(), who.ID)
	for _, n := range rows {
		if err == nil {
			err = send(rest.Event{ID: strconv.FormatInt(n.Number, 10), Name: "notification", Data: n.view(language)})
		}
	}
	if err != nil {
		return seen, err
	}
	return b.Version, send(rest.Event{ID: strconv.FormatInt(b.Version, 10), Name: "count", Data: UnreadCount{b.Unread}})
}
