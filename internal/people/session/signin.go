package session

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
)

// The limits of unknown devices. A known device is subject to its own lockout alone.
var (
	signInFailures  = authn.SignInFailures("sign-in client") // wrong passwords of a client, at whatever accounts
	accountAttempts = authn.Limit{Account: ratelimit.Rule{Name: "sign-in account", Limit: 300, Window: 5 * time.Minute}}
)

// SignIn opens a session, or asks for the second step. Public. A wrong password and an unknown account lead to the same
// fault.Unauthenticated after the same work, and the same fault.Locked and fault.TooMany; fault.Forbidden and a lock by
// hand are revealed only after the right password.
func (s *Service) SignIn(ctx context.Context, c Credentials, from access.Client) (SignInResult, error) {
	claimed, err := claimedBy(ctx, s.db.Reader(), directory.EmailKey(c.Email), hashSecret(c.DeviceToken))
	if err != nil {
		return SignInResult{}, err
	}
	if claimed.DeviceID != "" {
		return s.signIn(ctx, c, claimed, from)
	}
	if err := s.limits.Take(ctx, accountAttempts, from, s.attemptKey(c, claimed)); err != nil {
		return SignInResult{}, err
	}
	return authn.Guarded(ctx, s.limits, signInFailures, from, func() (SignInResult, error) { return s.signIn(ctx, c, claimed, from) })
}

func (s *Service) signIn(ctx context.Context, c Credentials, claimed claim, from access.Client) (SignInResult, error) {
	var id *string
	if claimed.ID != "" {
		id = &claimed.ID
	}
	attempt, err := s.lockouts.Start(ctx, lockout.FailedLogin, s.attemptKey(c, claimed), id)
	if err != nil {
		return SignInResult{}, err
	}
	u, err := s.verified(ctx, c, attempt)
	if err != nil {
		return SignInResult{}, err
	}
	var answer SignInResult
	var refused error
	err = s.db.InTx(context.WithoutCancel(ctx), func(tx bun.IDB) (err error) {
		if err = s.lockouts.Succeed(ctx, tx, attempt); err != nil {
			return err
		}
		if refused, err = s.refusal(ctx, tx, u); err != nil || refused != nil {
			return err
		}
		answer, err = s.start(ctx, tx, u, claimed.DeviceID, from)
		return err
	})
	return answer, errors.Join(err, refused)
}

// attemptKey is the key under which attempts to sign in are counted: the address as typed. A known device has a count of
// its own, so that strangers cannot lock its owner out. Nobody is excepted, not even the only administrator, whom an exception
// would reveal: they have their known devices, the link in the email about the lock, and `lectern user unlock`.
func (s *Service) attemptKey(c Credentials, claimed claim) string {
	if claimed.DeviceID != "" {
		return s.lockouts.Key(lockout.FailedLogin, "device", claimed.DeviceID)
	}
	return s.lockouts.Key(lockout.FailedLogin, "address", directory.EmailKey(c.Email))
}

// verified returns the user whose password this is. A wrong password stays counted even if the client disconnects.
func (s *Service) verified(ctx context.Context, c Credentials, attempt lockout.Attempt) (directory.User, error) {
	u, err := directory.ByEmail(ctx, s.db.Reader(), directory.EmailKey(c.Email))
	if err != nil && !fault.Is(err, fault.NotFound) {
		return u, errors.Join(err, s.lockouts.Withdraw(context.WithoutCancel(ctx), attempt))
	}
	right, err := s.hasher.Matches(ctx, c.Password, u.PasswordHash)
	if err != nil { // the password was not compared
		return directory.User{}, errors.Join(err, s.lockouts.Withdraw(context.WithoutCancel(ctx), attempt))
	}
	if right {
		return u, nil
	}
	ctx = context.WithoutCancel(ctx)
	return directory.User{}, s.lockouts.Fail(ctx, attempt, lockout.Failure{
		Event: "sign_in_failed", LockEvent: "locked_out",
		Wrong:  &fault.Error{Kind: fault.Unauthenticated, Code: "wrong_credentials", Message: "The email address or password is wrong."},
		OnLock: func(tx bun.IDB) error { return s.alertLockout(ctx, tx, attempt.Count.UserID) },
	})
}

// alertLockout emails the user of a locked account, nil for an address without one, and publishes AccountLocked.
func (s *Service) alertLockout(ctx context.Context, tx bun.IDB, user *string) error {
	var id string
	if user != nil {
		id = *user
	}
	if err := s.mailer.QueueAlert(ctx, tx, emailJob, accountmail.QueuedEmail{Template: lockoutEmail, User: id}); err != nil {
		return err
	}
	return events.Publish(ctx, tx, s.clock.Now(), AccountLocked{id})
}

// refusal returns why u, whose password was right, may not sign in; nil when they may.
func (s *Service) refusal(ctx context.Context, tx bun.IDB, u directory.User) (refused, err error) {
	if u.Status != directory.Active {
		mayReturn, err := s.deletions.CanRestore(ctx, tx, u.ID)
		if err != nil {
			return nil, err
		}
		if !mayReturn {
			return fault.New(fault.Forbidden, "account_disabled", "This account is deactivated. Contact your school."), nil
		}
	}
	return s.lockouts.Refusal(ctx, tx, u.ID)
}

// Start opens a session of u after a first proof of identity, or asks for the second step. For other features.
func (s *Service) Start(ctx context.Context, tx bun.IDB, u directory.User, from access.Client) (SignInResult, error) {
	return s.start(ctx, tx, u, "", from)
}

// StartFirst opens the session of the first administrator, who has entered the set-up code.
func (s *Service) StartFirst(ctx context.Context, tx bun.IDB, u directory.User, from access.Client) (authn.SignedIn, error) {
	return s.open(ctx, tx, u, proof{}, from)
}

// SignInFederated signs in a user of an identity provider: it opens a session, or asks for the second step as after a password. For
// other features. deviceToken is of an earlier sign-in, "" for none. fault.Forbidden and fault.Locked as for a password.
func (s *Service) SignInFederated(ctx context.Context, tx bun.IDB, user, deviceToken string, from access.Client) (SignInResult, error) {
	u, deviceID, err := s.admissible(ctx, tx, user, deviceToken)
	if err != nil {
		return SignInResult{}, err
	}
	return s.start(ctx, tx, u, deviceID, from)
}

// EnterWithTwoFactors is Enter for a user who has proven two factors at once, by a passkey with user verification: it asks for no second
// step.
func (s *Service) EnterWithTwoFactors(ctx context.Context, tx bun.IDB, user, deviceToken string, from access.Client) (authn.SignedIn, error) {
	u, deviceID, err := s.admissible(ctx, tx, user, deviceToken)
	if err != nil {
		return authn.SignedIn{}, err
	}
	return s.open(ctx, tx, u, proof{deviceID, true}, from)
}

// admissible returns a user who may sign in, and the known device.
func (s *Service) admissible(ctx context.Context, tx bun.IDB, user, deviceToken string) (u directory.User, deviceID string, err error) {
	if u, err = directory.ByID(ctx, tx, user); err != nil {
		return u, "", err
	}
	refused, err := s.refusal(ctx, tx, u)
	if err == nil {
		err = refused
	}
	if err != nil {
		return u, "", err
	}
	claimed, err := claimedBy(ctx, tx, u.EmailKey, hashSecret(deviceToken))
	return u, claimed.DeviceID, err
}
