package twofactor

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/db"
	"lectern/internal/fault"
)

const (
	firstLock  = 5              // the wrong code in a row that locks for the first time
	countedFor = 24 * time.Hour // without a failure, after which the count begins again
)

// lockedFor is how long so many wrong codes lock: the ladder of signing in (specification, first document, section 4),
// begun at the fifth. Whoever knows the password then tries some fifty of a million codes a day, three of which are good.
func lockedFor(attempts int64) time.Duration {
	switch {
	case attempts < firstLock:
		return 0
	case attempts == firstLock:
		return time.Minute
	case attempts == firstLock+1:
		return 5 * time.Minute
	case attempts == firstLock+2:
		return 10 * time.Minute
	}
	return 30 * time.Minute
}

// Lockout is the member "error" of an answer to a wrong code or during a lock, in the words of signing in.
type Lockout struct {
	LockoutInfo       *LockoutInfo `json:"lockout_info,omitempty"`
	AttemptsRemaining int64        `json:"attempts_remaining"`
}

type LockoutInfo struct {
	FailedAttempts   int64     `json:"failed_attempts"`
	LockedUntil      time.Time `json:"locked_until"`
	RemainingSeconds int64     `json:"remaining_seconds"`
}

// try is one that has been counted before its code is looked at, as if it had failed: so many at once cannot slip past the
// lock that the fifth of them sets.
type try struct {
	id     string
	row    tries // with this one
	locked bool  // by this one
}

// begin counts a try. fault.Locked during a lock, which neither counts nor prolongs anything.
func (s *Service) begin(ctx context.Context, user string) (t try, err error) {
	now := s.Clock.Now()
	t.id = db.NewID()
	return t, s.DB.InTx(ctx, func(tx bun.IDB) (err error) {
		var counted bool
		if t.row, counted, err = countTry(ctx, tx, tries{UserID: user, Attempts: 1, LastAt: now}, now.Add(-countedFor)); err != nil {
			return err
		}
		if !counted {
			return s.locked(t.row)
		}
		if d := lockedFor(t.row.Attempts); d > 0 {
			t.locked = true
			t.row.LockedUntil = new(now.Add(d))
			return setLock(ctx, tx, user, t.id, now.Add(d))
		}
		return nil
	})
}

// withdraw takes a try back whose code was never judged.
func (s *Service) withdraw(ctx context.Context, t try) error {
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return forgetTries(ctx, tx, t, 1) })
}

// succeed forgets, with the transaction tx, the failures up to this try and the lock that it would have set; not what
// others have got wrong meanwhile.
func (s *Service) succeed(ctx context.Context, tx bun.IDB, t try) error {
	return forgetTries(ctx, tx, t, t.row.Attempts)
}

// fail leaves the try counted and says so: fault.Locked when it has locked, of which the owner is told, because whoever
// tries knows the password.
func (s *Service) fail(ctx context.Context, t try) error {
	if !t.locked {
		return errWrongCode().With(Lockout{nil, firstLock - t.row.Attempts})
	}
	if err := s.DB.InTx(ctx, func(tx bun.IDB) error { return s.write(ctx, tx, t.row.UserID, onLock, "") }); err != nil {
		return err
	}
	return s.locked(t.row)
}

func (s *Service) locked(row tries) error {
	wait := row.LockedUntil.Sub(s.Clock.Now())
	minutes := int64((wait + time.Minute - 1) / time.Minute)
	unit := "minutes"
	if minutes == 1 {
		unit = "minute"
	}
	info := &LockoutInfo{row.Attempts, *row.LockedUntil, int64((wait + time.Second - 1) / time.Second)}
	return fault.New(fault.Locked, "second_step_locked", fmt.Sprintf("Too many wrong codes. Please try again in %d %s.", minutes, unit)).
		After(wait).With(Lockout{info, 0})
}
