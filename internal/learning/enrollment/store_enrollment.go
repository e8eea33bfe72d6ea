package enrollment

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// enroll creates an enrollment, or opens again one that was withdrawn, offered, or waited for a payment that is not asked for
// any more. It leaves every other as it is and returns false.
func enroll(ctx context.Context, tx bun.IDB, e course.Enrollment) (opened bool, err error) {
	opened, err = db.Changed(insertEnrollment(tx, e).
		Where("e.status IN ('withdrawn', 'invited') OR e.status = 'pending_payment' AND excluded.status = 'active'").Exec(ctx))
	if db.IsForeignKeyViolation(err) { // the account was deleted while its token was still valid
		return false, fault.New(fault.Unauthenticated, "session_ended", "Your session has expired. Please log in again.").WithCause(err)
	}
	return opened, err
}

// insertEnrollment takes conditions on e, the enrollment that is there already.
func insertEnrollment(tx bun.IDB, e course.Enrollment) *bun.InsertQuery {
	return tx.NewInsert().Model(&e).On("CONFLICT (user_id, course_id) DO UPDATE").Set("status = excluded.status, updated_at = excluded.updated_at")
}

// withdraw gives up an enrollment that its user can give up, and says whether there was one.
func withdraw(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) (given bool, err error) {
	return db.Changed(tx.NewRaw(`UPDATE enrollments SET status = 'withdrawn', updated_at = ?
		WHERE user_id = ? AND course_id = ? AND status NOT IN ('withdrawn', 'suspended', 'expired')`, now, userID, courseID).Exec(ctx))
}

// followAccess brings the status of enrollments that a scope selects (of enrollments AS e) to what follows from their ends, the
// access to their courses, the grants of their users and what these have completed. It returns those that it has changed.
func followAccess(ctx context.Context, tx bun.IDB, now time.Time, scope course.Condition) (changed []course.Enrollment, err error) {
	ended := course.EndedAt(now)
	const grants = "SELECT 1 FROM course_grants AS g WHERE g.user_id = e.user_id AND g.course_id = e.course_id"
	status := course.Where(`(SELECT CASE WHEN `+ended.SQL+` THEN 'expired'
			WHEN EXISTS (`+grants+`) AND NOT EXISTS (`+grants+` AND g.revoked_at IS NULL) THEN 'withdrawn'
			WHEN EXISTS (SELECT 1 FROM course_completions AS d WHERE d.user_id = e.user_id AND d.course_id = e.course_id) THEN 'completed'
			ELSE 'active' END FROM courses AS c WHERE c.id = e.course_id)`, ended.Args...)
	err = tx.NewRaw(`UPDATE enrollments AS e SET status = `+status.SQL+`, updated_at = ?
		WHERE (e.status = 'expired' OR EXISTS (SELECT 1 FROM enrolled_students AS i WHERE i.id = e.id)) AND e.status <> `+status.SQL+` AND `+scope.SQL+`
		RETURNING id, user_id, course_id, status`, slices.Concat(status.Args, []any{now}, status.Args, scope.Args)...).Scan(ctx, &changed)
	return changed, db.One(err, nil)
}

// overdue are enrollments that are over at an instant and do not say so yet.
func overdue(ctx context.Context, q bun.IDB, now time.Time, limit int64) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT id FROM enrolled_students WHERE ends_at <= ?
		UNION SELECT e.id FROM courses AS c JOIN enrolled_students AS e ON e.course_id = c.id
			WHERE c.course_type = 'free' AND c.access_type = 'by_date' AND c.access_until <= ? LIMIT ?`, now, now, limit).Scan(ctx, &ids)
}

func enrolled(ctx context.Context, q bun.IDB, userID string, f EnrolledFilter, limit, offset int64) ([]Enrolled, int64, error) {
	var es []course.Enrollment
	list := q.NewSelect().Model(&es).Where("e.user_id = ? AND e.status <> 'withdrawn'", userID)
	if f.Closed {
		list.Where("NOT EXISTS (SELECT 1 FROM enrolled_students AS i WHERE i.id = e.id)")
	}
	if title := course.TitleHas(f.Search); f.Search != "" {
		list.Where("EXISTS (SELECT 1 FROM courses AS c WHERE c.id = e.course_id AND "+title.SQL+")", title.Args...)
	}
	total, err := list.OrderExpr("e.updated_at DESC, e.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil || len(es) == 0 {
		return nil, total, err
	}
	ids, items, place := make([]string, len(es)), make([]Enrolled, len(es)), make(map[string]int, len(es))
	for i, e := range es {
		ids[i], items[i].Enrollment, place[e.CourseID] = e.CourseID, e, i
	}
	var cs []course.Course
	if err := q.NewSelect().Model(&cs).Where("c.id IN (?)", bun.In(ids)).Scan(ctx); err != nil {
		return nil, 0, err
	}
	if err := course.Complete(ctx, q, cs); err != nil {
		return nil, 0, err
	}
	progress, err := course.ProgressOf(ctx, q, userID, ids)
	for _, c := range cs {
		items[place[c.ID]].Course, items[place[c.ID]].Progress = c, progress[c.ID]
	}
	return items, total, err
}

func deleteEnrollments(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM enrollments WHERE user_id = ?", userID).Exec(ctx)
	return err
}
