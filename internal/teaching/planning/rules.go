package planning

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

const defaultCapacity = 10 // of a group, as the highest batch size of a price

// Limits on the length of a session, from the specification.
const (
	shortestMinutes = 30
	longestMinutes  = 480
)

// plan is a batch in the making.
type plan struct {
	row      batch.Row
	schedule classsession.Schedule
}

// normalise returns n with its defaults.
func (n NewBatch) normalise(schoolZone string, now time.Time) NewBatch {
	n.BatchType = cmp.Or(n.BatchType, batch.Group)
	n.Timezone = cmp.Or(n.Timezone, schoolZone)
	if n.BatchType == batch.Individual {
		n.Capacity = cmp.Or(n.Capacity, 1)
	}
	n.Capacity = cmp.Or(n.Capacity, defaultCapacity)
	n.BatchName, n.BatchCode = text.OneLine(n.BatchName), text.OneLine(n.BatchCode)
	if n.Recurrence != nil {
		zone := timetable.ZoneOf(n.Timezone, "", new(fault.Fields))
		n.Recurrence = new(n.Recurrence.From(dayOf(n.StartDate, zone), now.In(zone).Format(time.DateOnly)))
	}
	return n
}

// hasSchedule reports whether the sessions say on which days the batch begins and ends.
func (n NewBatch) hasSchedule() bool { return len(n.Schedule) > 0 || n.Recurrence != nil }

// plan checks n and computes dates and sessions. It returns fault.Invalid.
func (n NewBatch) plan(courseID string, holidays timetable.Holidays, now time.Time) (p plan, err error) {
	var broken fault.Fields
	zone := timetable.ZoneOf(n.Timezone, "timezone", &broken)
	p.schedule = classsession.NewSchedule{Entries: n.Schedule, Recurrence: n.Recurrence, Member: "schedule"}.Plan(zone, holidays, now, &broken)
	if n.BatchType == batch.Individual {
		n.checkIndividual(zone, now, &broken)
	} else {
		broken.Require(n.StudentID == "", "student_id", "not_allowed", "Only an individual batch has a student. Add the learners of a group after you have created it")
		broken.Require(n.BatchName != "", "batch_name", "required", "Batch name is required")
		broken.Require(n.StartDate != "" || n.hasSchedule(), "start_date", "required", "Start date is required")
		broken.Require(n.EndDate != "" || n.hasSchedule(), "end_date", "required", "End date is required")
	}
	if err := broken.Err(); err != nil { // dates follow from entries that are right
		return p, err
	}
	p.row = batch.Row{ID: db.NewID(), CourseID: courseID, BatchType: n.BatchType, Status: batch.Upcoming, Version: 1}
	if n.StudentID != "" {
		p.row.StudentID = &n.StudentID
	}
	first, last := span(p.schedule.Entries)
	n.StartDate, n.EndDate = cmp.Or(n.StartDate, first), cmp.Or(n.EndDate, last)
	n.BatchDetails.apply(&p.row, &broken)
	for i, e := range p.schedule.Entries {
		broken.Require(p.row.Contains(e.Date), fmt.Sprintf("schedule[%d].date", i), "outside_batch", "Date "+e.Date+" is outside the dates of the batch")
	}
	return p, broken.Err()
}

// checkIndividual reports what an individual batch lacks, by the specification.
func (n NewBatch) checkIndividual(zone *time.Location, now time.Time, broken *fault.Fields) {
	broken.Require(n.StudentID != "", "student_id", "required", "Student is required for an individual batch")
	broken.Require(n.AssignedInstructor != "", "assigned_instructor", "required", "Instructor is required for an individual batch")
	broken.Require(n.StartDate != "", "start_date", "required", "Start date is required")
	broken.Require(n.EndDate != "", "end_date", "required", "End date is required")
	broken.Require(n.hasSchedule(), "schedule", "required", "At least one schedule entry is required")
	start, end := instantOf(n.StartDate, zone), instantOf(n.EndDate, zone)
	broken.Require(start.IsZero() || end.IsZero() || end.After(start), "end_date", "out_of_range", "End date must be after start date")
	broken.Require(start.IsZero() || start.After(now), "start_date", "in_the_past", "Start date must be in the future")
}

// instantOf reads an instant, or the beginning of a day in the time zone; the zero time for something else.
func instantOf(value string, zone *time.Location) time.Time {
	if at, err := time.Parse(time.RFC3339, value); err == nil {
		return at
	}
	at, _ := time.ParseInLocation(time.DateOnly, value, zone)
	return at
}

