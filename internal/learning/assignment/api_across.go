package assignment

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
)

type ownInput struct {
	rest.Page
	OwnFilter
}

type waitingInput struct {
	rest.Page
	rest.CursorParam
	WaitingFilter
}

// registerAcross registers what concerns the assignments of all courses.
func (s *Service) registerAcross(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/assignments", "List the assignments in all courses of the caller, by due date"),
		func(ctx context.Context, who access.Caller, in *ownInput) (rest.List[OwnAssignment], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Own(ctx, who, in.OwnFilter, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.Teachers, rest.Get("/assignments/to-grade", "List the submissions that wait for a grade in all courses that the caller teaches, longest waiting first"),
		func(ctx context.Context, who access.Caller, in *waitingInput) (rest.List[WaitingSubmission], error) {
			limit, _ := in.LimitOffset()
			items, count, next, err := s.ToGrade(ctx, who, in.WaitingFilter, limit, in.CursorParam)
			return rest.CursorPage(in.Page, items, count, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/assignments/summary", "Count the caller's assignments that are due, overdue, returned or to be graded"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[AssignmentSummary], error) {
			sum, err := s.Summary(ctx, who)
			return rest.One("", sum, err)
		})
}
