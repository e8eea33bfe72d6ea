package app

import (
	"lectern/internal/people/notification"
	"lectern/internal/people/profile"
)

func (a *App) newNotifications(p Deps) *notification.Service {
	return notification.New(notification.Deps{
		DB: p.DB, Clock: p.Clock, Log: p.Log, Queue: a.Queue, Mail: a.mail, Address: a.address, Key: Derive(p.Secret, "notifications"),
		UserPreferences: profile.Preferences{},
	})
}
