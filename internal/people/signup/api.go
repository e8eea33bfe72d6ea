package signup

import (
	"context"

	"lectern/internal/people/authn"
	"lectern/internal/people/emaillink"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type registerInput struct{ Body SignUpRequest }

type completionInput struct{ Body SignUpCompletion }

type setUpInput struct{ Body FirstAdmin }

type addressInput struct{ Body authn.AddressOnly }

type linkInput struct{ Body emaillink.LinkRedemption }

// nearlyDone is the answer whether or not the address has an account.
const nearlyDone = "Nearly done: an email is on its way to you. Your account is ready as soon as you have opened its link."

// Register mounts the operations. The public ones require a secret in the request (a link, a password, the set-up code) or
// reveal nothing.
func (s *Service) Register(api *rest.API) {
	s.registerSignUp(api)
	s.registerSetUp(api)
	s.registerVerification(api)
	s.registerApplications(api)
	s.registerDecisions(api)
	s.registerInvitations(api)
}

func (s *Service) registerSignUp(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Post("/auth/register", "Register an account; an email says how to continue", fault.Forbidden, fault.Conflict, fault.TooMany, fault.Unavailable).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *registerInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done(nearlyDone, s.SignUp(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Create("/auth/complete-registration", "Complete a registration with the link that was sent, and sign in",
		fault.Forbidden, fault.Gone, fault.TooMany, fault.Unavailable).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *completionInput) (rest.Answer[Entry], error) {
			a, err := s.CompleteSignUp(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One(authn.Greeting("Welcome to Lectern", a.Second), a, err)
		})
}

func (s *Service) registerSetUp(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/setup", "Check whether the installation needs its first administrator"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[Setup], error) {
			state, err := s.Setup(ctx)
			return rest.One("", state, err)
		})
	rest.Handle(api, rest.Public, rest.Create("/setup", "Create the first administrator and sign in",
		fault.Forbidden, fault.Conflict, fault.TooMany, fault.Unavailable).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *setUpInput) (rest.Answer[authn.SignedIn], error) {
			a, err := s.SetUp(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One("Lectern is ready", a, err)
		})
}

func (s *Service) registerVerification(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Post("/auth/verify-email", "Confirm an email address with the link that was sent to it", fault.Gone, fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your email address is confirmed", s.VerifyEmail(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/resend-verification", "Send the link that confirms an address again", fault.TooMany).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *addressInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done(authn.EmailOnItsWay, s.ResendVerification(ctx, in.Body, rest.ClientOf(ctx)))
		})
}
