package account

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
)

// LockedAccount is a user who cannot sign in at the moment, or cannot change their password.
type LockedAccount struct {
	ID       string        `json:"id"`
	Email    string        `json:"email"`
	FullName string        `json:"full_name"`
	Roles    []access.Role `json:"roles" enum:"student,instructor,corporate,admin"`
	Locks    []Lock        `json:"locks"`
}

// Lock is one reason why.
type Lock struct {
	lockout.LockoutInfo
	Note     string    `json:"note" doc:"What the administrator wrote who locked by hand."`
	LockedAt time.Time `json:"locked_at"`
}

// NewLock is a lock by hand.
type NewLock struct {
	Reason      string     `json:"reason" pattern:"\\S" maxLength:"500" msg:"Please say why;maxLength=The reason must be at most 500 characters"`
	LockedUntil *time.Time `json:"locked_until,omitempty" msg:"This is not an instant, such as 2026-11-20T10:00:00Z" doc:"When the lock ends; absent: when an administrator unlocks."`
}

// Unlocking says what becomes of the count of failed attempts.
type Unlocking struct {
	ResetAttempts *bool `json:"resetAttempts,omitempty" msg:"resetAttempts must be true or false" doc:"Whether the count of failed attempts begins again; it does unless this is false."`
}

// Unlocked is how many accounts were locked and are no longer.
type Unlocked struct {
	Count int64 `json:"count"`
}

// LockoutStats counts what was locked. Attempts at addresses without an account count too: they are attacks as well.
type LockoutStats struct {
	Days           int64         `json:"days" doc:"How many days the statistics go back, today included."`
	LockedNow      int64         `json:"locked_now" doc:"Accounts."`
	Total          int64         `json:"total" doc:"Locks within these days."`
	WithoutAccount int64         `json:"without_account" doc:"Of those, the ones of addresses without an account."`
	ByReason       []ReasonCount `json:"by_reason"`
	ByLevel        []LevelCount  `json:"by_level" doc:"Locks at the password alone."`
	ByDay          []DayCount    `json:"by_day" doc:"Every day, the oldest first."`
	ByRisk         []RiskCount   `json:"by_risk" doc:"What has failed attempts that still count, by risk."`
}

type ReasonCount struct {
	Reason lockout.Reason `json:"reason" enum:"failed_login_attempts,password_change_attempts,two_factor_attempts,admin_lock"`
	Count  int64          `json:"count"`
}

type LevelCount struct {
	Attempts int64  `json:"attempts" doc:"Failed attempts that led to the lock; 6 stands for more too."`
	Minutes  int64  `json:"minutes" doc:"How long the lock was."`
	Risk     string `json:"risk" enum:"low,medium,high,critical"`
	Count    int64  `json:"count"`
}

type DayCount struct {
	Day   string `json:"day" format:"date"`
	Count int64  `json:"count"`
}

type RiskCount struct {
	Risk  string `json:"risk" enum:"low,medium,high,critical"`
	Count int64  `json:"count"`
}

const statisticsMost = 366 // days that the statistics can go back

// LockedAccounts is a page of the accounts that are locked, and how many there are. For administrators.
func (s *Service) LockedAccounts(ctx context.Context, limit, offset int64) (as []LockedAccount, total int64, err error) {
	now := s.Clock.Now()
	us, total, err := lockedUsers(ctx, s.DB.Reader(), now, limit, offset)
	if err != nil || len(us) == 0 {
		return nil, total, err
	}
	locks, err := locksOf(ctx, s.DB.Reader(), us, now)
	for _, u := range us {
		as = append(as, LockedAccount{u.ID, u.Email, u.FullName, u.Roles, locks[u.ID]})
	}
	return as, total, err
}

// Lock keeps a user out at once and for as long as it says, and writes to them; the reason stays among administrators. For these. fault.NotFound when there is no such
// user, fault.Conflict for oneself and for the last administrator in reach, fault.Invalid when a rule is broken.
func (s *Service) Lock(ctx context.Context, who access.Caller, user string, l NewLock) error {
	now := s.Clock.Now()
	var broken fault.Fields
	broken.Require(l.LockedUntil == nil || l.LockedUntil.After(now), "locked_until", "out_of_range", "The lock must end in the future")
	if err := broken.Err(); err != nil {
		return err
	}
	if who.ID == user {
		return fault.New(fault.Conflict, "own_account", "You cannot lock yourself out.")
	}
	var until *time.Time
	if l.LockedUntil != nil {
		until = new(l.LockedUntil.UTC().Truncate(time.Microsecond))
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		u, err := userByID(ctx, tx, user)
		if err != nil {
			return err
		}
		if err := s.keepAdmin(ctx, tx, u); err != nil {
			return err
		}
		if err := putAdminLock(ctx, tx, adminLockRow{UserID: u.ID, LockedBy: who.ID, Note: strings.TrimSpace(l.Reason), LockedAt: now, LockedUntil: until}); err != nil {
			return err
		}
		if err := revokeAll(ctx, tx, u.ID, "", "locked", now); err != nil {
			return err
		}
		if err := s.NoteSecurity(ctx, tx, u.ID, "locked_by_hand"); err != nil {
			return err
		}
		if err := s.NoteLock(ctx, tx, lockout.Count{Reason: lockout.ByHand, UserID: &u.ID, LockedUntil: until}); err != nil {
			return err
		}
		if err := s.write(ctx, tx, order{Occasion: onLockByHand, User: u.ID}); err != nil {
			return err
		}
		return s.Audit.Write(ctx, tx, who, audit.Entry{Action: "user.locked", TargetKind: "user", TargetID: u.ID, After: NewLock{strings.TrimSpace(l.Reason), until}})
	})
}

