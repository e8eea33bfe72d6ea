package payment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// Refresh asks the provider of an attempt what is true now and records it. It holds no lock while it asks.
func (s *Service) Refresh(ctx context.Context, id string) error {
	a, err := attempt(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return err
	}
	p, there := s.providers[a.Provider]
	if !there {
		return nil // it is not configured any more
	}
	over := !s.deps.Clock.Now().Before(a.ExpiresAt)
	if a.ProviderRef == nil {
		if !a.live() {
			return nil
		}
		if over {
			return s.end(ctx, a) // nobody has been told where to pay
		}
		_, err := s.create(ctx, p, a)
		return err
	}
	if a.Status == provider.Open && over {
		return s.end(ctx, a)
	}
	state, err := p.FetchState(ctx, *a.ProviderRef)
	if err != nil {
		return err
	}
	return s.settle(ctx, id, state)
}

// settle records what a provider says of an attempt. It is the only place where an order becomes paid. Rows are locked in one order:
// attempt, order, enrollments, series of numbers, receipts. Doing it again with the same payment changes nothing.
func (s *Service) settle(ctx context.Context, id string, state provider.State) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		a, err := lockAttempt(ctx, tx, id)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		if state.Status != provider.Succeeded {
			// What comes late does not undo a success; a failure that may still turn into one is asked about again.
			if a.Status == provider.Succeeded {
				return nil
			}
			return setStatus(ctx, tx, a.ID, state.Status, state.Failure, nextCheck(a, state, now))
		}
		if err := setStatus(ctx, tx, a.ID, provider.Succeeded, "", nil); err != nil {
			return err
		}
		if state.Amount != a.Amount || state.Currency != a.Currency {
			return hold(ctx, tx, HeldPayment{ID: db.NewID(), AttemptID: a.ID, Provider: a.Provider, ProviderRef: state.PaymentRef, Amount: state.Amount,
				Currency: state.Currency, ReceivedAt: now})
		}
		p := Payment{ID: db.NewID(), OrderID: a.OrderID, AttemptID: a.ID, Provider: a.Provider, ProviderRef: state.PaymentRef, Amount: state.Amount,
			Currency: state.Currency, Method: state.Method, ReceivedAt: now}
		fresh, err := insertPayment(ctx, tx, p)
		if err != nil || !fresh {
			return err
		}
		return s.fulfil(ctx, tx, p)
	})
}

// fulfil pays the order and issues the receipt, or sends back what the order does not need.
func (s *Service) fulfil(ctx context.Context, tx bun.IDB, p Payment) error {
	paid, err := s.deps.Orders.MarkPaid(ctx, tx, p.OrderID)
	if err != nil {
		return err
	}
	if paid {
		if err := endOthersOf(ctx, tx, p.OrderID, p.AttemptID, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.deps.Receipts.IssueReceipt(ctx, tx, p.OrderID, p.ID, s.isTest(p.Provider))
	}
	if err := setSurplus(ctx, tx, p.ID); err != nil {
		return err
	}
	return s.send(ctx, tx, Refund{OrderID: p.OrderID, PaymentID: p.ID, Amount: p.Amount, Origin: "surplus"})
}

// checkAfter is when a live attempt is looked at again, by how often it has been; then hourly.
var checkAfter = []time.Duration{time.Minute, time.Minute, 3 * time.Minute, 10 * time.Minute, 45 * time.Minute}

// longestWait is how long after it has ended an attempt may still be confirmed: banks take up to three days.
const longestWait = 72 * time.Hour

func nextCheck(a Attempt, state provider.State, now time.Time) *time.Time {
	if state.Status == provider.Cancelled || state.Status == provider.Expired || now.After(a.ExpiresAt.Add(longestWait)) {
		return nil
	}
	wait := time.Hour
	if a.Checks < int64(len(checkAfter)) {
		wait = checkAfter[a.Checks]
	}
	next := now.Add(wait)
	if state.Status == provider.Open && now.Before(a.ExpiresAt) && next.After(a.ExpiresAt) {
		next = a.ExpiresAt // when its page is to be closed
	}
	return &next
}

// Receive takes a message of a provider: it is checked and stored with the job that will ask the provider, before it is acknowledged.
// A message that is known adds nothing. It returns fault.NotFound for an unknown provider, fault.Invalid for a message that it has not signed.
func (s *Service) Receive(ctx context.Context, name string, m provider.Message) error {
	p, there := s.providers[name]
	if !there {
		return errUnknownProvider
	}
	hints, err := p.Hints(m)
	if err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, h := range hints {
			if _, err := attempt(ctx, tx, h.AttemptID); err != nil {
				if fault.Is(err, fault.NotFound) {
					continue // of another installation
				}
				return err
			}
			fresh, err := insertEvent(ctx, tx, name, h, s.deps.Clock.Now())
			if err != nil {
				return err
			}
			if !fresh {
				continue
			}
			if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: refreshKind, Ref: h.AttemptID, Payload: attemptPayload{h.AttemptID}}); err != nil {
				return err
			}
		}
		return nil
	})
}
