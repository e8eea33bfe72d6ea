package account

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// SignIn opens a session, or asks for the second step where there is one. For anybody. A wrong password and an unknown account get the same fault.Unauthenticated after
// the same work, and the same fault.Locked and fault.TooMany; fault.Forbidden and a lock by hand are told to whoever knows the password.
func (s *Service) SignIn(ctx context.Context, c Credentials, from access.Client) (Entry, error) {
	who, err := subjectOf(ctx, s.DB.Reader(), emailKey(c.Email), hashOf(c.DeviceToken))
	if err != nil {
		return Entry{}, err
	}
	key := s.signInKey(c, who, from)
	if err := s.take(ctx, signInLimit, from, key); err != nil {
		return Entry{}, err
	}
	var id *string
	if who.ID != "" {
		id = &who.ID
	}
	try, err := s.begin(ctx, atSignIn, key, id)
	if err != nil {
		return Entry{}, err
	}
	u, err := s.verified(ctx, c, try)
	if err != nil {
		return Entry{}, err
	}
	var answer Entry
	var refused error
	err = s.DB.InTx(context.WithoutCancel(ctx), func(tx bun.IDB) (err error) {
		if err = s.Locks.Succeed(ctx, tx, try); err != nil {
			return err
		}
		if refused, err = s.refusal(ctx, tx, u); err != nil || refused != nil {
			return err
		}
		answer, err = s.letIn(ctx, tx, u, who.DeviceID, from)
		return err
	})
	return answer, errors.Join(err, refused)
}

// signInKey is under what attempts to sign in are counted: the address that was typed. A known device counts for itself,
// so that strangers cannot lock anybody out of their own. For the only administrator every client does: somebody must
// be able to get in and unlock the others, whoever tries what from elsewhere.
func (s *Service) signInKey(c Credentials, who subject, from access.Client) string {
	switch {
	case who.DeviceID != "":
		return s.lockoutKey(atSignIn, "device", who.DeviceID)
	case who.LastAdmin:
		return s.lockoutKey(atSignIn, "client", emailKey(c.Email), from.RateLimitKey())
	}
	return s.lockoutKey(atSignIn, "address", emailKey(c.Email))
}

var errWrongCredentials = fault.Error{Kind: fault.Unauthenticated, Code: "wrong_credentials", Message: "The e-mail address or the password is not right."}

// verified is the user whose password this is. What is wrong stays counted, also when the client has gone meanwhile.
func (s *Service) verified(ctx context.Context, c Credentials, try lockout.Attempt) (User, error) {
	u, err := userByEmail(ctx, s.DB.Reader(), emailKey(c.Email))
	if err != nil && !fault.Is(err, fault.NotFound) {
		return User{}, errors.Join(err, s.Locks.Withdraw(context.WithoutCancel(ctx), try))
	}
	right, err := s.Hasher.Matches(ctx, c.Password, u.PasswordHash)
	if err != nil { // nobody has looked at the password
		return User{}, errors.Join(err, s.Locks.Withdraw(context.WithoutCancel(ctx), try))
	}
	if !right {
		wrong := errWrongCredentials
		return User{}, s.fail(context.WithoutCancel(ctx), try, &wrong)
	}
	return u, nil
}

// refusal is why u, whose password was right, may not come in; nil when they may.
func (s *Service) refusal(ctx context.Context, tx bun.IDB, u User) (refused, err error) {
	if u.Status != active {
		back, err := s.Leavers.MayReturn(ctx, tx, u.ID)
		if err != nil {
			return nil, err
		}
		if !back {
			return fault.New(fault.Forbidden, "account_disabled", "This account is switched off. Please contact the people who run this site."), nil
		}
	}
	l, err := adminLockOf(ctx, tx, u.ID, s.Clock.Now())
	if err != nil || l == nil {
		return nil, err
	}
	return lockout.Count{Reason: lockout.ByHand, LockedUntil: l.LockedUntil}.Fault(s.Clock.Now()), nil
}

// enter opens a session of u on a device that is known, or is from now on.
func (s *Service) enter(ctx context.Context, tx bun.IDB, u User, by proof, from access.Client) (SignedIn, error) {
	if err := s.comeBack(ctx, tx, u); err != nil {
		return SignedIn{}, err
	}
	if err := s.NoteSecurity(ctx, tx, u.ID, "signed_in"); err != nil {
		return SignedIn{}, err
	}
	if by.deviceID != "" {
		if err := touchDevice(ctx, tx, by.deviceID, s.Clock.Now()); err != nil {
			return SignedIn{}, err
		}
		return s.openKnown(ctx, tx, u, by, from)
	}
	answer, err := s.openKnown(ctx, tx, u, by, from)
	if err != nil {
		return SignedIn{}, err
	}
	answer.DeviceToken, err = s.know(ctx, tx, u.ID)
	return answer, err
}
