// Package lockout counts failed attempts at passwords and second factors and locks temporarily after too many;
// administrators can also lock by hand.
package lockout

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/securitylog"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/sign"
)

// Reason for a lock.
type Reason string

const (
	FailedLogin    Reason = "failed_login_attempts"
	PasswordChange Reason = "password_change_attempts"
	SecondStep     Reason = "two_factor_attempts" // counted separately, shown as FailedLogin
	ByHand         Reason = "admin_lock"          // not counted here
)

// Shown returns the reason for clients (specification, first document, section 3), to whom the second step is part of signing in.
func (r Reason) Shown() Reason {
	if r == SecondStep {
		return FailedLogin
	}
	return r
}

// CountedFor is the time after the last failure when a count starts again.
const CountedFor = 24 * time.Hour

// Duration returns how long the lock after the given number of failures is. By the default rules these are the times of the
// specification (first document, section 4).
func Duration(rules settings.PasswordSettings, attempts int64) time.Duration {
	switch attempts - rules.LockAfter {
	case 0:
		return time.Minute
	case 1:
		return 5 * time.Minute
	case 2:
		return 10 * time.Minute
	}
	if attempts < rules.LockAfter {
		return 0
	}
	return time.Duration(rules.LongestLock) * time.Minute
}

// Risk labels a number of failures (specification, first document, section 4).
func Risk(attempts int64) string {
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

// Attempt is counted as failed before it is checked, so that concurrent attempts cannot slip past the lock that one of them
// sets.
type Attempt struct {
	Count  Count // including this attempt; unchanged during a lock
	Held   bool  // a lock was active and nothing was counted
	Locked bool  // this attempt has locked
	id     string
	left   int64 // that may still fail before a lock
}

// Deps of a Counter.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Key      []byte // hashes the keys of counts; shared by all servers
	Log      *securitylog.Log
	Settings *settings.Store
}

// Counter counts failed attempts in the database, for all servers together.
type Counter struct {
	db       *db.DB
	clock    clock.Clock
	key      []byte
	log      *securitylog.Log
	settings *settings.Store
}

func New(d Deps) *Counter {
	deps.Require(d)
	return &Counter{d.DB, d.Clock, d.Key, d.Log, d.Settings}
}

// Key returns the hashed key of a count, so that the table does not hold what users have typed.
func (c *Counter) Key(r Reason, parts ...string) string {
	return hex.EncodeToString(sign.New(c.key, "lockout").Hash(append([]string{string(r)}, parts...)...))
}

// Begin counts an attempt by the user, nil for an unknown one. During a lock the attempt is Held: it neither counts nor
// prolongs the lock.
func (c *Counter) Begin(ctx context.Context, r Reason, key string, user *string) (a Attempt, err error) {
	now := c.clock.Now()
	a.id = db.NewID()
	return a, c.db.InTx(ctx, func(tx bun.IDB) (err error) {
		row := Count{Key: key, Reason: r, UserID: user, Attempts: 1, LastAt: now}
		current, err := c.settings.Current(ctx, tx)
		if err != nil {
			return err
		}
		var counted bool
		if a.Count, counted, err = countAttempt(ctx, tx, row, now.Add(-CountedFor)); err != nil {
			return err
		}
		d := Duration(current.Passwords, a.Count.Attempts)
		a.left = current.Passwords.LockAfter - a.Count.Attempts
		if a.Held = !counted; a.Held || d == 0 {
			return nil
		}
		a.Locked = true
		a.Count.LockedUntil = new(now.Add(d))
		return setLock(ctx, tx, key, a.id, now.Add(d))
	})
}

// Withdraw uncounts an attempt that was never checked.
func (c *Counter) Withdraw(ctx context.Context, a Attempt) error {
	return c.db.InTx(ctx, func(tx bun.IDB) error { return forgetAttempts(ctx, tx, a, 1) })
}

// Succeed deletes, with the transaction tx, the failures up to this attempt and the lock that it would have set, but not
// concurrent failures of others.
func (c *Counter) Succeed(ctx context.Context, tx bun.IDB, a Attempt) error {
	return forgetAttempts(ctx, tx, a, a.Count.Attempts)
}

