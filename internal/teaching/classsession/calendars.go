package classsession

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/teaching/batch"
)

// Calendars are those in which sessions take time: of who teaches them, and of the classrooms in which they take place. They are locked in this order.
type Calendars struct {
	Instructors *busy.Calendars
	Rooms       *busy.Calendars // of resources, of which classrooms are some
}

// InTx is busy.Calendars.InTx for what writes both.
func (c *Calendars) InTx(ctx context.Context, fn func(tx bun.IDB) error) error {
	return c.Instructors.InTx(ctx, fn)
}

// wantedTimes are what sessions take in the calendars.
type wantedTimes struct{ instructors, rooms []busy.Time }

// overlaps are what is in the way of them.
type overlaps struct {
	instructors, rooms []busy.Overlap
	hadRooms           bool // the sessions have times in the calendars of classrooms, which they give up
}

func (o overlaps) isEmpty() bool { return len(o.instructors)+len(o.rooms) == 0 }

// claim locks the calendars and returns what is in the way of times that would take the place of those of some sessions. It returns fault.Invalid for a classroom that
// can't be chosen.
func (c *Calendars) claim(ctx context.Context, tx bun.IDB, sessions []string, w wantedTimes) (found overlaps, err error) {
	owners, err := busy.Owners(ctx, tx, busy.Session, sessions, c.Instructors, c.Rooms)
	if err != nil {
		return found, err
	}
	if found.instructors, err = c.Instructors.ClaimFrom(ctx, tx, busy.Session, sessions, owners[0], w.instructors); err != nil {
		return found, err
	}
	if found.hadRooms = len(owners[1]) > 0; len(w.rooms) == 0 { // giving a classroom back needs no lock
		return found, nil
	}
	if found.rooms, err = c.Rooms.ClaimFrom(ctx, tx, busy.Session, sessions, owners[1], w.rooms); err != nil {
		return found, err
	}
	return found, checkRooms(ctx, tx, ownersOf(w.rooms)) // after the lock: none can be archived from here on
}

// write writes times that were claimed, where nothing was found in their way.
func (c *Calendars) write(ctx context.Context, tx bun.IDB, sessions []string, w wantedTimes, found overlaps) error {
	if err := c.Instructors.Write(ctx, tx, busy.Session, sessions, w.instructors); err != nil {
		return err
	}
	if !found.hadRooms && len(w.rooms) == 0 {
		return nil
	}
	return c.Rooms.Write(ctx, tx, busy.Session, sessions, w.rooms)
}

// overlaps is claim without a lock.
func (c *Calendars) overlaps(ctx context.Context, q bun.IDB, sessions []string, w wantedTimes) (found overlaps, err error) {
	if found.instructors, err = c.Instructors.Overlaps(ctx, q, busy.Session, sessions, w.instructors); err != nil {
		return found, err
	}
	found.rooms, err = c.Rooms.Overlaps(ctx, q, busy.Session, sessions, w.rooms)
	return found, err
}

// LockRooms keeps the calendars of the classrooms of sessions as they are, after those of instructors.
func (c *Calendars) LockRooms(ctx context.Context, tx bun.IDB, sessions []Session) error {
	return c.Rooms.Lock(ctx, tx, roomsOf(sessions))
}

func ownersOf(times []busy.Time) (ids []string) {
	for _, t := range times {
		ids = append(ids, t.OwnerID)
	}
	return slices.Compact(slices.Sorted(slices.Values(ids)))
}

// roomsOf lists the classrooms of sessions.
func roomsOf(sessions []Session) (ids []string) {
	for _, s := range sessions {
		if s.RoomID != nil && !slices.Contains(ids, *s.RoomID) {
			ids = append(ids, *s.RoomID)
		}
	}
	return ids
}

// timesOf are what sessions take in the calendars; those of a batch that is over or cancelled take nothing.
func timesOf(b batch.Row, sessions []Session, now time.Time) (w wantedTimes) {
	if b.Status == batch.Cancelled || b.Status == batch.Completed {
		return w
	}
	for _, s := range sessions {
		if s.Status == Cancelled || !s.EndsAt.After(now) {
			continue
		}
		t := busy.Time{Kind: busy.Session, RefID: s.ID, Label: b.BatchName, FromAt: s.StartsAt, UntilAt: s.EndsAt, StartsAt: s.StartsAt, EndsAt: s.EndsAt}
		for _, t.OwnerID = range s.Instructors(b) {
			w.instructors = append(w.instructors, t)
		}
		if s.RoomID != nil {
			t.OwnerID = *s.RoomID
			w.rooms = append(w.rooms, t)
		}
	}
	return w
}
