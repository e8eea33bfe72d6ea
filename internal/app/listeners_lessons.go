package app

import (
	"context"

	"lectern/internal/learning/assignment"
	"lectern/internal/learning/discussion"
	"lectern/internal/platform/events"
)

// lessonNews are the events in lessons that people are told of.
func (a *App) lessonNews() []events.Listener {
	const who = "notification"
	n := a.Notifications
	return []events.Listener{
		events.On(who, func(ctx context.Context, h events.Delivery[assignment.GradeReturned]) error {
			return n.GradeReturned(ctx, h.ID, h.Event.SubmissionID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[assignment.WorkHandedIn]) error {
			return n.WorkHandedIn(ctx, h.ID, h.Event.SubmissionID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[discussion.CommentAnswered]) error {
			return n.CommentAnswered(ctx, h.ID, h.Event.CommentID)
		}),
		events.On(who, func(ctx context.Context, h events.Delivery[discussion.CommentHidden]) error {
			return n.CommentHidden(ctx, h.ID, h.Event.CommentID)
		}),
	}
}
