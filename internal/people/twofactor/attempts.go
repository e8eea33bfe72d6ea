package twofactor

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
)

const stepFailed = "second_step_failed" // a wrong code or passkey in the security log

// attemptsKey returns the key under which a user's wrong codes are counted.
func attemptsKey(user string) string { return "second step " + user }

// begin counts an attempt. fault.Locked during a lock.
func (s *Service) begin(ctx context.Context, user string) (lockout.Attempt, error) {
	return s.lockouts.Start(ctx, lockout.SecondStep, attemptsKey(user), &user)
}

// fail leaves the attempt counted and returns the answer. When it is fault.Locked the owner is emailed, because the caller
// made the attempt knows the password.
func (s *Service) fail(ctx context.Context, user string, m Method, t lockout.Attempt) error {
	return s.lockouts.Fail(ctx, t, lockout.Failure{Event: stepFailed, Wrong: errWrongCode(m),
		OnLock: func(tx bun.IDB) error { return s.queueEmail(ctx, tx, user, onLock, "") }})
}
