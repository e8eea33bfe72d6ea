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

const exportBatch = 500 // rows per query

// Export writes the students of a course as a sheet, by name, in constant memory. For teachers of the course;
// course.ErrNotFound for others.
func (s *Service) Export(ctx context.Context, who access.Caller, courseID string) (func(w io.Writer) error, error) {
	list := studentList{courseID, StudentFilter{Sort: "fullName"}, s.risks(), nil}
	return func(w io.Writer) error {
		out, err := sheet.NewWriter(w, "user_id", "full_name", "enrolled_at", "status", "progress_percentage", "completed_lessons", "required_lessons",
			"time_spent_seconds", "started_at", "last_at", "completed_at", "risk_reason")
		if err != nil {
			return err
		}
		for {
			cs, err := list.page(ctx, s.deps.DB.Reader(), exportBatch, 0)
			if err != nil {
				return err
			}
			for _, c := range cs {
				if err := out.Write(c.cells()...); err != nil {
					return err
				}
			}
			if len(cs) < exportBatch {
				return out.Close()
			}
			list.behind = list.mark(cs[len(cs)-1])
		}
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
