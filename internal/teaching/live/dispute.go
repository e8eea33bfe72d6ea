package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// States of a dispute.
const (
	disputeOpen     = "open"
	disputeAccepted = "accepted"
	disputeDeclined = "declined"
)

// AttendanceDispute is what a learner says against their attendance, and what an instructor answers. Another dispute than that of a payment.
type AttendanceDispute struct {
	Reason     string     `json:"reason"`
	Contested  string     `json:"contested" enum:"joined,present,late,left_early,partial,absent,excused,made_up" doc:"Their attendance when they disputed it."`
	State      string     `json:"state" enum:"open,accepted,declined"`
	Answer     string     `json:"answer" doc:"Of the instructor; empty while it is open, and perhaps when it was accepted."`
	CreatedAt  time.Time  `json:"created_at"`
	AnsweredAt *time.Time `json:"answered_at" doc:"null while it is open."`
}

// NewDispute says what is wrong about an attendance.
type NewDispute struct {
	Reason string `json:"reason" pattern:"\\S" maxLength:"500" msg:"Please describe what was different;maxLength=A reason must be at most 500 characters"`
}

// DisputeAnswer is what an instructor answers.
type DisputeAnswer struct {
	Accept bool   `json:"accept" doc:"true: the attendance becomes status. false: it stays."`
	Status string `json:"status,omitempty" enum:"present,late,left_early,partial,excused" msg:"status must be present, late, left_early, partial or excused" doc:"Required to accept."`
	Answer string `json:"answer,omitempty" maxLength:"500" msg:"An answer must be at most 500 characters" doc:"Required to decline."`
}

// checked returns the answer in one line, or fault.Invalid.
func (a DisputeAnswer) checked() (DisputeAnswer, error) {
	var broken fault.Fields
	a.Answer = text.OneLine(a.Answer)
	broken.Require(!a.Accept || a.Status != "", "status", "required", "Choose the attendance from now on")
	broken.Require(a.Accept || a.Status == "", "status", "not_allowed", "Leave the attendance out: it stays as it is")
	broken.Require(a.Accept || a.Answer != "", "answer", "required", "Say why the attendance stays")
	return a, broken.Err()
}

// OpenDispute is what a learner says against their attendance of a session of a batch, which nobody has answered.
type OpenDispute struct {
	SessionID    string        `json:"session_id"`
	SessionTitle string        `json:"session_title" doc:"Empty for none."`
	StartsAt     time.Time     `json:"starts_at" doc:"Of the session."`
	Timezone     string        `json:"timezone" doc:"Of the session, an IANA name."`
	Learner      AttendanceRow `json:"learner" doc:"Their attendance as it stands, with the evidence and the dispute."`
}

// AttendanceDisputed is published when a learner disputes their attendance.
type AttendanceDisputed struct{ SessionID, UserID string }

// EventName implements events.Event.
func (AttendanceDisputed) EventName() string { return "live.attendance_disputed" }

// DisputeAnswered is published when an instructor has answered.
type DisputeAnswered struct{ SessionID, UserID, ActorID string }

// EventName implements events.Event.
func (DisputeAnswered) EventName() string { return "live.dispute_answered" }

var (
	errNotExpected = fault.New(fault.Forbidden, "not_expected", "Only learners who were expected in this session can dispute their attendance.")
	errNotOver     = fault.New(fault.Conflict, "attendance_pending", "This session isn't over yet. You can dispute your attendance once it has ended.")
	errPresent     = fault.New(fault.Conflict, "attendance_full", "You are counted as present already.")
	errDisputed    = fault.New(fault.Conflict, "attendance_disputed", "You have disputed this attendance already. Ask your instructor if something is unclear.")
	errTooLate     = fault.New(fault.Gone, "dispute_too_late", "The attendance of a session can be disputed for 30 days after it. Ask your instructor if something is wrong.")
	errNoDispute   = fault.New(fault.NotFound, "dispute_not_found", "This learner hasn't disputed their attendance.")
	errAnswered    = fault.New(fault.Conflict, "dispute_answered", "This dispute has been answered already.")
)

// checkDispute returns a fault unless a user can dispute their attendance, which is nil before the session begins.
func checkDispute(s classsession.Session, own *OwnAttendance, expected bool, now time.Time) error {
	switch {
	case !expected:
		return errNotExpected
	case own == nil || now.Before(s.EndsAt):
		return errNotOver
	case own.Dispute != nil:
		return errDisputed
	case own.Status == attendance.Present || own.Status == attendance.MadeUp:
		return errPresent
	case !now.Before(s.EndsAt.Add(attendance.MarksOpen)):
		return errTooLate
	}
	return nil
}

