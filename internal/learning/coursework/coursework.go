// Package coursework is what the features of courses ask of each other: who may teach and see a course, and the lessons in which
// students work.
package coursework

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// ErrNoCourse is for a course that does not exist, and for a caller who may not know of it.
var ErrNoCourse = fault.New(fault.NotFound, "course_not_found", "There is no such course.")

// Teaching says who teaches a course.
type Teaching interface {
	MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error)
}

// Courses says who may do what with a course.
type Courses interface {
	Teaching
	// MayWatch reports whether the lessons of a course are open to the caller; with preview whether its page is.
	MayWatch(ctx context.Context, who access.Caller, courseID string, preview bool) (bool, error)
}

// RequireTeacher is ErrNoCourse for a caller who does not teach the course.
func RequireTeacher(ctx context.Context, courses Teaching, who access.Caller, courseID string) error {
	teaches, err := courses.MayTeach(ctx, who, courseID)
	if err == nil && !teaches {
		err = ErrNoCourse
	}
	return err
}

// RequireEditor is fault.Forbidden for a caller who sees the course but does not teach it, and ErrNoCourse for one who does not see it.
func RequireEditor(ctx context.Context, courses Courses, who access.Caller, courseID string) error {
	teaches, err := courses.MayTeach(ctx, who, courseID)
	if err != nil || teaches {
		return err
	}
	visible, err := courses.MayWatch(ctx, who, courseID, true)
	if err == nil && visible {
		err = fault.New(fault.Forbidden, "not_your_course", "Only those who teach this course can change it.")
	} else if err == nil {
		err = ErrNoCourse
	}
	return err
}

// Task is a lesson in which students work, such as a quiz or an assignment, as the caller may see it.
type Task struct {
	CourseID string
	LessonID string
	Title    string
	Content  json.RawMessage // whole, with what learners may not see; nil for none, and while it is locked
	Revision int64
	Locked   string // why it does not open, in a sentence; "" when it does
	Teaches  bool   // the caller teaches the course
	Enrolled bool
}

// Tasks are the lessons of one type in which students work.
type Tasks interface {
	// Task is the published lesson, or with draft, for teachers of its course, that of the draft; fault.NotFound for a caller who may
	// not know of it.
	Task(ctx context.Context, who access.Caller, lessonID string, draft bool) (Task, error)
	// Put changes what is in the lesson, in the draft. fault.Precondition when its revision is another by now.
	Put(ctx context.Context, who access.Caller, courseID, lessonID string, content json.RawMessage, revision int64) error
}

// OpenLessons are the published lessons that open for their callers.
type OpenLessons interface {
	// OpenLesson is the course of a lesson that opens for the caller, and whether they teach it; fault.NotFound for every other lesson.
	OpenLesson(ctx context.Context, who access.Caller, lessonID string) (courseID string, teaches bool, err error)
}

// Recorder records what learners have done, for their progress.
type Recorder interface {
	Note(ctx context.Context, tx bun.IDB, userID, courseID, lessonID, id, kind string, value int64, at time.Time) error
}
