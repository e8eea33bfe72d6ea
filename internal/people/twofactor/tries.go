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
	return s.lockouts.Start(ctx, atSecondStep, triesOf(user), &user)
}

// fail leaves the try of a user counted and returns the answer: fault.Locked when it has locked, which is emailed to the owner,
// because whoever tries knows the password.
func (s *Service) fail(ctx context.Context, user string, t lockout.Attempt) error {
	return s.lockouts.Fail(ctx, t, lockout.Failure{Event: stepFailed, Wrong: errWrongCode(),
		OnLock: func(tx bun.IDB) error { return s.queueEmail(ctx, tx, user, onLock, "") }})
}