// apply writes the details of a batch to its row and reports what is wrong.
func (n BatchDetails) apply(r *batch.Row, broken *fault.Fields) {
	zone := timetable.ZoneOf(n.Timezone, "timezone", broken)
	start, end := dayOf(n.StartDate, zone), dayOf(n.EndDate, zone)
	broken.Require(start != "", "start_date", "invalid_format", "start_date must be a date such as 2026-11-20")
	broken.Require(end != "", "end_date", "invalid_format", "end_date must be a date such as 2026-11-20")
	broken.Require(start == "" || end == "" || end >= start, "end_date", "out_of_range", "End date must be after start date")
	broken.Require(r.BatchType != batch.Individual || n.Capacity == 1, "capacity", "out_of_range", "capacity must be exactly 1 for an individual batch")
	broken.Require(n.Capacity >= 1, "capacity", "out_of_range", "The capacity must be a whole number from 1 to 10000")
	broken.Require(n.SessionDurationMinutes == 0 || shortestMinutes <= n.SessionDurationMinutes && n.SessionDurationMinutes <= longestMinutes,
		"session_duration_minutes", "out_of_range", "Session duration must be between 30 and 480 minutes")
	broken.Require(n.TotalSessions == nil || *n.TotalSessions >= 1, "total_sessions", "out_of_range", "The number of sessions must be at least 1")
	if n.HourlyRate != nil {
		broken.Require(*n.HourlyRate >= 0, "hourly_rate", "out_of_range", "The hourly rate can't be negative")
		broken.Require(*n.HourlyRate <= 0 || n.Currency != "", "currency", "required", "An hourly rate needs a currency, such as EUR")
		r.HourlyRate = *n.HourlyRate
	}
	if n.LateJoinUntil != nil {
		day := *n.LateJoinUntil
		broken.Require(day == "" || dayOf(day, zone) != "", "late_join_until", "invalid_format", "late_join_until must be a date such as 2026-11-20")
		broken.Require(day == "" || end == "" || day <= end, "late_join_until", "out_of_range", "Learners can't join after the batch has ended")
		r.LateJoinUntil = day
	}
	if len(*broken) > 0 {
		return
	}
	setName(r, n.BatchName)
	r.BatchCode, r.Capacity, r.Timezone, r.SessionDurationMinutes, r.Currency = n.BatchCode, n.Capacity, n.Timezone, n.SessionDurationMinutes, n.Currency
	if r.PaymentPlan = n.PaymentPlan; n.PaymentPlan == "full_payment" {
		r.PaymentPlan = "one_time"
	}
	if n.BatchNotes != nil {
		r.BatchNotes = strings.TrimSpace(*n.BatchNotes)
	}
	if n.RosterVisible != nil {
		r.RosterVisible = *n.RosterVisible
	}
	if n.TotalSessions != nil {
		r.TotalSessions = *n.TotalSessions
	}
	switch {
	case n.RoomID == nil:
	case *n.RoomID == "":
		r.RoomID = nil
	default:
		r.RoomID = n.RoomID
	}
	if n.AssignedInstructor != "" {
		r.AssignedInstructor = &n.AssignedInstructor
	}
	r.SetDates(start, end, zone)
}

func setName(r *batch.Row, name string) { r.BatchName, r.NameKey = name, text.Fold(name) }

// change applies the details that are given to a batch; the others stay. It returns fault.Invalid.
func (n BatchDetails) change(r *batch.Row, sessions []classsession.Session) error {
	var broken fault.Fields
	n.BatchName, n.BatchCode = cmp.Or(text.OneLine(n.BatchName), r.BatchName), cmp.Or(text.OneLine(n.BatchCode), r.BatchCode)
	n.Capacity, n.Timezone = cmp.Or(n.Capacity, r.Capacity), cmp.Or(n.Timezone, r.Timezone)
	n.StartDate, n.EndDate = cmp.Or(n.StartDate, r.StartDate), cmp.Or(n.EndDate, r.EndDate)
	n.SessionDurationMinutes, n.PaymentPlan = cmp.Or(n.SessionDurationMinutes, r.SessionDurationMinutes), cmp.Or(n.PaymentPlan, r.PaymentPlan)
	n.LateJoinUntil = cmp.Or(n.LateJoinUntil, &r.LateJoinUntil)
	n.Currency = cmp.Or(n.Currency, r.Currency)
	broken.Require(n.Timezone == r.Timezone || len(sessions) == 0, "timezone", "not_allowed", "The time zone can't change once there are sessions")
	broken.Require(n.Capacity >= r.Enrolled+r.Reserved, "capacity", "out_of_range", fmt.Sprintf("The capacity can't be lower than the %d seats that are taken", r.Enrolled+r.Reserved))
	n.apply(r, &broken)
	for _, s := range sessions {
		inside := r.Contains(s.Date) || s.Status == classsession.Cancelled
		broken.Require(inside, "start_date", "outside_batch", "There is a session on "+s.Date+", which would be outside the dates of the batch")
	}
	return broken.Err()
}

// span returns the first and the last day of sessions; "" for none.
func span(entries []timetable.ScheduleEntry) (first, last string) {
	for _, e := range entries {
		if first == "" || e.Date < first {
			first = e.Date
		}
		last = max(last, e.Date)
	}
	return first, last
}

// codeOf returns the code of a batch by the specification: IND for individual ones, the last 4 characters of student and course, and the
// last 6 digits of the time in milliseconds. Groups have GRP, and no student.
func codeOf(r batch.Row, now time.Time) string {
	prefix := "GRP"
	if r.StudentID != nil {
		prefix = "IND" + lastOf(*r.StudentID, 4)
	}
	return prefix + lastOf(r.CourseID, 4) + lastOf(fmt.Sprint(now.UnixMilli()), 6)
}

func lastOf(s string, n int) string { return s[max(0, len(s)-n):] }

// individualName returns the name of an individual batch by the specification.
func individualName(courseTitle, instructor, student string) string {
	who := "(Individual Class)"
	if student = text.OneLine(student); student != "" {
		who = "(1:1 with " + student + ")"
	}
	return text.OneLine(plain(courseTitle) + " " + plain(instructor) + " " + who)
}

// plain strips special characters.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, s)
}
