// Package lesson delivers a course: which lessons there are for the caller, which of them open, and what is in them.
//
// Students get the published version, teachers of the course also the draft. A lesson opens by its release conditions (package
// outline) and by the caller's enrollment. It also keeps the files that lessons show.
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
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/personaldata"
)

// Progress says what students have completed.
type Progress interface {
	Completed(ctx context.Context, userID, courseID string) (map[string]bool, error)
}

// Deps is what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Files    attachment.Signer // of the addresses of files of courses
	Courses  coursework.Courses
	Progress Progress
	Kinds    content.Kinds
}

// Service is the use cases.
type Service struct{ deps Deps }

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// DeleteFiles deletes the files of a course that has been deleted.
func (s *Service) DeleteFiles(ctx context.Context, courseID string) error {
	return s.deps.Blob.DeletePrefix(ctx, objectkey.CourseFiles+courseID+"/")
}

// Holdings are the tables of this package that hold something of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "course_files", Column: "uploaded_by", Export: []string{"course_id", "name", "type", "size", "created_at"}},
	}
}
