package classsession

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/teaching/batch"
)

// What can become of a session that its instructor can't teach.
const (
	CancelIt     = "cancel"
	MoveIt       = "move"
	SubstituteIt = "substitute"
	KeepIt       = "keep" // its instructor teaches it though they are away: the time off leaves it out
)

// Resolution is what becomes of a session that its instructor can't teach.
type Resolution struct {
	SessionID    string `json:"session_id" minLength:"1" maxLength:"36" msg:"This session doesn't exist"`
	Action       string `json:"action" enum:"cancel,move,substitute,keep" msg:"Choose what becomes of the session: cancel, move, substitute or keep"`
	Date         string `json:"date,omitempty" maxLength:"20" msg:"Please enter a date" doc:"To move it: YYYY-MM-DD, in its time zone. Absent: the same day."`
	StartTime    string `json:"start_time,omitempty" maxLength:"20" msg:"Please enter a start time" doc:"To move it: HH:MM."`
	EndTime      string `json:"end_time,omitempty" maxLength:"20" msg:"Please enter an end time" doc:"To move it: HH:MM, on the same day."`
	InstructorID string `json:"instructor_id,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"To substitute its instructor: another one of the course."`
}

// Unresolved is a session as it was before a resolution, by which that can be undone.
type Unresolved struct {
	ID, Date, StartTime, EndTime string
	StartsAt, EndsAt             time.Time
	InstructorID                 *string
	Detached                     bool
	Sequence                     int64 // afterwards: another one means that it was changed since
}

// AffectedSession is a session that its instructor can't teach, with what could become of it.
type AffectedSession struct {
	ID           string       `json:"id"`
	BatchID      string       `json:"batch_id"`
	Title        string       `json:"title"`
	Timezone     string       `json:"timezone" doc:"IANA name."`
	Date         string       `json:"date"`
	StartTime    string       `json:"start_time"`
	EndTime      string       `json:"end_time"`
	Members      int64        `json:"member_count" doc:"Of the batch: who is notified of a change."`
	Alternatives []FreeTime   `json:"alternatives" doc:"Up to 3 other times at which the instructor is free, the nearest first; for the first 20 sessions."`
	Substitutes  []Substitute `json:"substitutes" doc:"Other instructors of the course who are free then, by name."`
}

// Substitute is an instructor who could teach a session.
type Substitute struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
}

// OtherTimes returns up to 3 times within a batch at which the instructor and the classroom of a session are free, besides a time that they are away, and besides the days of the
// batch's other sessions.
func OtherTimes(ctx context.Context, q bun.IDB, calendars *Calendars, b batch.Row, s Session, all []Session, away clock.Span, now time.Time) ([]FreeTime, error) {
	f, err := newFinder(ctx, q, calendars, b.Zone(), owners{s.Instructors(b), roomsOf([]Session{s})}, []string{s.ID}, []Session{s}, now)
	if err != nil {
		return nil, err
	}
	f.taken = clock.Union(append(f.taken, away))
	for days := -searchDays; days <= searchDays; days++ {
		date := later(s.Date, 0, days)
		f.days[date] = !b.Contains(date)
	}
	for _, other := range all {
		if other.ID != s.ID && other.Status != Cancelled {
			f.days[other.Date] = true
		}
	}
	return f.others(s), nil
}
