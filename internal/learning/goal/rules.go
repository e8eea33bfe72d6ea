package goal

import (
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// NewGoal is a goal as its learner sets it.
type NewGoal struct {
	Title      string         `json:"title" minLength:"1" maxLength:"120" msg:"Please enter a title;maxLength=A title has at most 120 characters"`
	Why        string         `json:"why,omitempty" maxLength:"500" msg:"The reason has at most 500 characters"`
	Kind       string         `json:"kind" enum:"course,lessons,minutes,streak,custom" msg:"Choose what the goal is: course, lessons, minutes, streak or custom"`
	CourseID   string         `json:"courseId,omitempty" maxLength:"36" msg:"Choose a course in which you are enrolled" doc:"Demanded for course; elsewhere only what is learned in it counts."`
	Target     int64          `json:"target,omitempty" minimum:"0" maximum:"100000" msg:"The target must be a number from 1 to 100000" doc:"See Goal. For course 100 if absent, for custom none."`
	Period     string         `json:"period,omitempty" default:"once" enum:"once,week" msg:"period must be once or week" doc:"week: for lessons, minutes and streak."`
	DueOn      string         `json:"dueOn,omitempty" maxLength:"10" msg:"Choose a date such as 2026-12-24" doc:"YYYY-MM-DD, today or later; none for weekly goals, which go on until they are paused or dropped."`
	Timezone   string         `json:"timezone,omitempty" maxLength:"64" msg:"Choose a time zone from the list, such as Europe/Berlin" doc:"IANA name. Without it that of the caller's profile, or else the school's."`
	Milestones []NewMilestone `json:"milestones,omitempty" maxItems:"30" msg:"A goal has at most 30 milestones"`
}

// NewMilestone is a milestone as its learner sets it.
type NewMilestone struct {
	Title  string `json:"title" minLength:"1" maxLength:"120" msg:"Please enter a title;maxLength=A title has at most 120 characters"`
	Kind   string `json:"kind,omitempty" default:"manual" enum:"manual,section,lesson,percent,quiz_score,minutes" msg:"Choose what ticks the milestone: manual, section, lesson, percent, quiz_score or minutes" doc:"manual: the learner ticks it. section, lesson, percent and quiz_score refer to the course of the goal."`
	Ref    string `json:"ref,omitempty" maxLength:"36" msg:"Choose a section or lesson of the course" doc:"The section, or the lesson of lesson and quiz_score."`
	Target int64  `json:"target,omitempty" minimum:"0" maximum:"100000" msg:"The target must be a number from 1 to 100000" doc:"Percent of percent and quiz_score, minutes of minutes."`
	DueOn  string `json:"dueOn,omitempty" maxLength:"10" msg:"Choose a date such as 2026-12-24" doc:"YYYY-MM-DD."`
}

// GoalEdit is what can be changed of a goal.
type GoalEdit struct {
	Title    string `json:"title" minLength:"1" maxLength:"120" msg:"Please enter a title;maxLength=A title has at most 120 characters"`
	Why      string `json:"why" maxLength:"500" msg:"The reason has at most 500 characters"`
	Target   int64  `json:"target" minimum:"0" maximum:"100000" msg:"The target must be a number from 1 to 100000"`
	DueOn    string `json:"dueOn" maxLength:"10" msg:"Choose a date such as 2026-12-24" doc:"YYYY-MM-DD, today or later. A missed goal is active again when it is moved, or when a smaller target is reached."`
	Timezone string `json:"timezone" maxLength:"64" msg:"Choose a time zone from the list, such as Europe/Berlin"`
	Action   string `json:"action" enum:"pause,resume,drop,achieve" msg:"action must be pause, resume, drop or achieve" doc:"achieve: only of custom goals, which nothing measures."`
}

// MilestoneEdit is what can be changed of a milestone.
type MilestoneEdit struct {
	Title string `json:"title" minLength:"1" maxLength:"120" msg:"Please enter a title;maxLength=A title has at most 120 characters"`
	DueOn string `json:"dueOn" maxLength:"10" msg:"Choose a date such as 2026-12-24" doc:"YYYY-MM-DD."`
}

const (
	chooseDate  = "Choose a date such as 2026-12-24"
	wrongTarget = "The target must be a number from 1 to 100000"
	mostTarget  = 100000
)

// normalise returns the goal that n sets, or fault.Invalid.
func (n NewGoal) normalise(now time.Time, zone *time.Location) (g Goal, err error) {
	var broken fault.Fields
	g = Goal{Title: text.OneLine(n.Title), Why: text.OneLine(n.Why), Kind: n.Kind, CourseID: n.CourseID, Target: n.Target, Period: n.Period,
		DueOn: n.DueOn, Timezone: zone.String(), Status: active, CreatedAt: now, CheckedAt: now}
	if g.Period == "" {
		g.Period = once
	}
	if g.Kind == ofCourse && g.Target == 0 {
		g.Target = 100
	}
	broken.Require(g.Title != "", "title", "required", "Please enter a title")
	broken.Require(g.Kind != ofCourse || g.CourseID != "", "courseId", "required", "Choose a course in which you are enrolled")
	broken.Require(g.Period == once || g.Kind != ofCourse && g.Kind != custom, "period", "not_allowed", "Only lessons, minutes and days can be weekly goals")
	broken.Require(g.Period == once || g.DueOn == "", "dueOn", "not_allowed", "A weekly goal has no last day. Pause or drop it when you no longer need it.")
	g.checkTarget(&broken)
	g.checkDue(&broken, now)
	g.schedule(now)
	g.CountsFrom = g.from(now)
	return g, broken.Err()
}

// checkTarget adds a target that the kind of goal does not allow.
func (g Goal) checkTarget(broken *fault.Fields) {
	most, message := int64(mostTarget), wrongTarget
	switch {
	case g.Kind == custom:
		broken.Require(g.Target == 0, "target", "not_allowed", "The target of this goal is its milestones")
		return
	case g.Kind == ofCourse:
		most, message = 100, "The target must be a number from 1 to 100 percent"
	case g.Kind == ofStreak && g.Period == weekly:
		most, message = 7, "A week has 1 to 7 days"
	case g.Kind == ofStreak:
		most, message = 366, "A streak has 1 to 366 days"
	case g.Kind == ofMinutes && g.Period == weekly:
		most, message = 7*24*60, "A week has at most 10080 minutes"
	}
	broken.Require(g.Target >= 1 && g.Target <= most, "target", "out_of_range", message)
}

// checkDue adds a due date that is none, or that has passed.
func (g Goal) checkDue(broken *fault.Fields, now time.Time) {
	if g.DueOn == "" {
		return
	}
	day, err := clock.ParseDay(g.DueOn)
	broken.Require(err == nil, "dueOn", "invalid_format", chooseDate)
	broken.Require(err != nil || day >= g.calendar().Day(now), "dueOn", "in_the_past", "Choose today or a later day")
}

// schedule sets when the due date or the current week is over.
func (g *Goal) schedule(now time.Time) {
	c := g.calendar()
	g.EndsAt = nil
	switch day, err := clock.ParseDay(g.DueOn); {
	case g.Period == weekly:
		g.EndsAt = new(c.Start(clock.Monday(c.Day(now)) + 7))
	case err == nil:
		g.EndsAt = new(c.Start(day + 1))
	}
}

// from returns the instant from which what is learned counts, of a goal that is set now.
func (g Goal) from(now time.Time) time.Time {
	c := g.calendar()
	if g.Period == weekly {
		return c.Start(clock.Monday(c.Day(now)))
	}
	return c.Start(c.Day(now))
}

// calendar returns the days of the goal. Its time zone was checked when it was set.
func (g Goal) calendar() clock.Calendar {
	zone, err := time.LoadLocation(g.Timezone)
	if err != nil {
		zone = time.UTC
	}
	return clock.Calendar{Zone: zone}
}

// normalise returns the milestone that n sets, and adds to broken what is wrong with it. prefix is that of its members.
func (n NewMilestone) normalise(prefix string, g Goal, broken *fault.Fields) GoalMilestone {
	m := GoalMilestone{Title: text.OneLine(n.Title), Kind: n.Kind, Ref: n.Ref, Target: n.Target, DueOn: n.DueOn}
	if m.Kind == "" {
		m.Kind = manual
	}
	refers, counts, most, outOfRange := false, false, int64(100), "The target must be a number from 1 to 100 percent"
	switch m.Kind {
	case sectionDone, lessonDone:
		refers = true
	case quizScore:
		refers, counts = true, true
	case coursePart:
		counts = true
	case minutesSpent:
		counts, most, outOfRange = true, mostTarget, wrongTarget
	}
	ofItsCourse := refers || m.Kind == coursePart
	broken.Require(m.Title != "", prefix+"title", "required", "Please enter a title")
	broken.Require(!ofItsCourse || g.CourseID != "", prefix+"kind", "not_allowed", "Choose a course for the goal first")
	broken.Require(refers == (m.Ref != ""), prefix+"ref", "required", "Choose a section or lesson of the course")
	broken.Require(!counts || m.Target >= 1 && m.Target <= most, prefix+"target", "out_of_range", outOfRange)
	checkDay(broken, prefix+"dueOn", m.DueOn)
	if !counts {
		m.Target = 0
	}
	return m
}

// checkDay adds what is neither empty nor a date.
func checkDay(broken *fault.Fields, name, day string) {
	_, err := clock.ParseDay(day)
	broken.Require(day == "" || err == nil, name, "invalid_format", chooseDate)
}

// zoneOf returns the time zone of a name. fault.Invalid for an unknown one.
func zoneOf(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fault.InvalidField("timezone", "unknown_value", "Choose a time zone from the list, such as Europe/Berlin")
	}
	return zone, nil
}
