package membership

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/batch"
)

// selectMembers selects the members of a batch into BatchLearner.
func selectMembers(q bun.IDB, batchID string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("batch_members AS m").Join("JOIN batches AS b ON b.id = m.batch_id").Join("JOIN users AS u ON u.id = m.user_id").
		Join("LEFT JOIN course_progress AS p ON p.user_id = m.user_id AND p.course_id = b.course_id").
		ColumnExpr("u.id, u.full_name, u.email, m.status, m.joined_at AS enrollment_date, m.left_at, m.notes, coalesce(m.transferred_to, '') AS transferred_to").
		ColumnExpr("coalesce(p.completed, 0) AS progress_lessons_completed, coalesce(p.required, 0) AS progress_total_lessons, coalesce(p.percent, 0) AS progress_percentage").
		Where("m.batch_id = ?", batchID)
}

// narrow applies a filter to members m.
func narrow(s *bun.SelectQuery, f MemberFilter) *bun.SelectQuery {
	if f.Status == "" {
		s.Where("m.status <> ?", batch.MemberDropped)
	} else {
		s.Where("m.status = ?", f.Status)
	}
	return db.WhereUserMatches(s, "m.user_id", f.Search)
}

func members(ctx context.Context, q bun.IDB, batchID string, f MemberFilter, limit, offset int64) (ms []BatchLearner, err error) {
	return ms, narrow(selectMembers(q, batchID), f).OrderExpr("m.joined_at, m.user_id").Limit(limit).Offset(offset).Scan(ctx, &ms)
}

// roster lists the names of those who have a seat in a batch.
func roster(ctx context.Context, q bun.IDB, batchID string) (names []Classmate, err error) {
	names = []Classmate{}
	err = q.NewSelect().TableExpr("batch_members AS m").Join("JOIN users AS u ON u.id = m.user_id").Column("u.full_name").
		Where("m.batch_id = ? AND m.status IN (?) AND u.status = 'active'", batchID, bun.List([]string{batch.MemberActive, batch.MemberOnHold, batch.MemberCompleted})).
		OrderExpr("u.name_key, u.id").Scan(ctx, &names)
	return names, err
}

func countMembers(ctx context.Context, q bun.IDB, batchID string, f MemberFilter) (int64, error) {
	return narrow(q.NewSelect().TableExpr("batch_members AS m").Where("m.batch_id = ?", batchID), f).Count(ctx)
}

// member returns one member of a batch, or errNotMember.
func member(ctx context.Context, q bun.IDB, batchID, userID string) (m BatchLearner, err error) {
	return m, db.One(selectMembers(q, batchID).Where("m.user_id = ?", userID).Scan(ctx, &m), errNotMember)
}

// learner is what enrolling needs of a user.
type learner struct {
	ID                string
	FullName          string
	IsActive          bool
	IsStudent         bool
	HasSeat           bool
	IsOffered         bool // a seat, from the waiting list
	HasOverlap        bool // with a session of another batch of theirs
	IsInOtherOfCourse bool
}

func (l learner) warnings() []string {
	warnings := []string{}
	if l.HasOverlap {
		warnings = append(warnings, "overlap")
	}
	if l.IsInOtherOfCourse {
		warnings = append(warnings, "other_batch_same_course")
	}
	return warnings
}

// learners returns users by their ids, as far as they exist.
func learners(ctx context.Context, tx bun.IDB, b batch.Row, ids []string, now time.Time) (map[string]learner, error) {
	const others = "FROM batch_members AS o JOIN batches AS p ON p.id = o.batch_id WHERE o.user_id = u.id AND o.batch_id <> ? AND o.status <> 'dropped' AND p.status NOT IN ('Completed', 'Cancelled')"
	var found []learner
	err := tx.NewSelect().TableExpr("users AS u").ColumnExpr("u.id, u.full_name, u.status = 'active' AS is_active").
		ColumnExpr("EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = 'student') AS is_student").
		ColumnExpr("EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = ? AND m.user_id = u.id AND m.status <> 'dropped') AS has_seat", b.ID).
		ColumnExpr("EXISTS (SELECT 1 FROM batch_waiting AS w WHERE w.batch_id = ? AND w.user_id = u.id AND w.status = 'offered' AND w.offer_until > ?) AS is_offered", b.ID, now).
		ColumnExpr("EXISTS (SELECT 1 "+others+" AND p.course_id = ?) AS is_in_other_of_course", b.ID, b.CourseID).
		ColumnExpr(`EXISTS (SELECT 1 `+others+` AND EXISTS (SELECT 1 FROM batch_sessions AS t JOIN batch_sessions AS s ON s.batch_id = ? AND s.starts_at < t.ends_at AND s.ends_at > t.starts_at
			WHERE t.batch_id = o.batch_id AND t.ends_at > ? AND t.status <> 'cancelled' AND s.status <> 'cancelled')) AS has_overlap`, b.ID, b.ID, now).
		Where("u.id IN (?)", bun.List(ids)).Scan(ctx, &found)
	by := make(map[string]learner, len(found))
	for _, l := range found {
		by[l.ID] = l
	}
	return by, err
}

// batchesOf returns the ids of the batches of a course in which a user is or was, or for which they wait, in the order in which they are
// locked.
func batchesOf(ctx context.Context, q bun.IDB, courseID, userID string) (ids []string, err error) {
	err = q.NewRaw(`SELECT m.batch_id FROM batch_members AS m JOIN batches AS b ON b.id = m.batch_id WHERE m.user_id = ? AND b.course_id = ?
		UNION SELECT w.batch_id FROM batch_waiting AS w JOIN batches AS b ON b.id = w.batch_id WHERE w.user_id = ? AND b.course_id = ? AND w.status IN ('waiting', 'offered')
		ORDER BY batch_id`, userID, courseID, userID, courseID).Scan(ctx, &ids)
	return ids, db.One(err, nil)
}

// enrollmentStatus returns the status of a user's enrollment in a course, "enrolled" for those that let them learn, "" for none.
func enrollmentStatus(ctx context.Context, q bun.IDB, courseID, userID string) (status string, err error) {
	err = q.NewRaw(`SELECT CASE WHEN EXISTS (SELECT 1 FROM enrolled_students AS i WHERE i.id = e.id) THEN 'enrolled' ELSE e.status END
		FROM enrollments AS e WHERE e.course_id = ? AND e.user_id = ?`, courseID, userID).Scan(ctx, &status)
	return status, db.One(err, nil)
}
