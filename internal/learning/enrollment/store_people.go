package enrollment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// narrowPeople applies a filter to the enrollments of a course.
func narrowPeople(s *bun.SelectQuery, id string, f PeopleFilter) *bun.SelectQuery {
	s.TableExpr("enrollments AS e").Where("e.course_id = ?", id)
	if f.Status != "" {
		s.Where("e.status = ?", f.Status)
	}
	return db.WhereUserMatches(s, "e.user_id", f.Search)
}

func people(ctx context.Context, q bun.IDB, id string, f PeopleFilter, behind []string, limit, offset int64) (ps []EnrolledPerson, err error) {
	s := narrowPeople(q.NewSelect(), id, f).Join("JOIN users AS u ON u.id = e.user_id").
		Join("LEFT JOIN course_progress AS p ON p.user_id = e.user_id AND p.course_id = e.course_id").
		ColumnExpr("e.id AS enrollment_id, e.user_id, u.full_name, e.status, p.percent, e.created_at, e.updated_at").
		OrderExpr("e.created_at DESC, e.id DESC").Limit(limit)
	if behind == nil {
		return ps, s.Offset(offset).Scan(ctx, &ps)
	}
	at, err := time.Parse(time.RFC3339Nano, behind[0])
	if err != nil {
		return nil, rest.InvalidCursor()
	}
	return ps, s.Where("(e.created_at, e.id) < (?, ?)", at.UTC(), behind[1]).Scan(ctx, &ps)
}

func countPeople(ctx context.Context, q bun.IDB, id string, f PeopleFilter) (rest.Count, error) {
	some := narrowPeople(q.NewSelect(), id, f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// usersByMail returns users by address, normalised by Accounts.EmailKey.
func usersByMail(ctx context.Context, q bun.IDB, keys []string) (map[string]string, error) {
	var rows []struct{ ID, EmailKey string }
	err := q.NewSelect().Table("users").Column("id", "email_key").Where("email_key IN (?) AND status = 'active'", bun.List(keys)).Scan(ctx, &rows)
	by := make(map[string]string, len(rows))
	for _, r := range rows {
		by[r.EmailKey] = r.ID
	}
	return by, err
}

// admissible lists the statuses of an enrollment that Grant reopens.
var admissible = []string{"withdrawn", "invited", "waitlisted", "pending_payment"}

// notAdmissible returns the users that Grant leaves alone: those enrolled, and those whose enrollment is suspended or
// has expired.
func notAdmissible(ctx context.Context, q bun.IDB, id string, users []string) (map[string]bool, error) {
	var ids []string
	err := q.NewSelect().Table("enrollments").Column("user_id").Where("course_id = ? AND user_id IN (?) AND status NOT IN (?)",
		id, bun.List(users), bun.List(admissible)).Scan(ctx, &ids)
	inside := make(map[string]bool, len(ids))
	for _, user := range ids {
		inside[user] = true
	}
	return inside, err
}

// admit creates an enrollment, or opens one in a status from which that is possible. It leaves every other as it is and returns false.
func admit(ctx context.Context, tx bun.IDB, e course.Enrollment, from []string) (granted bool, err error) {
	return db.Changed(insertEnrollment(tx, e).Set("ends_at = excluded.ends_at").Where("e.status IN (?)", bun.List(from)).Exec(ctx))
}

func updateStatus(ctx context.Context, tx bun.IDB, id string, from []string, to string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE enrollments SET status = ?, updated_at = ? WHERE id = ? AND status IN (?)", to, now, id, bun.List(from)).Exec(ctx))
}

func setEnd(ctx context.Context, tx bun.IDB, id string, endsAt *time.Time, now time.Time) error {
	_, err := tx.NewRaw("UPDATE enrollments SET ends_at = ?, updated_at = ? WHERE id = ?", endsAt, now, id).Exec(ctx)
	return err
}
