// Package ratelimit lets things be done so often within a while, counted by all servers together in the database.
package ratelimit

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/sign"
)

// Rule is how often within how long. The window begins with the first.
type Rule struct {
	Name   string
	Limit  int64
	Window time.Duration
}

// Hit is one use of a rule by whom it counts: an address, an account.
type Hit struct {
	Rule    Rule
	Subject string
}

// Limiter counts.
type Limiter struct {
	DB    *db.DB
	Clock clock.Clock
	Key   []byte // for an HMAC, so that the table names nobody
}

// Allow uses all of the rules once, or none when one of them is used up: fault.TooMany with when to come again.
func (l *Limiter) Allow(ctx context.Context, takes ...Hit) error {
	now := l.Clock.Now()
	return l.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, t := range takes {
			taken, ends, err := count(ctx, tx, l.keyOf(t), now, t.Rule.Window)
			if err != nil {
				return err
			}
			if taken > t.Rule.Limit { // the count of this one is rolled back: being refused prolongs nothing
				wait := ends.Sub(now)
				return fault.New(fault.TooMany, "too_many_attempts", "That was too often. Please wait "+waitText(wait)+", then try again.").WithRetryAfter(wait)
			}
		}
		return nil
	})
}

// Sweep forgets windows that have ended. For the periodic job.
func (l *Limiter) Sweep(ctx context.Context) error {
	return l.DB.InTx(ctx, func(tx bun.IDB) error { return deleteEnded(ctx, tx, l.Clock.Now()) })
}

func (l *Limiter) keyOf(t Hit) string {
	return hex.EncodeToString(sign.New(l.Key, "rate limit").Hash(t.Rule.Name, t.Subject))
}

// waitText is a wait in minutes, rounded up.
func waitText(d time.Duration) string {
	if minutes := (d + time.Minute - 1) / time.Minute; minutes > 1 {
		return fmt.Sprintf("%d minutes", minutes)
	}
	return "a minute"
}

// Sweeps runs Sweep from time to time.
func (l *Limiter) Sweeps() jobs.Sweeps { return jobs.Sweeps{"ratelimit.sweep": l.Sweep} }
