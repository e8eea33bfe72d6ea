package analytics

import (
	"context"
	"slices"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
)

// LearningHome is what learners see first: where to continue, what is due, and what waits for them or for others.
type LearningHome struct {
	Timezone string          `json:"timezone" doc:"IANA name, in which days begin."`
	Streak   LearningStreak  `json:"streak"`
	Week     LearningWeek    `json:"week" doc:"The current one."`
	Resume   *ResumeLesson   `json:"resume,omitempty" doc:"Absent where no lesson is open and uncompleted."`
	Due      []DueLesson     `json:"due" doc:"Assignments and quizzes with a date that are not handed in, earliest first; at most 50. What can no longer be handed in is left out."`
	Courses  []LearnerCourse `json:"courses" doc:"Not completed: those begun first, last active first; at most 6."`
	Pending  []PendingCourse `json:"pending" doc:"Courses in which the caller can't learn yet, newest first; at most 20."`
	Enrolled int64           `json:"coursesEnrolled" doc:"Courses open to the caller, completed ones included."`
}

// ResumeLesson is the lesson at which a learner continues.
type ResumeLesson struct {
	CourseID string `json:"courseId" doc:"One of courses."`
	coursework.NextLesson
	StoppedAt *float64 `json:"stoppedAtSeconds" doc:"Where they stopped in its video; null for a lesson without one, or not yet watched."`
	Duration  *float64 `json:"durationSeconds" doc:"Of its video; null for a lesson without one."`
}

// DueLesson is a lesson whose work is due.
type DueLesson struct {
	CourseID    string    `json:"courseId"`
	CourseTitle string    `json:"courseTitle"`
	LessonID    string    `json:"lessonId"`
	Title       string    `json:"title"`
	Type        string    `json:"type" enum:"assignment,quiz"`
	DueAt       time.Time `json:"dueAt"`
	DueIsFinal  bool      `json:"dueIsFinal" doc:"Nothing can be handed in afterwards."`
	Overdue     bool      `bun:"-" json:"overdue"`
}

// PendingCourse is a course in which a user cannot learn yet.
type PendingCourse struct {
	Status string        `json:"status" enum:"invited,pending_payment,waitlisted"`
	Course course.Course `json:"course"`
}

// LearnerCourse is a course as its learner sees it in a list.
type LearnerCourse struct {
	EnhancedCourse
	Course course.Course `json:"course"`
}

// CourseFilter narrows and sorts the courses of a learner.
type CourseFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Occurs in the title; upper and lower case and accents do not matter."`
	Status string `query:"status" enum:"not_started,in_progress,completed" msg:"status must be not_started, in_progress or completed"`
	Sort   string `query:"sort" default:"enrolled" enum:"enrolled,recent,title,progress" msg:"sort must be enrolled, recent, title or progress" doc:"enrolled: the newest enrolment first. recent: last active first. progress: the furthest first."`
}

const (
	mostDue     = 50
	homeCourses = 6
	mostPending = 20
)

// Home returns what the caller sees first, in a constant number of queries. For signed-in callers.
func (s *Service) Home(ctx context.Context, who access.Caller, z Zoned) (h LearningHome, err error) {
	c, err := s.calendarFor(ctx, who, z)
	if err != nil {
		return h, err
	}
	h.Timezone = c.Zone.String()
	if h.Streak, err = s.streak(ctx, who.ID, "", c); err != nil {
		return h, err
	}
	weeks, err := s.weeks(ctx, who.ID, "", c, 1)
	if err != nil {
		return h, err
	}
	h.Week = weeks[0]
	if h.Due, err = dueLessons(ctx, s.deps.DB.Reader(), who.ID, s.deps.Clock.Now()); err != nil {
		return h, err
	}
	return h, s.addCourses(ctx, &h, who, c)
}

// addCourses fills in the courses of a home, and at which lesson of them the caller continues.
func (s *Service) addCourses(ctx context.Context, h *LearningHome, who access.Caller, c clock.Calendar) (err error) {
	q := s.deps.DB.Reader()
	if h.Enrolled, err = countEnrolled(ctx, q, who.ID); err != nil {
		return err
	}
	mine, err := uncompletedCourses(ctx, q, who.ID, homeCourses)
	if err != nil {
		return err
	}
	pending, err := pendingEnrollments(ctx, q, who.ID)
	if err != nil {
		return err
	}
	all, err := coursesByID(ctx, q, slices.Concat(ids(mine), courseIDs(pending)))
	if err != nil {
		return err
	}
	if h.Courses, err = s.withCourses(ctx, who.ID, mine, all, c); err != nil {
		return err
	}
	h.Pending = make([]PendingCourse, 0, len(pending))
	for _, e := range pending {
		h.Pending = append(h.Pending, PendingCourse{e.Status, all[e.CourseID]})
	}
	at := slices.IndexFunc(h.Courses, func(c LearnerCourse) bool { return c.Next != nil })
	if at < 0 {
		return nil
	}
	h.Resume = &ResumeLesson{CourseID: h.Courses[at].CourseID, NextLesson: *h.Courses[at].Next}
	h.Resume.StoppedAt, h.Resume.Duration, err = positionIn(ctx, q, who.ID, h.Resume.CourseID, h.Resume.LessonID)
	return err
}

func (s *Service) withCourses(ctx context.Context, userID string, ps []enrolledCourse, all map[string]course.Course, c clock.Calendar) ([]LearnerCourse, error) {
	enhanced, err := s.enhance(ctx, userID, ps, c)
	items := make([]LearnerCourse, 0, len(enhanced))
	for _, e := range enhanced {
		items = append(items, LearnerCourse{e, all[e.CourseID]})
	}
	return items, err
}
