package app

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/progress"
	"lectern/internal/people/identity"
	"lectern/internal/people/notification"
	"lectern/internal/people/profile"
	"lectern/internal/people/recovery"
	"lectern/internal/people/session"
	"lectern/internal/people/signup"
	"lectern/internal/people/twofactor"
	"lectern/internal/platform/events"
	"lectern/internal/video/transcode"
)

// newNotifications builds what tells people what concerns them.
func (a *App) newNotifications(p Deps) *notification.Service {
	return &notification.Service{
		DB: p.DB, Clock: p.Clock, Queue: a.Queue, Mail: a.Mail, Address: a.Address, Key: Derive(p.Secret, "notifications"),
		UserPreferences: profile.Preferences{}, Hub: &notification.Hub{DB: p.DB, Log: p.Log},
	}
}

// news are the events that people are told of.
func (a *App) news() []events.Listener {
	const who = "notification"
	n := a.Notifications
	return []events.Listener{
		events.On(who, func(ctx context.Context, h events.Delivery[recovery.PasswordChanged]) error {
			return n.AboutAccount(ctx, h.ID, notification.PasswordChanged, h.Event.UserID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[session.AccountLocked]) error {
			return n.AboutAccount(ctx, h.ID, notification.AccountLocked, h.Event.UserID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[session.SessionReused]) error {
			return n.AboutAccount(ctx, h.ID, notification.SessionEnded, h.Event.UserID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[signup.ApplicationDecided]) error {
			kind := notification.ApplicationRejected
			if h.Event.Approved {
				kind = notification.ApplicationApproved
			}
			return n.AboutAccount(ctx, h.ID, kind, h.Event.UserID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[signup.ApplicationReceived]) error {
			return n.TellAdministrators(ctx, h.ID, notification.ApplicationReceived)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[signup.InvitationAccepted]) error {
			return n.AcceptedInvitation(ctx, h.ID, h.Event.InvitedBy, h.Event.UserID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[course.StudentEnrolled]) error {
			return n.Enrolled(ctx, h.ID, h.Event.UserID, h.Event.CourseID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[twofactor.Changed]) error {
			return n.AboutAccount(ctx, h.ID, notification.SecondFactorChanged, h.Event.UserID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[identity.Changed]) error {
			return n.AboutAccount(ctx, h.ID, notification.IdentityChanged, h.Event.User)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[profile.ExportReady]) error {
			return n.AboutAccount(ctx, h.ID, notification.ExportReady, h.Event.User)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[progress.CompletedEvent]) error {
			return n.Completed(ctx, h.ID, h.Event.UserID, h.Event.CourseID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[curriculum.PublishedEvent]) error {
			return n.Updated(ctx, h.At, h.Event.CourseID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[transcode.VideoReady]) error {
			return n.VideoEnded(ctx, h.ID, notification.VideoReady, h.Event.VideoID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[transcode.VideoFailed]) error {
			return n.VideoEnded(ctx, h.ID, notification.VideoFailed, h.Event.VideoID)
		}),
	}
}
