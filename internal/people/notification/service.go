package notification

import (
	"context"
	"log/slog"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/people/inboxhub"
	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// Covers looks up the pictures of courses.
type Covers interface {
	// CoverOf returns the cover of a course for an email, its URL a path of the site; nil for none.
	CoverOf(ctx context.Context, q bun.IDB, courseID string) (*mail.Picture, error)
}

// Deps of the service.
type Deps struct {
	DB              *db.DB
	Clock           clock.Clock
	Log             *slog.Logger
	Queue           *jobs.Queue
	Mail            mail.Sender
	Address         string // public address of the site, for links: https://learn.example.org
	Key             []byte // signs unsubscribe links; 32 bytes, shared by all servers
	UserPreferences mail.Preferences
	Covers          Covers
}

// Service implements the use cases.
type Service struct {
	db              *db.DB
	clock           clock.Clock
	queue           *jobs.Queue
	mail            mail.Sender
	baseURL         string
	key             []byte
	userPreferences mail.Preferences
	covers          Covers
	hub             *inboxhub.Hub
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{
		db:              d.DB,
		clock:           d.Clock,
		queue:           d.Queue,
		mail:            d.Mail,
		baseURL:         d.Address,
		key:             d.Key,
		userPreferences: d.UserPreferences,
		covers:          d.Covers,
		hub:             &inboxhub.Hub{DB: d.DB, Log: d.Log},
	}
}

// reader returns in which language and time zone a user reads notifications and emails.
func (s *Service) reader(ctx context.Context, q bun.IDB, userID string) (reader, error) {
	language, zone, err := s.userPreferences.LanguageAndZone(ctx, q, userID)
	return reader{mail.Language(language), zone}, err
}

// recipientsPerTransaction limits how many users are notified in one transaction.
const recipientsPerTransaction = 100

// Notify delivers a notice to its recipients' inboxes and queues their emails, once for each deduplication key.
func (s *Service) Notify(ctx context.Context, n Notice) error {
	to := slices.Clone(n.To)
	slices.Sort(to) // always in the same order, so that concurrent transactions do not deadlock
	for chunk := range slices.Chunk(slices.Compact(to), recipientsPerTransaction) {
		n.To = chunk
		if err := s.db.InTx(ctx, func(tx bun.IDB) error { return s.NotifyIn(ctx, tx, n) }); err != nil {
			return err
		}
	}
	return nil
}

// NotifyIn is Notify in the transaction of the caller, who notifies few users at a time: their inboxes are locked until it ends.
func (s *Service) NotifyIn(ctx context.Context, tx bun.IDB, n Notice) error {
	readers, err := eligibleRecipients(ctx, tx, n.To, notificationkind.Catalogue[n.Kind].Roles)
	for _, r := range readers {
		if err == nil {
			err = s.deliver(ctx, tx, n, r)
		}
	}
	return err
}

// deliver adds a notice to one inbox.
func (s *Service) deliver(ctx context.Context, tx bun.IDB, n Notice, to recipient) error {
	wish, err := channelsOf(ctx, tx, to.ID, n.Kind)
	wish.Mail = wish.Mail && n.Emails != noEmails
	if err != nil || !wish.InApp && !wish.Mail {
		return err
	}
	b, err := lockInbox(ctx, tx, to.ID)
	if err != nil {
		return err
	}
	row := notificationRow{ID: db.NewID(), UserID: to.ID, DedupKey: n.DedupKey, Kind: n.Kind, Data: db.JSON[Data]{V: n.Data},
		Number: b.Version + 1, InApp: wish.InApp, Mail: mailNone, CreatedAt: s.clock.Now()}
	if wish.Mail && notificationkind.Catalogue[n.Kind].MailedBy == notificationkind.FromNotifications {
		if row.Mail, err = s.initialMailState(ctx, tx, to.ID, n.Emails); err != nil {
			return err
		}
	}
	inserted, err := insertOnce(ctx, tx, row)
	if err != nil || !inserted {
		return err
	}
	if row.Mail == mailSent {
		if err := s.queueEmail(ctx, tx, to.ID, row.ID); err != nil {
			return err
		}
	}
	b.Version++
	if row.InApp {
		b.Unread++
	}
	return saveInbox(ctx, tx, b)
}

// List returns a page of the caller's notifications before a number (0: the newest), their count up to most, and the number
// after which the next page starts, 0 on the last page. For signed-in users.
func (s *Service) List(ctx context.Context, who access.Caller, f Filter, before, limit, offset, most int64) (views []Notification, total, next int64, err error) {
	rows, err := list(ctx, s.db.Reader(), who.ID, f, before, limit+1, offset)
	if err != nil {
		return nil, 0, 0, err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = rows[limit-1].Number
	}
	if total, err = count(ctx, s.db.Reader(), who.ID, f, most); err != nil {
		return nil, 0, 0, err
	}
	reader, err := s.reader(ctx, s.db.Reader(), who.ID)
	for _, row := range rows {
		views = append(views, row.view(reader))
	}
	return views, total, next, err
}

// Unread returns the caller's unread count. For signed-in users.
func (s *Service) Unread(ctx context.Context, who access.Caller) (UnreadCount, error) {
	b, err := readInbox(ctx, s.db.Reader(), who.ID)
	return UnreadCount{b.Unread}, err
}

// Read marks a notification as read; repeating changes nothing. For its owner; fault.NotFound for others.
func (s *Service) Read(ctx context.Context, who access.Caller, id string) (u UnreadCount, err error) {
	return s.change(ctx, who, func(tx bun.IDB, b *inbox) error {
		n, err := ownNotification(ctx, tx, who.ID, id)
		if err != nil || n.ReadAt != nil {
			return err
		}
		b.Version, b.Unread = b.Version+1, b.Unread-1
		return markRead(ctx, tx, who.ID, n.Number, n.Number, s.clock.Now())
	})
}

// ReadAll marks as read all notifications up to an id, or all for "". For signed-in users; fault.NotFound when the id is
// not one of theirs.
func (s *Service) ReadAll(ctx context.Context, who access.Caller, upTo string) (UnreadCount, error) {
	return s.change(ctx, who, func(tx bun.IDB, b *inbox) error {
		last := b.Version
		if upTo != "" {
			n, err := ownNotification(ctx, tx, who.ID, upTo)
			if err != nil {
				return err
			}
			last = n.Number
		}
		if err := markRead(ctx, tx, who.ID, 0, last, s.clock.Now()); err != nil {
			return err
		}
		b.Version++
		return recountUnread(ctx, tx, b)
	})
}

// Remove removes a notification from the list. For its owner; fault.NotFound for others.
func (s *Service) Remove(ctx context.Context, who access.Caller, id string) (UnreadCount, error) {
	return s.change(ctx, who, func(tx bun.IDB, b *inbox) error {
		n, err := ownNotification(ctx, tx, who.ID, id)
		if err != nil {
			return err
		}
		if b.Version++; n.ReadAt == nil {
			b.Unread--
		}
		return hide(ctx, tx, id)
	})
}

// change locks the caller's inbox, runs fn on it and saves the result.
func (s *Service) change(ctx context.Context, who access.Caller, fn func(tx bun.IDB, b *inbox) error) (u UnreadCount, err error) {
	return u, s.db.InTx(ctx, func(tx bun.IDB) error {
		b, err := lockInbox(ctx, tx, who.ID)
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
		return saveInbox(ctx, tx, b)
	})
}

const (
	keepRead   = 90 // days
	keepUnread = 180
)

// Sweep deletes old notifications, read ones sooner. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.clock.Now()
	for {
		gone, err := sweep(ctx, s.db, now.AddDate(0, 0, -keepRead), now.AddDate(0, 0, -keepUnread))
		if err != nil || gone == 0 {
			return err
		}
	}
}
