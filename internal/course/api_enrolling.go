package course

import (
	"context"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/rest"
)

type enrolledInput struct{ rest.Page }

func (s *Service) registerEnrolling(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/courses/enrolled", "List the courses in which the caller is enrolled"),
		func(ctx context.Context, who access.Caller, in *enrolledInput) (rest.List[Enrolled], error) {
			limit, offset := in.Window()
			items, total, err := s.Enrolled(ctx, who, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/courses/{id}/enroll", "Enrol the caller: at once in a free course, else until it is paid for", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Enrollment], error) {
			e, err := s.Enroll(ctx, who, in.ID)
			message := "You are enrolled"
			if e.Status == "pending_payment" {
				message = "Your place is kept until it is paid for"
			}
			return rest.One(message, e, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/courses/{id}/enroll", "Withdraw the caller's enrolment", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Enrollment], error) {
			e, err := s.Withdraw(ctx, who, in.ID)
			return rest.One("You have left the course", e, err)
		})
}
