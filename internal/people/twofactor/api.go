package twofactor

import (
	"context"

	"lectern/internal/people/authn"
	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type codeInput struct{ Body CodeOnly }

type proofInput struct{ Body FactorProof }

type newPasskeyInput struct{ Body NewPasskey }

type passkeyInput struct {
	ID string `path:"id"`
}

type renameInput struct {
	ID   string `path:"id"`
	Body NamedPasskey
}

type policyInput struct {
	rest.IfMatch
	Body TwoFactorPolicy
}

type resetInput struct {
	ID string `path:"id"`
}

type stepInput struct{ Body SecondStepProof }

type stepTokenInput struct{ Body SecondStepChallenge }

type enrolmentInput struct{ Body FactorEnrolment }

type entryInput struct{ Body PasskeySignIn }

// Register mounts the operations, each with its gate. Public ones require the challenge of a sign-in, or a passkey.
func (s *Service) Register(api *rest.API) {
	s.registerEntry(api)
	s.registerAuthenticator(api)
	s.registerPasskeys(api)
	s.registerAdministration(api)
}

func (s *Service) registerEntry(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Post("/auth/two-factor/verify", "Complete the second step of signing in", fault.Forbidden, fault.Gone, fault.Conflict, fault.TooMany).
		WithDetails(fault.Invalid, "wrong_code", lockout.AttemptsLeft{}).WithDetails(fault.Locked, "second_step_locked", lockout.LockoutAnswer{}).WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}),
		func(ctx context.Context, _ access.Caller, in *stepInput) (rest.Answer[authn.SignedIn], error) {
			a, err := s.CompleteStep(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One("Signed in", a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/two-factor/passkey-options", "Get the options for the second step with a passkey (WebAuthn)", fault.Gone, fault.Conflict, fault.TooMany, fault.Unavailable),
		func(ctx context.Context, _ access.Caller, in *stepTokenInput) (rest.Answer[PasskeyRequest], error) {
			a, err := s.BeginPasskeyStep(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/two-factor/enrol", "Begin setting up the authenticator app that a role requires, during sign-in", fault.Gone, fault.Conflict, fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *stepTokenInput) (rest.Answer[AuthenticatorSetup], error) {
			a, err := s.BeginEnrolment(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/two-factor/enrol/confirm", "Confirm that app by one of its codes, and sign in", fault.Forbidden, fault.Gone, fault.Conflict, fault.TooMany).Idempotent().
		WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}),
		func(ctx context.Context, _ access.Caller, in *enrolmentInput) (rest.Answer[FactorEnrolled], error) {
			a, err := s.Enrol(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One("Signed in", a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/passkeys/sign-in-options", "Get the options for signing in with a passkey (WebAuthn)", fault.TooMany, fault.Unavailable),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[PasskeyRequest], error) {
			a, err := s.BeginPasskeySignIn(ctx, rest.ClientOf(ctx))
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/passkeys/sign-in", "Sign in with a passkey", fault.Forbidden, fault.TooMany, fault.Unavailable).
		WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}),
		func(ctx context.Context, _ access.Caller, in *entryInput) (rest.Answer[authn.SignedIn], error) {
			a, err := s.SignInWithPasskey(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One("Signed in", a, err)
		})
}

func (s *Service) registerAuthenticator(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/auth/two-factor", "List the caller's second factors").BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[TwoFactorState], error) {
			a, err := s.State(ctx, who)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/two-factor/authenticator", "Begin setting up an authenticator app, which is active once it is confirmed", fault.Forbidden).Idempotent(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[AuthenticatorSetup], error) {
			a, err := s.BeginAuthenticator(ctx, who)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/two-factor/authenticator/confirm", "Confirm the authenticator app by one of its codes", fault.Forbidden, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *codeInput) (rest.Answer[RecoveryCodes], error) {
			a, err := s.ConfirmAuthenticator(ctx, who, in.Body)
			return rest.One("The authenticator app is set up", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/auth/two-factor/authenticator", "Remove the authenticator app", fault.Forbidden, fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The authenticator app is removed", s.RemoveAuthenticator(ctx, who))
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/two-factor/recovery-codes", "Create new recovery codes, which replace the old ones", fault.Forbidden, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[RecoveryCodes], error) {
			a, err := s.RenewCodes(ctx, who)
			return rest.One("Here are your new recovery codes", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/two-factor/confirm-identity", "Confirm the caller's identity by a second factor, for operations that require it", fault.Unavailable).
		WithDetails(fault.Invalid, "wrong_code", lockout.AttemptsLeft{}).WithDetails(fault.Locked, "second_step_locked", lockout.LockoutAnswer{}).BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *proofInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Thank you", s.Confirm(ctx, who, in.Body))
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/two-factor/confirm-options", "Get the options for confirming with a passkey (WebAuthn)", fault.Conflict, fault.Unavailable).BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[PasskeyRequest], error) {
			a, err := s.BeginPasskeyConfirmation(ctx, who)
			return rest.One("", a, err)
		})
}

func (s *Service) registerPasskeys(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/passkeys/options", "Get the options for creating a passkey (WebAuthn)", fault.Forbidden, fault.Conflict, fault.Unavailable),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[PasskeyCreation], error) {
			a, err := s.BeginPasskey(ctx, who)
			return rest.One("", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Create("/auth/passkeys", "Add a passkey", fault.Forbidden, fault.Conflict, fault.Unavailable).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newPasskeyInput) (rest.Answer[AddedPasskey], error) {
			a, err := s.AddPasskey(ctx, who, in.Body)
			return rest.One("The passkey is added", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Patch("/auth/passkeys/{id}", "Rename a passkey", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *renameInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The passkey has its new name", s.RenamePasskey(ctx, who, in.ID, in.Body))
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/auth/passkeys/{id}", "Remove a passkey", fault.Forbidden, fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *passkeyInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The passkey is removed", s.RemovePasskey(ctx, who, in.ID))
		})
}

func (s *Service) registerAdministration(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/auth/two-factor-policy", "Get which roles need a second factor; the ETag is for If-Match"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[TwoFactorPolicyView], error) {
			a, err := s.Policy(ctx)
			return rest.One("", a, err)
		})
	rest.Handle(api, admin, rest.Put("/auth/two-factor-policy", "Set which roles need a second factor", fault.Conflict).WithDetails(fault.Precondition, "stale_version", TwoFactorPolicyView{}),
		func(ctx context.Context, who access.Caller, in *policyInput) (rest.Answer[TwoFactorPolicyView], error) {
			a, err := s.SetPolicy(ctx, who, in.Body, in.IfMatch)
			return rest.One("Saved", a, err)
		})
	rest.Handle(api, admin, rest.Post("/auth/users/{id}/reset-two-factor", "Remove the second factors of a user who has lost them, and sign them out", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *resetInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("They can sign in with their password alone", s.Reset(ctx, who, in.ID))
		})
}
