package twofactor

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
)

// atSecondStep locks at the fifth wrong code. Whoever knows the password then tries some fifty of a million codes a day,
// three of which are good.
var atSecondStep = lockout.Rule{Reason: lockout.SecondStep, First: 5}

const stepFailed = "second_step_failed" // what the security log calls a wrong code or passkey

// triesOf is under what the wrong codes of a user are counted.
func triesOf(user string) string { return "second step " + user }

// begin counts a try. fault.Locked during a lock.
func (s *Service) begin(ctx context.Context, user string) (lockout.Attempt, error) {
	t, err := s.Locks.Begin(ctx, atSecondStep, triesOf(user), &user)
	if err == nil && t.Held {
		err = t.Count.Fault(s.Clock.Now())
	}
	return t, err
}

// fail leaves the try of a user counted and says so: fault.Locked when it has locked, of which the owner is told, because
// whoever tries knows the password.
func (s *Service) fail(ctx context.Context, user string, t lockout.Attempt) error {
	err := s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.Accounts.NoteSecurity(ctx, tx, user, stepFailed); err != nil || !t.Locked {
			return err
		}
		if err := s.Accounts.NoteLock(ctx, tx, t.Count); err != nil {
			return err
		}
		return s.write(ctx, tx, user, onLock, "")
	})
	if err != nil {
		return err
	}
	if !t.Locked {
		return errWrongCode().WithDetails(t.Left())
	}
	return t.Count.Fault(s.Clock.Now())
}
