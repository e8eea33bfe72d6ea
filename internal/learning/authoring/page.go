package authoring

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/price"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/text"
	"lectern/internal/platform/timetable"
)

// CourseDetail is a course with the caller's relation to it.
type CourseDetail struct {
	course.Course
	course.Page
	SummaryFormat     string                        `json:"summary_format" enum:"plain,html" doc:"Of the summary."`
	Description       string                        `json:"description" doc:"May be empty."`
	DescriptionFormat string                        `json:"description_format" enum:"plain,html" doc:"Of the description."`
	Prices            []price.Price                 `json:"prices" doc:"Of each currency one; the teachers also see those that are not active."`
	Brochure          *CourseBrochure               `json:"brochure,omitempty" doc:"Absent for none."`
	Access            course.FreeAccess             `json:"access" doc:"Who may learn in a free course, and when."`
	Schedule          schedule.LiveSchedule         `json:"schedule" doc:"When a live course takes place."`
	Enrollment        *course.Enrollment            `json:"enrollment,omitempty" doc:"The caller's own, or that of studentId; absent for none."`
	Progress          *course.LearnerCourseProgress `json:"progress,omitempty" doc:"Of the same person; absent before they have begun."`
	Learners          int64                         `json:"learners" doc:"Rounded down to two digits, at most 10000; 0 for fewer than 10."`
	Saved             bool                          `json:"saved" doc:"Whether the caller has kept the course for later."`
	CanTeach          bool                          `json:"can_teach" doc:"Whether the caller may change the course and its videos."`
}

// Version is the version of what teachers edit, for If-Match.
func (c CourseDetail) EditVersion() int64 { return c.UpdatedAt.UnixMicro() }

// row is a stored course, with the caller's rights.
type row struct {
	bun.BaseModel `bun:"table:courses,alias:c"`

	course.Found
	Brochure      db.JSON[brochureFile]           `bun:"type:jsonb"`
	Schedule      db.JSON[schedule.LiveSchedule]  `bun:"type:jsonb"`
	DoubtSchedule db.JSON[schedule.DoubtSchedule] `bun:"type:jsonb"`
	Saved         bool                            `bun:",scanonly"`
	Learners      int64                           `bun:",scanonly"`
}

// page is everything read to show a course. Code that changes a course changes its page as well, so that it need not
// be read again.
type page struct {
	row
	prices     []price.Price
	enrollment *course.Enrollment
	progress   *course.LearnerCourseProgress
}

// read returns the page of a course that the caller may see, or course.ErrNotFound.
func (s *Service) read(ctx context.Context, q bun.IDB, who access.Caller, id string) (p page, err error) {
	if p.row, err = readRow(ctx, q, who, id); err != nil {
		return page{}, err
	}
	one := []course.Course{p.Course}
	if err := course.Complete(ctx, q, one); err != nil {
		return page{}, err
	}
	p.Course = one[0]
	if p.prices, err = price.Of(ctx, q, id, p.Teaches); err != nil {
		return page{}, err
	}
	p.enrollment, p.progress, err = course.EnrollmentAndProgress(ctx, q, who.ID, id)
	return p, err
}

// requireType returns course.ErrNotFound for a course of another type; anyType accepts all.
func requireType(r course.Record, kind string) error {
	if kind == anyType || r.CourseType == kind {
		return nil
	}
	return course.ErrNotFound
}

// detail converts a page to a response.
func (s *Service) detail(p page) CourseDetail {
	c := CourseDetail{Course: p.Course, Page: p.Page.V.WithoutNil(), Prices: p.prices, Brochure: s.brochure(p),
		Access: p.Access(), Schedule: p.Schedule.V, Enrollment: p.enrollment, Progress: p.progress, Learners: course.ShownLearners(p.Learners), Saved: p.Saved, CanTeach: p.Teaches}
	c.SummaryFormat = text.PlainFormat
	if p.SummaryHTML != "" {
		c.Summary, c.SummaryFormat = s.cleaner.Message(text.HTMLFormat, p.SummaryHTML), text.HTMLFormat
	}
	c.FAQ = s.cleanFAQ(c.FAQ)
	c.Description = s.cleaner.Message(p.DescriptionFormat, p.Description) // it may have been stored under a laxer rule
	c.DescriptionFormat = p.DescriptionFormat
	if c.Schedule.Entries == nil {
		c.Schedule.Entries = []timetable.ScheduleEntry{}
	}
	return c
}
