package account

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// What is counted at the password; the second step has its own rule.
var (
	atSignIn = lockout.Rule{Reason: lockout.FailedLogin, First: 3}
	atChange = lockout.Rule{Reason: lockout.PasswordChange, First: 3}
)

// lockoutKey is under what attempts are counted; parts that strangers typed are not in it as they are.
func (s *Service) lockoutKey(r lockout.Rule, parts ...string) string {
	body := []byte(r.Reason)
	for _, part := range parts {
		body = append(append(body, 0), part...)
	}
	return hex.EncodeToString(s.mac("lockout", body))
}

// begin counts an attempt by the user, who is nil for nobody. fault.Locked during a lock.
func (s *Service) begin(ctx context.Context, r lockout.Rule, key string, user *string) (lockout.Attempt, error) {
	a, err := s.Locks.Begin(ctx, r, key, user)
	if err == nil && a.Held {
		err = a.Count.Fault(s.Clock.Now())
	}
	return a, err
}

// fail leaves the attempt counted and says so: fault.Locked when it has locked, otherwise wrong with what is left.
func (s *Service) fail(ctx context.Context, a lockout.Attempt, wrong *fault.Error) error {
	var user string // "" of nobody, for whom the same work is done
	if a.Count.UserID != nil {
		user = *a.Count.UserID
	}
	err := s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.NoteSecurity(ctx, tx, user, failed(a)); err != nil || !a.Locked {
			return err
		}
		if err := s.NoteLock(ctx, tx, a.Count); err != nil || a.Count.Reason != lockout.FailedLogin {
			return err
		}
		return s.warn(ctx, tx, order{Occasion: onLockout, User: user}, AccountLocked{user})
	})
	if err != nil {
		return err
	}
	if !a.Locked {
		return wrong.WithDetails(a.Left())
	}
	return a.Count.Fault(s.Clock.Now())
}

// failed is what the security log calls an attempt that has failed.
func failed(a lockout.Attempt) string {
	switch {
	case a.Count.Reason == lockout.PasswordChange:
		return "password_check_failed"
	case a.Locked:
		return "locked_out"
	}
	return "sign_in_failed"
}

// NoteLock keeps for the statistics, with the transaction tx, that a lock was set. For other features too.
func (s *Service) NoteLock(ctx context.Context, tx bun.IDB, l lockout.Count) error {
	now := s.Clock.Now()
	return insertLockoutEvent(ctx, tx, lockoutEvent{ID: db.NewID(), Reason: l.Reason, UserID: l.UserID, Attempts: l.Attempts,
		LockedAt: now, LockedUntil: l.LockedUntil, Day: now.Format(time.DateOnly)})
}
