package review

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type oneInput struct {
	ID string `path:"id"`
}

type listInput struct {
	ID string `path:"id"`
	ReviewFilter
	rest.Page
	rest.CursorParam
}

type putInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body NewReview
}

type answerInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body AnswerToReview
}

type reportInput struct {
	ID   string `path:"id"`
	Body NewReport
}

type reportedInput struct {
	State string `query:"state" enum:"reported,hidden" default:"reported" msg:"state must be reported or hidden" doc:"reported: reviews with reports that nobody has decided on."`
	rest.Page
	rest.CursorParam
}

type moderateInput struct {
	ID   string `path:"id"`
	Body Moderation
}

func (s *Service) Register(api *rest.API) {
	const ofCourse, own = "/courses/{id}/reviews", "/courses/{id}/reviews/own"
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get(ofCourse, "List the reviews of a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[Review], error) {
			limit, _ := in.LimitOffset()
			rs, total, next, err := s.List(ctx, who, in.ID, in.ReviewFilter, limit, in.CursorParam)
			return rest.CursorPage(in.Page, rs, rest.Count{Total: total}, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get(own, "Get the caller's review of a course, or whether they may write one", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[OwnReview], error) {
			o, err := s.Own(ctx, who, in.ID)
			return rest.One("", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put(own, "Review a course, or change the caller's review", fault.NotFound, fault.Forbidden, fault.TooMany).
		WithDetails(fault.Precondition, "stale_version", OwnReview{}).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *putInput) (rest.Answer[OwnReview], error) {
			o, err := s.Put(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Review saved", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete(own, "Delete the caller's review of a course", fault.NotFound, fault.Conflict).DenyImpersonation(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Review deleted", s.Delete(ctx, who, in.ID))
		})
	s.registerAnswers(api)
	s.registerModeration(api)
}

func (s *Service) registerAnswers(api *rest.API) {
	const answer = "/reviews/{id}/answer"
	rest.Handle(api, rest.Teachers, rest.Put(answer, "Answer a review of a course that the caller teaches", fault.NotFound, fault.Forbidden).
		WithDetails(fault.Precondition, "stale_version", Review{}),
		func(ctx context.Context, who access.Caller, in *answerInput) (rest.Answer[Review], error) {
			r, err := s.Answer(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Answer saved", r, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete(answer, "Delete the answer to a review", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Answer deleted", s.DeleteAnswer(ctx, who, in.ID))
		})
}

func (s *Service) registerModeration(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, rest.SignedIn, rest.Post("/reviews/{id}/reports", "Report a review to the administrators", fault.NotFound, fault.Forbidden, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *reportInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Review reported", s.Report(ctx, who, in.ID, in.Body))
		})
	rest.Handle(api, admin, rest.Get("/reviews", "List the reviews that are reported, or hidden"),
		func(ctx context.Context, _ access.Caller, in *reportedInput) (rest.List[ReportedReview], error) {
			limit, _ := in.LimitOffset()
			rs, next, err := s.Reported(ctx, in.State == "hidden", limit, in.CursorParam)
			return rest.CursorPage(in.Page, rs, rest.Count{Total: int64(len(rs)), AtLeast: next != "" || in.Cursor != ""}, next, err)
		})
	rest.Handle(api, admin, rest.Put("/reviews/{id}/hidden", "Hide a review, keep it, or show it again", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *moderateInput) (rest.Answer[Review], error) {
			r, err := s.Moderate(ctx, who, in.ID, in.Body)
			message := "Review kept"
			if in.Body.Hidden {
				message = "Review hidden"
			}
			return rest.One(message, r, err)
		})
}
