package classschedule

import (
	"fmt"
	"slices"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/classwarning"
)

// Which sessions a change concerns.
const (
	scopeOne       = "one"
	scopeFollowing = "following"
	scopeAll       = "all"
)

// noticePeriod is how long before a session its instructors must say why they change it.
const noticePeriod = 24 * time.Hour

// SessionChange is what instructors change of a session, and perhaps of others of its series by as many days and minutes. What is not given stays.
type SessionChange struct {
	Date            string  `json:"date,omitempty" maxLength:"20" msg:"Please enter a date" doc:"YYYY-MM-DD."`
	StartTime       string  `json:"start_time,omitempty" maxLength:"20" msg:"Please enter a start time" doc:"HH:MM."`
	EndTime         string  `json:"end_time,omitempty" maxLength:"20" msg:"Please enter an end time" doc:"HH:MM, on the same day."`
	Title           *string `json:"title,omitempty" maxLength:"100" msg:"A title must be at most 100 characters"`
	Description     *string `json:"description,omitempty" maxLength:"500" msg:"A description must be at most 500 characters"`
	InstructorID    *string `json:"instructor_id,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"Another instructor of the course, who teaches in place of that of the batch. Empty: that of the batch."`
	RoomID          *string `json:"room_id,omitempty" maxLength:"36" msg:"This classroom doesn't exist" doc:"Another classroom. Empty: none."`
	Scope           string  `json:"scope,omitempty" enum:"one,following,all" default:"one" msg:"scope must be one, following or all" doc:"one: only this session. following: also those of its series that were planned after it. all: all of its series that are ahead."`
	IncludeDetached bool    `json:"include_detached,omitempty" msg:"include_detached must be true or false" doc:"Also sessions that were moved alone before."`
	OnConflict      string  `json:"on_conflict,omitempty" enum:"fail,skip" default:"fail" msg:"on_conflict must be fail or skip" doc:"What becomes of a session at a time when the instructor is not free. fail: nothing changes. skip: it stays where it is."`
	Reason          string  `json:"reason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters" doc:"Why, for members and instructors. Required within 24 hours before the session begins."`
}

// ChangedSessions are the sessions that a change concerned.
type ChangedSessions struct {
	Session   classsession.Session            `json:"session" doc:"The one that the request named."`
	Entries   []classsession.Session          `json:"entries" doc:"All that have changed."`
	Conflicts []classsession.ScheduleConflict `json:"conflicts" doc:"What is in the way of sessions that were skipped."`
	Warnings  []classwarning.ScheduleWarning  `json:"warnings,omitempty" doc:"Of a dry run: what speaks against these sessions without preventing them."`
	ChangeID  string                          `json:"change_id,omitempty" doc:"By which the change can be undone. Absent where nothing has changed, and for what can't be undone."`
	UndoUntil *time.Time                      `json:"undo_until,omitempty" doc:"Until when it can be undone."`
}

// EditVersion implements rest.Versioned.
func (c ChangedSessions) EditVersion() int64 { return c.Session.EditVersion() }

// affected lists the sessions that a change with a scope concerns: first the one that the request named.
func affected(named classsession.Session, all []classsession.Session, scope string, includeDetached bool, now time.Time) []classsession.Session {
	chosen := []classsession.Session{named}
	for _, s := range all {
		together := s.ID != named.ID && s.Status == classsession.Scheduled && !s.HasBegun(now) && sameSeries(s, named)
		if scope == scopeOne || !together || s.Detached && !includeDetached || scope == scopeFollowing && s.OriginalDate < named.OriginalDate {
			continue
		}
		chosen = append(chosen, s)
	}
	return chosen
}

// sameSeries reports whether two sessions were planned by one rule. Those that were planned by none belong together.
func sameSeries(a, b classsession.Session) bool {
	return a.SeriesID == nil && b.SeriesID == nil || a.SeriesID != nil && b.SeriesID != nil && *a.SeriesID == *b.SeriesID
}

// shift is a move in wall-clock days and minutes, so that an hour stays that hour when the clocks change.
type shift struct {
	days       int
	start, end time.Duration
}

