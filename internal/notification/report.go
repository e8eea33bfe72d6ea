package notification

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"
)

// Reports: what notifications read of other features. They write none of it.

type videoReport struct {
	Title, FailureReason, OwnerID, CourseID, CourseTitle string
}

// videoOf reads a video; nil when it is gone.
func videoOf(ctx context.Context, q bun.IDB, id string) (*videoReport, error) {
	var v videoReport
	err := q.NewSelect().TableExpr("videos AS v").Join("JOIN courses AS c ON c.id = v.course_id").
		ColumnExpr("v.title, v.failure_reason, v.owner_id, v.course_id, c.title AS course_title").Where("v.id = ?", id).Scan(ctx, &v)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &v, err
}

// courseTitle is "" when the course is gone.
func courseTitle(ctx context.Context, q bun.IDB, id string) (title string, err error) {
	err = q.NewSelect().Table("courses").Column("title").Where("id = ?", id).Scan(ctx, &title)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return title, err
}

// teachersOf lists who teaches a course.
func teachersOf(ctx context.Context, q bun.IDB, courseID string) (ids []string, err error) {
	err = q.NewSelect().Table("course_instructors").Column("user_id").Where("course_id = ?", courseID).Scan(ctx, &ids)
	return ids, err
}

// studentsOf lists who takes a course.
func studentsOf(ctx context.Context, q bun.IDB, courseID string) (ids []string, err error) {
	err = q.NewSelect().Table("enrollments").Column("user_id").Where("course_id = ? AND status IN ('active', 'completed')", courseID).Scan(ctx, &ids)
	return ids, err
}

// holders lists who holds a role.
func holders(ctx context.Context, q bun.IDB, role string) (ids []string, err error) {
	err = q.NewSelect().Table("user_roles").Column("user_id").Where("role = ?", role).Scan(ctx, &ids)
	return ids, err
}
