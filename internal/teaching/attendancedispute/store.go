package attendancedispute

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/teaching/attendance"
)

// Filed is a dispute with whose it is, and of what.
type Filed struct {
	OwnerID string // of the session or the meeting
	UserID  string
	AttendanceDispute
}

// table returns where the disputes of a kind are stored, and the column that names the session or the meeting.
func table(kind attendance.Kind) (name, owner bun.Ident) {
	if kind == attendance.OfMeeting {
		return "online_meeting_disputes", "meeting_id"
	}
	return "attendance_disputes", "session_id"
}

// Select selects the disputes d of a kind, to be scanned as Filed.
func Select(q bun.IDB, kind attendance.Kind) *bun.SelectQuery {
	name, owner := table(kind)
	return q.NewSelect().TableExpr("? AS d", name).ColumnExpr("d.? AS owner_id, d.user_id, d.reason, d.contested, d.state, d.answer, d.created_at, d.answered_at", owner)
}

// Of returns what users say against their attendance of sessions or meetings; nil for all users.
func Of(ctx context.Context, q bun.IDB, kind attendance.Kind, owners, users []string) (map[attendance.Cell]*AttendanceDispute, error) {
	_, owner := table(kind)
	s := Select(q, kind).Where("d.? IN (?)", owner, bun.List(owners))
	if users != nil {
		s.Where("d.user_id IN (?)", bun.List(users))
	}
	var all []Filed
	err := s.Scan(ctx, &all)
	of := make(map[attendance.Cell]*AttendanceDispute, len(all))
	for i, d := range all {
		of[attendance.Cell{SessionID: d.OwnerID, UserID: d.UserID}] = &all[i].AttendanceDispute
	}
	return of, err
}

// find returns the dispute of a user, or errNoDispute.
func find(ctx context.Context, q bun.IDB, kind attendance.Kind, of attendance.Cell) (*AttendanceDispute, error) {
	all, err := Of(ctx, q, kind, []string{of.SessionID}, []string{of.UserID})
	if err == nil && all[of] == nil {
		return nil, errNoDispute
	}
	return all[of], err
}

func insert(ctx context.Context, tx bun.IDB, kind attendance.Kind, of attendance.Cell, d AttendanceDispute) error {
	name, owner := table(kind)
	_, err := tx.NewRaw("INSERT INTO ? (?, user_id, reason, contested, state, answer, created_at) VALUES (?, ?, ?, ?, ?, '', ?)",
		name, owner, of.SessionID, of.UserID, d.Reason, d.Contested, d.State, d.CreatedAt).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, kind attendance.Kind, of attendance.Cell, state, answer, by string, now time.Time) error {
	name, owner := table(kind)
	_, err := tx.NewRaw("UPDATE ? SET state = ?, answer = ?, answered_by = ?, answered_at = ? WHERE ? = ? AND user_id = ?",
		name, state, answer, by, now, owner, of.SessionID, of.UserID).Exec(ctx)
	return err
}
