package enrollment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
)

// insertGrant stores a grant, or takes back that it was revoked.
func insertGrant(ctx context.Context, tx bun.IDB, g CourseGrant) error {
	g.ID = db.NewID()
	_, err := tx.NewInsert().Model(&g).On("CONFLICT (source, source_id, user_id, course_id) DO UPDATE").
		Set("revoked_at = NULL").Exec(ctx)
	return err
}

// holdsGrant reports whether a user has a live grant for a course.
func holdsGrant(ctx context.Context, q bun.IDB, userID, courseID string) (bool, error) {
	return q.NewSelect().Model((*CourseGrant)(nil)).Where("g.user_id = ? AND g.course_id = ? AND g.revoked_at IS NULL", userID, courseID).Exists(ctx)
}

// revokeGrants revokes the grants that a scope selects and returns those that were not revoked before.
func revokeGrants(ctx context.Context, tx bun.IDB, now time.Time, scope course.Condition) (revoked []CourseGrant, err error) {
	err = tx.NewRaw("UPDATE course_grants SET revoked_at = ? WHERE revoked_at IS NULL AND "+scope.SQL+" RETURNING user_id, course_id",
		append([]any{now}, scope.Args...)...).Scan(ctx, &revoked)
	return revoked, db.One(err, nil)
}

// reopenExpired opens an enrollment that has expired by its own end: a new grant is not bound to it.
func reopenExpired(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE enrollments SET status = 'active', ends_at = NULL, updated_at = ? WHERE user_id = ? AND course_id = ? AND (status = 'expired' OR ends_at <= ?)",
		now, userID, courseID, now).Exec(ctx)
	return err
}

func deleteGrants(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM course_grants WHERE user_id = ?", userID).Exec(ctx)
	return err
}
