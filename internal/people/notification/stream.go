package notification

import (
	"context"
	"strconv"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

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
	l := s.hub.Subscribe(who.ID, b.Version)
	defer s.hub.Unsubscribe(l)
	for {
		if seen, err = s.replay(ctx, who, seen, send); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-l.Wake():
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
