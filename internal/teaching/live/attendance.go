package live

import (
	"cmp"
	"slices"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/classsession"
)

// computed removes a mark: what is computed counts again.
const computed = "computed"

// AttendanceSheet is who attended a session.
type AttendanceSheet struct {
	SessionID string          `json:"session_id"`
	CanEdit   bool            `json:"can_edit" doc:"Instructors can correct attendance until 30 days after the session, administrators always."`
	Rows      []AttendanceRow `json:"rows" doc:"Of the learners who were expected, by name, then of the guests."`
	Version   int64           `json:"-"`
}

// EditVersion implements rest.Versioned.
func (a AttendanceSheet) EditVersion() int64 { return a.Version }

// AttendanceRow is the attendance of a learner.
type AttendanceRow struct {
	UserID    string                               `bun:"id" json:"user_id"`
	FullName  string                               `json:"full_name"`
	GuestOf   string                               `json:"guest_of" doc:"Of a guest: the name of the batch from which they come. Otherwise empty."`
	Status    string                               `bun:"-" json:"status" enum:"pending,joined,present,late,left_early,partial,absent,excused,made_up" doc:"As marked, else as computed. joined: they followed the link to a meeting elsewhere."`
	Computed  string                               `bun:"-" json:"computed" enum:"pending,joined,present,late,left_early,partial,absent"`
	IsMarked  bool                                 `bun:"-" json:"is_marked" doc:"An instructor has set the status. made_up without it: they have attended another session in place of this one."`
	Note      string                               `bun:"-" json:"note" doc:"Of the instructor; empty for none."`
	Seconds   int64                                `bun:"-" json:"seconds" doc:"In the session; each second once, however many devices."`
	FirstJoin *time.Time                           `bun:"-" json:"first_join" doc:"null for who never came."`
	Intervals []AttendanceInterval                 `bun:"-" json:"intervals" doc:"The evidence, by time."`
	Dispute   *attendancedispute.AttendanceDispute `bun:"-" json:"dispute,omitempty" doc:"Absent: the learner has not disputed it."`
}

// AttendanceInterval is a time in which a learner was in.
type AttendanceInterval struct {
	Source   string     `json:"source" enum:"link,room,server,import" doc:"link: they followed a link, and nothing is known of what came then. room: they were in the built-in room. server: they were in a room of BigBlueButton, asked every minute, or in a meeting at Zoom, which reports it. import: by the list of participants of a meeting provider."`
	JoinedAt time.Time  `json:"joined_at"`
	LeftAt   *time.Time `json:"left_at" doc:"null for a link: nothing is known of what came then."`
}

// fill computes the row of a learner.
func (r *AttendanceRow) fill(s classsession.Session, intervals []attendance.Interval, m *attendance.Mark, madeUp bool, now time.Time) {
	p := attendance.In(s, intervals, now)
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
	if status := attendance.Finally(r.Status, madeUp); status != r.Status {
		r.Status, r.IsMarked = status, false
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
