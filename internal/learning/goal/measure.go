package goal

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
)

// measures is what is known of the progress of a user, as far as some of their goals need it.
type measures struct {
	totals   map[string]total        // by goal
	courses  map[string]courseFacts  // by course
	lessons  map[string]lessonFacts  // by course and lesson
	sections map[string]sectionFacts // by course and section
	quarters []quarter               // by time
	weeks    map[string][]GoalWeek   // that are over, by goal, the latest first
}

// total is what was learned since a goal was set.
type total struct {
	GoalID             string
	Seconds, Completed int64
}

type courseFacts struct {
	CourseID    string
	Percent     int64
	CompletedAt *time.Time
}

type lessonFacts struct {
	CourseID, LessonID string
	CompletedAt        *time.Time
	Score              *int64
}

type sectionFacts struct {
	CourseID, SectionID string
	Lessons, Completed  int64
}

// quarter is what was learned in a course within a quarter of an hour. The offset of every time zone is a multiple of it.
type quarter struct {
	StartsAt                 time.Time
	CourseID                 string
	Acts, Seconds, Completed int64
}

// measure reads what some goals of a user need, in a constant number of queries.
func measure(ctx context.Context, q bun.IDB, userID string, goals []Goal, now time.Time) (m measures, err error) {
	var ids, courses []string
	var since time.Time
	for _, g := range goals {
		ids = append(ids, g.ID)
		if g.CourseID != "" {
			courses = append(courses, g.CourseID)
		}
		from := g.CountsFrom
		if c := g.calendar(); g.Period == weekly {
			from = c.Start(clock.Monday(c.Day(now)) - 7*(shownWeeks-1))
		} else if g.Kind != ofStreak {
			continue
		}
		if since.IsZero() || from.Before(since) {
			since = from
		}
	}
	if len(ids) == 0 {
		return m, nil
	}
	if m.totals, err = totals(ctx, q, ids); err != nil {
		return m, err
	}
	if m.courses, err = factsOfCourses(ctx, q, userID, courses); err != nil {
		return m, err
	}
	if m.lessons, err = factsOfLessons(ctx, q, userID, ids); err != nil {
		return m, err
	}
	if m.sections, err = factsOfSections(ctx, q, userID, ids); err != nil {
		return m, err
	}
	if m.weeks, err = weeksOver(ctx, q, ids, shownWeeks-1); err != nil || since.IsZero() {
		return m, err
	}
	m.quarters, err = quartersSince(ctx, q, userID, since)
	return m, err
}

// value returns how much of the target of a goal there is, of a weekly one in the week that begins with monday.
func (m measures) value(g Goal, monday, today int64) int64 {
	if g.Period == weekly {
		return m.within(g, monday, monday+6)
	}
	switch g.Kind {
	case ofCourse:
		if facts := m.courses[g.CourseID]; facts.CompletedAt == nil {
			return facts.Percent
		}
		return 100
	case ofLessons:
		return m.totals[g.ID].Completed
	case ofMinutes:
		return m.totals[g.ID].Seconds / 60
	case ofStreak:
		return m.streak(g, today)
	}
	return int64(len(slices.DeleteFunc(slices.Clone(g.Milestones), func(m GoalMilestone) bool { return m.DoneAt == nil })))
}

// within counts what a weekly goal counts from one day to another.
func (m measures) within(g Goal, first, last int64) (value int64) {
	c, days, seconds := g.calendar(), map[int64]bool{}, int64(0)
	for _, q := range m.quarters {
		day := c.Day(q.StartsAt)
		if day < first || day > last || g.CourseID != "" && q.CourseID != g.CourseID {
			continue
		}
		seconds += q.Seconds
		switch {
		case g.Kind == ofLessons:
			value += q.Completed
		case g.Kind == ofStreak && q.Acts > 0 && !days[day]:
			days[day] = true
			value++
		}
	}
	if g.Kind == ofMinutes {
		return seconds / 60
	}
	return value
}

// streak counts the consecutive days with activity since the goal was set, up to today or, while today may still come, yesterday.
func (m measures) streak(g Goal, today int64) (days int64) {
	c, learned := g.calendar(), map[int64]bool{}
	for _, q := range m.quarters {
		if q.Acts > 0 && !q.StartsAt.Before(g.CountsFrom) && (g.CourseID == "" || q.CourseID == g.CourseID) {
			learned[c.Day(q.StartsAt)] = true
		}
	}
	day := today
	if !learned[day] {
		day--
	}
	for learned[day] {
		days, day = days+1, day-1
	}
	return days
}

// reached reports whether what was learned ticks a milestone.
func (m measures) reached(g Goal, s GoalMilestone) bool {
	key := g.CourseID + " " + s.Ref
	switch s.Kind {
	case lessonDone:
		return m.lessons[key].CompletedAt != nil
	case quizScore:
		score := m.lessons[key].Score
		return score != nil && *score >= s.Target
	case sectionDone:
		facts := m.sections[key]
		return facts.Lessons > 0 && facts.Completed == facts.Lessons
	case coursePart:
		facts := m.courses[g.CourseID]
		return facts.CompletedAt != nil || facts.Percent >= s.Target
	case minutesSpent:
		return m.totals[g.ID].Seconds/60 >= s.Target
	}
	return false
}

// isAchieved reports whether a goal with this value is achieved. A weekly goal never is: it goes on.
func (g Goal) isAchieved(value int64) bool {
	switch {
	case g.Period == weekly:
		return false
	case g.Kind == custom:
		return len(g.Milestones) > 0 && value == int64(len(g.Milestones))
	}
	return value >= g.Target
}

// show fills in what is measured of a goal that goes on.
func (m measures) show(g *Goal, now time.Time) {
	today := g.calendar().Day(now)
	monday := clock.Monday(today)
	if g.Status == active || g.Status == paused {
		g.Value = m.value(*g, monday, today)
	}
	if g.Period != weekly {
		return
	}
	if g.Status == active {
		g.Weeks = append(g.Weeks, GoalWeek{StartsOn: clock.FormatDay(monday), Value: g.Value, Target: g.Target})
	}
	g.Weeks = append(g.Weeks, m.weeks[g.ID]...)
	slices.Reverse(g.Weeks)
}
