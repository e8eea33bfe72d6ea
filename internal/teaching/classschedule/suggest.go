package classschedule

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/workinghours"
)

// Weights of the specification for choosing an instructor: the lowest score comes first. One-to-one batches make an instructor preferred, up to batch.MostIndividual.
const (
	studentsWeight     = 0.3
	individualWeight   = -0.2
	availabilityWeight = -0.4
	experienceWeight   = -0.1
)

// consideredFor is the time whose free hours count where no schedule is given.
const consideredFor = 28 * 24 * time.Hour

// SuggestedInstructors are the instructors of a course in the order in which they suit a schedule.
type SuggestedInstructors struct {
	Instructors []InstructorSuggestion `json:"instructors" doc:"Who can teach every session, the best first."`
	Unsuitable  []UnsuitableInstructor `json:"unsuitable" doc:"Who can't, by name."`
}

// InstructorSuggestion is an instructor with the parts of their score. Each part is a weight times the figure between the lowest of all (0) and the highest (1).
type InstructorSuggestion struct {
	InstructorID      string         `json:"instructor_id"`
	FullName          string         `json:"full_name"`
	Score             float64        `json:"score" doc:"The sum of the parts; the lowest is the best."`
	Parts             ScoreBreakdown `json:"breakdown"`
	Students          int64          `json:"students" doc:"In their batches that are upcoming or active."`
	IndividualBatches int64          `json:"individual_batches" doc:"That are upcoming or active."`
	Availability      float64        `json:"availability" doc:"Which part of their hours is free, from 0 to 1: over the schedule, or 28 days."`
	CourseExperience  int64          `json:"course_experience" doc:"Batches of this course that they teach or taught."`
	WeeklyHours       float64        `json:"weekly_hours" doc:"That are taken in the next 7 days; fewer come first where scores are equal."`
}

// ScoreBreakdown are the parts of a score.
type ScoreBreakdown struct {
	Students     float64 `json:"students"`
	Individual   float64 `json:"individual"`
	Availability float64 `json:"availability"`
	Experience   float64 `json:"experience"`
}

// UnsuitableInstructor is an instructor who can't teach a schedule.
type UnsuitableInstructor struct {
	InstructorID string `json:"instructor_id"`
	FullName     string `json:"full_name"`
	Reason       string `json:"reason" enum:"not_free,over_cap" doc:"not_free: not for every session. over_cap: they have as many individual batches as they may."`
}

// candidate is an instructor of a course with what their score is made of.
type candidate struct {
	ID, FullName                     string
	Students, Individual, Experience int64
	availability                     float64
	hours                            float64 // of the next 7 days
}

// ranked returns candidates with their scores, the best first.
func ranked(candidates []candidate) []InstructorSuggestion {
	columns := []struct {
		weight float64
		of     func(candidate) float64
		part   func(*ScoreBreakdown) *float64
	}{
		{studentsWeight, func(c candidate) float64 { return float64(c.Students) }, func(b *ScoreBreakdown) *float64 { return &b.Students }},
		{individualWeight, func(c candidate) float64 { return float64(c.Individual) }, func(b *ScoreBreakdown) *float64 { return &b.Individual }},
		{availabilityWeight, func(c candidate) float64 { return c.availability }, func(b *ScoreBreakdown) *float64 { return &b.Availability }},
		{experienceWeight, func(c candidate) float64 { return float64(c.Experience) }, func(b *ScoreBreakdown) *float64 { return &b.Experience }},
	}
	suggestions := make([]InstructorSuggestion, len(candidates))
	for i, c := range candidates {
		suggestions[i] = InstructorSuggestion{InstructorID: c.ID, FullName: c.FullName, Students: c.Students, IndividualBatches: c.Individual, Availability: rounded(c.availability),
			CourseExperience: c.Experience, WeeklyHours: rounded(c.hours)}
	}
	for _, column := range columns {
		least, most := math.Inf(1), math.Inf(-1)
		for _, c := range candidates {
			least, most = min(least, column.of(c)), max(most, column.of(c))
		}
		for i, c := range candidates {
			if most > least { // equal values count 0
				part := column.weight * (column.of(c) - least) / (most - least)
				*column.part(&suggestions[i].Parts) = rounded(part)
				suggestions[i].Score += part
			}
		}
	}
	for i := range suggestions {
		suggestions[i].Score = rounded(suggestions[i].Score)
	}
	slices.SortFunc(suggestions, func(a, b InstructorSuggestion) int {
		return cmp.Or(cmp.Compare(a.Score, b.Score), cmp.Compare(a.WeeklyHours, b.WeeklyHours), cmp.Compare(a.InstructorID, b.InstructorID))
	})
	return suggestions
}

func rounded(n float64) float64 { return math.Round(n*10000) / 10000 }

// Suggest says who suits a schedule of a course best. Without a schedule, of whom most of the next 28 days is free. For instructors of the course; fault.NotFound, fault.Forbidden,
// fault.Invalid.
func (s *Service) Suggest(ctx context.Context, who access.Caller, courseID, schedule string) (SuggestedInstructors, error) {
	if courseID == "" {
		return SuggestedInstructors{}, fault.InvalidField("course_id", "required", "Course ID is required")
	}
	wanted := WantedSchedule{CourseID: courseID}
	if schedule != "" {
		if err := json.Unmarshal([]byte(schedule), &wanted.Schedule); err != nil {
			return SuggestedInstructors{}, fault.InvalidField("schedule", "invalid_format", "schedule must be a JSON list of entries, each with date, start_time and end_time")
		}
	}
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	if err := checkTaught(ctx, q, who, courseID); err != nil {
		return SuggestedInstructors{}, err
	}
	var sessions []classsession.Session
	if len(wanted.Schedule) > 0 {
		planned, row, err := s.planWanted(ctx, q, who, wanted, now)
		if err != nil {
			return SuggestedInstructors{}, err
		}
		sessions, _ = planned.Sessions(row, now)
	}
	return s.suggest(ctx, q, courseID, sessions, nil, now)
}

