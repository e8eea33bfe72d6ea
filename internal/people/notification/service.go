package notification

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// Service is the use cases. It is built once, in package app.
type Service struct {
	DB              *db.DB
	Clock           clock.Clock
	Queue           *jobs.Queue
	Mail            mail.Sender
	Address         string // where people reach the site, for links: https://learn.example.org
	Key             []byte // for the tokens of unsubscribe links; 32 bytes that every server of an installation shares
	UserPreferences mail.Preferences
	Hub             *Hub
}

// language is that in which somebody is written to.
func (s *Service) language(ctx context.Context, q bun.IDB, userID string) (string, error) {
	return mail.LanguageFor(ctx, s.UserPreferences, q, userID, "")
}

// atOnce is how many people are told with one transaction.
const atOnce = 100

// Tell puts news into the boxes of those whom they concern and orders their mails. Nothing is told twice on the same
// occasion. For the listeners of package app.
func (s *Service) Tell(ctx context.Context, n News) error {
	to := slices.Clone(n.To)
	slices.Sort(to) // all who tell many lock the boxes in one order
	for chunk := range slices.Chunk(slices.Compact(to), atOnce) {
		err := s.DB.InTx(ctx, func(tx bun.IDB) error {
			readers, err := concerned(ctx, tx, chunk, catalogue[n.Kind].roles)
			for _, r := range readers {
				if err == nil {
					err = s.deliver(ctx, tx, n, r)
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// deliver puts news into one box.
func (s *Service) deliver(ctx context.Context, tx bun.IDB, n News, to reader) error {
	wish, err := choiceOf(ctx, tx, to.ID, n.Kind)
	if err != nil || !wish.InApp && !wish.Mail {
		return err
	}
	b, err := lockBox(ctx, tx, to.ID)
	if err != nil {
		return err
	}
	row := stored{ID: db.NewID(), UserID: to.ID, Occasion: n.Occasion, Kind: n.Kind, Data: db.JSON[Data]{V: n.Data},
		Number: b.Version + 1, InApp: wish.InApp, Mail: mailNone, CreatedAt: s.Clock.Now()}
	if wish.Mail && catalogue[n.Kind].mailedBy == us {
		if row.Mail, err = s.newMailState(ctx, tx, to.ID); err != nil {
			return err
		}
	}
	told, err := insert(ctx, tx, row)
	if err != nil || !told {
		return err
	}
	if row.Mail == mailSent {
		if err := s.order(ctx, tx, to.ID, row.ID); err != nil {
			return err
		}
	}
	b.Version++
	if row.InApp {
		b.Unread++
	}
	return saveBox(ctx, tx, b)
}

// List is a page of the caller's notifications before the number (0: the newest), how many there are up to
// most, and the number behind which the next page begins, 0 when this is the last. For whoever is signed in.
func (s *Service) List(ctx context.Context, who access.Caller, f Filter, before, limit, offset, most int64) (views []Notification, total, next int64, err error) {
	rows, err := list(ctx, s.DB.Reader(), who.ID, f, before, limit+1, offset)
	if err != nil {
		return nil, 0, 0, err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = rows[limit-1].Number
	}
	if total, err = count(ctx, s.DB.Reader(), who.ID, f, most); err != nil {
		return nil, 0, 0, err
	}
	language, err := s.language(ctx, s.DB.Reader(), who.ID)
	for _, row := range rows {
		views = append(views, row.view(language))
	}
	return views, total, next, err
}

// Unread is how many notifications wait for the caller. For whoever is signed in.
func (s *Service) Unread(ctx context.Context, who access.Caller) (UnreadCount, error) {
	b, err := readBox(ctx, s.DB.Reader(), who.ID)
	return UnreadCount{b.Unread}, err
}

// Read marks one as read; a second time changes nothing. For its owner; fault.NotFound for others.
func (s *Service) Read(ctx context.Context, who access.Caller, id string) (u UnreadCount, err error) {
	return s.change(ctx, who, func(tx bun.IDB, b *box) error {
		n, err := own(ctx, tx, who.ID, id)
		if err != nil || n.ReadAt != nil {
			return err
		}
		b.Version, b.Unread = b.Version+1, b.Unread-1
		return markRead(ctx, tx, who.ID, n.Number, n.Number, s.Clock.Now())
	})
}

// ReadAll marks all as read that came up to that of the id; "" for all there are. For whoever is signed in; fault.NotFound
// when the one of the id is not theirs.
func (s *Service) ReadAll(ctx context.Context, who access.Caller, upTo string) (UnreadCount, error) {
	return s.change(ctx, who, func(tx bun.IDB, b *box) error {
		last := b.Version
		if upTo != "" {
			n, err := own(ctx, tx, who.ID, upTo)
			if err != nil {
				return err
			}
			last = n.Number
		}
		if err := markRead(ctx, tx, who.ID, 0, last, s.Clock.Now()); err != nil {
			return err
		}
		b.Version++
		return recount(ctx, tx, b)
	})
}

// Remove takes one out of the list. For its owner; fault.NotFound for others.
func (s *Service) Remove(ctx context.Context, who access.Caller, id string) (UnreadCount, error) {
	return s.change(ctx, who, func(tx bun.IDB, b *box) error {
		n, err := own(ctx, tx, who.ID, id)
		if err != nil {
			return err
		}
		if b.Version++; n.ReadAt == nil {
			b.Unread--
		}
		return hide(ctx, tx, id)
	})
}

// change runs fn on the caller's box, which is locked, and keeps what fn makes of it.
func (s *Service) change(ctx context.Context, who access.Caller, fn func(tx bun.IDB, b *box) error) (u UnreadCount, err error) {
	return u, s.DB.InTx(ctx, func(tx bun.IDB) error {
		b, err := lockBox(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		was := b
		if err := fn(tx, &b); err != nil {
			return err
		}
		u.Unread = b.Unread
		if b == was {
			return nil
		}
		return saveBox(ctx, tx, b)
	})
}

const (
	keepRead   = 90 // days
	keepUnread = 180
)

// Sweep forgets what was read, or has waited to be read, for long. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.Clock.Now()
	for {
		gone, err := sweep(ctx, s.DB, now.AddDate(0, 0, -keepRead), now.AddDate(0, 0, -keepUnread))
		if err != nil || gone == 0 {
			return err
		}
	}
}
