package planning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/classwarning"
)

// BatchCopy says how a copy of a batch differs from it.
type BatchCopy struct {
	BatchName          string `json:"batch_name,omitempty" maxLength:"200" msg:"The batch name must be at most 200 characters" doc:"Absent: that of the batch."`
	BatchCode          string `json:"batch_code,omitempty" maxLength:"40" msg:"The batch code must be at most 40 characters" doc:"Unique. Absent: the server makes one."`
	StartDate          string `json:"start_date,omitempty" document:"required" maxLength:"40" msg:"start_date must be a date such as 2026-11-20" doc:"The first day. All sessions move by as many days."`
	EndDate            string `json:"end_date,omitempty" maxLength:"40" msg:"end_date must be a date such as 2026-11-20" doc:"The last day. Absent: as many days after the first as in the batch, or the last session."`
	Timezone           string `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name, in which the sessions have the same wall-clock times. Absent: that of the batch."`
	AssignedInstructor string `json:"assigned_instructor,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"One of the course's instructors. Absent: that of the batch."`
	KeepWeekdays       *bool  `json:"keep_weekdays,omitempty" default:"true" msg:"keep_weekdays must be true or false" doc:"The first day is the first one from start_date on with the weekday on which the batch began."`
	CopyStudents       bool   `json:"copy_students,omitempty" msg:"copy_students must be true or false" doc:"Its active members and those on hold become members of the copy."`
	OnConflict         string `json:"on_conflict,omitempty" enum:"fail,skip,unassigned" default:"fail" msg:"on_conflict must be fail, skip or unassigned" doc:"If the instructor is not free for a session. fail: nothing is copied. skip: the copy lacks that session. unassigned: the copy has no instructor yet. If a classroom is not free for a session: fail: nothing is copied; skip and unassigned: the session is in none."`
}

// CopiedBatch is a copy of a batch, with what became of its sessions.
type CopiedBatch struct {
	Batch
	Conflicts []classsession.ScheduleConflict `json:"conflicts" doc:"What is in the way of sessions: those that are left out, or for which the copy has no instructor."`
	Warnings  []classwarning.ScheduleWarning  `json:"warnings,omitempty" doc:"Of a dry run: what speaks against sessions without preventing them."`
	LeftOut   []timetable.DayOff              `json:"left_out" doc:"Holidays on which sessions would have been."`
	Dropped   []classsession.DroppedRoom      `json:"dropped_rooms" doc:"Classrooms in which sessions of the batch are, and those of the copy not, because they are archived or taken then."`
}

// warn says in a dry run what speaks against the sessions that a batch would have; nothing where they are saved.
func (s *Service) warn(ctx context.Context, tx bun.IDB, who access.Caller, b batch.Row, sessions []classsession.Session, dryRun bool) ([]classwarning.ScheduleWarning, error) {
	if !dryRun {
		return nil, nil
	}
	return classwarning.Of(ctx, tx, s.deps.Calendars, who, classwarning.Plan{Batch: b, Sessions: sessions}, s.deps.Clock.Now())
}

// Clone makes a copy of a batch on other days, with its sessions that are not cancelled, each in its classroom unless that is archived or taken, and an individual one with its learner. For instructors of the batch. It returns
// fault.NotFound, batch.ErrNotTaught, fault.Invalid, fault.Conflict if the instructor or a classroom is not free. A dry run is rolled back. By section 3.7 of the design.
func (s *Service) Clone(ctx context.Context, who access.Caller, id string, n BatchCopy, dryRun bool) (created CopiedBatch, err error) {
	now := s.deps.Clock.Now()
	err = db.Try(ctx, s.deps.Calendars.InTx, dryRun, func(tx bun.IDB) error {
		f, err := batch.ReadTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		c, err := courseOf(ctx, tx, who, f.CourseID)
		if err != nil {
			return err
		}
		p, dropped, err := n.plan(ctx, tx, f.Row, now)
		if err != nil {
			return err
		}
		p.row.CreatedBy = who.ID
		if err := s.complete(ctx, tx, c, &p.row, now); err != nil {
			return err
		}
		if n.OnConflict == "skip" || n.OnConflict == "unassigned" {
			taken, err := p.schedule.WithoutTaken(ctx, tx, s.deps.Calendars, p.row, now)
			if err != nil {
				return err
			}
			dropped = classsession.AddDropped(dropped, taken)
		}
		created.LeftOut, created.Dropped = p.schedule.LeftOut, dropped
		if created.Conflicts, err = s.store(ctx, tx, who, p, n.OnConflict, now); err != nil {
			return err
		}
		if n.CopyStudents && f.BatchType == batch.Group {
			if err := copyMembers(ctx, tx, who, f.ID, p.row.ID, now); err != nil {
				return err
			}
		}
		if created.Batch, err = s.read(ctx, tx, who, p.row.ID); err != nil {
			return err
		}
		created.Warnings, err = s.warn(ctx, tx, who, p.row, created.Schedule, dryRun)
		return err
	})
	return created, err
}

