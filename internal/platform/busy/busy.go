// Package busy keeps calendars: when instructors and resources are taken. No two rows of one calendar ever overlap. Features write their
// times here in the transaction that makes them true: Replace locks the calendars, reads what is in the way and writes nothing if
// there is anything; behind it a constraint of PostgreSQL and triggers of SQLite refuse what forgot to ask.
package busy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
)

// Kind is what takes the time.
type Kind string

const (
	Session Kind = "session"
	Doubt   Kind = "doubt" // a Q&A session
	Demo    Kind = "demo"
	Hold    Kind = "hold" // a slot kept until its visitor has filled in the form; blocks nobody once it has expired
	Meeting Kind = "meeting"
	TimeOff Kind = "time_off"
)

// Longest is the longest time of one row, so that a range is read by its index. Time off is cut at midnights; a day has up to 25 hours.
const Longest = 26 * time.Hour

// Time is a stretch of time that an owner is not free, [FromAt, UntilAt).
type Time struct {
	ID        string
	OwnerID   string // the instructor, or the resource
	Kind      Kind
	RefID     string // of the session, booking, … that takes the time
	Label     string // its name; only for those who may know of it
	FromAt    time.Time
	UntilAt   time.Time
	StartsAt  time.Time // without buffers
	EndsAt    time.Time
	ExpiresAt *time.Time // of a hold
}

// Overlap is a wanted time with one that is in its way.
type Overlap struct{ Wanted, With Time }

type Deps struct {
	DB    *db.DB
	Clock clock.Clock
}

// Calendars are those of all instructors, or those of all resources.
type Calendars struct {
	deps   Deps
	tables tables
	hits   prometheus.Counter
}

// NewInstructors returns the calendars of instructors.
func NewInstructors(d Deps) *Calendars {
	return newCalendars(d, tables{busy: "instructor_busy", calendars: "instructor_calendars", owner: "instructor_id"})
}

// NewResources returns the calendars of resources: rooms, and accounts that host one meeting at a time.
func NewResources(d Deps) *Calendars {
	return newCalendars(d, tables{busy: "resource_busy", calendars: "resource_calendars", owner: "resource_id"})
}

func newCalendars(d Deps, t tables) *Calendars {
	deps.Require(d)
	return &Calendars{d, t, prometheus.NewCounter(prometheus.CounterOpts{Name: "lectern_" + t.busy + "_backstop_hits_total",
		Help: "Overlapping times that the database refused because the code had not: each is a mistake in the code."})}
}

// BackstopHits counts what the database had to refuse.
func (c *Calendars) BackstopHits() prometheus.Collector { return c.hits }

// InTx is db.InTx for what writes calendars. When the database refuses an overlap that the code did not see, it starts again once, and
// then returns fault.Conflict.
func (c *Calendars) InTx(ctx context.Context, fn func(tx bun.IDB) error) error {
	err := c.deps.DB.InTx(ctx, fn)
	if IsOverlap(err) {
		c.hits.Inc()
		err = c.deps.DB.InTx(ctx, fn)
	}
	if IsOverlap(err) {
		c.hits.Inc()
		err = fault.New(fault.Conflict, "schedule_conflict", "This time has just been taken. Choose another one.").WithCause(err)
	}
	return err
}

// IsOverlap reports whether the database has refused a row because it overlaps another.
func IsOverlap(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23P01" && strings.HasSuffix(pg.ConstraintName, "_busy_overlap")
	}
	return err != nil && strings.Contains(err.Error(), "_busy_overlap")
}

// Lock keeps the calendars as they are until the transaction ends, in the order of their ids, so that two transactions never wait
// for each other.
func (c *Calendars) Lock(ctx context.Context, tx bun.IDB, owners []string) error {
	owners = slices.Compact(slices.Sorted(slices.Values(owners)))
	if len(owners) == 0 {
		return nil
	}
	return lockCalendars(ctx, tx, c.tables, owners)
}

