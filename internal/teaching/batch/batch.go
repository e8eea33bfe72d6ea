// Package batch has the row of a batch and the rules that the features of this wing share: who may see and change one, its statuses,
// its seats.
//
// A batch is a cohort that takes a course together (group), or one learner alone (individual).
package batch

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Types of batches.
const (
	Group      = "group"
	Individual = "individual"
)

// Statuses of a batch.
const (
	Upcoming  = "Upcoming"
	Active    = "Active"
	Completed = "Completed"
	Cancelled = "Cancelled"
)

// MostIndividual is how many individual batches an instructor may have that are active or upcoming, from the specification.
const MostIndividual = 10

// transitions lists the statuses that can follow each.
var transitions = map[string][]string{
	Upcoming:  {Active, Cancelled},
	Active:    {Completed, Cancelled},
	Completed: {Active},
	Cancelled: {Upcoming},
}

var (
	// ErrNotFound is returned for a batch that does not exist or that the caller may not know of.
	ErrNotFound = fault.New(fault.NotFound, "batch_not_found", "This batch doesn't exist.")
	// ErrNotTaught is returned for a change of a batch that the caller may only see.
	ErrNotTaught = fault.New(fault.Forbidden, "not_your_batch", "Only instructors of this batch can change it.")
	// ErrIndividual is returned to learners who want to join or leave a batch for one learner alone.
	ErrIndividual = fault.New(fault.Conflict, "batch_individual", "This batch is for one learner alone. Its instructor decides who is in it.")
	// ErrOverDeadline is returned after the last day on which learners can join.
	ErrOverDeadline = fault.New(fault.Conflict, "over_deadline", "The last day to join this batch has passed. Choose another batch, or set a later day first.")
	// ErrFull is returned when no seat is free.
	ErrFull = fault.New(fault.Conflict, "batch_full", "This batch has reached its capacity. Choose another batch, or raise the capacity first.")
)

// Row is a batch as stored.
type Row struct {
	bun.BaseModel `bun:"table:batches,alias:b"`

	ID                     string `bun:",pk"`
	BatchCode              string
	BatchName              string
	NameKey                string
	CourseID               string
	BatchType              string
	Capacity               int64
	Enrolled               int64 // seats of members
	Reserved               int64 // seats offered to those who wait
	Status                 string
	Archived               bool
	AssignedInstructor     *string
	Timezone               string
	StartDate              string
	EndDate                string
	StartsAt               time.Time // StartDate at 00:00 in the time zone
	EndsAt                 time.Time // the end of EndDate
	LateJoinUntil          string    // the last day on which learners can join; empty: the batch's last
	RosterVisible          bool      // members see each other's names
	BatchNotes             string
	SessionDurationMinutes int64
	TotalSessions          int64
	PaymentPlan            string
	HourlyRate             int64 // in the minor unit of the currency
	Currency               string
	StudentID              *string
	RoomID                 *string // the classroom of new sessions
	Reason                 string
	Version                int64
	CreatedBy              string
	CreatedAt              time.Time
	UpdatedAt              time.Time
}

// Found is a batch with the caller's relation to it.
type Found struct {
	bun.BaseModel `bun:"table:batches,alias:b"`

	Row
	Teaches      bool   `bun:",scanonly"` // the caller may change it
	MemberStatus string `bun:",scanonly"` // of the caller; empty for those who never were members
	IsEnrolled   bool   `bun:",scanonly"` // the caller, in the course

	CourseTitle    string `bun:",scanonly"`
	InstructorName string `bun:",scanonly"`
	RoomName       string `bun:",scanonly"` // empty for no classroom
	RoomPlace      string `bun:",scanonly"`
	RoomCapacity   int64  `bun:",scanonly"`
}

// IsMember reports whether the caller has a seat.
func (f Found) IsMember() bool {
	return f.MemberStatus != "" && MemberState{Status: f.MemberStatus}.HasSeat()
}

// CheckJoin returns fault.Conflict for a batch that learners cannot join by themselves or can no longer join, and fault.Forbidden for a caller who is not enrolled in
// its course.
func (f Found) CheckJoin(now time.Time) error {
	if f.BatchType == Individual {
		return ErrIndividual
	}
	if !f.IsEnrolled {
		return fault.New(fault.Forbidden, "not_enrolled", "Enrol in the course to join this batch.")
	}
	if err := f.CheckOpen(); err != nil {
		return err
	}
	return f.CheckDeadline(now)
}

// CheckDeadline returns ErrOverDeadline if the last day on which learners can join has passed.
func (r Row) CheckDeadline(now time.Time) error {
	if end, ok := r.joinEnd(); ok && !now.Before(end) {
		return ErrOverDeadline
	}
	return nil
}

// joinEnd returns the end of the last day on which learners can join; false for none.
func (r Row) joinEnd() (end time.Time, ok bool) {
	day, err := time.ParseInLocation(time.DateOnly, r.LateJoinUntil, r.Zone())
	return day.AddDate(0, 0, 1), err == nil
}

// CheckOpen returns fault.Conflict if no more learners can join: the batch is archived, completed or cancelled.
func (r Row) CheckOpen() error {
	if !r.Archived && r.Status != Completed && r.Status != Cancelled {
		return nil
	}
	return fault.New(fault.Conflict, "batch_closed", "This batch is closed to new members: it is archived, completed or cancelled. Choose another batch.")
}

// FreeSeats returns how many more learners can join.
func (r Row) FreeSeats() int64 { return r.Capacity - r.Enrolled - r.Reserved }

// InstructorIDs lists who teaches the sessions.
func (r Row) InstructorIDs() []string {
	if r.AssignedInstructor == nil {
		return nil
	}
	return []string{*r.AssignedInstructor}
}

// CheckTransition returns fault.Conflict unless the status can be followed by another.
func (r Row) CheckTransition(to string) error {
	for _, next := range transitions[r.Status] {
		if next == to {
			return nil
		}
	}
	return fault.New(fault.Conflict, "batch_transition", "This batch has the status "+r.Status+", which can't be followed by "+to+". Reload the page.")
}

// Zone returns the time zone, which was checked when it was stored.
func (r Row) Zone() *time.Location {
	zone, err := time.LoadLocation(r.Timezone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// SetDates sets the first and the last day, with their instants.
func (r *Row) SetDates(start, end string, zone *time.Location) error {
	from, err := time.ParseInLocation(time.DateOnly, start, zone)
	if err != nil {
		return err
	}
	until, err := time.ParseInLocation(time.DateOnly, end, zone)
	if err != nil {
		return err
	}
	r.StartDate, r.EndDate, r.StartsAt, r.EndsAt = start, end, from.UTC(), until.AddDate(0, 0, 1).UTC()
	return nil
}

// Contains reports whether a day belongs to the batch.
func (r Row) Contains(date string) bool { return r.StartDate <= date && date <= r.EndDate }