// plan computes the copy of a batch, and which archived classrooms it lacks. It returns fault.Invalid.
func (n BatchCopy) plan(ctx context.Context, q bun.IDB, source batch.Row, now time.Time) (p plan, dropped []classsession.DroppedRoom, err error) {
	var broken fault.Fields
	zone := timetable.ZoneOf(cmp.Or(n.Timezone, source.Timezone), "timezone", &broken)
	start := dayOf(n.StartDate, zone)
	broken.Require(n.StartDate != "", "start_date", "required", "Start date is required")
	broken.Require(n.StartDate == "" || start != "", "start_date", "invalid_format", "start_date must be a date such as 2026-11-20")
	broken.Require(start == "" || start >= now.In(zone).Format(time.DateOnly), "start_date", "in_the_past", "Start date must be in the future")
	if err := broken.Err(); err != nil {
		return p, nil, err
	}
	days := shift(source.StartDate, start, n.KeepWeekdays == nil || *n.KeepWeekdays)
	copied, err := sessionsOf(ctx, q, source.ID, days)
	if err != nil {
		return p, nil, err
	}
	p.schedule = copied.Plan("schedule", zone, now, &broken)
	if source.RoomID, dropped, err = p.schedule.WithoutArchived(ctx, q, source.RoomID); err != nil {
		return p, nil, err
	}
	_, last := span(p.schedule.Entries)
	p.row = copyOf(source, now)
	details := BatchDetails{
		BatchName: cmp.Or(text.OneLine(n.BatchName), source.BatchName), BatchCode: text.OneLine(n.BatchCode), Capacity: source.Capacity, Timezone: cmp.Or(n.Timezone, source.Timezone),
		AssignedInstructor: n.AssignedInstructor, SessionDurationMinutes: source.SessionDurationMinutes, PaymentPlan: source.PaymentPlan, HourlyRate: &source.HourlyRate, Currency: source.Currency,
		RosterVisible: &source.RosterVisible, LateJoinUntil: new(addDays(source.LateJoinUntil, days)), StartDate: addDays(source.StartDate, days), EndDate: cmp.Or(n.EndDate, max(addDays(source.EndDate, days), last)),
	}
	details.apply(&p.row, &broken)
	for i, e := range p.schedule.Entries {
		broken.Require(len(broken) > 0 || p.row.Contains(e.Date), fmt.Sprintf("schedule[%d].date", i), "outside_batch", "Date "+e.Date+" is outside the dates of the batch")
	}
	return p, dropped, broken.Err()
}

// copyOf returns the row of a copy, without what the details set and what came with time.
func copyOf(source batch.Row, now time.Time) batch.Row {
	return batch.Row{ID: db.NewID(), CourseID: source.CourseID, BatchType: source.BatchType, StudentID: source.StudentID, RoomID: source.RoomID, Status: batch.Upcoming, AssignedInstructor: source.AssignedInstructor,
		BatchNotes: source.BatchNotes, TotalSessions: source.TotalSessions, Version: 1, CreatedAt: now, UpdatedAt: now}
}

// sessionsOf returns what a batch has of sessions, to be copied some days later.
func sessionsOf(ctx context.Context, q bun.IDB, id string, days int) (c classsession.Copy, err error) {
	c.Days, c.Holidays = days, map[string]timetable.Holidays{}
	if c.Sessions, err = classsession.Of(ctx, q, id); err != nil {
		return c, err
	}
	if c.Series, err = classsession.SeriesOf(ctx, q, id); err != nil {
		return c, err
	}
	for _, r := range c.Series {
		if c.Holidays[r.HolidayCalendar] == nil {
			if c.Holidays[r.HolidayCalendar], err = classsession.HolidaysIn(ctx, q, r.HolidayCalendar, addDays(r.StartDate, days)); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}

// shift returns by how many days a copy is later than its source: from first day to wanted one, or to the next one with the same weekday.
func shift(from, to string, keepWeekdays bool) int {
	first, err := time.Parse(time.DateOnly, from)
	wanted, err2 := time.Parse(time.DateOnly, to)
	if errors.Join(err, err2) != nil {
		return 0
	}
	days := int(wanted.Sub(first).Hours() / 24)
	if rest := days % 7; keepWeekdays && rest != 0 {
		days += (7 - rest) % 7
	}
	return days
}

func addDays(day string, n int) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.AddDate(0, 0, n).Format(time.DateOnly)
}

// copyMembers gives the members of a batch that are active or on hold seats in its copy.
func copyMembers(ctx context.Context, tx bun.IDB, who access.Caller, from, to string, now time.Time) error {
	members, err := currentMembers(ctx, tx, from)
	if err != nil {
		return err
	}
	for _, id := range members {
		m := batch.Member{BatchID: to, UserID: id, MemberState: batch.MemberState{Status: batch.MemberActive}, JoinedAt: now, UpdatedAt: now}
		if _, err := batch.AddMember(ctx, tx, m); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, now, batch.MemberAdded{BatchID: to, UserID: id, ActorID: who.ID}); err != nil {
			return err
		}
	}
	return nil
}
