package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/classsession"
)

// expected selects the members m of the batch of a session who have to attend it.
func expected(s *bun.SelectQuery, session classsession.Session) *bun.SelectQuery {
	return s.TableExpr("batch_members AS m").Where("m.batch_id = ? AND m.status <> 'on_hold' AND m.joined_at < ? AND (m.left_at IS NULL OR m.left_at > ?)",
		session.BatchID, session.EndsAt, session.StartsAt)
}

func countExpected(ctx context.Context, q bun.IDB, s classsession.Session) (int64, error) {
	n, err := expected(q.NewSelect(), s).Count(ctx)
	return int64(n), err
}

// sheetOf returns the attendance of a session as it stands now.
func sheetOf(ctx context.Context, q bun.IDB, s classsession.Session, now time.Time) (sheet AttendanceSheet, err error) {
	sheet = AttendanceSheet{SessionID: s.ID, Rows: []AttendanceRow{}}
	err = q.NewSelect().Table("attendance_sheets").Column("version").Where("session_id = ?", s.ID).Scan(ctx, &sheet.Version)
	if db.One(err, nil) != nil {
		return sheet, err
	}
	err = expected(q.NewSelect(), s).Join("JOIN users AS u ON u.id = m.user_id").ColumnExpr("u.id, u.full_name").OrderExpr("u.name_key, u.id").Scan(ctx, &sheet.Rows)
	if err != nil {
		return sheet, err
	}
	intervals, err := attendance.Intervals(ctx, q, []string{s.ID}, nil)
	if err != nil {
		return sheet, err
	}
	marks, err := attendance.Marks(ctx, q, []string{s.ID}, nil)
	for i := range sheet.Rows {
		of := attendance.Cell{SessionID: s.ID, UserID: sheet.Rows[i].UserID}
		sheet.Rows[i].fill(s, intervals[of], marks[of], now)
	}
	return sheet, err
}

// lockSheet keeps the marks of a session as they are until the transaction ends.
func lockSheet(ctx context.Context, tx bun.IDB, sessionID string) error {
	_, err := tx.NewRaw(`INSERT INTO attendance_sheets (session_id, version) VALUES (?, 0)
		ON CONFLICT (session_id) DO UPDATE SET version = attendance_sheets.version`, sessionID).Exec(ctx)
	return err
}

// putMarks stores marks, or removes them where what is computed counts again, as the next version of the sheet.
func putMarks(ctx context.Context, tx bun.IDB, sessionID, by string, marks []NewMark, now time.Time) error {
	var rows []attendance.Mark
	var removed []string
	for _, m := range marks {
		if m.Status == computed {
			removed = append(removed, m.UserID)
			continue
		}
		rows = append(rows, attendance.Mark{SessionID: sessionID, UserID: m.UserID, Status: m.Status, Note: m.Note, MarkedBy: &by, MarkedAt: now})
	}
	if len(removed) > 0 {
		if _, err := tx.NewRaw("DELETE FROM attendance_marks WHERE session_id = ? AND user_id IN (?)", sessionID, bun.List(removed)).Exec(ctx); err != nil {
			return err
		}
	}
	if len(rows) > 0 {
		if _, err := tx.NewInsert().Model(&rows).On("CONFLICT (session_id, user_id) DO UPDATE").
			Set("status = excluded.status, note = excluded.note, marked_by = excluded.marked_by, marked_at = excluded.marked_at").Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.NewRaw("UPDATE attendance_sheets SET version = version + 1 WHERE session_id = ?", sessionID).Exec(ctx)
	return err
}