// keepAdmin is fault.Conflict when nobody could administer the installation without u.
func (s *Service) keepAdmin(ctx context.Context, tx bun.IDB, u User) error {
	if !(access.Caller{Roles: u.Roles}).HasRole(access.Admin) {
		return nil
	}
	others, err := othersInReach(ctx, tx, u.ID, s.Clock.Now())
	if err == nil && others == 0 {
		err = fault.New(fault.Conflict, "last_admin", "This is the last administrator who can sign in. Make somebody else one first.")
	}
	return err
}

// Unlock ends every lock of a user. For administrators. fault.NotFound when there is no such user.
func (s *Service) Unlock(ctx context.Context, who access.Caller, user string, how Unlocking) error {
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := userByID(ctx, tx, user); err != nil {
			return err
		}
		if err := deleteAdminLock(ctx, tx, user); err != nil {
			return err
		}
		if err := s.NoteSecurity(ctx, tx, user, "unlocked"); err != nil {
			return err
		}
		reset := how.ResetAttempts == nil || *how.ResetAttempts
		if err := s.Locks.Unlock(ctx, tx, user, counts(reset)...); err != nil {
			return err
		}
		return s.Audit.Write(ctx, tx, who, audit.Entry{Action: "user.unlocked", TargetKind: "user", TargetID: user, After: Unlocking{&reset}})
	})
}

// counts is every reason for which attempts are counted, where their counts are to begin again.
func counts(reset bool) []lockout.Reason {
	if !reset {
		return nil
	}
	return []lockout.Reason{lockout.FailedLogin, lockout.PasswordChange, lockout.SecondStep}
}

// UnlockAll ends every lock that failed attempts have set; those by hand stay. For administrators.
func (s *Service) UnlockAll(ctx context.Context, who access.Caller) (n Unlocked, err error) {
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		if n.Count, err = countLocked(ctx, tx, s.Clock.Now()); err != nil {
			return err
		}
		if err := s.Locks.Unlock(ctx, tx, "", counts(true)...); err != nil {
			return err
		}
		return s.Audit.Write(ctx, tx, who, audit.Entry{Action: "user.all_unlocked", TargetKind: "user", After: n})
	})
	return n, err
}

// LockoutStats counts locks of the last days, at most 366. For administrators.
func (s *Service) LockoutStats(ctx context.Context, days int64) (stats LockoutStats, err error) {
	now := s.Clock.Now()
	first := now.AddDate(0, 0, 1-int(days))
	stats = LockoutStats{Days: days, ByReason: []ReasonCount{}, ByLevel: []LevelCount{}, ByRisk: []RiskCount{}}
	err = s.DB.Snapshot(ctx, func(q bun.IDB) error {
		_, stats.LockedNow, err = lockedUsers(ctx, q, now, 0, 0)
		if err != nil {
			return err
		}
		counts, err := lockoutCounts(ctx, q, first.Format(time.DateOnly))
		if err != nil {
			return err
		}
		stats.add(counts, first, now)
		failing, err := failingCounts(ctx, q, now.Add(-lockout.CountedFor))
		stats.addRisks(failing)
		return err
	})
	return stats, err
}

// add sums what was locked on each day up by reason, level and day.
func (s *LockoutStats) add(counts []lockoutCount, first, now time.Time) {
	reasons, levels, days := map[lockout.Reason]int64{}, map[int64]int64{}, map[string]int64{}
	for _, c := range counts {
		s.Total += c.Count
		s.WithoutAccount += c.Nobody
		reasons[c.Reason] += c.Count
		days[c.Day] += c.Count
		if c.Reason == lockout.FailedLogin || c.Reason == lockout.PasswordChange {
			levels[c.Attempts] += c.Count
		}
	}
	for _, r := range []lockout.Reason{lockout.FailedLogin, lockout.PasswordChange, lockout.SecondStep, lockout.ByHand} {
		s.ByReason = append(s.ByReason, ReasonCount{r, reasons[r]})
	}
	for attempts := atSignIn.First; attempts <= 6; attempts++ {
		minutes := int64(atSignIn.Lasts(attempts) / time.Minute)
		s.ByLevel = append(s.ByLevel, LevelCount{attempts, minutes, lockout.Risk(attempts), levels[attempts]})
	}
	for d := first; !d.After(now); d = d.AddDate(0, 0, 1) {
		day := d.Format(time.DateOnly)
		s.ByDay = append(s.ByDay, DayCount{day, days[day]})
	}
}

func (s *LockoutStats) addRisks(failing map[int64]int64) {
	counts := map[string]int64{}
	for attempts, n := range failing {
		counts[lockout.Risk(attempts)] += n
	}
	for _, risk := range []string{"low", "medium", "high", "critical"} {
		s.ByRisk = append(s.ByRisk, RiskCount{risk, counts[risk]})
	}
}
