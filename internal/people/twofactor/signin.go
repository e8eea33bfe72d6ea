package twofactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/platform/ratelimit"
)

// SecondStepProof is the second step of a sign-in.
type SecondStepProof struct {
	SecondStepChallenge
	FactorProof
}

// SecondStepChallenge identifies a sign-in whose password was right.
type SecondStepChallenge struct {
	ChallengeToken string `json:"challengeToken" minLength:"1" maxLength:"200" msg:"Please sign in again;maxLength=Please sign in again"`
}

// FactorEnrolment confirms the authenticator app that a role requires.
type FactorEnrolment struct {
	SecondStepChallenge
	CodeOnly
}

// FactorEnrolled is the answer to a FactorEnrolment.
type FactorEnrolled struct {
	Session authn.SignedIn `json:"session"`
	RecoveryCodes
}

// PasskeySignIn is a sign-in by passkey alone.
type PasskeySignIn struct {
	PasskeyProof
	DeviceToken string `json:"deviceToken,omitempty" maxLength:"100" doc:"Of an earlier sign-in on this device."`
}

// Only failures count, because one client address may serve a whole school; wrong codes are counted by the lockout too. Each open
// sign-in page requests passkeys when it opens and again while it stays open: offerLimit bounds the rows of a flood.
var (
	stepFailures = authn.SignInFailures("second step client")
	offerLimit   = authn.Limit{Client: authn.ClientRule{Rule: ratelimit.Rule{Name: "passkey offer client", Limit: 15_000, Window: 5 * time.Minute}}}
)

// CompleteStep checks the second step and opens the session. The challenge authorises it. fault.Gone when the challenge is
// invalid, fault.Invalid when the proof is wrong, fault.Locked after too many, fault.TooMany.
func (s *Service) CompleteStep(ctx context.Context, step SecondStepProof, from access.Client) (authn.SignedIn, error) {
	return authn.Guarded(ctx, s.limits, stepFailures, from, func() (authn.SignedIn, error) { return s.takeStep(ctx, step, from) })
}

func (s *Service) takeStep(ctx context.Context, step SecondStepProof, from access.Client) (answer authn.SignedIn, err error) {
	user, err := s.stepUser(ctx, step.ChallengeToken)
	if err != nil {
		return answer, err
	}
	return answer, s.prove(ctx, user, step.FactorProof, forSecondStep, func(tx bun.IDB) error {
		answer, err = s.sessions.CompleteChallenge(ctx, tx, step.ChallengeToken, from)
		return err
	})
}

// BeginPasskeyStep returns a passkey request for the second step. The challenge authorises it.
func (s *Service) BeginPasskeyStep(ctx context.Context, t SecondStepChallenge, from access.Client) (PasskeyRequest, error) {
	return authn.Guarded(ctx, s.limits, stepFailures, from, func() (PasskeyRequest, error) { return s.askForStep(ctx, t) })
}

func (s *Service) askForStep(ctx context.Context, t SecondStepChallenge) (PasskeyRequest, error) {
	user, err := s.stepUser(ctx, t.ChallengeToken)
	if err != nil {
		return PasskeyRequest{}, err
	}
	return s.challengeUser(ctx, forSecondStep, user)
}

// BeginEnrolment creates a secret for the authenticator app of a user whose role requires one to sign in. The challenge
// authorises it. fault.Gone, fault.Conflict when they have a second factor, fault.TooMany.
func (s *Service) BeginEnrolment(ctx context.Context, t SecondStepChallenge, from access.Client) (AuthenticatorSetup, error) {
	return authn.Guarded(ctx, s.limits, stepFailures, from, func() (AuthenticatorSetup, error) { return s.beginEnrolment(ctx, t) })
}

func (s *Service) beginEnrolment(ctx context.Context, t SecondStepChallenge) (AuthenticatorSetup, error) {
	user, err := s.enrolling(ctx, s.db.Reader(), t.ChallengeToken)
	if err != nil {
		return AuthenticatorSetup{}, err
	}
	return s.newAuthenticator(ctx, user)
}

// Enrol activates that app and opens the session. fault.Invalid for a wrong code, otherwise as BeginEnrolment.
func (s *Service) Enrol(ctx context.Context, n FactorEnrolment, from access.Client) (FactorEnrolled, error) {
	return authn.Guarded(ctx, s.limits, stepFailures, from, func() (FactorEnrolled, error) { return s.enrol(ctx, n, from) })
}

func (s *Service) enrol(ctx context.Context, n FactorEnrolment, from access.Client) (answer FactorEnrolled, err error) {
	return answer, s.db.InTx(ctx, func(tx bun.IDB) error {
		user, err := s.enrolling(ctx, tx, n.ChallengeToken)
		if err != nil {
			return err
		}
		if answer.RecoveryCodes, err = s.confirmAuthenticator(ctx, tx, access.Caller{ID: user, Client: from}, n.Code); err != nil {
			return err
		}
		answer.Session, err = s.sessions.CompleteChallenge(ctx, tx, n.ChallengeToken, from)
		return err
	})
}

// BeginPasskeySignIn returns a request for any passkey, to sign in. For anybody; it reveals nothing about any user.
func (s *Service) BeginPasskeySignIn(ctx context.Context, from access.Client) (PasskeyRequest, error) {
	if err := s.limits.Take(ctx, offerLimit, from, ""); err != nil {
		return PasskeyRequest{}, err
	}
	return s.challengeAnyone(ctx)
}

// SignInWithPasskey signs in by a passkey with user verification. For anybody. fault.Invalid when it does not verify, fault.Forbidden
// and fault.Locked as for a password, fault.TooMany.
func (s *Service) SignInWithPasskey(ctx context.Context, p PasskeySignIn, from access.Client) (authn.SignedIn, error) {
	return authn.Guarded(ctx, s.limits, stepFailures, from, func() (authn.SignedIn, error) { return s.enterByPasskey(ctx, p, from) })
}

func (s *Service) enterByPasskey(ctx context.Context, p PasskeySignIn, from access.Client) (answer authn.SignedIn, err error) {
	return answer, s.provePasskey(ctx, forSignIn, "", p.PasskeyProof, func(tx bun.IDB, user string) error {
		answer, err = s.sessions.EnterWithTwoFactors(ctx, tx, user, p.DeviceToken, from)
		return err
	})
}
