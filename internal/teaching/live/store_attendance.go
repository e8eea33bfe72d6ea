package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/classsession"
)

// expected selects the members m of the batch of a session who have to attend it.
func expected(s *bun.SelectQuery, session classsession.Session) *bun.SelectQuery {
	return s.TableExpr("batch_members AS m").Where("m.batch_id = ? AND m.status <> 'on_hold' AND m.joined_at < ? AND (m.left_at IS NULL OR m.left_at > ?)",
		session.BatchID, session.EndsAt, session.StartsAt)
}

func countExpected(ctx context.Context, q bun.IDB, s classsession.Session) (int64, error) {
	n, err := expected(q.NewSelect(), s).Count(ctx)
	if err != nil {
		return 0, err
	}
	guests, err := q.NewSelect().Table("admitted_guests").Where("session_id = ?", s.ID).Count(ctx)
	return int64(n + guests), err
}

// isGuest reports whether a user attends a session in place of one of their own batch.
func isGuest(ctx context.Context, q bun.IDB, sessionID, userID string) (bool, error) {
	return q.NewSelect().Table("admitted_guests").Where("session_id = ? AND user_id = ?", sessionID, userID).Exists(ctx)
}

// guestsOf returns the guests of a session with the names of their batches, by name.
func guestsOf(ctx context.Context, q bun.IDB, sessionID string) (rows []AttendanceRow, err error) {
	return rows, q.NewSelect().TableExpr("admitted_guests AS g").Join("JOIN users AS u ON u.id = g.user_id").Join("JOIN batch_sessions AS f ON f.id = g.for_session_id").
		Join("JOIN batches AS b ON b.id = f.batch_id").ColumnExpr("u.id, u.full_name, b.batch_name AS guest_of").Where("g.session_id = ?", sessionID).OrderExpr("u.name_key, u.id").Scan(ctx, &rows)
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
	guests, err := guestsOf(ctx, q, s.ID)
	if err != nil {
		return sheet, err
	}
	sheet.Rows = append(sheet.Rows, guests...)
	return sheet, fillRows(ctx, q, s, sheet.Rows, now)
}

// fillRows computes the rows of learners in a session.
func fillRows(ctx context.Context, q bun.IDB, s classsession.Session, rows []AttendanceRow, now time.Time) error {
	intervals, err := attendance.Intervals(ctx, q, []string{s.ID}, nil)
	if err != nil {
		return err
	}
	marks, err := attendance.Marks(ctx, q, []string{s.ID}, nil)
	if err != nil {
		return err
	}
	makeUps, err := attendance.MakeUps(ctx, q, []string{s.ID}, nil, now)
	if err != nil {
		return err
	}
	disputes, err := attendancedispute.Of(ctx, q, attendance.OfSession, []string{s.ID}, nil)
	if err != nil {
		return err
	}
	for i := range rows {
		of := attendance.Cell{SessionID: s.ID, UserID: rows[i].UserID}
		rows[i].Dispute = disputes[of]
		rows[i].fill(s, intervals[of], marks[of], makeUps[of], now)
	}
	return nil
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
