package sitefeedback

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type sendInput struct{ Body NewSiteFeedback }

type listInput struct {
	rest.Page
	FeedbackFilter
}

type decideInput struct {
	ID   string `path:"id"`
	Body FeedbackDecision
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/feedback/form", "Open the form of feedback on the site"),
		func(context.Context, access.Caller, *struct{}) (rest.Answer[FeedbackForm], error) {
			return rest.One("", s.Form(), nil)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Post("/feedback", "Send feedback on the site", fault.Conflict, fault.Gone, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *sendInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Feedback sent", s.Send(ctx, who, in.Body))
		})
	rest.Handle(api, rest.Public, rest.Get("/feedback/published", "List the newest feedback on the site that is published, at most 12"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[[]Testimonial], error) {
			shown, err := s.Published(ctx)
			return rest.One("", shown, err)
		})
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/feedback", "List feedback on the site, newest first"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[SiteFeedback], error) {
			items, n, err := s.List(ctx, in.FeedbackFilter, in.Page)
			return rest.Counted(in.Page, items, n, err)
		})
	rest.Handle(api, admin, rest.Patch("/feedback/{id}", "Publish feedback on the site, or hide it", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *decideInput) (rest.Answer[SiteFeedback], error) {
			f, err := s.Decide(ctx, who, in.ID, in.Body)
			return rest.One("Feedback saved", f, err)
		})
}
