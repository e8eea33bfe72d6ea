package curriculum

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Courses says who may do what with a course. Package course fills it.
type Courses interface {
	MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error)
	MayWatch(ctx context.Context, who access.Caller, courseID string, preview bool) (bool, error)
}

// Progress says what learners have done. Package progress fills it.
type Progress interface {
	// Completed is the lessons of a course that somebody has completed.
	Completed(ctx context.Context, userID, courseID string) (map[string]bool, error)
	// LessonFigures is what happened in a lesson since an instant.
	LessonFigures(ctx context.Context, courseID, lessonID string, since time.Time) (LessonFigures, error)
	// CourseFigures is how far the learners of a course are.
	CourseFigures(ctx context.Context, courseID string) (CourseFigures, error)
}

// Service is the use cases. It is built once, in package app, by New.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Key      []byte // of the addresses of files; 32 bytes that every server of an installation shares
	Courses  Courses
	Progress Progress
	kinds    map[string]Kind
}

// New is s with the kinds of lessons that this package knows, and more from other packages.
func New(s Service, more map[string]Kind) *Service {
	s.kinds = map[string]Kind{
		"text": textKind{text.NewCleaner()}, "embed": embedKind{}, "file": fileKind{}, "pdf": fileKind{"application/pdf"},
		"video": videoKind{}, "live_session": liveKind{},
	}
	for name, kind := range more {
		s.kinds[name] = kind
	}
	return &s
}

var errNoCourse = fault.New(fault.NotFound, "course_not_found", "There is no such course.")

// mayEdit is errNoCourse for who may not know of the course, and fault.Forbidden for who may know but does not teach it.
func (s *Service) mayEdit(ctx context.Context, who access.Caller, courseID string) error {
	teaches, err := s.Courses.MayTeach(ctx, who, courseID)
	if err != nil || teaches {
		return err
	}
	visible, err := s.Courses.MayWatch(ctx, who, courseID, true)
	if err == nil && visible {
		err = fault.New(fault.Forbidden, "not_your_course", "Only those who teach this course can change it.")
	} else if err == nil {
		err = errNoCourse
	}
	return err
}

// change is an edit that is under way.
type change struct {
	tx      bun.IDB
	now     time.Time
	outline *Outline
	next    int64 // the revision that the edit makes
	row     *row
}

// edit runs fn on the draft of a course and stores what it makes of it as the next revision; what says in words what was
// done, for undo. For teachers of the course. Edits come one after another, so that none is lost.
func (s *Service) edit(ctx context.Context, who access.Caller, courseID, what string, fn func(c *change) error) error {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.begin(ctx, tx, who, courseID); err != nil {
			return err
		}
		r, err := lock(ctx, tx, courseID)
		if err != nil {
			return err
		}
		before := r.Outline.V.clone()
		c := &change{tx, s.Clock.Now(), &r.Outline.V, r.Revision + 1, &r}
		if err := fn(c); err != nil {
			return err
		}
		if err := r.Outline.V.bounds(); err != nil {
			return err
		}
		if err := keep(ctx, tx, edited{CourseID: courseID, Revision: r.Revision, Outline: db.JSON[Outline]{V: before}, What: what, EditedBy: who.ID, EditedAt: c.now}); err != nil {
			return err
		}
		r.Revision, r.UpdatedAt, r.UpdatedBy = c.next, c.now, who.ID
		return update(ctx, tx, r)
	})
}

// begin makes an empty curriculum, unless there is one.
func (s *Service) begin(ctx context.Context, tx bun.IDB, who access.Caller, courseID string) error {
	c, err := courseByID(ctx, tx, courseID)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	empty := Outline{Title: c.Title, Sections: []Section{}}
	return insert(ctx, tx, row{CourseID: courseID, Outline: db.JSON[Outline]{V: empty}, PublishedOutline: db.JSON[Outline]{V: Outline{Sections: []Section{}}},
		CreatedAt: now, UpdatedAt: now, UpdatedBy: who.ID})
}

// newSection is an empty one with an identity of its own.
func (c *change) newSection(kind, title, description string) Section {
	return Section{ID: db.NewID(), Kind: kind, Title: title, Description: description, Revision: c.next, Lessons: []Lesson{}}
}

// newLesson is one of a type with an identity of its own and what fits the type.
func newLesson(kind, title string, revision int64) Lesson {
	return Lesson{ID: db.NewID(), Type: kind, Title: title, Required: true, Completion: completionOf(kind, nil), Revision: revision}
}

// put stores a content for a lesson and lets the lesson name it.
func (s *Service) put(ctx context.Context, c *change, l *Lesson, content Content) error {
	kind, ok := s.kinds[l.Type]
	if !ok {
		return invalid("type", "unknown_value", "Lessons of this type cannot be made here.")
	}
	if len(content) > maxContent {
		return fault.New(fault.TooLarge, "content_too_large", "There is too much in this lesson. Please split it in two.")
	}
	checked, err := kind.Check(ctx, c.tx, c.row.CourseID, content)
	if err != nil {
		return err
	}
	if l.ContentID, err = insertContent(ctx, c.tx, c.row.CourseID, checked, c.now); err != nil {
		return err
	}
	l.VideoID = ""
	if l.Type == "video" {
		v, err := readContent[Video](checked)
		if err != nil {
			return err
		}
		l.VideoID = v.VideoID
	}
	return nil
}

// check holds a lesson against the rules that its members have among each other. o is the outline that it stands in.
func (l Lesson) check(o *Outline) error {
	var broken fault.Fields
	broken.Require(slices.Contains(rules[l.Type], l.Completion.Rule), "completion.rule", "unknown_value", "A lesson of this type cannot be completed by this rule")
	if l.Release.AfterLesson != "" {
		_, _, err := o.lesson(l.Release.AfterLesson)
		broken.Require(err == nil, "release.after_lesson", "unknown_value", "The lesson that has to be completed first is not in this course")
		broken.Require(err != nil || !o.waitsFor(l.Release.AfterLesson, l.ID), "release.after_lesson", "circular", "Each of these lessons would wait for the other")
	}
	return broken.Err()
}

// waitsFor says that lesson id opens only after another, directly or through others.
func (o *Outline) waitsFor(id, other string) bool {
	for range maxLessons { // a circle that was there before does not hold us up
		if id == other {
			return true
		}
		_, l, err := o.lesson(id)
		if err != nil || l.Release.AfterLesson == "" {
			return false
		}
		id = l.Release.AfterLesson
	}
	return true
}

// Begin makes an empty curriculum, unless there is one. For teachers of the course.
func (s *Service) Begin(ctx context.Context, who access.Caller, courseID string) error {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return s.begin(ctx, tx, who, courseID) })
}
