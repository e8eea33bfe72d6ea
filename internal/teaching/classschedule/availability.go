package classschedule

import (
	"context"
	"slices"

	"lectern/internal/platform/access"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/classwarning"
)

// ProposedSchedule is a schedule for an individual batch, about which an instructor asks.
type ProposedSchedule struct {
	InstructorID     string                       `json:"instructor_id" minLength:"1" maxLength:"36" msg:"Instructor is required"`
	ProposedSchedule []timetable.NewScheduleEntry `json:"proposed_schedule" minItems:"1" maxItems:"500" msg:"At least one schedule entry is required"`
	Timezone         string                       `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name. Absent: the school's."`
	ExcludeBatchID   string                       `json:"exclude_batch_id,omitempty" maxLength:"36" msg:"This batch doesn't exist" doc:"A batch whose own sessions are not in the way."`
}

// InstructorCheck says whether an instructor can teach a proposed schedule.
type InstructorCheck struct {
	IsAvailable bool                  `json:"is_available" doc:"Back-to-back sessions do not matter."`
	Conflicts   []AvailabilityProblem `json:"conflicts"`
	Suggestions []ScheduleSuggestion  `json:"suggestions" doc:"Other schedules, the nearest first."`
}

// AvailabilityProblem is what speaks against a proposed schedule.
type AvailabilityProblem struct {
	ConflictType string `json:"conflict_type" enum:"time_overlap,back_to_back,overload" doc:"back_to_back: less than 10 minutes from something else. overload: they have as many individual batches as they may."`
	Date         string `json:"date,omitempty" doc:"Of the session; absent for overload."`
	StartTime    string `json:"start_time,omitempty"`
	EndTime      string `json:"end_time,omitempty"`
	Label        string `json:"label" doc:"What is in the way; empty where the caller may not know it."`
}

// ScheduleSuggestion is another schedule at which an instructor is free.
type ScheduleSuggestion struct {
	AlternativeSchedule []timetable.NewScheduleEntry `json:"alternative_schedule"`
	ConfidenceScore     float64                      `json:"confidence_score" doc:"1 less the way from what was proposed, in weeks: a day later or earlier counts as a day, another time as the difference."`
}

const minutesOfWeek = 7 * 24 * 60

// CheckInstructor says whether an instructor can teach a proposed schedule of an individual batch, and what they could teach instead. For instructors, of themselves and of those with
// whom they share a course, and administrators. fault.Invalid.
func (s *Service) CheckInstructor(ctx context.Context, who access.Caller, p ProposedSchedule) (c InstructorCheck, err error) {
	wanted := WantedSchedule{InstructorID: p.InstructorID, Schedule: p.ProposedSchedule, Timezone: p.Timezone, ExcludeBatchID: p.ExcludeBatchID, member: "proposed_schedule"}
	r, err := s.checkWanted(ctx, who, wanted)
	if err != nil {
		return c, err
	}
	c = InstructorCheck{IsAvailable: len(r.obstacles.Conflicts) == 0, Conflicts: []AvailabilityProblem{}, Suggestions: suggestionsOf(r)}
	for _, o := range r.obstacles.Conflicts {
		c.Conflicts = append(c.Conflicts, AvailabilityProblem{"time_overlap", o.Date, o.StartTime, o.EndTime, o.Label})
	}
	tight, err := classwarning.Tight(ctx, s.deps.DB.Reader(), s.deps.Calendars, r.plan)
	if err != nil {
		return c, err
	}
	for _, session := range r.sessions { // one for each, however much is near it
		if slices.ContainsFunc(tight, func(w classwarning.ScheduleWarning) bool {
			return w.Date == session.Date && w.StartTime == session.StartTime
		}) {
			c.Conflicts = append(c.Conflicts, AvailabilityProblem{ConflictType: "back_to_back", Date: session.Date, StartTime: session.StartTime, EndTime: session.EndTime})
		}
	}
	n, err := countIndividual(ctx, s.deps.DB.Reader(), p.InstructorID)
	if n >= batch.MostIndividual {
		c.IsAvailable = false
		c.Conflicts = append(c.Conflicts, AvailabilityProblem{ConflictType: "overload"})
	}
	return c, err
}

// suggestionsOf returns up to two other schedules: one moved as a whole, and one of which only what is in the way moves.
func suggestionsOf(r checked) []ScheduleSuggestion {
	suggestions := []ScheduleSuggestion{}
	if shift := r.obstacles.Shift; shift != nil {
		suggestions = append(suggestions, ScheduleSuggestion{entriesOf(shift.Entries), confidence(shift.Cost())})
	}
	worst, taken := 0, map[string]bool{}
	entries := make([]timetable.NewScheduleEntry, len(r.sessions))
	for i, s := range r.sessions {
		entries[i] = timetable.NewScheduleEntry{Date: s.Date, StartTime: s.StartTime, EndTime: s.EndTime}
		at := slices.IndexFunc(r.obstacles.Conflicts, func(c classsession.ScheduleConflict) bool { return c.Date == s.Date })
		if at < 0 {
			continue
		}
		others := r.obstacles.Conflicts[at].Alternatives
		free := slices.IndexFunc(others, func(t classsession.FreeTime) bool { return !taken[t.Date] })
		if free < 0 {
			return suggestions
		}
		entries[i], worst = entriesOf(others[free : free+1])[0], max(worst, others[free].Cost())
		taken[entries[i].Date] = true
	}
	if len(r.obstacles.Conflicts) > 0 {
		suggestions = append(suggestions, ScheduleSuggestion{entries, confidence(worst)})
	}
	slices.SortStableFunc(suggestions, func(a, b ScheduleSuggestion) int { return compareDescending(a.ConfidenceScore, b.ConfidenceScore) })
	return suggestions
}

func compareDescending(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// confidence returns 1 less a cost in weeks, at least 0.
func confidence(cost int) float64 { return rounded(max(0, 1-float64(cost)/minutesOfWeek)) }
