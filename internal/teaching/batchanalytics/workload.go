package batchanalytics

import (
	"time"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/workinghours"
)

// InstructorWorkload says how much instructors teach. Batches, seats and students are those of batches that are upcoming or active; hours are the mean of the next 4 weeks.
type InstructorWorkload struct {
	Instructors []InstructorLoad `json:"instructors" doc:"By name."`
	Summary     WorkloadSummary  `json:"summary"`
}

// InstructorLoad is how much one instructor teaches.
type InstructorLoad struct {
	InstructorID    string   `json:"instructor_id"`
	FullName        string   `json:"full_name"`
	Total           int64    `json:"total" doc:"Their batches of all statuses."`
	Active          int64    `json:"active"`
	Upcoming        int64    `json:"upcoming"`
	Individual      int64    `json:"individual" doc:"Individual batches that are upcoming or active."`
	Group           int64    `json:"group" doc:"Groups that are upcoming or active."`
	Students        int64    `json:"students" doc:"Active members and those on hold, each once."`
	Utilization     float64  `json:"utilization" doc:"Taken seats in percent, 1 decimal; 0 where there are no seats."`
	WeeklyHours     float64  `json:"weekly_hours" doc:"Sessions, Q&A sessions, demo classes and meetings, 1 decimal."`
	HoursOffered    *float64 `json:"hours_offered" doc:"Their hours in a week, 1 decimal; null if they have set none."`
	OnTimeStartRate *float64 `json:"on_time_start_rate" doc:"Of their sessions of the last 4 weeks in which they were seen, those that they had joined within 5 minutes, in percent; null for none."`
	CompletionRate  *float64 `json:"completion_rate" doc:"Completed batches in percent of those that were completed or cancelled; null for none."`
	OutsideHours    int64    `json:"outside_hours" doc:"How many of their sessions in the next 4 weeks are outside the hours that they have set."`
	State           string   `json:"state" enum:"overloaded,underutilized,optimal" doc:"overloaded: more individual batches than an instructor may have, or more hours than they offer. underutilized: less than 40 % of the seats are taken."`
}

// WorkloadSummary counts instructors by their state.
type WorkloadSummary struct {
	Overloaded    int64 `json:"overloaded"`
	Underutilized int64 `json:"underutilized"`
	Optimal       int64 `json:"optimal"`
}

const (
	overloaded    = "overloaded"
	underutilized = "underutilized"
	optimal       = "optimal"

	weeks         = 4
	horizon       = weeks * 7 * 24 * time.Hour
	lowPercent    = 40 // of seats
	punctualAfter = 5 * time.Minute
)

// load adds up what one instructor teaches in the weeks from now on.
type load struct {
	cells    []cell
	students int64
	taken    []busy.Time // by time
	hours    *workinghours.Row
	arrivals []arrival // by time
}

func (l load) of(p person, now time.Time) InstructorLoad {
	var open, all tally
	r := InstructorLoad{InstructorID: p.ID, FullName: p.FullName, Students: l.students, State: optimal}
	for _, c := range l.cells {
		all.add(c)
		if !isOpenCell(c) {
			continue
		}
		open.add(c)
		if c.BatchType == batch.Individual {
			r.Individual += c.Batches
		} else {
			r.Group += c.Batches
		}
	}
	r.Total, r.Active, r.Upcoming = all.TotalBatches, all.ActiveBatches, all.UpcomingBatches
	r.Utilization, r.CompletionRate, r.OnTimeStartRate = open.utilization(), all.completionRate(), punctuality(l.arrivals)
	l.addHours(&r, now)
	switch {
	case r.Individual > batch.MostIndividual || r.HoursOffered != nil && r.WeeklyHours > *r.HoursOffered:
		r.State = overloaded
	case r.Utilization < lowPercent:
		r.State = underutilized
	}
	return r
}

// addHours adds the hours of the weeks from now on.
func (l load) addHours(r *InstructorLoad, now time.Time) {
	var open []clock.Span
	until := now.Add(horizon)
	if l.hours != nil {
		open = l.hours.Open(now, until)
		var offered time.Duration
		for _, s := range open {
			offered += s.UntilAt.Sub(s.FromAt)
		}
		r.HoursOffered = new(rounded(offered.Hours() / weeks))
	}
	var taught time.Duration
	for _, t := range l.taken {
		if t.Kind == busy.TimeOff || t.Kind == busy.Hold || t.StartsAt.Before(now) || !t.StartsAt.Before(until) {
			continue
		}
		taught += t.EndsAt.Sub(t.StartsAt)
		if t.Kind == busy.Session && l.hours != nil && !workinghours.Covers(open, t.StartsAt, t.EndsAt) {
			r.OutsideHours++
		}
	}
	r.WeeklyHours = rounded(taught.Hours() / weeks)
}

// punctuality returns the share of sessions that the instructor had joined in time: the first arrival in each counts.
func punctuality(arrivals []arrival) *float64 {
	seen, punctual := map[string]bool{}, int64(0)
	for _, a := range arrivals {
		if !seen[a.SessionID] && !a.JoinedAt.After(a.StartsAt.Add(punctualAfter)) {
			punctual++
		}
		seen[a.SessionID] = true
	}
	if len(seen) == 0 {
		return nil
	}
	return new(percent(punctual, int64(len(seen))))
}
