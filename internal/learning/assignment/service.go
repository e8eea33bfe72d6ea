package assignment

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// Lesson is an assignment lesson as somebody may work in it.
type Lesson struct {
	CourseID string
	LessonID string
	Title    string
	Content  json.RawMessage // AssignmentSettings; nil for none yet, and while it is locked
	Revision int64
	Locked   string // why it does not open, in a sentence; "" when it does
	Teaches  bool   // the caller teaches the course
	Enrolled bool
}

// Lessons are the assignment lessons of all courses. Package curriculum fills it.
type Lessons interface {
	// Task is fault.NotFound for who may not know of the lesson; with draft it is, for teachers, that of the draft.
	Task(ctx context.Context, who access.Caller, lessonID string, draft bool) (Lesson, error)
	// Put changes what is in it, in the draft. fault.Precondition when it is not of that revision any more.
	Put(ctx context.Context, who access.Caller, courseID, lessonID string, content json.RawMessage, revision int64) error
}

// Courses says who teaches what. Package course fills it.
type Courses interface {
	MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error)
}

// Progress is told what learners have done. Package progress fills it.
type Progress interface {
	Note(ctx context.Context, tx bun.IDB, userID, courseID, lessonID, id, kind string, value int64, at time.Time) error
}

// Service is the use cases. It is built once, in package app.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Queue    *jobs.Queue
	Files    attachment.Signer
	Courses  Courses
	Lessons  Lessons
	Progress Progress
}

var (
	errNoAssignment = fault.New(fault.NotFound, "assignment_not_found", "There is no such assignment.")
	errNoSubmission = fault.New(fault.NotFound, "submission_not_found", "There is no such submission.")
	errNoFile       = fault.New(fault.NotFound, "file_not_found", "There is no such file.")
	errNoCourse     = fault.New(fault.NotFound, "course_not_found", "There is no such course.")
)

// lesson is an assignment with its settings; errNoAssignment for who may not know of it.
func (s *Service) lesson(ctx context.Context, who access.Caller, lessonID string, draft bool) (l Lesson, settings AssignmentSettings, err error) {
	l, err = s.Lessons.Task(ctx, who, lessonID, draft)
	if fault.Is(err, fault.NotFound) {
		err = errNoAssignment
	}
	if err == nil && len(l.Content) > 0 {
		err = json.Unmarshal(l.Content, &settings)
	}
	return l, settings.filled(), err
}

// taught is an assignment of a course that the caller teaches; errNoAssignment for everybody else.
func (s *Service) taught(ctx context.Context, who access.Caller, lessonID string, draft bool) (l Lesson, settings AssignmentSettings, err error) {
	l, settings, err = s.lesson(ctx, who, lessonID, draft)
	if err == nil && !l.Teaches {
		err = errNoAssignment
	}
	return l, settings, err
}

// opens says in a fault why somebody cannot hand in work.
func (l Lesson) opens() error {
	switch {
	case l.Locked != "":
		return fault.New(fault.Forbidden, "lesson_locked", l.Locked)
	case !l.Enrolled:
		return fault.New(fault.Forbidden, "not_enrolled", "Enrol in the course to hand in work.")
	}
	return nil
}

// AssignmentDraft is what is to be done, in the draft of the curriculum.
type AssignmentDraft struct {
	CourseID string             `json:"course_id"`
	Title    string             `json:"title"`
	Revision int64              `json:"revision" doc:"Send it with the next change."`
	Settings AssignmentSettings `json:"settings"`
}

// AssignmentChange replaces what is to be done.
type AssignmentChange struct {
	Revision int64              `json:"revision,omitempty" minimum:"0" msg:"The revision must be a number" doc:"Of the draft that was edited: when somebody has changed the lesson since, the answer is 412. 0 or none overwrites."`
	Settings AssignmentSettings `json:"settings"`
}

// Settings is what is to be done. For teachers of the course; errNoAssignment for everybody else.
func (s *Service) Settings(ctx context.Context, who access.Caller, lessonID string) (AssignmentDraft, error) {
	l, settings, err := s.taught(ctx, who, lessonID, true)
	return AssignmentDraft{l.CourseID, l.Title, l.Revision, settings}, err
}

// Change replaces what is to be done, in the draft of the curriculum. For teachers of the course. fault.Invalid,
// fault.Precondition when somebody has changed the lesson since.
func (s *Service) Change(ctx context.Context, who access.Caller, lessonID string, c AssignmentChange) (AssignmentDraft, error) {
	l, _, err := s.taught(ctx, who, lessonID, true)
	if err != nil {
		return AssignmentDraft{}, err
	}
	content, err := json.Marshal(c.Settings)
	if err == nil {
		err = s.Lessons.Put(ctx, who, l.CourseID, lessonID, content, c.Revision)
	}
	if err != nil {
		return AssignmentDraft{}, err
	}
	return s.Settings(ctx, who, lessonID)
}
