package app

import (
	"lectern/internal/people/notification"
	"lectern/internal/people/profile"
	"lectern/internal/platform/sign"
)

func (a *App) newNotifications(p Deps) *notification.Service {
	return notification.New(notification.Deps{
		DB: p.DB, Clock: p.Clock, Log: p.Log, Queue: a.Queue, Mail: a.mail, Address: a.address, Key: sign.DeriveKey(p.Secret, "notifications"),
		UserPreferences: profile.Preferences{Settings: a.Settings},
	})
}
