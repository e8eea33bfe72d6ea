package live

import (
	"cmp"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/spans"
	"lectern/internal/platform/text"
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
	byLink   = "link"
	inRoom   = "room"
	byServer = "server"
)

// computed removes a mark: what is computed counts again.
const computed = "computed"

// marksOpen is how long after a session its instructors can correct its attendance; administrators always can.
const marksOpen = 30 * 24 * time.Hour

// interval is a time in which a user was in a session.
type interval struct {
	bun.BaseModel `bun:"table:attendance_intervals,alias:i"`

	ID        string `bun:",pk"`
	SessionID string
	UserID    string
	Source    string // byLink, inRoom or byServer
	JoinedAt  time.Time
	LeftAt    *time.Time // nil for a link
	Closed    bool
}

// mark is what an instructor says about the attendance of a user.
type mark struct {
	bun.BaseModel `bun:"table:attendance_marks,alias:k"`

	SessionID string `bun:",pk"`
	UserID    string `bun:",pk"`
	Status    string
	Note      string
	MarkedBy  *string
	MarkedAt  time.Time
}

// presence is what is computed of the intervals of a user.
type presence struct {
	Status  string
	Seconds int64
	From    *time.Time // when they came first, before the end of the session
}

// presenceIn computes the attendance of a user: the union of all intervals in the session decides. Who followed a link only is Joined.
func presenceIn(s classsession.Session, intervals []interval, now time.Time) (p presence) {
	var in spans.Set
	var first, last time.Time
	for _, i := range intervals {
		if !i.JoinedAt.Before(s.EndsAt) || i.LeftAt != nil && i.LeftAt.Before(s.StartsAt) {
			continue
		}
		if p.From == nil || i.JoinedAt.Before(*p.From) {
			p.From = &i.JoinedAt
		}
		if i.LeftAt != nil {
			in.Add(max(i.JoinedAt.UnixMilli(), s.StartsAt.UnixMilli()), min(i.LeftAt.UnixMilli(), s.EndsAt.UnixMilli()))
			if first.IsZero() || i.JoinedAt.Before(first) {
				first = i.JoinedAt
			}
			if i.LeftAt.After(last) {
				last = *i.LeftAt
			}
		}
	}
	p.Seconds = in.Length() / 1000
	percent := 100 * in.Length() / s.EndsAt.Sub(s.StartsAt).Milliseconds()
	switch {
	case now.Before(s.EndsAt):
		p.Status = Pending
	case first.IsZero() && p.From != nil:
		p.Status = Joined
	case percent < partialPercent:
		p.Status = Absent
	case percent < presentPercent:
		p.Status = Partial
	case first.Sub(s.StartsAt) > tolerance:
		p.Status = Late
	case s.EndsAt.Sub(last) > tolerance:
		p.Status = LeftEarly
	default:
		p.Status = Present
	}
	return p
}

// counts reports whether a status counts as attended, and whether it counts at all.
func counts(status string) (attended, counted bool) {
	switch status {
	case Present, Late, LeftEarly, MadeUp, Joined:
		return true, true
	case Pending, Excused:
		return false, false
	}
	return false, true
}

// AttendanceSheet is who attended a session.
type AttendanceSheet struct {
	SessionID string          `json:"session_id"`
	CanEdit   bool            `json:"can_edit" doc:"Instructors can correct attendance until 30 days after the session, administrators always."`
	Rows      []AttendanceRow `json:"rows" doc:"Of the learners who were expected, by name."`
	Version   int64           `json:"-"`
}

// EditVersion implements rest.Versioned.
func (a AttendanceSheet) EditVersion() int64 { return a.Version }

// AttendanceRow is the attendance of a learner.
type AttendanceRow struct {
	UserID    string               `bun:"id" json:"user_id"`
	FullName  string               `json:"full_name"`
	Status    string               `bun:"-" json:"status" enum:"pending,joined,present,late,left_early,partial,absent,excused,made_up" doc:"As marked, else as computed. joined: they followed the link to a meeting elsewhere."`
	Computed  string               `bun:"-" json:"computed" enum:"pending,joined,present,late,left_early,partial,absent"`
	IsMarked  bool                 `bun:"-" json:"is_marked" doc:"An instructor has set the status."`
	Note      string               `bun:"-" json:"note" doc:"Of the instructor; empty for none."`
	Seconds   int64                `bun:"-" json:"seconds" doc:"In the session; each second once, however many devices."`
	FirstJoin *time.Time           `bun:"-" json:"first_join" doc:"null for who never came."`
	Intervals []AttendanceInterval `bun:"-" json:"intervals" doc:"The evidence, by time."`
}

// AttendanceInterval is a time in which a learner was in.
type AttendanceInterval struct {
	Source   string     `json:"source" enum:"link,room,server" doc:"link: they followed a link, and nothing is known of what came then. room: they were in the built-in room. server: they were in a room of BigBlueButton, asked every minute."`
	JoinedAt time.Time  `json:"joined_at"`
	LeftAt   *time.Time `json:"left_at" doc:"null for a link: nothing is known of what came then."`
}

// fill computes the row of a learner.
func (r *AttendanceRow) fill(s classsession.Session, intervals []interval, m *mark, now time.Time) {
	p := presenceIn(s, intervals, now)
	r.Status, r.Computed, r.Seconds, r.FirstJoin = p.Status, p.Status, p.Seconds, p.From
	r.Intervals = make([]AttendanceInterval, len(intervals))
	for i, in := range intervals {
		r.Intervals[i] = AttendanceInterval{in.Source, in.JoinedAt, in.LeftAt}
	}
	slices.SortFunc(r.Intervals, func(a, b AttendanceInterval) int {
		return cmp.Or(a.JoinedAt.Compare(b.JoinedAt), cmp.Compare(a.Source, b.Source))
	})
	if m != nil {
		r.Status, r.Note, r.IsMarked = m.Status, m.Note, true
	}
}

// NewMarks are what an instructor says about the attendance of learners.
type NewMarks struct {
	Marks []NewMark `json:"marks" minItems:"1" maxItems:"500" msg:"Mark between 1 and 500 learners at once"`
}

// NewMark is what an instructor says about one learner.
type NewMark struct {
	UserID string `json:"user_id" maxLength:"36" msg:"This learner isn't expected in this session"`
	Status string `json:"status" enum:"computed,present,late,left_early,partial,absent,excused,made_up" msg:"status must be computed, present, late, left_early, partial, absent, excused or made_up" doc:"computed: the mark is removed."`
	Note   string `json:"note,omitempty" maxLength:"500" msg:"A note must be at most 500 characters"`
}

// checked returns the marks for a sheet, or fault.Invalid.
func (n NewMarks) checked(sheet AttendanceSheet) ([]NewMark, error) {
	var broken fault.Fields
	seen := map[string]bool{}
	marks := slices.Clone(n.Marks)
	for i := range marks {
		m := &marks[i]
		m.Note = text.OneLine(m.Note)
		expected := slices.ContainsFunc(sheet.Rows, func(r AttendanceRow) bool { return r.UserID == m.UserID })
		broken.Require(expected, "marks", "unknown_value", "One of the learners isn't expected in this session")
		broken.Require(!seen[m.UserID], "marks", "duplicate", "A learner is marked twice")
		seen[m.UserID] = true
	}
	return marks, broken.Err()
}
