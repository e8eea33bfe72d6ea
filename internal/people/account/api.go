package account

import (
	"context"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type registerInput struct{ Body SignUpRequest }

// What the answer says whether or not the address has an account.
const nearlyDone = "Nearly done: a letter is on its way to you. Your account is ready as soon as you have opened its link."

type signInInput struct{ Body Credentials }

type setUpInput struct{ Body FirstAdmin }

type refreshInput struct{ Body RefreshRequest }

// Register mounts the operations, each with who may call it. Those that are public hold their own key: a password, a
// refresh token, the code on the console.
func (s *Service) Register(api *rest.API) {
	s.registerEntry(api)
	s.registerSetUp(api)
	s.registerLockouts(api)
	s.registerPassword(api)
	s.registerSessions(api)
	s.registerConfirm(api)
	s.registerRecovery(api)
	s.registerEmailChange(api)
	s.registerJoining(api)
	s.registerManaging(api)
}

func (s *Service) registerEntry(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Post("/auth/register", "Ask for an account; a letter says how to go on", fault.TooMany, fault.Unavailable),
		func(ctx context.Context, _ access.Caller, in *registerInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done(nearlyDone, s.SignUp(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Create("/auth/complete-registration", "Make the account with the link that was sent, and sign in",
		fault.Forbidden, fault.Gone, fault.TooMany, fault.Unavailable),
		func(ctx context.Context, _ access.Caller, in *completionInput) (rest.Answer[Entry], error) {
			a, err := s.CompleteSignUp(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One(greeting("Welcome to Lectern", a), a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/login", "Sign in", fault.Forbidden, fault.TooMany, fault.Unavailable).
		WithDetails(fault.Unauthenticated, "wrong_credentials", lockout.AttemptsLeft{}).WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}),
		func(ctx context.Context, _ access.Caller, in *signInInput) (rest.Answer[Entry], error) {
			a, err := s.SignIn(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One(greeting("Signed in", a), a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/refresh-token", "Exchange a refresh token for the next one", fault.Unauthenticated).AllowImpersonation(),
		func(ctx context.Context, _ access.Caller, in *refreshInput) (rest.Answer[SignedIn], error) {
			a, err := s.Refresh(ctx, in.Body.RefreshToken, rest.ClientOf(ctx))
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/logout", "Sign out").AllowImpersonation(),
		func(ctx context.Context, _ access.Caller, in *refreshInput) (rest.Answer[SignedOut], error) {
			return rest.One("Signed out", SignedOut{}, s.SignOut(ctx, in.Body.RefreshToken))
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/auth/profile", "Who the caller is"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[User], error) {
			u, err := s.Me(ctx, who)
			return rest.One("", u, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/profile/me/permissions", "What the caller may do"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[Permissions], error) {
			u, err := s.Me(ctx, who)
			return rest.One("", Permissions{u, who.Roles, api.AllowedOperations(who), actingOf(who)}, err)
		})
}

func (s *Service) registerSetUp(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/setup", "Whether the first administrator is wanted"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[Setup], error) {
			state, err := s.Setup(ctx)
			return rest.One("", state, err)
		})
	rest.Handle(api, rest.Public, rest.Create("/setup", "Make the first administrator and sign in",
		fault.Forbidden, fault.Conflict, fault.TooMany, fault.Unavailable),
		func(ctx context.Context, _ access.Caller, in *setUpInput) (rest.Answer[SignedIn], error) {
			a, err := s.SetUp(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One("Lectern is ready", a, err)
		})
}

// greeting is what somebody is told who is let in, or what they have still to do.
func greeting(in string, e Entry) string {
	switch {
	case e.Second == nil:
		return in
	case e.Second.EnrolmentRequired:
		return "Please set up a second factor: your role needs one."
	}
	return "Please confirm that it is you."
}
