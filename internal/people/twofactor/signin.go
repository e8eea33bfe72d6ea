package twofactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/ratelimit"
)

// Door opens sessions. E is the answer to signing in, which belongs to whoever owns the sessions. Package app fills it.
type Door[E any] interface {
	// Pass uses a challenge up whose second step has been taken.
	Pass(ctx context.Context, tx bun.IDB, token string, from access.Client) (E, error)
	// Admit lets in who has proven themselves by two things at once.
	Admit(ctx context.Context, tx bun.IDB, user, deviceToken string, from access.Client) (E, error)
}

// SignInAPI holds the operations of signing in that need a second factor.
type SignInAPI[E any] struct {
	*Service
	Door Door[E]
}

// StepAnswer is the second step of a sign-in.
type StepAnswer struct {
	StepToken
	FactorProof
}

// StepToken identifies a sign-in whose password was right.
type StepToken struct {
	ChallengeToken string `json:"challengeToken" minLength:"1" maxLength:"200" msg:"Please sign in again;maxLength=Please sign in again"`
}

// FactorEnrolment confirms the authenticator app that a role requires.
type FactorEnrolment struct {
	StepToken
	CodeOnly
}

// FactorEnrolled is the answer to a FactorEnrolment.
type FactorEnrolled[E any] struct {
	Session E `json:"session"`
	RecoveryCodes
}

// PasskeyEntry is a sign-in by passkey alone.
type PasskeyEntry struct {
	PasskeyProof
	DeviceToken string `json:"deviceToken,omitempty" maxLength:"100" doc:"Of an earlier sign-in on this device."`
}

// The limits bound a flood of requests; wrong codes are counted separately. One client address may serve a whole school,
// where each open sign-in page requests passkeys when it opens and again while it stays open.
var (
	entryLimit = ratelimit.Rule{Name: "second step client", Limit: 600, Window: 5 * time.Minute}
	offerLimit = ratelimit.Rule{Name: "passkey offer client", Limit: 1500, Window: 5 * time.Minute}
)

func (s *Service) checkRate(ctx context.Context, from access.Client) error {
	return s.limits.Allow(ctx, ratelimit.Hit{Rule: entryLimit, Subject: from.RateLimitKey()})
}

// TakeStep checks the second step and opens the session. The challenge authorises it. fault.Gone when the challenge is
// invalid, fault.Invalid when the proof is wrong, fault.Locked after too many, fault.TooMany.
func (e SignInAPI[E]) TakeStep(ctx context.Context, step StepAnswer, from access.Client) (answer E, err error) {
	if err := e.checkRate(ctx, from); err != nil {
		return answer, err
	}
	user, err := e.stepUser(ctx, step.ChallengeToken)
	if err != nil {
		return answer, err
	}
	return answer, e.prove(ctx, user, step.FactorProof, toTakeStep, func(tx bun.IDB) error {
		answer, err = e.Door.Pass(ctx, tx, step.ChallengeToken, from)
		return err
	})
}

// AskForStep returns a passkey request for the second step. The challenge authorises it.
func (e SignInAPI[E]) AskForStep(ctx context.Context, t StepToken, from access.Client) (PasskeyRequest, error) {
	if err := e.checkRate(ctx, from); err != nil {
		return PasskeyRequest{}, err
	}
	user, err := e.stepUser(ctx, t.ChallengeToken)
	if err != nil {
		return PasskeyRequest{}, err
	}
	return e.challengeUser(ctx, toTakeStep, user)
}

// BeginEnrolment creates a secret for the authenticator app of a user whose role requires one to sign in. The challenge
// authorises it. fault.Gone, fault.Conflict when they have a second factor, fault.TooMany.
func (e SignInAPI[E]) BeginEnrolment(ctx context.Context, t StepToken, from access.Client) (AuthenticatorSetup, error) {
	if err := e.checkRate(ctx, from); err != nil {
		return AuthenticatorSetup{}, err
	}
	user, err := e.enrolling(ctx, e.db.Reader(), t.ChallengeToken)
	if err != nil {
		return AuthenticatorSetup{}, err
	}
	return e.newAuthenticator(ctx, user)
}

// Enrol activates that app and opens the session. fault.Invalid for a wrong code, otherwise as BeginEnrolment.
func (e SignInAPI[E]) Enrol(ctx context.Context, n FactorEnrolment, from access.Client) (answer FactorEnrolled[E], err error) {
	if err := e.checkRate(ctx, from); err != nil {
		return answer, err
	}
	return answer, e.db.InTx(ctx, func(tx bun.IDB) error {
		user, err := e.enrolling(ctx, tx, n.ChallengeToken)
		if err != nil {
			return err
		}
		if answer.RecoveryCodes, err = e.confirmAuthenticator(ctx, tx, access.Caller{ID: user, Client: from}, n.Code); err != nil {
			return err
		}
		answer.Session, err = e.Door.Pass(ctx, tx, n.ChallengeToken, from)
		return err
	})
}

// AskForEntry returns a request for any passkey, to sign in. For anybody; it reveals nothing about any user.
func (e SignInAPI[E]) AskForEntry(ctx context.Context, from access.Client) (PasskeyRequest, error) {
	if err := e.limits.Allow(ctx, ratelimit.Hit{Rule: offerLimit, Subject: from.RateLimitKey()}); err != nil {
		return PasskeyRequest{}, err
	}
	return e.challengeAnyone(ctx)
}

// Enter signs in by a passkey with user verification. For anybody. fault.Invalid when it does not verify, fault.Forbidden
// and fault.Locked as for a password, fault.TooMany.
func (e SignInAPI[E]) Enter(ctx context.Context, p PasskeyEntry, from access.Client) (answer E, err error) {
	if err := e.checkRate(ctx, from); err != nil {
		return answer, err
	}
	return answer, e.provePasskey(ctx, toSignIn, "", p.PasskeyProof, func(tx bun.IDB, user string) error {
		answer, err = e.Door.Admit(ctx, tx, user, p.DeviceToken, from)
		return err
	})
}
