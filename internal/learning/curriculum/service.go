package curriculum

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
)

// Progress says how far the learners of courses are.
type Progress interface {
	// LessonFigures is what happened in a lesson since an instant.
	LessonFigures(ctx context.Context, courseID, lessonID string, since time.Time) (LessonFigures, error)
	// CourseFigures is how far the learners of a course are.
	CourseFigures(ctx context.Context, courseID string) (CourseFigures, error)
}

// Deps is what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
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

// Edit runs fn on the draft of a course and stores the result as the next revision; what says in words what was done, for undo.
// For teachers of the course. Edits of one course are serialised by a row lock, so that none is lost.
func (s *Service) Edit(ctx context.Context, who access.Caller, courseID, what string, fn func(e *outline.Edit) error) error {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.begin(ctx, tx, who, courseID); err != nil {
			return err
		}
		r, err := outline.Lock(ctx, tx, courseID)
		if err != nil {
			return err
		}
		before := r.Outline.V.Clone()
		e := &outline.Edit{Tx: tx, Now: s.deps.Clock.Now(), Outline: &r.Outline.V, Revision: r.Revision + 1, Record: &r}
		if err := fn(e); err != nil {
			return err
		}
		if err := r.Outline.V.CheckSize(); err != nil {
			return err
		}
		if err := keep(ctx, tx, editedDraft{CourseID: courseID, Revision: r.Revision, Outline: db.JSON[outline.Outline]{V: before}, What: what, EditedBy: who.ID, EditedAt: e.Now}); err != nil {
			return err
		}
		r.Revision, r.UpdatedAt, r.UpdatedBy = e.Revision, e.Now, who.ID
		return update(ctx, tx, r)
	})
}

// putContent stores what is in a lesson of the draft.
func (s *Service) putContent(ctx context.Context, e *outline.Edit, l *outline.Lesson, c content.Content) error {
	stored, err := s.deps.Kinds.Put(ctx, e.Tx, e.Record.CourseID, l.Type, c, e.Now)
	l.ContentID, l.VideoID = stored.ID, stored.VideoID
	return err
}

// begin makes an empty curriculum, unless there is one.
func (s *Service) begin(ctx context.Context, tx bun.IDB, who access.Caller, courseID string) error {
	c, err := coursework.CourseByID(ctx, tx, courseID)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	empty := outline.Outline{Title: c.Title, Sections: []outline.Section{}}
	return insert(ctx, tx, outline.Record{CourseID: courseID, Outline: db.JSON[outline.Outline]{V: empty}, PublishedOutline: db.JSON[outline.Outline]{V: outline.Outline{Sections: []outline.Section{}}},
		CreatedAt: now, UpdatedAt: now, UpdatedBy: who.ID})
}

// Begin makes an empty curriculum, unless there is one. For teachers of the course.
func (s *Service) Begin(ctx context.Context, who access.Caller, courseID string) error {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.begin(ctx, tx, who, courseID) })
}

// HasWeek says whether a section is one of a course, in its draft or its published version. For other features.
func (s *Service) HasWeek(ctx context.Context, courseID, sectionID string) (bool, error) {
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, inDraft := r.Outline.V.FindSection(sectionID)
	_, inPublished := r.PublishedOutline.V.FindSection(sectionID)
	return inDraft == nil || inPublished == nil, nil
}

// draft is the draft of a course as its teachers see it.
func (s *Service) draft(ctx context.Context, courseID string) (outline.Curriculum, error) {
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return outline.Curriculum{}, err
	}
	return r.DraftView(ctx, s.deps.DB.Reader())
}
