package analytics

import (
	"context"
	"io"
	"strconv"
	"time"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/sheet"
)

var exportColumns = []string{"user_id", "full_name", "enrolled_at", "status", "progress_percentage", "completed_lessons", "required_lessons",
	"time_spent_seconds", "started_at", "last_at", "completed_at", "risk_reason"}

// Export writes the students of a course as a sheet, by name, in constant memory. For teachers of the course;
// course.ErrNotFound for others.
func (s *Service) Export(ctx context.Context, who access.Caller, courseID string) (func(w io.Writer) error, error) {
	return func(w io.Writer) error {
		list := studentList{courseID, StudentFilter{Sort: "fullName"}, s.risks(), nil}
		next := func() ([]CourseStudent, error) {
			students, err := list.page(ctx, s.deps.DB.Reader(), sheet.PageRows, 0)
			if len(students) > 0 {
				list.behind = list.mark(students[len(students)-1])
			}
			return students, err
		}
		return sheet.Export(w, exportColumns, next, CourseStudent.cells)
	}, coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID)
}

func (c CourseStudent) cells() []string {
	percent := ""
	if c.Percent != nil {
		percent = strconv.FormatInt(*c.Percent, 10)
	}
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	return []string{c.UserID, c.FullName, instant(&c.EnrolledAt), c.Status, percent, number(c.Completed), number(c.Required), number(c.TimeSpent),
		instant(c.StartedAt), instant(c.LastAt), instant(c.CompletedAt), c.Risk}
}

func instant(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
