package session

import (
	"context"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type signInInput struct{ Body Credentials }

type refreshInput struct{ Body RefreshRequest }

type signOutInput struct{ Body *SignOutRequest }

type confirmInput struct{ Body PasswordProof }

type sessionInput struct {
	ID string `path:"id"`
}

type userSessionInput struct {
	ID        string `path:"id"`
	SessionID string `path:"sessionId"`
}

// Register mounts the operations. The public ones require a secret in the request: a password or a refresh token.
func (s *Service) Register(api *rest.API) {
	s.registerSignIn(api)
	s.registerCaller(api)
	s.registerSessions(api)
}

func (s *Service) registerSignIn(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Post("/auth/login", "Sign in", fault.Forbidden, fault.TooMany, fault.Unavailable).
		WithDetails(fault.Unauthenticated, "wrong_credentials", lockout.AttemptsLeft{}).WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}),
		func(ctx context.Context, _ access.Caller, in *signInInput) (rest.Answer[SignInResult], error) {
			a, err := s.SignIn(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One(authn.Greeting("Signed in", a.Second), a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/refresh-token", "Exchange a refresh token for the next one", fault.Unauthenticated).AllowImpersonation(),
		func(ctx context.Context, _ access.Caller, in *refreshInput) (rest.Answer[authn.SignedIn], error) {
			a, err := s.Refresh(ctx, in.Body.RefreshToken, rest.ClientOf(ctx))
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Post("/auth/logout", "Sign out: end the session of the refresh token or, without one, that of the access token").AllowImpersonation().BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *signOutInput) (rest.Answer[SignedOut], error) {
			var r SignOutRequest
			if in.Body != nil {
				r = *in.Body
			}
			return rest.One("Signed out", SignedOut{}, s.SignOut(ctx, who, r))
		})
}

func (s *Service) registerCaller(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/auth/profile", "Get the caller's account").BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[directory.User], error) {
			u, err := s.Me(ctx, who)
			return rest.One("", u, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/profile/me/permissions", "Get the caller's permissions").BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[Permissions], error) {
			u, locale, err := s.meAndLocale(ctx, who)
			return rest.One("", Permissions{u, who.Roles, api.AllowedOperations(who), locale, who.MustAccept != nil, actingOf(who)}, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/confirm-identity", "Confirm the caller's identity by password, for operations that require it", fault.Conflict, fault.Unavailable).
		WithDetails(fault.Invalid, "wrong_password", lockout.AttemptsLeft{}).WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}).BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *confirmInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Thank you", s.ConfirmPassword(ctx, who, in.Body))
		})
}

func (s *Service) registerSessions(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/auth/sessions", "List the caller's sessions"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]SessionView], error) {
			views, err := s.Sessions(ctx, who)
			return rest.One("", views, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/auth/sessions/{id}", "End one of the caller's sessions", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *sessionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Signed out there", s.EndSession(ctx, who, in.ID))
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/auth/sessions", "Sign out on all other devices"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Signed out everywhere else", s.EndOthers(ctx, who, false))
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Delete("/auth/users/{id}/sessions/{sessionId}", "End one session of a user", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *userSessionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("They are signed out there", s.EndSessionFor(ctx, who, in.ID, in.SessionID))
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Delete("/auth/users/{id}/sessions", "End all sessions of a user", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *sessionInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("They are signed out everywhere", s.EndAllFor(ctx, who, in.ID))
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/logout-all", "Sign out everywhere").BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Signed out everywhere", s.EndOthers(ctx, who, true))
		})
}