// Replace takes the wanted times and gives up those that the refs of a kind had, in all calendars. Where anything else is in the way,
// also another of the wanted times, it changes nothing and returns what.
func (c *Calendars) Replace(ctx context.Context, tx bun.IDB, kind Kind, refs []string, wanted []Time) ([]Overlap, error) {
	found, err := c.Claim(ctx, tx, kind, refs, wanted)
	if err != nil || len(found) > 0 {
		return found, err
	}
	return nil, c.Write(ctx, tx, kind, refs, wanted)
}

// Claim is the first half of Replace, for times that need several calendars at once: it locks the calendars and returns what is in the way. If nothing is,
// Write writes the times in the same transaction.
func (c *Calendars) Claim(ctx context.Context, tx bun.IDB, kind Kind, refs []string, wanted []Time) ([]Overlap, error) {
	owners, err := Owners(ctx, tx, kind, refs, c)
	if err != nil {
		return nil, err
	}
	return c.ClaimFrom(ctx, tx, kind, refs, owners[0], wanted)
}

// Owners lists, for each of some calendars, whose have times of the refs of a kind, by one statement.
func Owners(ctx context.Context, q bun.IDB, kind Kind, refs []string, all ...*Calendars) ([][]string, error) {
	of := make([]tables, len(all))
	for i, c := range all {
		of[i] = c.tables
	}
	return ownersOf(ctx, q, of, kind, refs)
}

// ClaimFrom is Claim for who knows the owners of the times of the refs.
func (c *Calendars) ClaimFrom(ctx context.Context, tx bun.IDB, kind Kind, refs, owners []string, wanted []Time) ([]Overlap, error) {
	for i, w := range wanted {
		if w.UntilAt.Sub(w.FromAt) > Longest {
			return nil, fmt.Errorf("busy: %s %s takes %v in one row", w.Kind, w.RefID, w.UntilAt.Sub(w.FromAt))
		}
		wanted[i].ID = cmp.Or(w.ID, db.NewID())
		owners = append(owners, w.OwnerID)
	}
	if len(owners) == 0 {
		return nil, nil
	}
	if err := c.Lock(ctx, tx, owners); err != nil {
		return nil, err
	}
	return c.Overlaps(ctx, tx, kind, refs, wanted)
}

// Write is the second half of Replace, after Claim has found nothing in the way. For no wanted times in the calendars of resources it needs no Claim; those of instructors
// are always claimed, which raises their version: who keeps them in memory (workinghours.Cache) sees by it that a time is free again.
func (c *Calendars) Write(ctx context.Context, tx bun.IDB, kind Kind, refs []string, wanted []Time) error {
	if err := makeRoom(ctx, tx, c.tables, kind, refs, wanted, c.deps.Clock.Now()); err != nil {
		return err
	}
	return insert(ctx, tx, c.tables, wanted)
}

// Overlaps returns what is in the way of wanted times, besides the refs of a kind, which would be given up for them. Without a lock the answer
// may be out of date.
func (c *Calendars) Overlaps(ctx context.Context, q bun.IDB, kind Kind, refs []string, wanted []Time) (found []Overlap, err error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	owners := make([]string, len(wanted))
	from, until := wanted[0].FromAt, wanted[0].UntilAt
	for i, w := range wanted {
		owners[i] = w.OwnerID
		if w.FromAt.Before(from) {
			from = w.FromAt
		}
		if w.UntilAt.After(until) {
			until = w.UntilAt
		}
	}
	taken, err := c.Between(ctx, q, owners, from, until)
	if err != nil {
		return nil, err
	}
	taken = slices.DeleteFunc(taken, func(t Time) bool { return t.Kind == kind && slices.Contains(refs, t.RefID) })
	for i, w := range wanted {
		for _, t := range slices.Concat(taken, wanted[:i]) {
			if t.OwnerID == w.OwnerID && t.FromAt.Before(w.UntilAt) && w.FromAt.Before(t.UntilAt) {
				found = append(found, Overlap{w, t})
			}
		}
	}
	return found, nil
}

// Between returns what is taken in some calendars within [from, until), by owner and start, without holds that have expired.
func (c *Calendars) Between(ctx context.Context, q bun.IDB, owners []string, from, until time.Time) ([]Time, error) {
	return between(ctx, q, c.tables, owners, from, until, c.deps.Clock.Now())
}
