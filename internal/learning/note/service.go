package note

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Lessons coursework.OpenLessons
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

const most = 500 // notes of one user in one lesson

// List returns the caller's notes in a lesson by timestamp, those without one last. It returns fault.NotFound unless
// the lesson is open to the caller.
func (s *Service) List(ctx context.Context, who access.Caller, lessonID string) ([]Note, error) {
	if _, _, err := s.deps.Lessons.OpenLesson(ctx, who, lessonID); err != nil {
		return nil, err
	}
	notes, err := list(ctx, s.deps.DB.Reader(), who.ID, lessonID)
	for i := range notes {
		notes[i] = notes[i].shown()
	}
	return notes, err
}

// Search lists the caller's own notes in a course, last changed first. Users who have left the course keep access to
// their notes.
func (s *Service) Search(ctx context.Context, who access.Caller, courseID string, f NoteFilter, limit int64, scroll rest.CursorParam) (notes []Note, next string, err error) {
	return s.page(ctx, who, course.Where("n.course_id = ?", courseID), f, limit, scroll)
}

// All lists the caller's own notes in all courses that are open to them, last changed first. For signed-in callers.
func (s *Service) All(ctx context.Context, who access.Caller, f AllFilter, limit int64, scroll rest.CursorParam) (notes []Note, next string, err error) {
	scope := course.MayLearn(who, s.deps.Clock.Now())
	narrow := func(column, id string) {
		if id != "" {
			scope = course.Where(scope.SQL+" AND "+column+" = ?", append(slices.Clone(scope.Args), id)...)
		}
	}
	narrow("n.course_id", f.CourseID)
	narrow("n.lesson_id", f.LessonID)
	return s.page(ctx, who, scope, f.NoteFilter, limit, scroll)
}

// page returns a page of the caller's own notes that a scope selects, and the cursor of the next one.
func (s *Service) page(ctx context.Context, who access.Caller, scope course.Condition, f NoteFilter, limit int64, scroll rest.CursorParam) (notes []Note, next string, err error) {
	before, id, err := scroll.DecodeTime(s.deps.Clock.Now())
	if err != nil {
		return nil, "", err
	}
	q := search{userID: who.ID, scope: scope, words: text.Fold(f.Search), before: before, id: id, limit: limit + 1}
	notes, err = found(ctx, s.deps.DB.Reader(), q)
	notes, next = rest.CutAtTime(notes, limit, func(n Note) (time.Time, string) { return n.UpdatedAt, n.ID })
	for i := range notes {
		notes[i] = notes[i].shown()
	}
	return notes, next, err
}

// mostLessons is how many lessons with notes are listed.
const mostLessons = 2000

// Lessons lists the lessons on which the caller has notes, in courses that are open to them. For signed-in callers.
func (s *Service) Lessons(ctx context.Context, who access.Caller) ([]NotedLesson, error) {
	return notedLessons(ctx, s.deps.DB.Reader(), who.ID, course.MayLearn(who, s.deps.Clock.Now()), mostLessons)
}

// Add stores a note. It returns fault.NotFound unless the lesson is open to the caller, fault.Invalid, or
// fault.Conflict when there are too many notes.
func (s *Service) Add(ctx context.Context, who access.Caller, lessonID string, in NewNote) (n Note, err error) {
	courseID, _, err := s.deps.Lessons.OpenLesson(ctx, who, lessonID)
	if err != nil {
		return n, err
	}
	body, at, err := in.normalise()
	if err != nil {
		return n, err
	}
	now := s.deps.Clock.Now()
	n = Note{ID: db.NewID(), UserID: who.ID, CourseID: courseID, LessonID: lessonID, AtMS: at, Body: body, SearchText: text.Fold(body), CreatedAt: now, UpdatedAt: now}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		held, err := count(ctx, tx, who.ID, lessonID)
		if err == nil && held >= most {
			err = fault.New(fault.Conflict, "too_many_notes", "You can keep at most 500 notes in a lesson. Delete some first.")
		}
		if err != nil {
			return err
		}
		return insert(ctx, tx, n)
	})
	return n.shown(), err
}

// Change replaces a note of the caller. It returns fault.NotFound for another user's, or fault.Invalid.
func (s *Service) Change(ctx context.Context, who access.Caller, id string, in NewNote) (n Note, err error) {
	body, at, err := in.normalise()
	if err != nil {
		return n, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if n, err = own(ctx, tx, who.ID, id); err != nil {
			return err
		}
		n.Body, n.SearchText, n.AtMS, n.UpdatedAt = body, text.Fold(body), at, s.deps.Clock.Now()
		return update(ctx, tx, n)
	})
	return n.shown(), err
}

// Delete deletes a note of the caller. It returns fault.NotFound for another user's.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return remove(ctx, tx, who.ID, id) })
}

// Erase deletes a user's notes, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
