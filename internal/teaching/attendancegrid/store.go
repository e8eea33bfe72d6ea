package attendancegrid

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/participants"
)

// learner is someone who is or was a member.
type learner struct {
	batch.Member `bun:",extend"`
	FullName     string
	EmailKey     string
	HasConfirmed bool // the email address
}

// membersOf returns who has become a member of a batch before an instant, also those who are none any more, by name.
func membersOf(ctx context.Context, q bun.IDB, batchID string, before time.Time, limit, offset int64) (members []learner, err error) {
	s := q.NewSelect().TableExpr("batch_members AS m").Join("JOIN users AS u ON u.id = m.user_id").
		ColumnExpr("m.batch_id, m.user_id, m.status, m.joined_at, m.left_at, u.full_name, u.email_key, u.email_verified_at IS NOT NULL AS has_confirmed").
		Where("m.batch_id = ? AND m.joined_at < ?", batchID, before).OrderExpr("u.name_key, u.id").Offset(offset)
	if limit > 0 {
		s.Limit(limit)
	}
	return members, s.Scan(ctx, &members)
}

// expectedIn returns who was expected in a session, guests included.
func expectedIn(ctx context.Context, q bun.IDB, s classsession.Session) ([]learner, error) {
	members, err := membersOf(ctx, q, s.BatchID, s.EndsAt, 0, 0)
	if err != nil {
		return nil, err
	}
	var guests []learner
	err = q.NewSelect().TableExpr("admitted_guests AS g").Join("JOIN users AS u ON u.id = g.user_id").
		ColumnExpr("u.id AS user_id, u.full_name, u.email_key, u.email_verified_at IS NOT NULL AS has_confirmed").Where("g.session_id = ?", s.ID).OrderExpr("u.name_key, u.id").Scan(ctx, &guests)
	return append(slices.DeleteFunc(members, func(m learner) bool { return !attendance.IsExpected(m.Member, s) }), guests...), err
}

// holdersOf returns the instructors of the batch of a session, and who teaches it in their place.
func holdersOf(ctx context.Context, q bun.IDB, s classsession.Session) (people []participants.Expected, err error) {
	return people, q.NewSelect().TableExpr("users AS u").ColumnExpr("u.id AS user_id, u.email_key, u.email_verified_at IS NOT NULL AS has_confirmed, TRUE AS holds").
		Where("u.id IN (SELECT b.assigned_instructor FROM batches AS b WHERE b.id = ?) OR u.id = ?", s.BatchID, s.InstructorID).Scan(ctx, &people)
}

func sessionOf(ctx context.Context, q bun.IDB, id string) (s classsession.Session, err error) {
	return s, db.One(q.NewSelect().Model(&s).Where("s.id = ?", id).Scan(ctx), errNoSession)
}

// providerOf returns where a session meets: in a room of its own, or in that of its batch; "" if it has neither.
func providerOf(ctx context.Context, q bun.IDB, s classsession.Session) (provider string, err error) {
	err = q.NewRaw(`SELECT provider FROM live_rooms WHERE provider <> 'none' AND (session_id = ? OR batch_id = ? AND session_id IS NULL)
		ORDER BY CASE WHEN session_id IS NULL THEN 1 ELSE 0 END LIMIT 1`, s.ID, s.BatchID).Scan(ctx, &provider)
	return provider, db.One(err, nil)
}

// versionsOf returns the versions of the attendance of sessions; 0 for those that nobody has corrected.
func versionsOf(ctx context.Context, q bun.IDB, sessions []string) (map[string]int64, error) {
	var rows []struct {
		SessionID string
		Version   int64
	}
	err := q.NewSelect().Table("attendance_sheets").Column("session_id", "version").Where("session_id IN (?)", bun.List(sessions)).Scan(ctx, &rows)
	of := map[string]int64{}
	for _, r := range rows {
		of[r.SessionID] = r.Version
	}
	return of, err
}

// ended returns sessions that ended within [from, until) and whose attendance was not looked at yet.
func ended(ctx context.Context, q bun.IDB, from, until time.Time) (sessions []classsession.Session, err error) {
	return sessions, q.NewSelect().Model(&sessions).Join("JOIN batches AS b ON b.id = s.batch_id").
		Where("s.starts_at > ? AND s.starts_at < ? AND s.ends_at < ? AND s.status = 'scheduled' AND b.status NOT IN ('Completed', 'Cancelled')", from, until, until).
		Where("NOT EXISTS (SELECT 1 FROM attendance_reviews AS r WHERE r.session_id = s.id)").OrderExpr("s.starts_at, s.id").Limit(100).Scan(ctx)
}

// review keeps that the attendance of a session was looked at; false if it was already.
func review(ctx context.Context, tx bun.IDB, sessionID string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("INSERT INTO attendance_reviews (session_id, reviewed_at) VALUES (?, ?) ON CONFLICT (session_id) DO NOTHING", sessionID, now).Exec(ctx))
}

// noteLow keeps that the attendance of a member is low; false if that is known already.
func noteLow(ctx context.Context, tx bun.IDB, batchID, userID string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("INSERT INTO low_attendance (batch_id, user_id, since) VALUES (?, ?, ?) ON CONFLICT (batch_id, user_id) DO NOTHING", batchID, userID, now).Exec(ctx))
}

func forgetLow(ctx context.Context, tx bun.IDB, batchID, userID string) error {
	_, err := tx.NewRaw("DELETE FROM low_attendance WHERE batch_id = ? AND user_id = ?", batchID, userID).Exec(ctx)
	return err
}
