package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/settings"
)

// LockoutStats counts locks, including those of addresses without an account, which are attacks too.
type LockoutStats struct {
	Days           int64         `json:"days" doc:"How many days the statistics go back, today included."`
	LockedNow      int64         `json:"locked_now" doc:"Accounts."`
	Total          int64         `json:"total" doc:"Locks within these days."`
	WithoutAccount int64         `json:"without_account" doc:"Of those, the ones of addresses without an account."`
	ByReason       []ReasonCount `json:"by_reason"`
	ByLevel        []LevelCount  `json:"by_level" doc:"Locks that failed attempts have set."`
	ByDay          []DayCount    `json:"by_day" doc:"Every day, the oldest first."`
	ByRisk         []RiskCount   `json:"by_risk" doc:"What has failed attempts that still count, by risk."`
}

type ReasonCount struct {
	Reason lockout.Reason `json:"reason" enum:"failed_login_attempts,password_change_attempts,admin_lock"`
	Count  int64          `json:"count"`
}

type LevelCount struct {
	Attempts int64  `json:"attempts" doc:"Failed attempts that led to the lock; the last one stands for more too."`
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

// LockoutStats counts the locks of the last days, at most 366. For administrators.
func (s *Service) LockoutStats(ctx context.Context, days int64) (stats LockoutStats, err error) {
	now := s.clock.Now()
	first := now.AddDate(0, 0, 1-int(days))
	stats = LockoutStats{Days: days, ByReason: []ReasonCount{}, ByLevel: []LevelCount{}, ByRisk: []RiskCount{}}
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		_, stats.LockedNow, err = lockedUsers(ctx, q, now, 0, 0)
		if err != nil {
			return err
		}
		counts, err := lockoutCounts(ctx, q, first.Format(time.DateOnly))
		if err != nil {
			return err
		}
		current, err := s.settings.Current(ctx, q)
		if err != nil {
			return err
		}
		stats.add(current.Passwords, counts, first, now)
		failing, err := failingCounts(ctx, q, now.Add(-lockout.CountedFor))
		stats.addRisks(failing)
		return err
	})
	return stats, err
}

// add sums up the locks by reason, level and day.
func (s *LockoutStats) add(rules settings.PasswordSettings, counts []lockoutCount, first, now time.Time) {
	reasons, levels, days := map[lockout.Reason]int64{}, map[int64]int64{}, map[string]int64{}
	for _, c := range counts {
		s.Total += c.Count
		s.WithoutAccount += c.WithoutAccount
		reasons[c.Reason.Shown()] += c.Count
		days[c.Day] += c.Count
		if c.Reason != lockout.ByHand {
			levels[c.Attempts] += c.Count
		}
	}
	for _, r := range []lockout.Reason{lockout.FailedLogin, lockout.PasswordChange, lockout.ByHand} {
		s.ByReason = append(s.ByReason, ReasonCount{r, reasons[r]})
	}
	for attempts := rules.LockAfter; attempts <= rules.LockAfter+3; attempts++ {
		minutes := int64(lockout.Duration(rules, attempts) / time.Minute)
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
