// Package progress computes what learners have done, in each lesson and in a course as a whole.
//
// Clients send events when they can: late, repeatedly, and in any order. Progress is always computed from all events of a
// lesson in the order of the clients' clocks, so that it does not depend on the order of their arrival.
package progress

import (
	"time"

	"github.com/uptrace/bun"
)

// Statuses of a lesson and of a course (spec, first document, section 4).
const (
	notStarted = "not_started"
	inProgress = "in_progress"
	completed  = "completed"
	paused     = "paused"
	failed     = "failed"
	skipped    = "skipped"
)

// ProgressEvent is something that a learner did in a lesson. Its id is made by the client, so that it counts once however often
// it is sent.
type ProgressEvent struct {
	ID       string    `json:"id" format:"uuid" msg:"An event needs a UUID as its id"`
	CourseID string    `json:"courseId" minLength:"1" maxLength:"36" msg:"Course ID is required;minLength=Course ID cannot be empty"`
	LessonID string    `json:"lessonId" minLength:"1" maxLength:"36" msg:"Lesson ID is required;minLength=Lesson ID cannot be empty"`
	Type     string    `json:"type" enum:"opened,viewed,done,undone,paused,resumed,skipped,time,hint" msg:"The type of an event must be opened, viewed, done, undone, paused, resumed, skipped, time or hint" doc:"viewed: seen to its end. done: said to be done. time: value seconds were spent, up to this moment; what a device reports twice of one time counts once. hint: the client thinks that value percent are done."`
	At       time.Time `json:"at" msg:"An event needs its time" doc:"By the client's clock. One in the future counts as now, one before the enrolment as its beginning."`
	Value    float64   `json:"value,omitempty" doc:"Of time and hint; what is out of bounds is taken to the nearest bound."`
}

// ProgressEvents is a batch of events. One in a lesson that was locked at its time is stored but does not count.
type ProgressEvents struct {
	Events []ProgressEvent `json:"events" minItems:"1" maxItems:"200" msg:"Events are required;maxItems=At most 200 events at once"`
}

// EventsAccepted is the outcome of a batch.
type EventsAccepted struct {
	Accepted int64            `json:"accepted" doc:"How many were new."`
	Ignored  []string         `json:"ignored" doc:"Ids of events in lessons that the caller cannot learn in (any more), or that were never published. They need not be sent again."`
	Courses  []CourseProgress `json:"courses" doc:"The courses that they were in, as they stand now."`
}

// LessonProgress is what a learner has done in a lesson (spec, first document, section 3: the progress record).
type LessonProgress struct {
	bun.BaseModel `bun:"table:lesson_progress,alias:p" json:"-"`

	UserID      string     `bun:",pk" json:"-"`
	LessonID    string     `bun:",pk" json:"lessonId"`
	CourseID    string     `json:"courseId"`
	Status      string     `json:"status" enum:"not_started,in_progress,completed,paused,failed,skipped"`
	Percent     int64      `json:"progressPercentage" doc:"0 to 100."`
	Score       *int64     `json:"score" doc:"The best, in percent; null where nothing was scored."`
	TimeSpent   int64      `json:"timeSpent" doc:"Seconds."`
	StartedAt   *time.Time `json:"startedAt"`
	CompletedAt *time.Time `json:"completedAt"`
	LastAt      time.Time  `json:"lastAt"`
	UpdatedAt   time.Time  `json:"-"`
}

// CourseProgress is the progress of a learner in a course. Percent is the share of required lessons completed.
type CourseProgress struct {
	bun.BaseModel `bun:"table:course_progress,alias:g" json:"-"`

	UserID      string     `bun:",pk" json:"-"`
	CourseID    string     `bun:",pk" json:"courseId"`
	Version     int64      `json:"-"`
	Status      string     `bun:"-" json:"status" enum:"not_started,in_progress,completed"`
	Completed   int64      `json:"completedLessons" doc:"Required ones."`
	Required    int64      `json:"requiredLessons"`
	Percent     *int64     `json:"progressPercentage" doc:"null where no lesson is required."`
	TimeSpent   int64      `json:"timeSpent" doc:"Seconds."`
	LastLesson  string     `json:"lastLessonId" doc:"Where to go on, a published lesson; empty for none."`
	StartedAt   *time.Time `json:"startedAt"`
	LastAt      *time.Time `json:"lastAt" doc:"null for who has not begun."`
	CompletedAt *time.Time `json:"completedAt" doc:"Stays, whatever is published or reopened later."`
	UpdatedAt   time.Time  `json:"-"`

	SinceCompletion int64 `bun:"-" json:"lessonsSinceCompletion" doc:"Required lessons that were added or reopened since the course was completed, and are not completed; 0 before that."`
}

// derive fills in the members that follow from the stored ones.
func (g *CourseProgress) derive() {
	g.Status, g.SinceCompletion = notStarted, 0
	switch {
	case g.CompletedAt != nil:
		g.Status, g.SinceCompletion = completed, g.Required-g.Completed
	case g.StartedAt != nil && g.Required > 0:
		g.Status = inProgress
	}
	if g.StartedAt == nil {
		g.LastAt = nil
	}
}

// CourseProgressDetail adds each lesson that was begun.
type CourseProgressDetail struct {
	CourseProgress
	Lessons []LessonProgress `json:"lessons" doc:"Those that were begun."`
}
