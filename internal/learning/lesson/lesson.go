// Package lesson delivers a course: its lessons, which of them are open to the caller, and their contents.
//
// Students get the published version, teachers of the course also the draft. Whether a lesson is open depends on its
// release conditions (package outline) and on the caller's enrollment. The package also keeps the files that lessons
// embed.
package lesson

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/personaldata"
)

// Progress tells which lessons a student has completed.
type Progress interface {
	Completed(ctx context.Context, userID, courseID string) (map[string]bool, error)
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Files    attachment.Signer // signs URLs of course files
	Courses  coursework.Courses
	Progress Progress
	Kinds    content.Kinds
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// courseDeleted is the event course.deleted, as far as it is read here.
type courseDeleted struct{ CourseID string }

func (courseDeleted) EventName() string { return "course.deleted" }

// Listeners delete the files of deleted courses.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{events.On("lesson", func(ctx context.Context, d events.Delivery[courseDeleted]) error {
		return s.deps.Blob.DeletePrefix(ctx, objectkey.CourseFiles+d.Event.CourseID+"/")
	})}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "course_files", Column: "uploaded_by", Export: []string{"course_id", "name", "type", "size", "created_at"}},
	}
}
