package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// OpenDispute is what a learner says against their attendance of a session of a batch, which nobody has answered.
type OpenDispute struct {
	SessionID    string        `json:"session_id"`
	SessionTitle string        `json:"session_title" doc:"Empty for none."`
	StartsAt     time.Time     `json:"starts_at" doc:"Of the session."`
	Timezone     string        `json:"timezone" doc:"Of the session, an IANA name."`
	Learner      AttendanceRow `json:"learner" doc:"Their attendance as it stands, with the evidence and the dispute."`
}

// contestable returns the attendance of a learner, which is nil before the session begins, for the rule of disputes.
func contestable(s classsession.Session, own *OwnAttendance, expected bool) attendancedispute.Contestable {
	c := attendancedispute.Contestable{IsExpected: expected, EndsAt: s.EndsAt}
	if own != nil {
		c.Status, c.Dispute = own.Status, own.Dispute
	}
	return c
}

// Dispute says that the caller's attendance of a session is wrong, of which its instructors are notified. For learners who were expected, once, until 30 days after the session.
// fault.NotFound, fault.Forbidden for instructors, fault.Conflict, fault.Gone.
func (s *Service) Dispute(ctx context.Context, who access.Caller, id string, n attendancedispute.NewDispute) (own OwnAttendance, err error) {
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
		if err != nil {
			return err
		}
		d, err := attendancedispute.File(ctx, tx, attendance.OfSession, attendance.Cell{SessionID: id, UserID: who.ID}, n, contestable(session, known, expected), now)
		if err != nil {
			return err
		}
		own = *known
		own.Dispute, own.CanDispute = d, false
		return nil
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
// however long after the session. fault.NotFound, batch.ErrNotTaught, fault.Invalid, fault.Conflict for one that is answered.
func (s *Service) AnswerDispute(ctx context.Context, who access.Caller, id, userID string, a attendancedispute.DisputeAnswer) (sheet AttendanceSheet, err error) {
	now := s.deps.Clock.Now()
	if a, err = a.Checked(); err != nil {
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
		err = attendancedispute.Settle(ctx, tx, s.deps.Audit, who, attendance.OfSession, attendance.Cell{SessionID: id, UserID: userID}, a, now, func() error {
			return putMarks(ctx, tx, id, who.ID, []NewMark{{UserID: userID, Status: a.Status, Note: a.Answer}}, now)
		})
		if err != nil {
			return err
		}
		sheet, err = sheetOf(ctx, tx, session, now)
		sheet.CanEdit = mayMark(who, session.EndsAt, now)
		return err
	})
	return sheet, err
}
