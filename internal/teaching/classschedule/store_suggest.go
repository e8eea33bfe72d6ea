package classschedule

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// candidatesOf returns the instructors of a course by name, with what their scores are made of besides their calendars.
func candidatesOf(ctx context.Context, q bun.IDB, courseID string) (candidates []candidate, err error) {
	return candidates, q.NewSelect().TableExpr("course_instructors AS i").Join("JOIN users AS u ON u.id = i.user_id AND u.status = 'active'").
		ColumnExpr("u.id, u.full_name").
		ColumnExpr(`(SELECT count(DISTINCT m.user_id) FROM batches AS b JOIN batch_members AS m ON m.batch_id = b.id AND m.status IN ('active', 'on_hold')
			WHERE b.assigned_instructor = u.id AND b.status IN ('Upcoming', 'Active')) AS students`).
		ColumnExpr(`(SELECT count(*) FROM batches AS b WHERE b.assigned_instructor = u.id AND b.batch_type = 'individual' AND b.status IN ('Upcoming', 'Active')) AS individual`).
		ColumnExpr(`(SELECT count(*) FROM batches AS b WHERE b.assigned_instructor = u.id AND b.course_id = i.course_id AND b.status <> 'Cancelled') AS experience`).
		Where("i.course_id = ?", courseID).OrderExpr("u.full_name, u.id").Scan(ctx, &candidates)
}

// checkTaught returns fault.NotFound for a course that the caller may not know of, fault.Forbidden for one that they may only see.
func checkTaught(ctx context.Context, q bun.IDB, who access.Caller, courseID string) error {
	const teaches = "(? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?))"
	args := []any{who.HasRole(access.Admin), who.ID}
	var taught bool
	err := q.NewSelect().TableExpr("courses AS c").ColumnExpr(teaches, args...).Where("c.id = ?", courseID).Where("(c.status = 'Published' OR "+teaches+")", args...).Scan(ctx, &taught)
	if err = db.One(err, fault.New(fault.NotFound, "course_not_found", "This course doesn't exist.")); err == nil && !taught {
		err = fault.New(fault.Forbidden, "not_your_course", "Only instructors of this course can change it.")
	}
	return err
}

// countIndividual counts the individual batches of an instructor that are active or upcoming.
func countIndividual(ctx context.Context, q bun.IDB, instructorID string) (int64, error) {
	return q.NewSelect().Table("batches").Where("assigned_instructor = ? AND batch_type = 'individual' AND status IN ('Upcoming', 'Active')", instructorID).Count(ctx)
}
