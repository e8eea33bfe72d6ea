package authoring

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
)

// WeekRecorded is published when a video has been added as the recording of a week of a live course.
type WeekRecorded struct{ CourseID, WeekID, VideoID string }

func (WeekRecorded) EventName() string { return "course.week_recorded" }

// Deleted is published when a course has been permanently deleted.
type Deleted struct{ CourseID string }

func (Deleted) EventName() string { return "course.deleted" }

// AccessChanged is published when a course may be open to its students from or until another instant than before.
type AccessChanged struct{ CourseID string }

func (AccessChanged) EventName() string { return "course.access_changed" }

// WeeklyTimesChanged is published when the weekly Q&A sessions of a course take place at other times than before.
type WeeklyTimesChanged struct{ CourseID, ActorID string }

func (WeeklyTimesChanged) EventName() string { return "course.weekly_times_changed" }

// accountRenamed is the event account.renamed, as far as it is read here.
type accountRenamed struct{ UserID string }

func (accountRenamed) EventName() string { return "account.renamed" }

// Listeners reindex the courses of a teacher who has changed their name.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{events.On("authoring", func(ctx context.Context, d events.Delivery[accountRenamed]) error {
		return s.db.InTx(ctx, func(tx bun.IDB) error { return reindexTaught(ctx, tx, d.Event.UserID) })
	})}
}
