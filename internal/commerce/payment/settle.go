package payment

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
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
			if a.Status == provider.Processing && state.Status == provider.Failed {
				if err := events.Publish(ctx, tx, now, FailedEvent{a.ID}); err != nil {
					return err
				}
			}
			return setStatus(ctx, tx, a.ID, state.Status, state.Failure, nextCheck(a, state, now))
		}
		if err := setStatus(ctx, tx, a.ID, provider.Succeeded, "", nil); err != nil {
			return err
		}
		p, err := paymentByRef(ctx, tx, a.Provider, state.PaymentRef)
		if err != nil {
			return err
		}
		if p == nil {
			if state.Amount != a.Amount || state.Currency != a.Currency {
				return s.hold(ctx, tx, HeldPayment{ID: db.NewID(), AttemptID: a.ID, Provider: a.Provider, ProviderRef: state.PaymentRef, Amount: state.Amount,
					Currency: state.Currency, ReceivedAt: now})
			}
			p = &Payment{ID: db.NewID(), OrderID: a.OrderID, AttemptID: a.ID, Provider: a.Provider, ProviderRef: state.PaymentRef, Amount: state.Amount,
				Currency: state.Currency, Method: state.Method, Fee: state.Fee, ReceivedAt: now}
			if err := s.fulfil(ctx, tx, p); err != nil {
				return err
			}
		}
		return s.follow(ctx, tx, a.ID, *p, state)
	})
}

// FailedEvent is published when a bank has refused what its owner had paid on the payment page.
type FailedEvent struct{ AttemptID string }

// EventName is the name under which the event is published.
func (FailedEvent) EventName() string { return "payment.failed" }

// fulfil pays the order, or sends back what it does not need.
func (s *Service) fulfil(ctx context.Context, tx bun.IDB, p *Payment) error {
	paid, err := s.pay(ctx, tx, *p)
	if err != nil || paid {
		return err
	}
	p.Surplus = true
	if err := setSurplus(ctx, tx, p.ID); err != nil {
		return err
	}
	if err := s.bookPayment(ctx, tx, *p, 0); err != nil {
		return err
	}
	_, err = s.send(ctx, tx, Refund{OrderID: p.OrderID, PaymentID: p.ID, Amount: p.Amount, Origin: "surplus"})
	return err
}

// pay stores a payment, pays its order and issues the receipt. It returns false if the order does not need the money.
func (s *Service) pay(ctx context.Context, tx bun.IDB, p Payment) (bool, error) {
	if _, err := insertPayment(ctx, tx, p); err != nil {
		return false, err
	}
	paid, err := s.deps.Orders.MarkPaid(ctx, tx, p.OrderID)
	if err != nil || !paid {
		return false, err
	}
	if err := endOthersOf(ctx, tx, p.OrderID, p.AttemptID, s.deps.Clock.Now()); err != nil {
		return false, err
	}
	if err := s.deps.Receipts.IssueReceipt(ctx, tx, p.OrderID, p.ID, s.isTest(p.Provider)); err != nil {
		return false, err
	}
	o, err := s.deps.Orders.OrderOf(ctx, tx, p.OrderID)
	if err != nil {
		return false, err
	}
	return true, s.bookPayment(ctx, tx, p, o.Total)
}

// follow records the refunds and disputes of a payment that the provider knows of. What cannot be recorded yet, because the amount is reserved for another refund that
// is on its way, is checked again.
func (s *Service) follow(ctx context.Context, tx bun.IDB, attemptID string, p Payment, state provider.State) error {
	if len(state.Refunds)+len(state.Disputes) == 0 {
		return nil
	}
	if _, err := s.deps.Orders.LockRefundable(ctx, tx, p.OrderID); err != nil {
		return err
	}
	complete, err := s.followRefunds(ctx, tx, p, state.Refunds)
	if err != nil {
		return err
	}
	if !complete {
		if err := postpone(ctx, tx, attemptID, s.deps.Clock.Now().Add(time.Hour)); err != nil {
			return err
		}
	}
	return s.followDisputes(ctx, tx, p, state.Disputes)
}

// checkAfter is when a live attempt is checked again, by how often it has been; then hourly.
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
	return s.note(ctx, name, hints)
}

// Missed takes what providers have tried to send without success, so that nothing rests on their messages.
func (s *Service) Missed(ctx context.Context) error {
	since := s.deps.Clock.Now().Add(-missedFor)
	var all error
	for _, p := range s.deps.Providers {
		hints, err := p.Missed(ctx, since)
		if err == nil {
			err = s.note(ctx, p.Name(), hints)
		}
		all = errors.Join(all, err)
	}
	return all
}

// missedFor is how far back providers are asked; they repeat what they have sent for three days themselves.
const missedFor = 7 * 24 * time.Hour

// note stores hints that are new, each with the job that will ask the provider.
func (s *Service) note(ctx context.Context, name string, hints []provider.Hint) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, h := range hints {
			id, err := attemptOf(ctx, tx, name, h)
			if err != nil {
				return err
			}
			if id == "" {
				continue // of another installation
			}
			h.AttemptID = id
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
