package account

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/db"
	"lectern/internal/fault"
)

// Reason is why somebody is locked out.
type Reason string

const (
	failedLogin    Reason = "failed_login_attempts"
	passwordChange Reason = "password_change_attempts"
	adminLock      Reason = "admin_lock"
)

const (
	firstLock  = 3              // the attempt that locks for the first time
	countedFor = 24 * time.Hour // without a failure, after which the count begins again
)

// lockedFor is how long so many failed attempts lock (specification, first document, section 4).
func lockedFor(attempts int64) time.Duration {
	switch {
	case attempts < firstLock:
		return 0
	case attempts == firstLock:
		return time.Minute
	case attempts == 4:
		return 5 * time.Minute
	case attempts == 5:
		return 10 * time.Minute
	}
	return 30 * time.Minute
}

// riskOf labels a count of failed attempts (specification, first document, section 4).
func riskOf(attempts int64) string {
	switch {
	case attempts <= 2:
		return "low"
	case attempts <= 4:
		return "medium"
	case attempts == 5:
		return "high"
	}
	return "critical"
}

// LockoutAnswer is the member "error" of a 423.
type LockoutAnswer struct {
	Message           string      `json:"message"`
	LockoutInfo       LockoutInfo `json:"lockout_info"`
	AttemptsRemaining int64       `json:"attempts_remaining"`
}

// LockoutInfo says why somebody is locked out and for how long.
type LockoutInfo struct {
	Reason           Reason     `json:"reason" enum:"failed_login_attempts,password_change_attempts,admin_lock"`
	FailedAttempts   int64      `json:"failed_attempts"`
	Risk             string     `json:"risk" enum:"low,medium,high,critical"`
	LockedUntil      *time.Time `json:"locked_until" doc:"null until an administrator unlocks."`
	RemainingSeconds *int64     `json:"remaining_seconds"`
}

// AttemptsLeft is the member "error" of an answer to a wrong password.
type AttemptsLeft struct {
	AttemptsRemaining int64 `json:"attempts_remaining" doc:"That may still fail before a lock."`
}

// lockout is the count of failed attempts at one thing.
type lockout struct {
	bun.BaseModel `bun:"table:lockouts,alias:l"`

	Key         string `bun:",pk"`
	Reason      Reason
	UserID      *string
	Attempts    int64
	LastAt      time.Time
	LockedUntil *time.Time
	LockedBy    string
}

// attempt is one that has been counted before its password is looked at, as if it had failed: so many at once cannot
// slip past the lock that the third of them sets.
type attempt struct {
	id     string
	count  lockout // with this attempt
	locked bool    // by this attempt
}

// lockoutKey is under what attempts are counted; parts that strangers typed are not in it as they are.
func (s *Service) lockoutKey(reason Reason, parts ...string) string {
	body := []byte(reason)
	for _, part := range parts {
		body = append(append(body, 0), part...)
	}
	return hex.EncodeToString(s.mac("lockout", body))
}

// begin counts an attempt by the user, who is nil for nobody. fault.Locked during a lock, which neither counts nor
// prolongs anything.
func (s *Service) begin(ctx context.Context, reason Reason, key string, user *string) (attempt, error) {
	now := s.Clock.Now()
	a := attempt{id: db.NewID()}
	err := s.DB.InTx(ctx, func(tx bun.IDB) (err error) {
		row := lockout{Key: key, Reason: reason, UserID: user, Attempts: 1, LastAt: now}
		var counted bool
		if a.count, counted, err = countAttempt(ctx, tx, row, now.Add(-countedFor)); err != nil {
			return err
		}
		if !counted {
			return s.locked(a.count)
		}
		if d := lockedFor(a.count.Attempts); d > 0 {
			a.locked = true
			a.count.LockedUntil = new(now.Add(d))
			return setLock(ctx, tx, key, a.id, now.Add(d))
		}
		return nil
	})
	return a, err
}

// withdraw takes an attempt back that was never looked at.
func (s *Service) withdraw(ctx context.Context, a attempt) error {
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return forgetAttempts(ctx, tx, a, 1) })
}

// succeed forgets, with the transaction tx, the failures up to this attempt and the lock that it would have set; not
// what others have got wrong meanwhile.
func (s *Service) succeed(ctx context.Context, tx bun.IDB, a attempt) error {
	return forgetAttempts(ctx, tx, a, a.count.Attempts)
}

// fail leaves the attempt counted and says so: fault.Locked when it has locked, otherwise wrong with what is left.
func (s *Service) fail(ctx context.Context, a attempt, wrong *fault.Error) error {
	var user string // "" of nobody, for whom the same work is done
	if a.count.UserID != nil {
		user = *a.count.UserID
	}
	err := s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.NoteSecurity(ctx, tx, user, a.failed()); err != nil || !a.locked {
			return err
		}
		if err := s.noteLock(ctx, tx, a.count); err != nil || a.count.Reason != failedLogin {
			return err
		}
		return s.warn(ctx, tx, order{Occasion: onLockout, User: user}, AccountLocked{user})
	})
	if err != nil {
		return err
	}
	if !a.locked {
		return wrong.With(AttemptsLeft{firstLock - a.count.Attempts})
	}
	return s.locked(a.count)
}

// failed is what the security log calls an attempt that has failed.
func (a attempt) failed() string {
	switch {
	case a.count.Reason == passwordChange:
		return "password_check_failed"
	case a.locked:
		return "locked_out"
	}
	return "sign_in_failed"
}

// noteLock keeps for the statistics that a lock was set.
func (s *Service) noteLock(ctx context.Context, tx bun.IDB, l lockout) error {
	now := s.Clock.Now()
	return insertLockoutEvent(ctx, tx, lockoutEvent{ID: db.NewID(), Reason: l.Reason, UserID: l.UserID, Attempts: l.Attempts,
		LockedAt: now, LockedUntil: l.LockedUntil, Day: now.Format(time.DateOnly)})
}

// info is what people are told of l at now.
func (l lockout) info(now time.Time) LockoutInfo {
	info := LockoutInfo{Reason: l.Reason, FailedAttempts: l.Attempts, Risk: riskOf(l.Attempts), LockedUntil: l.LockedUntil}
	if l.LockedUntil != nil {
		info.RemainingSeconds = new(int64((l.LockedUntil.Sub(now) + time.Second - 1) / time.Second))
	}
	return info
}

// locked is the answer to whoever meets a lock.
func (s *Service) locked(l lockout) error {
	message := "Your account has been locked by an administrator. Please contact the people who run this site."
	var wait time.Duration
	if l.LockedUntil != nil {
		wait = l.LockedUntil.Sub(s.Clock.Now())
		message = "Too many failed attempts. Please try again in " + inWords(wait) + "."
		if l.Reason == adminLock {
			message = "Your account has been locked by an administrator for another " + inWords(wait) + "."
		}
	}
	return fault.New(fault.Locked, "account_locked", message).After(wait).With(LockoutAnswer{message, l.info(s.Clock.Now()), 0})
}

// inWords is a wait as people say it, rounded up.
func inWords(d time.Duration) string {
	amount, unit := int64((d+time.Minute-1)/time.Minute), "minute"
	if d > 48*time.Hour {
		amount, unit = int64((d+24*time.Hour-1)/(24*time.Hour)), "day"
	} else if d > 2*time.Hour {
		amount, unit = int64((d+time.Hour-1)/time.Hour), "hour"
	}
	if amount == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", amount, unit)
}
