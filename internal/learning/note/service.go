package note

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// Deps is what the service needs.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Lessons coursework.OpenLessons
}

// Service is the use cases.
type Service struct{ deps Deps }

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

const most = 500 // notes of one person in one lesson

// List is the caller's notes in a lesson in the order of the film, those without a moment last. For whom the lesson
// opens; fault.NotFound for others.
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

// Search is a page of the caller's notes in a course, those that were changed last first. For everybody, of their own alone: who
// has left a course keeps what they wrote there.
func (s *Service) Search(ctx context.Context, who access.Caller, courseID string, f NoteFilter, limit int64, scroll rest.CursorParam) (notes []Note, next string, err error) {
	before, id, err := scroll.DecodeTime(s.deps.Clock.Now())
	if err != nil {
		return nil, "", err
	}
	q := search{userID: who.ID, courseID: courseID, words: text.Fold(f.Search), before: before, id: id, limit: limit + 1}
	notes, err = found(ctx, s.deps.DB.Reader(), q)
	if int64(len(notes)) > limit {
		notes = notes[:limit]
		last := notes[limit-1]
		next = rest.EncodeTimeCursor(last.UpdatedAt, last.ID)
	}
	for i := range notes {
		notes[i] = notes[i].shown()
	}
	return notes, next, err
}

// Add writes a note. For whom the lesson opens; fault.NotFound for others, fault.Invalid when a rule is broken,
// fault.Conflict when there are too many.
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
			err = fault.New(fault.Conflict, "too_many_notes", "A lesson holds at most 500 notes of yours. Please delete some first.")
		}
		if err != nil {
			return err
		}
		return insert(ctx, tx, n)
	})
	return n.shown(), err
}

// Change replaces a note of the caller. fault.NotFound for everybody else's, fault.Invalid when a rule is broken.
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

// Delete takes a note of the caller away. fault.NotFound for everybody else's.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return remove(ctx, tx, who.ID, id) })
}

// Erase takes away what a person has written. For package profile, in the transaction that erases the person.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
