// Package goal keeps the goals that learners set themselves: to complete a course, to learn so much in all or in every week, or
// anything else in steps of their own.
//
// A goal is measured by what package progress stores, and reviewed when a lesson is completed or scored, and every hour. What was
// achieved stays achieved, whatever becomes of the course. Only the learner sees their goals.
package goal

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Statuses of a goal.
const (
	active   = "active"
	achieved = "achieved"
	missed   = "missed" // its due date has passed; the learner moves it, makes the goal smaller or drops it
	paused   = "paused"
	dropped  = "dropped"
)

// Kinds of goals, and custom: one that consists of its milestones.
const (
	ofCourse  = "course"
	ofLessons = "lessons"
	ofMinutes = "minutes"
	ofStreak  = "streak"
	custom    = "custom"
)

// Kinds of milestones.
const (
	manual       = "manual"
	sectionDone  = "section"
	lessonDone   = "lesson"
	coursePart   = "percent"
	quizScore    = "quiz_score"
	minutesSpent = "minutes"
)

const (
	weekly = "week"
	once   = "once"

	bySelf  = "self"
	byEvent = "event"

	mostGoals      = 100 // of one user, those that have ended included
	mostMilestones = 30  // of one goal
	shownWeeks     = 8
	mostHistory    = 200
)

// Goal is a goal of a learner.
type Goal struct {
	bun.BaseModel `bun:"table:goals,alias:g" json:"-"`

	ID          string          `bun:",pk" json:"id"`
	UserID      string          `json:"-"`
	Title       string          `json:"title"`
	Why         string          `json:"why" doc:"What it is for, for the learner only."`
	Kind        string          `json:"kind" enum:"course,lessons,minutes,streak,custom"`
	CourseID    string          `json:"courseId" doc:"Empty: all courses."`
	CourseTitle string          `bun:",scanonly" json:"courseTitle" doc:"Empty for all courses, and when the course was deleted."`
	Target      int64           `json:"target" doc:"Percent of a course, lessons, minutes, or days: in a row if once, of each week if weekly. 0 for custom."`
	Period      string          `json:"period" enum:"once,week"`
	Value       int64           `json:"value" doc:"How much of the target there is: of a weekly goal in the current week, of a custom one the milestones done. Of one that has ended: what there was then."`
	DueOn       string          `json:"dueOn" doc:"YYYY-MM-DD, the last day; empty for none."`
	Timezone    string          `json:"timezone" doc:"IANA name, in which its days and weeks begin."`
	Status      string          `json:"status" enum:"active,achieved,missed,paused,dropped"`
	Forecast    string          `bun:"-" json:"forecastOn" doc:"When the course will be completed at the present pace, YYYY-MM-DD; empty for other goals, and where that is not known."`
	OnTrack     *bool           `bun:"-" json:"onTrack" doc:"Whether forecastOn is not after dueOn; null where either is empty."`
	Milestones  []GoalMilestone `bun:"-" json:"milestones" doc:"In the learner's order."`
	Weeks       []GoalWeek      `bun:"-" json:"weeks" doc:"Of a weekly goal the last 8, the current one last; none for others."`
	CreatedAt   time.Time       `json:"createdAt"`
	EndedAt     *time.Time      `json:"endedAt" doc:"When it was achieved, missed or dropped."`

	CountsFrom time.Time  `json:"-"`
	EndsAt     *time.Time `json:"-"`
	CheckedAt  time.Time  `json:"-"`
}

// GoalMilestone is a step of a goal.
type GoalMilestone struct {
	bun.BaseModel `bun:"table:goal_milestones,alias:m" json:"-"`

	ID       string     `bun:",pk" json:"id"`
	GoalID   string     `json:"-"`
	Position int64      `json:"-"`
	Title    string     `json:"title"`
	Kind     string     `json:"kind" enum:"manual,section,lesson,percent,quiz_score,minutes"`
	Ref      string     `json:"ref" doc:"The section or the lesson; empty for other kinds."`
	Target   int64      `json:"target" doc:"Percent or minutes; 0 for other kinds."`
	DueOn    string     `json:"dueOn" doc:"YYYY-MM-DD; empty for none."`
	DoneAt   *time.Time `json:"doneAt" doc:"Never taken back by itself."`
	How      string     `json:"how" enum:",self,event" doc:"Who ticked it: the learner, or what they have learned."`
}

// GoalWeek is a week of a weekly goal.
type GoalWeek struct {
	bun.BaseModel `bun:"table:goal_weeks,alias:w" json:"-"`

	GoalID   string `bun:",pk" json:"-"`
	StartsOn string `bun:",pk" json:"startsOn" doc:"Its Monday, YYYY-MM-DD."`
	Value    int64  `json:"value"`
	Target   int64  `json:"target" doc:"As it was in that week."`
}

// GoalEvent is an entry of the history of a goal.
type GoalEvent struct {
	bun.BaseModel `bun:"table:goal_events,alias:e" json:"-"`

	ID     string    `bun:",pk" json:"-"`
	GoalID string    `json:"-"`
	Kind   string    `json:"kind" enum:"set,milestone,milestone_undone,target,due,paused,resumed,achieved,missed,dropped"`
	At     time.Time `json:"at"`
	Before string    `json:"before" doc:"The target or due date before a change."`
	After  string    `json:"after" doc:"The target or due date after a change, or the title of the milestone."`
	BySelf bool      `json:"bySelf" doc:"Whether the learner did it."`
}

// GoalHistory is what has become of a goal so far.
type GoalHistory struct {
	Events []GoalEvent `json:"events" doc:"The latest first; at most 200."`
	Weeks  []GoalWeek  `json:"weeks" doc:"Of a weekly goal those that are over, the latest first; at most 200."`
}

// GoalSuggestion is a goal that a learner could set.
type GoalSuggestion struct {
	Kind        string  `json:"kind" enum:"course,lessons,minutes"`
	CourseID    string  `json:"courseId"`
	CourseTitle string  `json:"courseTitle"`
	Target      int64   `json:"target"`
	Period      string  `json:"period" enum:"once,week"`
	DueOn       string  `json:"dueOn" doc:"YYYY-MM-DD; empty for weekly goals."`
	Basis       string  `json:"basis" enum:"pace,plan,recent" doc:"pace: the forecast of the course. plan: 3 lessons a week from now on. recent: the last four weeks."`
	PerWeek     float64 `json:"lessonsPerWeek" doc:"What pace and plan mean; 0 for others."`
}

// Faults.
var (
	errNoGoal      = fault.New(fault.NotFound, "goal_not_found", "This goal doesn't exist.")
	errNoMilestone = fault.New(fault.NotFound, "milestone_not_found", "This milestone doesn't exist.")
)

// AchievedEvent is published once when a goal is achieved.
type AchievedEvent struct{ GoalID string }

// EventName is the name under which it is published.
func (AchievedEvent) EventName() string { return "goal.achieved" }

// MissedEvent is published when the due date of a goal has passed.
type MissedEvent struct{ GoalID string }

// EventName is the name under which it is published.
func (MissedEvent) EventName() string { return "goal.missed" }

// WeekEvent is published when a week is over in which a learner had weekly goals.
type WeekEvent struct{ UserID, StartsOn string }

// EventName is the name under which it is published.
func (WeekEvent) EventName() string { return "goal.week_over" }
