package waiting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/teaching/batch"
)

// Handlers include the periodic job that ends offers and makes new ones.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"waiting.offer": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Offer(ctx) }},
	}
}

// Offer ends the offers whose term is over, and offers the free seats of batches to those who wait for them: where none was offered shortly
// before a session, after it.
func (s *Service) Offer(ctx context.Context) error {
	ids, err := due(ctx, s.deps.DB.Reader(), s.deps.Clock.Now())
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.offerIn(ctx, tx, id) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) offerIn(ctx context.Context, tx bun.IDB, batchID string) error {
	if err := batch.Lock(ctx, tx, batchID); err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	over, err := overdue(ctx, tx, batchID, now)
	if err != nil {
		return err
	}
	for _, e := range over {
		if err := batch.EndEntry(ctx, tx, e, batch.EntryExpired, now); err != nil {
			return err
		}
	}
	return batch.OfferSeats(ctx, tx, batchID, now)
}

// Holdings lists the tables that hold data of a user. Erasing a membership deletes them.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "batch_waiting", Column: "user_id", Export: []string{"batch_id", "position", "status", "offered_at", "offer_until", "created_at", "updated_at"}},
	}
}
