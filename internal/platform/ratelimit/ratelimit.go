// Package ratelimit lets things be done so often within a while, counted by all servers together in the database.
package ratelimit

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// Rule is how often within how long. The window begins with the first.
type Rule struct {
	Name   string
	Most   int64
	Window time.Duration
}

// Take is one use of a rule by whom it counts: an address, an account.
type Take struct {
	Rule Rule
	Who  string
}

// Limiter counts.
type Limiter struct {
	DB    *db.DB
	Clock clock.Clock
	Key   []byte // for an HMAC, so that the table names nobody
}

// Take uses all of the rules once, or none when one of them is used up: fault.TooMany with when to come again.
func (l *Limiter) Take(ctx context.Context, takes ...Take) error {
	now := l.Clock.Now()
	return l.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, t := range takes {
			taken, ends, err := take(ctx, tx, l.keyOf(t), now, t.Rule.Window)
			if err != nil {
				return err
			}
			if taken > t.Rule.Most { // the count of this one is rolled back: being refused prolongs nothing
				wait := ends.Sub(now)
				return fault.New(fault.TooMany, "too_many_attempts", "That was too often. Please wait "+inWords(wait)+", then try again.").After(wait)
			}
		}
		return nil
	})
}

// Sweep forgets windows that have ended. For the periodic job.
func (l *Limiter) Sweep(ctx context.Context) error {
	return l.DB.InTx(ctx, func(tx bun.IDB) error { return deleteEnded(ctx, tx, l.Clock.Now()) })
}

func (l *Limiter) keyOf(t Take) string {
	m := hmac.New(sha256.New, l.Key)
	fmt.Fprintf(m, "%s\x00%s", t.Rule.Name, t.Who)
	return hex.EncodeToString(m.Sum(nil))
}

// inWords is a wait in minutes, rounded up.
func inWords(d time.Duration) string {
	if minutes := (d + time.Minute - 1) / time.Minute; minutes > 1 {
		return fmt.Sprintf("%d minutes", minutes)
	}
	return "a minute"
}

// Sweeps runs Sweep from time to time.
func (l *Limiter) Sweeps() jobs.Sweeps { return jobs.Sweeps{"ratelimit.sweep": l.Sweep} }
