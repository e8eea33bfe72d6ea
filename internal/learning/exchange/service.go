package exchange

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

// Drafts edits the drafts of curricula.
type Drafts interface {
	// Edit runs fn on the draft of a course and stores the result, for teachers of the course. what names the change
	// in the undo history.
	Edit(ctx context.Context, who access.Caller, courseID, what string, fn func(e *outline.Edit) error) error
}

type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Blob    blob.Store
	Courses coursework.Courses
	Drafts  Drafts
	Kinds   content.Kinds
	Scratch string // folder for temporary files
}

type Service struct {
	deps             Deps
	archives         *rest.Decoder[Archive]
	archivedSections *rest.Decoder[ArchivedSection]
	archivedLessons  *rest.Decoder[ArchivedLesson]
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, rest.NewDecoder[Archive](), rest.NewDecoder[ArchivedSection](), rest.NewDecoder[ArchivedLesson]()}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "curriculum_templates", Column: "created_by", Export: []string{"title", "summary", "category", "created_at"}},
	}
}