// suggest ranks the instructors of a course for sessions, besides those that would be given up for them.
func (s *Service) suggest(ctx context.Context, q bun.IDB, courseID string, sessions []classsession.Session, givenUp []string, now time.Time) (r SuggestedInstructors, err error) {
	r = SuggestedInstructors{[]InstructorSuggestion{}, []UnsuitableInstructor{}}
	candidates, err := candidatesOf(ctx, q, courseID)
	if err != nil || len(candidates) == 0 {
		return r, err
	}
	calendar, err := s.calendarOf(ctx, q, candidates, sessions, givenUp, now)
	if err != nil {
		return r, err
	}
	suitable := make([]candidate, 0, len(candidates))
	for _, c := range candidates {
		switch {
		case c.Individual >= batch.MostIndividual:
			r.Unsuitable = append(r.Unsuitable, UnsuitableInstructor{c.ID, c.FullName, "over_cap"})
		case !calendar.canTeach(c.ID, sessions):
			r.Unsuitable = append(r.Unsuitable, UnsuitableInstructor{c.ID, c.FullName, "not_free"})
		default:
			c.availability, c.hours = calendar.availability(c.ID), calendar.hoursOf(c.ID, now)
			suitable = append(suitable, c)
		}
	}
	r.Instructors = ranked(suitable)
	return r, nil
}

// calendar is when some instructors have hours and are taken.
type calendar struct {
	from, until time.Time // whose free hours count
	hours       map[string]workinghours.Row
	taken       map[string][]clock.Span // by time, not overlapping
}

// calendarOf reads the calendars of candidates in the time that matters to sessions.
func (s *Service) calendarOf(ctx context.Context, q bun.IDB, candidates []candidate, sessions []classsession.Session, givenUp []string, now time.Time) (c calendar, err error) {
	c = calendar{now, now.Add(consideredFor), map[string]workinghours.Row{}, map[string][]clock.Span{}}
	if len(sessions) > 0 {
		c.from, c.until = sessions[0].StartsAt, sessions[0].EndsAt
	}
	for _, session := range sessions {
		if session.StartsAt.Before(c.from) {
			c.from = session.StartsAt
		}
		if session.EndsAt.After(c.until) {
			c.until = session.EndsAt
		}
	}
	ids := make([]string, len(candidates))
	for i, one := range candidates {
		ids[i] = one.ID
	}
	hours, err := workinghours.Of(ctx, q, ids)
	if err != nil {
		return c, err
	}
	for _, h := range hours {
		c.hours[h.InstructorID] = h
	}
	end := now.AddDate(0, 0, 7)
	if c.until.After(end) {
		end = c.until
	}
	taken, err := s.deps.Calendars.Instructors.Between(ctx, q, ids, now, end)
	for _, t := range taken {
		if t.Kind != busy.Session || !slices.Contains(givenUp, t.RefID) {
			c.taken[t.OwnerID] = append(c.taken[t.OwnerID], clock.Span{FromAt: t.FromAt, UntilAt: t.UntilAt})
		}
	}
	return c, err
}

// canTeach reports whether an instructor is free for all sessions.
func (c calendar) canTeach(id string, sessions []classsession.Session) bool {
	return !slices.ContainsFunc(sessions, func(s classsession.Session) bool {
		return slices.ContainsFunc(c.taken[id], func(t clock.Span) bool {
			return t.FromAt.Before(s.EndsAt) && s.StartsAt.Before(t.UntilAt)
		})
	})
}

// availability returns which part of an instructor's hours is free; 0 for one who has set none.
func (c calendar) availability(id string) float64 {
	row, ok := c.hours[id]
	if !ok {
		return 0
	}
	var open, free time.Duration
	for _, s := range row.Open(c.from, c.until) {
		open += s.UntilAt.Sub(s.FromAt)
	}
	for _, s := range row.Free(c.from, c.until, c.taken[id], 0) {
		free += s.UntilAt.Sub(s.FromAt)
	}
	if open == 0 {
		return 0
	}
	return float64(free) / float64(open)
}

// hoursOf returns how much of the next 7 days is taken.
func (c calendar) hoursOf(id string, now time.Time) float64 {
	var taken time.Duration
	for _, s := range c.taken[id] {
		if s.FromAt.Before(now.AddDate(0, 0, 7)) {
			taken += s.UntilAt.Sub(s.FromAt)
		}
	}
	return taken.Hours()
}

// entriesOf returns other times as entries of a schedule.
func entriesOf(times []classsession.FreeTime) []timetable.NewScheduleEntry {
	entries := make([]timetable.NewScheduleEntry, len(times))
	for i, t := range times {
		entries[i] = timetable.NewScheduleEntry{Date: t.Date, StartTime: t.StartTime, EndTime: t.EndTime}
	}
	return entries
}
