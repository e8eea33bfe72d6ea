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

// Progress provides figures on the progress of learners.
type Progress interface {
	LessonFigures(ctx context.Context, courseID, lessonID string, since time.Time) (coursework.LessonFigures, error)
	CourseFigures(ctx context.Context, courseID string) (coursework.CourseFigures, error)
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Courses  coursework.Courses
	Progress Progress
	Kinds    content.Kinds
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Edit runs fn on the draft of a course and stores the result as the next revision; description says what was
// changed, in the undo history. For teachers of the course. A row lock serialises the edits of a course, so that none is lost.
func (s *Service) Edit(ctx context.Context, who access.Caller, courseID, description string, fn func(e *outline.Edit) error) error {
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
		if err := storeEdit(ctx, tx, editedDraft{CourseID: courseID, Revision: r.Revision, Outline: db.JSON[outline.Outline]{V: before}, Description: description, EditedBy: who.ID, EditedAt: e.Now}); err != nil {
			return err
		}
		r.Revision, r.UpdatedAt, r.UpdatedBy = e.Revision, e.Now, who.ID
		return update(ctx, tx, r)
	})
}

// putContent stores the content of a lesson in the draft.
func (s *Service) putContent(ctx context.Context, e *outline.Edit, l *outline.Lesson, c content.Content) error {
	before := l.ContentID
	stored, err := s.deps.Kinds.Put(ctx, e.Tx, e.Record.CourseID, l.Type, c, e.Now)
	l.ContentID, l.VideoID = stored.ID, stored.VideoID
	if err == nil && l.Type == "live_session" {
		err = refusePast(ctx, e, before, stored.ID)
	}
	return err
}

// refusePast is fault.Invalid for a live session that an author sets to an instant that has passed. One that has taken place keeps
// its date while the rest of it is edited.
func refusePast(ctx context.Context, e *outline.Edit, before, after string) error {
	held, err := content.ByID(ctx, e.Tx, e.Record.CourseID, []string{before, after})
	if err != nil {
		return err
	}
	now, err := content.Decode[content.LiveSession](held[after])
	if err != nil || !now.StartsAt.Before(e.Now) {
		return err
	}
	if len(held[before]) > 0 {
		was, err := content.Decode[content.LiveSession](held[before])
		if err != nil || was.StartsAt.Equal(now.StartsAt) {
			return err
		}
	}
	return fault.InvalidField("content.date", "in_the_past", "Date "+now.Date+" is in the past")
}

// begin creates an empty curriculum if there is none.
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

// Begin creates an empty curriculum if there is none, for teachers of the course.
func (s *Service) Begin(ctx context.Context, who access.Caller, courseID string) error {
	if err := coursework.RequireEditor(ctx, s.deps.Courses, who, courseID); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.begin(ctx, tx, who, courseID) })
}

// HasWeek reports whether a section is in the draft or the published version of a course. For other features.
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

// Weeks lists the sections of the published version of a course in their order, or of the draft if there is none. For other features.
func (s *Service) Weeks(ctx context.Context, courseID string) (ids []string, err error) {
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	o := r.PublishedOutline.V
	if len(o.Sections) == 0 {
		o = r.Outline.V
	}
	for _, section := range o.Sections {
		ids = append(ids, section.ID)
	}
	return ids, nil
}

func (s *Service) draft(ctx context.Context, courseID string) (outline.Curriculum, error) {
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return outline.Curriculum{}, err
	}
	return r.DraftView(ctx, s.deps.DB.Reader())
}
