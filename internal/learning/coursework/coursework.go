// Package coursework holds what the features of a course need of each other: who may teach and see it, and the
// lessons in which students work.
package coursework

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
)

type Teaching interface {
	MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error)
}

type Courses interface {
	Teaching
	// MayWatch reports whether the lessons of a course are open to the caller or, with preview, whether its page is.
	MayWatch(ctx context.Context, who access.Caller, courseID string, preview bool) (bool, error)
}

// RequireTeacher returns course.ErrNotFound if the caller does not teach the course.
func RequireTeacher(ctx context.Context, courses Teaching, who access.Caller, courseID string) error {
	teaches, err := courses.MayTeach(ctx, who, courseID)
	if err == nil && !teaches {
		err = course.ErrNotFound
	}
	return err
}

// RequireEditor returns course.ErrNotTaught if the caller sees the course but does not teach it, course.ErrNotFound if they do
// not see it.
func RequireEditor(ctx context.Context, courses Courses, who access.Caller, courseID string) error {
	teaches, err := courses.MayTeach(ctx, who, courseID)
	if err != nil || teaches {
		return err
	}
	visible, err := courses.MayWatch(ctx, who, courseID, true)
	if err == nil && visible {
		err = course.ErrNotTaught
	} else if err == nil {
		err = course.ErrNotFound
	}
	return err
}

// Task is a lesson in which students work, a quiz or an assignment, as the caller may see it.
type Task struct {
	CourseID string
	LessonID string
	Title    string
	Content  json.RawMessage // complete, with what learners may not see; nil if there is none or the lesson is locked
	Revision int64
	Locked   string // the reason as a sentence, "" if the lesson is open
	Teaches  bool   // the caller teaches the course
	Enrolled bool
}

// Tasks gives access to the lessons of one such type.
type Tasks interface {
	// Task returns the published lesson or, with draft and for teachers of its course, the one in the draft. It
	// returns fault.NotFound if the caller may not know of it.
	Task(ctx context.Context, who access.Caller, lessonID string, draft bool) (Task, error)
	// Put changes the content of the lesson in the draft and returns its new revision. It returns fault.Precondition
	// unless its revision holds.
	Put(ctx context.Context, who access.Caller, courseID, lessonID string, content json.RawMessage, holds func(revision int64) bool) (int64, error)
}

// PutSettings replaces the settings of a task in the draft. It returns what Tasks.Put returns.
func PutSettings(ctx context.Context, tasks Tasks, who access.Caller, t Task, settings any, holds func(revision int64) bool) error {
	content, err := json.Marshal(settings)
	if err == nil {
		_, err = tasks.Put(ctx, who, t.CourseID, t.LessonID, content, holds)
	}
	return err
}

// OpenLessons finds the published lessons that are open to a caller.
type OpenLessons interface {
	// OpenLesson returns the course of a lesson that is open to the caller, and whether they teach it; fault.NotFound
	// for any other lesson.
	OpenLesson(ctx context.Context, who access.Caller, lessonID string) (courseID string, teaches bool, err error)
}

// Recorder records what learners do as progress.
type Recorder interface {
	RecordWork(ctx context.Context, tx bun.IDB, userID, courseID, lessonID, id, kind string, value int64, at time.Time) error
	// RecordScore records what a piece of work has earned. It takes the place of what the same work had earned before.
	RecordScore(ctx context.Context, tx bun.IDB, s Score) error
}

// Score is what a piece of work of a learner has earned.
type Score struct {
	UserID, CourseID, LessonID string
	WorkID                     string // of the attempt or the submission
	Percent                    int64
	Failed                     bool // by a rule of the work itself; that of the lesson is known to its progress
	At                         time.Time
}
