package account

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
)

// LockedAccount is a user who cannot sign in, or cannot change their password, because of locks.
type LockedAccount struct {
	ID       string        `json:"id"`
	Email    string        `json:"email"`
	FullName string        `json:"full_name"`
	Roles    []access.Role `json:"roles" enum:"student,instructor,corporate,admin"`
	Locks    []Lock        `json:"locks"`
}

// Lock is one lock of an account.
type Lock struct {
	lockout.LockoutInfo
	Note     string    `json:"note" doc:"What the administrator wrote who locked by hand."`
	LockedAt time.Time `json:"locked_at"`
}

// NewLock is a lock by hand.
type NewLock struct {
	Reason      string     `json:"reason" pattern:"\\S" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters"`
	LockedUntil *time.Time `json:"locked_until,omitempty" msg:"This is not a valid time, such as 2026-11-20T10:00:00Z" doc:"When the lock ends; absent: when an administrator unlocks."`
}

// Unlocking says whether to reset the count of failed attempts.
type Unlocking struct {
	ResetAttempts *bool `json:"resetAttempts,omitempty" msg:"resetAttempts must be true or false" doc:"Whether the count of failed attempts begins again; it does unless this is false."`
}

// Unlocked counts the accounts that were unlocked.
type Unlocked struct {
	Count int64 `json:"count"`
}

// LockedAccounts returns a page of the locked accounts and their number. For administrators.
func (s *Service) LockedAccounts(ctx context.Context, limit, offset int64) (as []LockedAccount, total int64, err error) {
	now := s.clock.Now()
	us, total, err := lockedUsers(ctx, s.db.Reader(), now, limit, offset)
	if err != nil || len(us) == 0 {
		return nil, total, err
	}
	locks, err := locksOf(ctx, s.db.Reader(), us, now)
	for _, u := range us {
		as = append(as, LockedAccount{u.ID, u.Email, u.FullName, u.Roles, locks[u.ID]})
	}
	return as, total, err
}

// Lock signs a user out at once, refuses sign-in for as long as l says, and emails the user; only administrators see the
// reason. For administrators. fault.NotFound when there is no such user, fault.Conflict for themselves and for the last
// administrator who can sign in, fault.Invalid when a rule is violated.
func (s *Service) Lock(ctx context.Context, who access.Caller, user string, l NewLock) error {
	now := s.clock.Now()
	var broken fault.Fields
	broken.Require(l.LockedUntil == nil || l.LockedUntil.After(now), "locked_until", "out_of_range", "The lock must end in the future")
	if err := broken.Err(); err != nil {
		return err
	}
	if who.ID == user {
		return fault.New(fault.Conflict, "own_account", "You can't lock your own account.")
	}
	l.Reason = strings.TrimSpace(l.Reason)
	if l.LockedUntil != nil {
		l.LockedUntil = new(l.LockedUntil.UTC().Truncate(time.Microsecond))
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		u, err := s.lockForUpdate(ctx, tx, user, nil)
		if err != nil {
			return err
		}
		if err := s.requireOtherAdmin(ctx, tx, u); err != nil {
			return err
		}
		row := lockout.AdminLock{UserID: u.ID, LockedBy: who.ID, Note: l.Reason, LockedAt: now, LockedUntil: l.LockedUntil}
		if err := s.lockouts.LockByHand(ctx, tx, row); err != nil {
			return err
		}
		if err := s.sessions.EndAll(ctx, tx, u.ID, "", "locked"); err != nil {
			return err
		}
		if err := s.security.Record(ctx, tx, u.ID, "locked_by_hand"); err != nil {
			return err
		}
		if err := s.mailer.QueueAlert(ctx, tx, emailJob, accountmail.QueuedEmail{Template: lockEmail, User: u.ID}); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.locked", TargetKind: "user", TargetID: u.ID, After: l})
	})
}

// Unlock ends every lock of a user. For administrators. fault.NotFound when there is no such user.
func (s *Service) Unlock(ctx context.Context, who access.Caller, user string, how Unlocking) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if _, err := directory.ByID(ctx, tx, user); err != nil {
			return err
		}
		if err := s.lockouts.UnlockByHand(ctx, tx, user); err != nil {
			return err
		}
		if err := s.security.Record(ctx, tx, user, "unlocked"); err != nil {
			return err
		}
		reset := how.ResetAttempts == nil || *how.ResetAttempts
		var reasons []lockout.Reason
		if reset {
			reasons = counted
		}
		if err := s.lockouts.Unlock(ctx, tx, user, reasons...); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.unlocked", TargetKind: "user", TargetID: user, After: Unlocking{&reset}})
	})
}

// counted lists the reasons with a count of attempts.
var counted = []lockout.Reason{lockout.FailedLogin, lockout.PasswordChange, lockout.SecondStep}

// UnlockAll ends every lock that failed attempts have set; locks by hand stay. For administrators.
func (s *Service) UnlockAll(ctx context.Context, who access.Caller) (n Unlocked, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if n.Count, err = countLocked(ctx, tx, s.clock.Now()); err != nil {
			return err
		}
		if err := s.lockouts.Unlock(ctx, tx, "", counted...); err != nil {
			return err
		}
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "user.all_unlocked", TargetKind: "user", After: n})
	})
	return n, err
}
