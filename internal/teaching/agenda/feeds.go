package agenda

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/ics"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/text"
)

// Programs ask once an hour; behind one address there may be a school.
var readRule = ratelimit.Rule{Name: "calendar feeds", Limit: 300, Window: time.Minute}

// Feeds returns the caller's own addresses, the newest first.
func (s *Service) Feeds(ctx context.Context, who access.Caller) ([]Feed, error) {
	return feedsOf(ctx, s.deps.DB.Reader(), who.ID)
}

// CreateFeed makes an address for the caller's calendar, with 256 random bits, and returns it this once. errTooMany.
func (s *Service) CreateFeed(ctx context.Context, who access.Caller, n NewFeed) (made FeedAddress, err error) {
	token := newToken()
	feed := Feed{ID: db.NewID(), UserID: who.ID, Name: text.OneLine(n.Name), Digest: digestOf(token), CreatedAt: s.deps.Clock.Now()}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lockUser(ctx, tx, who.ID); err != nil { // two at once would pass the limit
			return err
		}
		feeds, err := feedsOf(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if len(feeds) >= mostFeeds {
			return errTooMany
		}
		return insertFeed(ctx, tx, feed)
	})
	return FeedAddress{feed, "/api/v1/calendar/feeds/" + token + ".ics"}, err
}

// RemoveFeed ends an address of the caller's at once. errNoFeed, also for one of another user.
func (s *Service) RemoveFeed(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteFeed(ctx, tx, who.ID, id) })
}

// ReadFeed returns the calendar of an address, and its entity tag; no text if that is the one which the program already has. For anyone who has the address. errNoFeed if
// there is no such address any more, or its user is disabled or locked by an administrator; fault.TooMany.
func (s *Service) ReadFeed(ctx context.Context, token, known string) (calendar, tag string, err error) {
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: readRule, Subject: access.ClientOf(ctx).NetworkKey()}); err != nil {
		return "", "", err
	}
	now := s.deps.Clock.Now()
	feed, err := feedByDigest(ctx, s.deps.DB.Reader(), digestOf(token), now)
	if err != nil {
		return "", "", err
	}
	if feed.LastUsedAt == nil || now.Sub(*feed.LastUsedAt) >= useResolution {
		if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return setUsed(ctx, tx, feed.ID, now) }); err != nil {
			return "", "", err
		}
	}
	entries, err := between(ctx, s.deps.DB.Reader(), access.Caller{ID: feed.UserID}, calendarOf{}, now.Add(-past), now.Add(ahead), now, mostEntries)
	if err != nil {
		return "", "", err
	}
	due, err := s.deps.DueDates.DueEvents(ctx, feed.UserID, now.Add(-past), now.Add(ahead))
	if err != nil {
		return "", "", err
	}
	events := append(eventsOf(entries, s.deps.Address, now), sited(due, s.deps.Address)...)
	if tag = tagOf(events); tag == known {
		return "", tag, nil
	}
	return ics.Feed("Lectern", events), tag, nil
}

func newToken() string {
	var bits [32]byte
	rand.Read(bits[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(bits[:])
}

// Holdings lists the tables that hold data of a user. Erasing the user deletes them.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "calendar_feeds", Column: "user_id", Export: []string{"name", "created_at", "last_used_at"}}}
}
