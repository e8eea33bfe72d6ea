package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/builtinroom"
)

// Stay says that the caller is in the built-in room of a session, and returns who else is. Called every 30 seconds. Who may: as for Join. fault.Unavailable if the session
// meets elsewhere.
func (s *Service) Stay(ctx context.Context, who access.Caller, id string) (p builtinroom.Presence, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		e, err := s.enterable(ctx, tx, who, id, now)
		if err != nil {
			return err
		}
		if e.Room.Provider != BuiltIn {
			return fault.New(fault.Unavailable, "room_moved", "This session meets elsewhere now. Open the session again and press Join session.")
		}
		if err := attendance.Remain(ctx, tx, attendance.OfSession, attendance.Cell{SessionID: id, UserID: who.ID}, attendance.InRoom, now, builtinroom.Silence); err != nil {
			return err
		}
		p = builtinroom.Presence{EndsAt: e.EndsAt, Now: now}
		p.People, err = people(ctx, tx, e.Session, now.Add(-builtinroom.Silence))
		return err
	})
	return p, err
}

// Leave says that the caller has left the built-in room; who is not in it has left already. For members and instructors; fault.NotFound.
func (s *Service) Leave(ctx context.Context, who access.Caller, id string) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, _, err := find(ctx, tx, who, id); err != nil {
			return err
		}
		return attendance.Leave(ctx, tx, attendance.OfSession, attendance.Cell{SessionID: id, UserID: who.ID}, attendance.InRoom, now, builtinroom.Silence)
	})
}

// Attendance returns who attended a session. For instructors; fault.NotFound, batch.ErrNotTaught.
func (s *Service) Attendance(ctx context.Context, who access.Caller, id string) (AttendanceSheet, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	session, _, err := findTaught(ctx, q, who, id)
	if err != nil {
		return AttendanceSheet{}, err
	}
	sheet, err := sheetOf(ctx, q, session, now)
	sheet.CanEdit = mayMark(who, session.EndsAt, now)
	return sheet, err
}

// mayMark reports whether an instructor can still correct the attendance of a session.
func mayMark(who access.Caller, ended, now time.Time) bool {
	return who.HasRole(access.Admin) || now.Before(ended.Add(attendance.MarksOpen))
}

// Mark sets the attendance of learners, or removes what was set. For instructors until 30 days after the session, for administrators always. fault.NotFound, fault.Invalid for
// learners who are not expected, fault.Forbidden, fault.Conflict for a cancelled session, fault.Precondition with the sheet if it was changed since.
func (s *Service) Mark(ctx context.Context, who access.Caller, id string, n NewMarks, version rest.IfMatch) (sheet AttendanceSheet, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		session, f, err := findTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if stateOf(session, f.Row, now) == Cancelled {
			return errCancelled
		}
		if !mayMark(who, session.EndsAt, now) {
			return fault.New(fault.Forbidden, "attendance_closed", "The attendance of this session can be changed for 30 days. Ask an administrator.")
		}
		if err := lockSheet(ctx, tx, id); err != nil {
			return err
		}
		before, err := sheetOf(ctx, tx, session, now)
		if err != nil {
			return err
		}
		before.CanEdit = true
		if !version.Matches(before.Version) {
			return fault.New(fault.Precondition, "stale_version", "Another instructor has changed this attendance. Your change is not saved yet.").WithDetails(before)
		}
		marks, err := n.checked(before)
		if err != nil {
			return err
		}
		if err := putMarks(ctx, tx, id, who.ID, marks, now); err != nil {
			return err
		}
		if sheet, err = sheetOf(ctx, tx, session, now); err != nil {
			return err
		}
		sheet.CanEdit = true
		return s.recordCorrections(ctx, tx, who, before, sheet)
	})
	return sheet, err
}

// corrected is what the audit log keeps of a corrected attendance: no note, which goes with the account of the learner.
type corrected struct {
	SessionID  string `json:"session_id,omitempty"`
	Attendance string `json:"attendance"`
}

// recordCorrections writes to the audit log what an instructor has changed in a sheet that was known before: the learner could see it.
func (s *Service) recordCorrections(ctx context.Context, tx bun.IDB, who access.Caller, before, after AttendanceSheet) error {
	was := map[string]string{}
	for _, r := range before.Rows {
		was[r.UserID] = r.Status
	}
	for _, r := range after.Rows {
		if r.Status == was[r.UserID] || was[r.UserID] == attendance.Pending {
			continue
		}
		if err := s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "attendance.corrected", TargetKind: "user", TargetID: r.UserID,
			Before: corrected{Attendance: was[r.UserID]}, After: corrected{after.SessionID, r.Status}}); err != nil {
			return err
		}
	}
	return nil
}
