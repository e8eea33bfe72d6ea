package profile

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type changeInput struct {
	rest.IfMatch
	Body rest.MergePatch[ProfileEdit]
}

type personInput struct {
	ID string `path:"id"`
}

// Register mounts the operations, each with who may call it.
func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/profile/me/comprehensive", "Everything that the site shows the caller of themselves"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[ComprehensiveProfile], error) {
			c, err := s.Get(ctx, who)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Patch("/profile/me/comprehensive", "Change what the caller says of themselves (RFC 7396: null clears)").WithDetails(fault.Precondition, "changed_meanwhile", ComprehensiveProfile{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[ComprehensiveProfile], error) {
			c, err := s.Change(ctx, who, in.Body, in.IfMatch)
			return rest.One("Your profile is saved", c, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/profile/{id}", "What others see of a person", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *personInput) (rest.Answer[PublicProfile], error) {
			f, err := s.PublicProfile(ctx, who, in.ID)
			return rest.One("", f, err)
		})
	s.registerAvatar(api)
	s.registerDeletion(api)
}
