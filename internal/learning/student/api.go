package student

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type listInput struct {
	rest.Page
	StudentFilter
}

type oneInput struct {
	ID string `path:"id"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Get("/students", "List the learners of the courses that the caller teaches; for administrators all students"),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[TaughtStudent], error) {
			limit, offset := in.LimitOffset()
			students, n, err := s.List(ctx, who, in.StudentFilter, limit, offset)
			list, err := rest.Many(in.Page, students, n.Total, err)
			if n.AtLeast {
				list.Pagination.IsExact = new(false)
			}
			return list, err
		})
	rest.Handle(api, rest.Teachers, rest.Get("/students/{id}", "Get a student with the courses that the caller teaches, progress and batches", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[StudentDetail], error) {
			d, err := s.Student(ctx, who, in.ID)
			return rest.One("", d, err)
		})
}
