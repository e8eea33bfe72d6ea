package onlinemeeting

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/attendance"
)

// asComputed removes a mark: what is computed counts again.
const asComputed = "computed"

// NewMeetingMarks are what someone who may change a meeting says about the attendance of its people.
type NewMeetingMarks struct {
	Marks []NewMeetingMark `json:"marks" minItems:"1" maxItems:"500" msg:"Mark between 1 and 500 people at once"`
}

// NewMeetingMark is what is said about one of them.
type NewMeetingMark struct {
	UserID string `json:"user_id" maxLength:"36" msg:"This person isn't expected in this meeting"`
	Status string `json:"status" enum:"computed,present,late,left_early,partial,absent,excused" msg:"status must be computed, present, late, left_early, partial, absent or excused" doc:"computed: the mark is removed."`
	Note   string `json:"note,omitempty" maxLength:"500" msg:"A note must be at most 500 characters"`
}

// mayMark reports whether the attendance of a meeting can still be corrected by someone who may change it.
func mayMark(who access.Caller, m OnlineMeeting, now time.Time) bool {
	return m.Status != cancelled && (who.HasRole(access.Admin) || now.Before(m.EndsAt.Add(attendance.MarksOpen)))
}

// Mark sets the attendance of people of a meeting, or removes what was set, and returns a page of it. For those who may change the meeting until 30 days after it, for administrators
// always. fault.NotFound, fault.Forbidden, fault.Invalid for who was not expected, fault.Conflict for a cancelled meeting, fault.Precondition with the page if it was changed since.
func (s *Service) Mark(ctx context.Context, who access.Caller, id string, n NewMeetingMarks, version rest.IfMatch, page rest.Page) (a MeetingAttendance, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		m, err := managed(ctx, tx, who, id)
		if err == nil {
			err = s.checkCorrection(who, m)
		}
		if err != nil {
			return err
		}
		before, err := s.attendanceOf(ctx, tx, who, m, page)
		if err != nil {
			return err
		}
		if !version.Matches(before.Version) {
			return fault.New(fault.Precondition, "stale_version", "Another instructor has changed this attendance. Your change is not saved yet.").WithDetails(before)
		}
		if err := n.check(ctx, tx, m); err != nil {
			return err
		}
		if err := s.correct(ctx, tx, who, m, n.Marks, now); err != nil {
			return err
		}
		a, err = s.attendanceOf(ctx, tx, who, m, page)
		return err
	})
	return a, err
}

// check returns fault.Invalid for marks of people who were not expected, or of one person twice.
func (n NewMeetingMarks) check(ctx context.Context, q bun.IDB, m OnlineMeeting) error {
	var broken fault.Fields
	ids := make([]string, len(n.Marks))
	for i := range n.Marks {
		ids[i], n.Marks[i].Note = n.Marks[i].UserID, text.OneLine(n.Marks[i].Note)
	}
	slices.Sort(ids)
	each := slices.Compact(slices.Clone(ids))
	broken.Require(len(each) == len(ids), "marks", "duplicate", "A person is marked twice")
	known, err := expected(q, m).Where("u.id IN (?)", bun.List(each)).Count(ctx)
	if err != nil {
		return err
	}
	broken.Require(known == int64(len(each)), "marks", "unknown_value", "One of these people isn't expected in this meeting")
	return broken.Err()
}

// corrected is what the audit log keeps of a corrected attendance: no note, which goes with the account of the learner.
type corrected struct {
	MeetingID  string `json:"meeting_id,omitempty"`
	Attendance string `json:"attendance"`
}

// correct stores marks, and in the audit log each that changes an attendance which was known before: the learner could see it.
func (s *Service) correct(ctx context.Context, tx bun.IDB, who access.Caller, m OnlineMeeting, marks []NewMeetingMark, now time.Time) error {
	ids := make([]string, len(marks))
	for i, mark := range marks {
		ids[i] = mark.UserID
	}
	before, err := recordOf(ctx, tx, []OnlineMeeting{m}, ids, now)
	if err != nil {
		return err
	}
	if err := putMarks(ctx, tx, m.ID, who.ID, marks, now); err != nil {
		return err
	}
	after, err := recordOf(ctx, tx, []OnlineMeeting{m}, ids, now)
	if err != nil {
		return err
	}
	for _, id := range ids {
		was, is := MeetingAttendee{UserID: id}, MeetingAttendee{UserID: id}
		before.fill(&was, m)
		after.fill(&is, m)
		if was.Status == is.Status || was.Status == unknown || was.Status == attendance.Pending {
			continue
		}
		if err := s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "attendance.corrected", TargetKind: "user", TargetID: id,
			Before: corrected{Attendance: was.Status}, After: corrected{m.ID, is.Status}}); err != nil {
			return err
		}
	}
	return nil
}