// Unlock ends, with the transaction tx, all locks of a user, or of everybody for ""; counts of the reset reasons start
// again, the others stay.
func (c *Counter) Unlock(ctx context.Context, tx bun.IDB, user string, reset ...Reason) error {
	return unlock(ctx, tx, user, reset)
}

// Forget deletes the count of one key, with the transaction tx.
func (c *Counter) Forget(ctx context.Context, tx bun.IDB, key string) error {
	return deleteCount(ctx, tx, key)
}

// Sweep deletes expired counts, with the transaction tx.
func (c *Counter) Sweep(ctx context.Context, tx bun.IDB) error {
	now := c.clock.Now()
	return deleteStale(ctx, tx, now.Add(-CountedFor), now)
}

// Left is the member "error" of the answer to a failed attempt that has not locked.
func (a Attempt) Left() AttemptsLeft { return AttemptsLeft{a.left} }

// AttemptsLeft is the member "error" of the answer to a wrong password or code.
type AttemptsLeft struct {
	AttemptsRemaining int64 `json:"attempts_remaining" doc:"That may still fail before a lock."`
}

// LockoutAnswer is the member "error" of a 423.
type LockoutAnswer struct {
	Message string `json:"message"`
	LockoutMembers
}

// LockoutMembers stand at the top level of a 423 too, where the specification has them.
type LockoutMembers struct {
	LockoutInfo       LockoutInfo `json:"lockout_info"`
	AttemptsRemaining int64       `json:"attempts_remaining"`
}

// Promoted is of rest.Promoter.
func (a LockoutAnswer) Promoted() any { return a.LockoutMembers }

// LockoutInfo says why and for how long a user is locked out.
type LockoutInfo struct {
	Reason           Reason     `json:"reason" enum:"failed_login_attempts,password_change_attempts,admin_lock"`
	FailedAttempts   int64      `json:"failed_attempts"`
	Risk             string     `json:"risk" enum:"low,medium,high,critical"`
	LockedUntil      *time.Time `json:"locked_until" doc:"null until an administrator unlocks."`
	RemainingSeconds *int64     `json:"remaining_seconds"`
}

// Info describes the lock of l at now.
func (l Count) Info(now time.Time) LockoutInfo {
	info := LockoutInfo{Reason: l.Reason.Shown(), FailedAttempts: l.Attempts, Risk: Risk(l.Attempts), LockedUntil: l.LockedUntil}
	if l.LockedUntil != nil {
		info.RemainingSeconds = new(int64((l.LockedUntil.Sub(now) + time.Second - 1) / time.Second))
	}
	return info
}

// Fault returns fault.Locked for the lock of l at now.
func (l Count) Fault(now time.Time) error {
	code, message := "account_locked", "An administrator has locked your account. Contact your school."
	var wait time.Duration
	if l.LockedUntil != nil {
		wait = l.LockedUntil.Sub(now)
		message = "Too many failed attempts. Try again in " + inWords(wait) + "."
		if l.Reason == ByHand {
			message = "An administrator has locked your account for another " + inWords(wait) + "."
		}
	}
	if l.Reason == SecondStep {
		code, message = "second_step_locked", "Too many wrong codes. Try again in "+inWords(wait)+"."
	}
	return fault.New(fault.Locked, code, message).WithRetryAfter(wait).WithDetails(LockoutAnswer{message, LockoutMembers{LockoutInfo: l.Info(now)}})
}

// inWords formats a wait for people, rounded up.
func inWords(d time.Duration) string {
	switch {
	case d > 48*time.Hour:
		return fmt.Sprintf("%d days", (d+24*time.Hour-1)/(24*time.Hour))
	case d > 2*time.Hour:
		return fmt.Sprintf("%d hours", (d+time.Hour-1)/time.Hour)
	case d > time.Minute:
		return fmt.Sprintf("%d minutes", (d+time.Minute-1)/time.Minute)
	}
	return "1 minute"
}
