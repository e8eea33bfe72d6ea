package course

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// EnrollmentAndProgress returns a user's enrollment and progress in a course, nil if there is none.
func EnrollmentAndProgress(ctx context.Context, q bun.IDB, userID, courseID string) (*Enrollment, *LearnerCourseProgress, error) {
	if userID == "" {
		return nil, nil, nil
	}
	e, err := EnrollmentOf(ctx, q, userID, courseID)
	if fault.Is(err, fault.NotFound) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	p, err := ProgressOf(ctx, q, userID, []string{courseID})
	return &e, p[courseID], err
}

// ProgressOf returns a user's progress by course.
func ProgressOf(ctx context.Context, q bun.IDB, userID string, courseIDs []string) (map[string]*LearnerCourseProgress, error) {
	var rows []struct {
		CourseID string
		LearnerCourseProgress
	}
	err := q.NewSelect().Table("course_progress").Column("course_id", "percent", "completed", "required", "time_spent", "last_lesson", "completed_at").
		ColumnExpr("CASE WHEN started_at IS NOT NULL THEN last_at END AS last_at").
		Where("user_id = ? AND course_id IN (?)", userID, bun.List(courseIDs)).Scan(ctx, &rows)
	by := make(map[string]*LearnerCourseProgress, len(rows))
	for i := range rows {
		by[rows[i].CourseID] = &rows[i].LearnerCourseProgress
	}
	return by, err
}

// EnrollmentOf returns fault.NotFound if the user has never been enrolled in the course.
func EnrollmentOf(ctx context.Context, q bun.IDB, userID, courseID string) (e Enrollment, err error) {
	err = q.NewSelect().Model(&e).ColumnExpr("e.*").ColumnExpr("EXISTS (SELECT 1 FROM enrolled_students AS i WHERE i.id = e.id) AS enrolled").
		Where("e.user_id = ? AND e.course_id = ?", userID, courseID).Scan(ctx)
	return e, db.One(err, fault.New(fault.NotFound, "not_enrolled", "You are not enrolled in this course."))
}
