package course

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/access"
	"lectern/internal/clock"
	"lectern/internal/db"
	"lectern/internal/fault"
)

// Service is the use cases. It is built once, in package app.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// Create makes a draft that the caller teaches. For teachers; the gate has seen to that.
// fault.Invalid when a rule is broken.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewCourse) (CourseDetail, error) {
	n = n.normalise()
	now := s.Clock.Now()
	c := CourseDetail{Description: n.Description, Course: Course{
		ID: db.NewID(), Title: n.Title, Summary: n.Summary, Category: n.Category, CourseType: n.CourseType,
		SearchText: n.searchText(), Level: n.Level, Status: draft, CreatedBy: who.ID, CreatedAt: now, UpdatedAt: now,
	}}
	err := s.DB.InTx(ctx, func(tx bun.IDB) (err error) {
		if err := insert(ctx, tx, c); err != nil {
			return err
		}
		c, err = detail(ctx, tx, who, c.ID)
		return err
	})
	return c, err
}

// Update replaces what the author may set. For teachers of the course: fault.NotFound for whom it is not theirs to know
// of, fault.Forbidden for other teachers of what is in the catalogue, fault.Invalid when a rule is broken.
func (s *Service) Update(ctx context.Context, who access.Caller, id string, n NewCourse) (c CourseDetail, err error) {
	n = n.normalise()
	return s.change(ctx, who, id, func(tx bun.IDB, _ CourseDetail) error { return update(ctx, tx, id, n, s.Clock.Now()) })
}

// Toggle takes a draft into the catalogue, or what is there out of it. For teachers of the course, as Update;
// fault.Conflict for an archived one.
func (s *Service) Toggle(ctx context.Context, who access.Caller, id string) (CourseDetail, error) {
	return s.change(ctx, who, id, func(tx bun.IDB, c CourseDetail) error {
		if c.Status != draft && c.Status != published {
			return fault.New(fault.Conflict, "course_archived", "This course is archived. Restore it before you publish it.")
		}
		return toggle(ctx, tx, id, s.Clock.Now())
	})
}

// change runs fn on a course that the caller may teach, and reads what has become of it.
func (s *Service) change(ctx context.Context, who access.Caller, id string, fn func(tx bun.IDB, before CourseDetail) error) (c CourseDetail, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		if c, err = detail(ctx, tx, who, id); err != nil {
			return err
		}
		if !c.CanTeach {
			return fault.New(fault.Forbidden, "not_your_course", "Only those who teach this course can change it.")
		}
		if err := fn(tx, c); err != nil {
			return err
		}
		c, err = detail(ctx, tx, who, id)
		return err
	})
	return c, err
}

// List is one page of the courses that the caller may see, and how many there are in all. For anybody;
// fault.Unauthenticated when nobody asks for their own.
func (s *Service) List(ctx context.Context, who access.Caller, f Filter, limit, offset int64) ([]Course, int64, error) {
	if f.Mine && who.ID == "" {
		return nil, 0, fault.New(fault.Unauthenticated, "not_signed_in", "Please sign in to see your courses.")
	}
	if f.Status == "" && !f.Mine {
		f.Status = published
	}
	return list(ctx, s.DB.Reader(), who, f, limit, offset)
}

// Categories is the headings of the catalogue in alphabetical order. For anybody.
func (s *Service) Categories(ctx context.Context) ([]Category, error) {
	return categories(ctx, s.DB.Reader())
}

// Get is one course. For anybody when it is in the catalogue, else for those who teach it, are enrolled in it or
// administer; fault.NotFound for everybody else.
func (s *Service) Get(ctx context.Context, who access.Caller, id string) (CourseDetail, error) {
	return detail(ctx, s.DB.Reader(), who, id)
}
