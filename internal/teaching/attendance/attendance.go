// Package attendance has the rules by which it is known who attended a session of a batch: times in which users were in it, from all sources, and marks of
// instructors, which win over what is computed.
package attendance

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/spans"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// Statuses of attendance.
const (
	Pending   = "pending" // the session is not over
	Joined    = "joined"  // they followed the link; what came then is not known
	Present   = "present"
	Late      = "late"
	LeftEarly = "left_early"
	Partial   = "partial"
	Absent    = "absent"
	Excused   = "excused"
	MadeUp    = "made_up"
)

// The rule by which attendance is computed (scheduling, attendance).
const (
	presentPercent = 75 // of the session, or more
	partialPercent = 25
	tolerance      = 10 * time.Minute // at the beginning and at the end
)

// Sources of what is known about who was in a session.
const (
	ByLink   = "link"
	InRoom   = "room"
	ByServer = "server"
	Imported = "import" // from the list of a meeting provider
)

// MarksOpen is how long after a session its instructors can correct its attendance; administrators always can.
const MarksOpen = 30 * 24 * time.Hour

// Interval is a time in which a user was in a session.
type Interval struct {
	bun.BaseModel `bun:"table:attendance_intervals,alias:i"`

	ID        string `bun:",pk"`
	SessionID string
	UserID    string
	Source    string // ByLink, InRoom or ByServer; what was imported is stored elsewhere
	JoinedAt  time.Time
	LeftAt    *time.Time // nil for a link
	Closed    bool
}

// Mark is what an instructor says about the attendance of a user.
type Mark struct {
	bun.BaseModel `bun:"table:attendance_marks,alias:k"`

	SessionID string `bun:",pk"`
	UserID    string `bun:",pk"`
	Status    string
	Note      string
	MarkedBy  *string
	MarkedAt  time.Time
}

// Presence is what is computed of the intervals of a user.
type Presence struct {
	Status  string
	Seconds int64
	From    *time.Time // when they came first, before the end of the session
}

// In computes the attendance of a user in a session: the union of all intervals in it decides, from when it began. Who followed a link only is Joined.
func In(s classsession.Session, intervals []Interval, now time.Time) (p Presence) {
	began := s.Began()
	var in spans.Set
	var first, last time.Time
	for _, i := range intervals {
		if !i.JoinedAt.Before(s.EndsAt) || i.LeftAt != nil && i.LeftAt.Before(began) {
			continue
		}
		if p.From == nil || i.JoinedAt.Before(*p.From) {
			p.From = &i.JoinedAt
		}
		if i.LeftAt != nil {
			in.Add(max(i.JoinedAt.UnixMilli(), began.UnixMilli()), min(i.LeftAt.UnixMilli(), s.EndsAt.UnixMilli()))
			if first.IsZero() || i.JoinedAt.Before(first) {
				first = i.JoinedAt
			}
			if i.LeftAt.After(last) {
				last = *i.LeftAt
			}
		}
	}
	p.Seconds = in.Length() / 1000
	percent := 100 * in.Length() / s.EndsAt.Sub(began).Milliseconds()
	switch {
	case now.Before(s.EndsAt):
		p.Status = Pending
	case first.IsZero() && p.From != nil:
		p.Status = Joined
	case percent < partialPercent:
		p.Status = Absent
	case percent < presentPercent:
		p.Status = Partial
	case first.Sub(began) > tolerance:
		p.Status = Late
	case s.EndsAt.Sub(last) > tolerance:
		p.Status = LeftEarly
	default:
		p.Status = Present
	}
	return p
}

// IsMissed reports whether a session with this status can be made up.
func IsMissed(status string) bool { return status == Absent || status == Excused }

// Finally returns the status of a learner who has, or has not, attended another session in place of this one.
func Finally(status string, madeUp bool) string {
	if madeUp && IsMissed(status) {
		return MadeUp
	}
	return status
}

// IsExpected reports whether a member of the batch of a session has to attend it.
func IsExpected(m batch.Member, s classsession.Session) bool {
	return m.Status != batch.MemberOnHold && m.JoinedAt.Before(s.EndsAt) && (m.LeftAt == nil || m.LeftAt.After(s.StartsAt))
}

// Rate is how many sessions someone has attended, of those that count.
type Rate struct{ Attended, Counted int64 }

// Add counts a session by its status: one that is not over or for which they are excused does not count.
func (r *Rate) Add(status string) {
	if status == Pending || status == Excused {
		return
	}
	r.Counted++
	if hasAttended(status) {
		r.Attended++
	}
}

// hasAttended reports whether a session counts as attended.
func hasAttended(status string) bool {
	switch status {
	case Present, Late, LeftEarly, MadeUp, Joined:
		return true
	}
	return false
}

// Percent returns nil as long as no session counts.
func (r Rate) Percent() *int64 {
	if r.Counted == 0 {
		return nil
	}
	return new(100 * r.Attended / r.Counted)
}
