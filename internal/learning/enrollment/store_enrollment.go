package enrollment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// enroll creates an enrollment, or reopens one that was withdrawn, offered, or awaiting a payment that is no longer
// due. Any other enrollment stays and it returns false.
func enroll(ctx context.Context, tx bun.IDB, e course.Enrollment) (opened bool, err error) {
	result, err := tx.NewRaw(`INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (user_id, course_id) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at
		WHERE enrollments.status IN ('withdrawn', 'invited') OR enrollments.status = 'pending_payment' AND excluded.status = 'active'`,
		e.ID, e.UserID, e.CourseID, e.Status, e.CreatedAt, e.UpdatedAt).Exec(ctx)
	if db.IsForeignKeyViolation(err) { // the account was deleted while its token was still valid
		return false, fault.New(fault.Unauthenticated, "session_ended", "Your session has expired. Please log in again.").WithCause(err)
	}
	return db.Changed(result, err)
}

// withdraw ends an enrollment that the user may end, and reports whether there was one.
func withdraw(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) (given bool, err error) {
	result, err := tx.NewRaw(`UPDATE enrollments SET status = 'withdrawn', updated_at = ?
		WHERE user_id = ? AND course_id = ? AND status IN ('invited', 'pending_payment', 'waitlisted', 'active')`,
		now, userID, courseID).Exec(ctx)
	return db.Changed(result, err)
}

func enrolled(ctx context.Context, q bun.IDB, userID string, limit, offset int64) ([]Enrolled, int64, error) {
	var es []course.Enrollment
	total, err := q.NewSelect().Model(&es).ModelTableExpr("enrolled_students AS e").Where("e.user_id = ?", userID).
		OrderExpr("e.updated_at DESC, e.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
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
	if err := course.ReadInstructors(ctx, q, cs); err != nil {
		return nil, 0, err
	}
	progress, err := course.ProgressOf(ctx, q, userID, ids)
	for _, c := range cs {
		items[place[c.ID]].Course, items[place[c.ID]].Progress = c, progress[c.ID]
	}
	return items, total, err
}

func complete(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE enrollments SET status = 'completed', updated_at = ? WHERE user_id = ? AND course_id = ? AND status = 'active'",
		now, userID, courseID).Exec(ctx)
	return err
}