// Dispute says that the caller's attendance of a session is wrong, of which its instructors are notified. For learners who were expected, once, until 30 days after the session.
// fault.NotFound, fault.Forbidden for instructors, fault.Conflict, fault.Gone.
func (s *Service) Dispute(ctx context.Context, who access.Caller, id string, n NewDispute) (own OwnAttendance, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		session, f, err := find(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if stateOf(session, f.Row, now) == Cancelled {
			return errCancelled
		}
		if err := lockSheet(ctx, tx, id); err != nil {
			return err
		}
		expected, err := wasExpected(ctx, tx, session, who.ID)
		if err != nil {
			return err
		}
		known, err := ownAttendance(ctx, tx, session, who.ID, expected, now)
		if err == nil {
			err = checkDispute(session, known, expected, now)
		}
		if err != nil {
			return err
		}
		own = *known
		d := dispute{SessionID: id, UserID: who.ID, AttendanceDispute: AttendanceDispute{Reason: text.OneLine(n.Reason), Contested: own.Status, State: disputeOpen, CreatedAt: now}}
		if err := insertDispute(ctx, tx, d); err != nil {
			return err
		}
		own.Dispute, own.CanDispute = &d.AttendanceDispute, false
		return events.Publish(ctx, tx, now, AttendanceDisputed{id, who.ID})
	})
	return own, err
}

// OpenDisputes returns a page of the disputes of a batch that are to be answered, the oldest first, and their number. For its instructors; fault.NotFound, batch.ErrNotTaught.
func (s *Service) OpenDisputes(ctx context.Context, who access.Caller, batchID string, page rest.Page) (list []OpenDispute, total int64, err error) {
	q := s.deps.DB.Reader()
	if _, err := batch.ReadTaught(ctx, q, who, batchID); err != nil {
		return nil, 0, err
	}
	limit, offset := page.LimitOffset()
	return openDisputes(ctx, q, batchID, limit, offset, s.deps.Clock.Now())
}

// AnswerDispute accepts what a learner says against their attendance, which becomes another one, or declines it with a reason; the learner is notified. For instructors, once,
// however long after the session: who disputes in time gets an answer.
// fault.NotFound, batch.ErrNotTaught, fault.Invalid, fault.Conflict for one that is answered.
func (s *Service) AnswerDispute(ctx context.Context, who access.Caller, id, userID string, a DisputeAnswer) (sheet AttendanceSheet, err error) {
	now := s.deps.Clock.Now()
	if a, err = a.checked(); err != nil {
		return sheet, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		session, _, err := findTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if err := lockSheet(ctx, tx, id); err != nil {
			return err
		}
		d, err := disputeOf(ctx, tx, id, userID)
		if err != nil {
			return err
		}
		if d.State != disputeOpen {
			return errAnswered
		}
		if err := s.answer(ctx, tx, who, d, a, now); err != nil {
			return err
		}
		sheet, err = sheetOf(ctx, tx, session, now)
		sheet.CanEdit = mayMark(who, session.EndsAt, now)
		return err
	})
	return sheet, err
}

// answered is what the audit log keeps of an answer: no words, which go with the account of the learner.
type answered struct {
	SessionID  string `json:"session_id,omitempty"`
	Attendance string `json:"attendance"`
	State      string `json:"state"`
}

// answer stores an answer, and the attendance that follows from it.
func (s *Service) answer(ctx context.Context, tx bun.IDB, who access.Caller, d dispute, a DisputeAnswer, now time.Time) error {
	before, after := answered{Attendance: d.Contested, State: d.State}, answered{SessionID: d.SessionID, Attendance: d.Contested, State: disputeDeclined}
	d.State, d.Answer, d.AnsweredBy, d.AnsweredAt = disputeDeclined, a.Answer, &who.ID, &now
	if a.Accept {
		d.State = disputeAccepted
		after.Attendance, after.State = a.Status, d.State
		if err := putMarks(ctx, tx, d.SessionID, who.ID, []NewMark{{UserID: d.UserID, Status: a.Status, Note: a.Answer}}, now); err != nil {
			return err
		}
	}
	if err := updateDispute(ctx, tx, d); err != nil {
		return err
	}
	entry := audit.Entry{Action: "attendance.dispute_answered", TargetKind: "user", TargetID: d.UserID, Before: before, After: after}
	if err := s.deps.Audit.Write(ctx, tx, who, entry); err != nil {
		return err
	}
	return events.Publish(ctx, tx, now, DisputeAnswered{d.SessionID, d.UserID, who.ID})
}
