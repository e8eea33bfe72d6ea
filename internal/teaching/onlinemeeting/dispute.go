package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
)

// OpenMeetingDispute is what someone says against their attendance of a meeting, which nobody has answered.
type OpenMeetingDispute struct {
	MeetingID    string          `json:"meeting_id"`
	Kind         string          `json:"kind" enum:"meeting,doubt" doc:"Of the meeting."`
	MeetingTitle string          `json:"meeting_title" doc:"Of a Q&A session perhaps empty."`
	CourseTitle  string          `json:"course_title" doc:"Empty for none."`
	StartsAt     time.Time       `json:"starts_at" doc:"Of the meeting."`
	Timezone     string          `json:"timezone" doc:"Of the meeting, an IANA name."`
	Learner      MeetingAttendee `json:"learner" doc:"Their attendance as it stands, with the evidence and the dispute."`
}

var errNothingRecorded = fault.New(fault.Conflict, "attendance_unknown", "Nothing was recorded of this meeting, so it counts against nobody.")

// contestable returns the attendance of one of the people of a meeting, who was expected or not, for the rule of disputes.
func (a MeetingAttendee) contestable(m OnlineMeeting, expected bool) attendancedispute.Contestable {
	return attendancedispute.Contestable{IsExpected: expected, EndsAt: m.EndsAt, Status: a.Status, Dispute: a.Dispute}
}

// Dispute says that the caller's attendance of a meeting is wrong, of which its instructor is notified. For who was expected, once, until 30 days after the meeting.
// fault.NotFound, fault.Forbidden for those who hold it, fault.Conflict, fault.Gone.
func (s *Service) Dispute(ctx context.Context, who access.Caller, id string, n attendancedispute.NewDispute) (own OwnMeetingAttendance, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lock(ctx, tx, id); err != nil {
			return err
		}
		m, err := find(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if m.Status == cancelled {
			return errIsCancelled
		}
		a, expected, err := attendeeOf(ctx, tx, m, who.ID, now)
		if err != nil {
			return err
		}
		if a.Status == unknown {
			return errNothingRecorded
		}
		d, err := attendancedispute.File(ctx, tx, attendance.OfMeeting, attendance.Cell{SessionID: id, UserID: who.ID}, n, a.contestable(m, expected), now)
		own = OwnMeetingAttendance{Status: a.Status, Seconds: a.Seconds, Dispute: d}
		return err
	})
	return own, err
}

// OpenDisputes returns a page of the disputes that are to be answered of the meetings that the caller may change, the oldest first, and their number. For instructors.
func (s *Service) OpenDisputes(ctx context.Context, who access.Caller, page rest.Page) (list []OpenMeetingDispute, total int64, err error) {
	limit, offset := page.LimitOffset()
	return openDisputes(ctx, s.deps.DB.Reader(), who, limit, offset, s.deps.Clock.Now())
}

// AnswerDispute accepts what someone says against their attendance, which becomes another one, or declines it with a reason; they are notified. Returns their attendance as it stands.
// For those who may change the meeting, once, however long after it. fault.NotFound, fault.Forbidden for the invited, fault.Invalid, fault.Conflict for one that is answered.
func (s *Service) AnswerDispute(ctx context.Context, who access.Caller, id, userID string, answer attendancedispute.DisputeAnswer) (a MeetingAttendee, err error) {
	now := s.deps.Clock.Now()
	if answer, err = answer.Checked(); err != nil {
		return a, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		m, err := managed(ctx, tx, who, id)
		if err != nil {
			return err
		}
		err = attendancedispute.Settle(ctx, tx, s.deps.Audit, who, attendance.OfMeeting, attendance.Cell{SessionID: id, UserID: userID}, answer, now, func() error {
			return putMarks(ctx, tx, id, who.ID, []NewMeetingMark{{UserID: userID, Status: answer.Status, Note: answer.Answer}}, now)
		})
		if err != nil {
			return err
		}
		a, _, err = attendeeOf(ctx, tx, m, userID, now)
		return err
	})
	return a, err
}