// shiftTo returns the shift from a session to where a change puts it, and reports what is wrong with that.
func (c SessionChange) shiftTo(s classsession.Session, broken *fault.Fields) (by shift) {
	for _, part := range []struct {
		member, layout, from, to string
		apply                    func(time.Duration)
	}{
		{"date", time.DateOnly, s.Date, c.Date, func(d time.Duration) { by.days = int(d / (24 * time.Hour)) }},
		{"start_time", "15:04", s.StartTime, c.StartTime, func(d time.Duration) { by.start = d }},
		{"end_time", "15:04", s.EndTime, c.EndTime, func(d time.Duration) { by.end = d }},
	} {
		if part.to == "" {
			continue
		}
		from, fromErr := time.Parse(part.layout, part.from)
		to, err := time.Parse(part.layout, part.to)
		ok := err == nil && fromErr == nil && to.Format(part.layout) == part.to
		broken.Require(ok, part.member, "invalid_format", "Invalid date or time. Use YYYY-MM-DD and HH:MM")
		if ok {
			part.apply(to.Sub(from))
		}
	}
	return by
}

// of returns where a session is after the shift.
func (by shift) of(s classsession.Session) timetable.NewScheduleEntry {
	moved := func(layout, value string, d time.Duration) string {
		at, err := time.Parse(layout, value)
		if err != nil {
			return ""
		}
		if later := at.Add(d); layout == time.DateOnly || later.Day() == at.Day() {
			return later.Format(layout)
		}
		return "24:00" // past midnight: no time of this day
	}
	return timetable.NewScheduleEntry{Date: moved(time.DateOnly, s.Date, time.Duration(by.days)*24*time.Hour), StartTime: moved("15:04", s.StartTime, by.start),
		EndTime: moved("15:04", s.EndTime, by.end), Title: s.Title, Description: s.Description}
}

// apply returns the sessions as a change leaves them, or fault.Invalid. all are those of the batch.
func (c SessionChange) apply(r batch.Row, chosen, all []classsession.Session, now time.Time) ([]classsession.Session, error) {
	var broken fault.Fields
	by := c.shiftTo(chosen[0], &broken)
	if err := broken.Err(); err != nil {
		return nil, err
	}
	entries := make([]timetable.NewScheduleEntry, len(chosen))
	for i, s := range chosen {
		entries[i] = by.of(s)
		if c.Title != nil {
			entries[i].Title = *c.Title
		}
		if c.Description != nil {
			entries[i].Description = *c.Description
		}
	}
	stays := by == shift{}
	planned := timetable.Plan("sessions", entries, r.Zone(), func(timetable.NewScheduleEntry) bool { return stays }, now, &broken)
	broken.Require(stays || c.Reason != "" || !within(chosen, now.Add(noticePeriod)), "reason", "required", "Say why: a session begins within 24 hours")
	changed := make([]classsession.Session, len(chosen))
	for i, s := range chosen {
		s.ScheduleEntry, s.Sequence, s.UpdatedAt = planned[i], s.Sequence+1, now
		if !stays {
			s.Reason, s.Detached = c.Reason, c.Scope != scopeFollowing && c.Scope != scopeAll
		}
		switch {
		case c.InstructorID == nil:
		case *c.InstructorID == "":
			s.InstructorID = nil
		default:
			s.InstructorID = c.InstructorID
		}
		if c.RoomID != nil {
			s.RoomID = c.room()
		}
		changed[i] = s
	}
	checkDays(r, changed, all, &broken)
	return changed, broken.Err()
}

// room returns the classroom that a change wants; nil for none.
func (c SessionChange) room() *string {
	if c.RoomID == nil || *c.RoomID == "" {
		return nil
	}
	return c.RoomID
}

// within reports whether one of the sessions begins before an instant.
func within(sessions []classsession.Session, instant time.Time) bool {
	return slices.ContainsFunc(sessions, func(s classsession.Session) bool { return s.StartsAt.Before(instant) })
}

// checkDays reports sessions outside the dates of their batch, and those on a day on which the batch has another session.
func checkDays(r batch.Row, changed, all []classsession.Session, broken *fault.Fields) {
	for _, s := range changed {
		broken.Require(s.StartsAt.IsZero() || r.Contains(s.Date), "date", "outside_batch", fmt.Sprintf("Date %s is outside the dates of the batch", s.Date))
		for _, other := range all {
			isOther := other.Status == classsession.Scheduled && !slices.ContainsFunc(changed, func(c classsession.Session) bool { return c.ID == other.ID })
			broken.Require(!isOther || other.Date != s.Date, "date", "duplicate", "There is already a session on "+s.Date)
		}
	}
}
