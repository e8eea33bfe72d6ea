package app

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/people/notification"
	"lectern/internal/people/profile"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/sign"
)

func (a *App) newNotifications(p Deps) *notification.Service {
	return notification.New(notification.Deps{
		DB: p.DB, Clock: p.Clock, Log: p.Log, Queue: a.Queue, Mail: a.mail, Address: a.address, Key: sign.DeriveKey(p.Secret, "notifications"),
		UserPreferences: profile.Preferences{Settings: a.Settings}, Covers: emailCovers{},
	})
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
