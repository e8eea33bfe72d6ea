package instructor

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	rest.Page
	InstructorFilter
}

type oneInput struct {
	ID string `path:"id"`
}

type coursesInput struct {
	ID string `path:"id"`
	rest.Page
	TaughtFilter
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/instructors", "List who teaches the courses of the catalogue"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[PublicInstructor], error) {
			limit, offset := in.LimitOffset()
			found, n, err := s.List(ctx, in.InstructorFilter, limit, offset)
			list, err := rest.Many(in.Page, found, n.Total, err)
			if n.AtLeast {
				list.Pagination.IsExact = new(false)
			}
			return list, err
		})
	rest.Handle(api, rest.Public, rest.Get("/instructors/{id}", "Get an instructor of the catalogue", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[InstructorProfile], error) {
			p, err := s.Instructor(ctx, in.ID)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/instructors/{id}/courses", "List the courses of the catalogue that an instructor teaches", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *coursesInput) (rest.List[course.Course], error) {
			limit, offset := in.LimitOffset()
			courses, total, err := s.Courses(ctx, in.ID, in.TaughtFilter, limit, offset)
			return rest.Many(in.Page, courses, total, err)
		})
}
