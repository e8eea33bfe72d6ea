package app

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/people/notification"
	"lectern/internal/people/notificationkind"
	"lectern/internal/people/profile"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/announcement"
)

func (a *App) newNotifications(p Deps) *notification.Service {
	return notification.New(notification.Deps{
		DB: p.DB, Clock: p.Clock, Log: p.Log, Queue: a.Queue, Mail: a.mail, Address: a.address, Key: sign.DeriveKey(p.Secret, "notifications"),
		UserPreferences: profile.Preferences{Settings: a.Settings}, Covers: emailCovers{},
	})
}

// announcementNotices adapts notifications to announcements.
type announcementNotices struct{ notifications *notification.Service }

// Announce implements announcement.Notices.
func (a announcementNotices) Announce(ctx context.Context, tx bun.IDB, n announcement.Notice) error {
	kind := notificationkind.Announced
	switch {
	case n.Reminder:
		kind = notificationkind.AnnouncementUnread
	case n.Mail:
		kind = notificationkind.AnnouncedByMail
	}
	return a.notifications.NotifyIn(ctx, tx, notification.Notice{DedupKey: n.Key, Kind: kind, To: n.To, Data: notification.Data{"announcement": n.ID, "title": n.Title}})
}

// MailedKind implements announcement.Notices.
func (announcementNotices) MailedKind() string { return string(notificationkind.AnnouncedByMail) }

func (a *App) newAnnouncements(p Deps) *announcement.Service {
	return announcement.New(announcement.Deps{DB: p.DB, Clock: p.Clock, Queue: a.Queue, Audit: a.Audit, Cleaner: text.NewCleaner(), Notices: announcementNotices{a.Notifications}})
}

// emailCovers chooses covers for emails: sharp on screens with two pixels for each of CSS.
type emailCovers struct{}

// CoverOf implements notification.Covers.
func (emailCovers) CoverOf(ctx context.Context, q bun.IDB, courseID string) (*mail.Picture, error) {
	cover, err := course.CoverOf(ctx, q, courseID)
	if err != nil || cover == nil {
		return nil, err
	}
	size := cover.For(2 * mail.PictureWidth)
	width := min(size.Width, mail.PictureWidth)
	return &mail.Picture{URL: size.URL, Width: width, Height: size.Height * width / size.Width}, nil
}
