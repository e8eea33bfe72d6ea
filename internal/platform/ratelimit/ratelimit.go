// Package ratelimit limits how often things are done within a time window, counted in the database for all servers
// together.
package ratelimit

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/sign"
)

// Rule allows Limit uses within Window, which begins with the first use.
type Rule struct {
	Name   string
	Limit  int64
	Window time.Duration
}

// Hit is one use of a rule by a client address or an account.
type Hit struct {
	Rule    Rule
	Subject string
}

// Deps are what New needs.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Key   []byte // for an HMAC, so that the table names nobody
}

// Limiter counts uses.
type Limiter struct{ deps Deps }

func New(d Deps) *Limiter {
	deps.Require(d)
	return &Limiter{d}
}

// Allow counts one use of every rule, or of none if one has reached its limit: fault.TooMany with the time to wait.
func (l *Limiter) Allow(ctx context.Context, takes ...Hit) error {
	now := l.deps.Clock.Now()
	return l.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, t := range takes {
			taken, ends, err := count(ctx, tx, l.keyOf(t), now, t.Rule.Window)
			if err != nil {
				return err
			}
			if taken > t.Rule.Limit { // the count of this one is rolled back: being refused prolongs nothing
				return refusal(ends.Sub(now))
			}
		}
		return nil
	})
}

// Check counts nothing: fault.TooMany when the rule is used up. With Count it limits what turns out only afterwards, such as failures;
// requests in flight at the same time may go beyond the limit.
func (l *Limiter) Check(ctx context.Context, h Hit) error {
	now := l.deps.Clock.Now()
	taken, ends, err := current(ctx, l.deps.DB.Reader(), l.keyOf(h), now)
	if err == nil && taken >= h.Rule.Limit {
		err = refusal(ends.Sub(now))
	}
	return err
}

// Count uses a rule once, also beyond its limit.
func (l *Limiter) Count(ctx context.Context, h Hit) error {
	return l.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		_, _, err := count(ctx, tx, l.keyOf(h), l.deps.Clock.Now(), h.Rule.Window)
		return err
	})
}

func refusal(wait time.Duration) error {
	return fault.New(fault.TooMany, "too_many_attempts", "Too many attempts. Wait "+waitText(wait)+", then try again.").WithRetryAfter(wait)
}

// Sweep forgets windows that have ended. For the periodic job.
func (l *Limiter) Sweep(ctx context.Context) error {
	return l.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteEnded(ctx, tx, l.deps.Clock.Now()) })
}

func (l *Limiter) keyOf(t Hit) string {
	return hex.EncodeToString(sign.New(l.deps.Key, "rate limit").Hash(t.Rule.Name, t.Subject))
}

// waitText formats a wait in minutes, rounded up.
func waitText(d time.Duration) string {
	if minutes := (d + time.Minute - 1) / time.Minute; minutes > 1 {
		return fmt.Sprintf("%d minutes", minutes)
	}
	return "a minute"
}

func (l *Limiter) Sweeps() jobs.Sweeps { return jobs.Sweeps{"ratelimit.sweep": l.Sweep} }
