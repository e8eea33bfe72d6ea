package waiting

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/batch"
)

type Deps struct {
	DB    *db.DB
	Clock clock.Clock
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Wait puts the caller on the waiting list of a full group of a course in which they are enrolled; who waits already keeps their place.
// batch.ErrNotFound, fault.Forbidden for those who are not enrolled, fault.Conflict for members, and for a batch that is closed, individual
// or has a free seat.
func (s *Service) Wait(ctx context.Context, who access.Caller, id string) (d WaitingDetails, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		b, err := batch.FindLocked(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if err := mayWait(b, now); err != nil {
			return err
		}
		entry, err := batch.OpenEntry(ctx, tx, id, who.ID)
		if err != nil {
			return err
		}
		if entry == nil && b.FreeSeats() > 0 {
			return fault.New(fault.Conflict, "seat_free", "This batch has a free seat. Join it.")
		}
		e, err := batch.Wait(ctx, tx, id, who.ID, now)
		if err != nil {
			return err
		}
		d, err = details(ctx, tx, e)
		return err
	})
	return d, err
}

// mayWait returns a fault unless the caller can wait for a seat of the batch.
func mayWait(b batch.Found, now time.Time) error {
	if err := b.CheckJoin(now); err != nil {
		return err
	}
	if b.IsMember() {
		return fault.New(fault.Conflict, "already_member", "You have a seat in this batch.")
	}
	return nil
}

// List returns who waits for a seat of a batch, those with an offer first, then in the order in which seats are offered. For its
// instructors. batch.ErrNotFound, batch.ErrNotTaught.
func (s *Service) List(ctx context.Context, who access.Caller, id string, limit, offset int64) (found []WaitingLearner, total int64, err error) {
	q := s.deps.DB.Reader()
	if _, err := batch.ReadTaught(ctx, q, who, id); err != nil {
		return nil, 0, err
	}
	if found, err = list(ctx, q, id, limit, offset); err != nil {
		return nil, 0, err
	}
	total, err = batch.CountWaiting(ctx, q, id)
	return found, total, err
}

// Sort puts those who wait for a seat of a batch into another order. For its instructors. batch.ErrNotFound, batch.ErrNotTaught,
// fault.Conflict with CurrentWaitingOrder unless it names everybody who waits.
func (s *Service) Sort(ctx context.Context, who access.Caller, id string, n WaitingOrder) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := batch.FindTaught(ctx, tx, who, id); err != nil {
			return err
		}
		current, err := waitingIDs(ctx, tx, id)
		if err != nil {
			return err
		}
		if !slices.Equal(slices.Sorted(slices.Values(current)), slices.Sorted(slices.Values(n.IDs))) {
			return fault.New(fault.Conflict, "waiting_list_changed", "The waiting list has changed since you opened it. Sort it again.").WithDetails(CurrentWaitingOrder{current})
		}
		return putOrder(ctx, tx, n.IDs, s.deps.Clock.Now())
	})
}

// Place returns an entry of a waiting list. For its learner and the instructors of the batch. batch.ErrEntryNotFound.
func (s *Service) Place(ctx context.Context, who access.Caller, id string) (d WaitingDetails, err error) {
	q := s.deps.DB.Reader()
	e, err := entryOf(ctx, q, id)
	if err != nil {
		return d, err
	}
	if e.UserID != who.ID {
		if b, err := batch.Find(ctx, q, who, e.BatchID); err != nil || !b.Teaches {
			return d, batch.ErrEntryNotFound
		}
	}
	return details(ctx, q, e)
}

// Decline ends the caller's place on a waiting list, and offers the seat that is reserved for them to the next. One that has ended stays so.
// batch.ErrEntryNotFound, batch.ErrOfferOver for one that was accepted.
func (s *Service) Decline(ctx context.Context, who access.Caller, id string) (d WaitingDetails, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		e, err := lockOwn(ctx, tx, who, id)
		switch {
		case err != nil:
			return err
		case e.Status == batch.EntryAccepted:
			return batch.ErrOfferOver
		case e.IsOpen():
			err = s.end(ctx, tx, e, batch.EntryDeclined)
		}
		if err != nil {
			return err
		}
		d, err = s.reread(ctx, tx, id)
		return err
	})
	return d, err
}

// end ends an open entry and offers its seat to the next.
func (s *Service) end(ctx context.Context, tx bun.IDB, e batch.WaitingEntry, status string) error {
	now := s.deps.Clock.Now()
	if err := batch.EndEntry(ctx, tx, e, status, now); err != nil {
		return err
	}
	return batch.OfferSeats(ctx, tx, e.BatchID, now)
}

func (s *Service) reread(ctx context.Context, tx bun.IDB, id string) (WaitingDetails, error) {
	e, err := entryOf(ctx, tx, id)
	if err != nil {
		return WaitingDetails{}, err
	}
	return details(ctx, tx, e)
}

// lockOwn locks the batch of the caller's entry and reads the entry, or returns batch.ErrEntryNotFound.
func lockOwn(ctx context.Context, tx bun.IDB, who access.Caller, id string) (batch.WaitingEntry, error) {
	e, err := entryOf(ctx, tx, id)
	if err == nil && e.UserID != who.ID {
		err = batch.ErrEntryNotFound
	}
	if err != nil {
		return e, err
	}
	if err := batch.Lock(ctx, tx, e.BatchID); err != nil {
		return e, err
	}
	return entryOf(ctx, tx, id)
}

// Accept gives the caller the seat that is offered to them. batch.ErrEntryNotFound, fault.Forbidden for those who are no longer enrolled in
// the course, batch.ErrOfferOver, fault.Conflict for a batch that is closed.
func (s *Service) Accept(ctx context.Context, who access.Caller, id string) (d WaitingDetails, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		e, err := lockOwn(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if e.Status != batch.EntryAccepted {
			if err := s.accept(ctx, tx, who, e); err != nil {
				return err
			}
		}
		d, err = s.reread(ctx, tx, id)
		return err
	})
	return d, err
}

func (s *Service) accept(ctx context.Context, tx bun.IDB, who access.Caller, e batch.WaitingEntry) error {
	now := s.deps.Clock.Now()
	if !e.HoldsSeat(now) {
		return batch.ErrOfferOver
	}
	b, err := batch.Find(ctx, tx, who, e.BatchID)
	if err != nil {
		return err
	}
	if err := b.CheckJoin(now); err != nil {
		return err
	}
	m := batch.Member{BatchID: b.ID, UserID: who.ID, MemberState: batch.MemberState{Status: batch.MemberActive}, JoinedAt: now, UpdatedAt: now}
	if _, err := batch.AddMember(ctx, tx, m); err != nil {
		return err
	}
	return events.Publish(ctx, tx, now, batch.MemberAdded{BatchID: b.ID, UserID: who.ID, ActorID: who.ID})
}
