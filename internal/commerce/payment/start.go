package payment

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Start begins to pay an order at a provider and returns where the buyer goes on. While an attempt is live at the same provider, that one is
// returned again; one at another provider is provider.Cancelled there first. For the buyer. It returns fault.NotFound, fault.Conflict for an order
// that is paid or can no longer be paid, or fault.Unavailable if the provider does not answer.
func (s *Service) Start(ctx context.Context, who access.Caller, orderID string, n NewAttempt) (Attempt, error) {
	p, there := s.providers[n.Provider]
	if !there {
		return Attempt{}, errUnknownProvider
	}
	if err := s.endOthers(ctx, who, orderID, n.Provider); err != nil {
		return Attempt{}, err
	}
	a, err := s.reserve(ctx, who, orderID, p)
	if err != nil || a.Status != creating {
		return a, err
	}
	return s.create(ctx, p, a)
}

// endOthers cancels a live attempt at another provider. fault.Conflict if it turns out that it was paid.
func (s *Service) endOthers(ctx context.Context, who access.Caller, orderID, provider string) error {
	if _, err := s.deps.Orders.Order(ctx, s.deps.DB.Reader(), who, orderID); err != nil {
		return err
	}
	a, err := liveOf(ctx, s.deps.DB.Reader(), orderID)
	if err != nil || a == nil || a.Provider == provider {
		return err
	}
	return s.end(ctx, *a)
}

// end cancels an attempt at its provider and records what has become of it.
func (s *Service) end(ctx context.Context, a Attempt) error {
	p, there := s.providers[a.Provider]
	if !there || a.ProviderRef == nil {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return setStatus(ctx, tx, a.ID, provider.Cancelled, "", nil) })
	}
	state, err := p.Cancel(ctx, *a.ProviderRef)
	if err != nil {
		return errAway.WithCause(err)
	}
	return s.settle(ctx, a.ID, state)
}

// reserve stores the one live attempt of an order, or returns the one that there is. The unique index decides between two browsers.
func (s *Service) reserve(ctx context.Context, who access.Caller, orderID string, p provider.Provider) (a Attempt, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		o, err := s.deps.Orders.Lock(ctx, tx, who, orderID)
		if err != nil {
			return err
		}
		if o.BuyerID != who.ID {
			return fault.New(fault.Forbidden, "not_the_buyer", "Only the buyer can pay this order.")
		}
		now := s.deps.Clock.Now()
		switch {
		case o.Paid > 0:
			return fault.New(fault.Conflict, "order_paid", "This order has been paid for.")
		case o.Status != "pending" || !now.Before(o.ExpiresAt):
			return fault.New(fault.Conflict, "order_over", "This order can't be paid any more. Order again to see the price as it is now.")
		}
		before, err := liveOf(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if before != nil {
			a = *before
			return nil
		}
		if err := p.Offers(o.Currency, o.Total); err != nil {
			return err
		}
		if until := now.Add(p.Validity()); until.After(o.ExpiresAt) {
			o.ExpiresAt = until
			if err := s.deps.Orders.Extend(ctx, tx, o.ID, o.ExpiresAt); err != nil {
				return err
			}
		}
		a = Attempt{ID: db.NewID(), OrderID: o.ID, Provider: p.Name(), Amount: o.Total, Currency: o.Currency, Status: creating,
			NextCheckAt: new(now.Add(time.Minute)), ExpiresAt: o.ExpiresAt, CreatedAt: now}
		return insertAttempt(ctx, tx, a)
	})
	return a, err
}

// create begins an attempt at its provider, with the attempt's id: after a crash in between the provider returns the same again.
func (s *Service) create(ctx context.Context, p provider.Provider, a Attempt) (Attempt, error) {
	o, err := s.deps.Orders.OrderOf(ctx, s.deps.DB.Reader(), a.OrderID)
	if err != nil {
		return a, err
	}
	started, err := p.Start(ctx, provider.Start{AttemptID: a.ID, OrderNumber: o.Number, Title: o.Title, Amount: a.Amount, Currency: a.Currency,
		ReturnURL: s.deps.Address + "/checkout?order=" + a.OrderID, BegunAt: a.CreatedAt, ExpiresAt: a.ExpiresAt})
	if fault.Is(err, fault.Conflict) {
		return a, errors.Join(s.end(ctx, a), err)
	}
	if err != nil {
		return a, errAway.WithCause(err)
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := setStarted(ctx, tx, a.ID, started, s.deps.Clock.Now().Add(time.Minute)); err != nil {
			return err
		}
		a, err = attempt(ctx, tx, a.ID)
		return err
	})
	return a, err
}

// Cancel ends the live attempt of an order, so that it can be paid in another way. For the buyer. fault.NotFound, fault.Unavailable.
func (s *Service) Cancel(ctx context.Context, who access.Caller, orderID string) (Progress, error) {
	if _, err := s.deps.Orders.Order(ctx, s.deps.DB.Reader(), who, orderID); err != nil {
		return Progress{}, err
	}
	a, err := liveOf(ctx, s.deps.DB.Reader(), orderID)
	if err == nil && a != nil {
		err = s.end(ctx, *a)
	}
	if err != nil {
		return Progress{}, err
	}
	return s.Progress(ctx, who, orderID)
}
