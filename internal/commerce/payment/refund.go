package payment

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/money"
)

// Refund sends back a part of an order, or all of it. The amount is reserved before the provider is asked, so that no two refunds exceed what
// was paid. For administrators whose session is fresh. It returns fault.NotFound, fault.Forbidden, or fault.Conflict for more than is left.
func (s *Service) Refund(ctx context.Context, who access.Caller, orderID string, n NewRefund) (Progress, error) {
	if err := s.deps.Sessions.Fresh(ctx, s.deps.DB.Reader(), who); err != nil {
		return Progress{}, err
	}
	return s.SendBack(ctx, who, orderID, n)
}

// SendBack is Refund for the program itself, which has nobody's session. fault.NotFound, fault.Conflict.
func (s *Service) SendBack(ctx context.Context, who access.Caller, orderID string, n NewRefund) (Progress, error) {
	err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		_, err := s.BeginRefund(ctx, tx, who, orderID, n)
		return err
	})
	if err != nil {
		return Progress{}, err
	}
	return s.Progress(ctx, who, orderID)
}

// BeginRefund is SendBack with a transaction, for other features that have decided on the refund. It returns the id of the refund.
func (s *Service) BeginRefund(ctx context.Context, tx bun.IDB, who access.Caller, orderID string, n NewRefund) (string, error) {
	o, err := s.deps.Orders.Lock(ctx, tx, who, orderID)
	if err != nil {
		return "", err
	}
	if err := s.deps.Orders.ReserveRefund(ctx, tx, orderID, n.Amount); err != nil {
		return "", err
	}
	p, err := paymentOf(ctx, tx, orderID)
	if err != nil {
		return "", err
	}
	id, err := s.send(ctx, tx, Refund{OrderID: orderID, PaymentID: p.ID, Amount: n.Amount, Reason: n.Reason, EndsAccess: n.EndsAccess, Origin: "staff", AskedBy: &who.ID})
	if err != nil {
		return "", err
	}
	return id, s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "order.refunded", TargetKind: "order", TargetID: orderID,
		After: map[string]any{"number": o.Number, "amount": money.Decimal(n.Amount, o.Currency), "currency": o.Currency, "reason": n.Reason, "ends_access": n.EndsAccess}})
}

// send stores a refund with the job that makes it, and returns its id.
func (s *Service) send(ctx context.Context, tx bun.IDB, r Refund) (id string, err error) {
	now := s.deps.Clock.Now()
	r.ID, r.Status, r.CreatedAt, r.UpdatedAt = db.NewID(), provider.Processing, now, now
	if err := insertRefund(ctx, tx, r); err != nil {
		return "", err
	}
	_, err = s.deps.Queue.Add(ctx, tx, jobs.New{Kind: refundKind, Ref: r.ID, Payload: refundPayload{r.ID}, MaxAttempts: 20})
	return r.ID, err
}

// makeRefund asks the provider for a refund and records it: the credit note, and the end of the access.
func (s *Service) makeRefund(ctx context.Context, id string) error {
	r, err := refundOf(ctx, s.deps.DB.Reader(), id)
	if err != nil || r.Status != provider.Processing {
		return err
	}
	p, err := payment(ctx, s.deps.DB.Reader(), r.PaymentID)
	if err != nil {
		return err
	}
	at, there := s.providers[p.Provider]
	if !there {
		return errUnknownProvider // tried again: it may be configured again
	}
	status, err := at.Refund(ctx, provider.Refund{ID: r.ID, PaymentRef: p.ProviderRef, Amount: r.Amount, Currency: p.Currency})
	if fault.Is(err, fault.Conflict) {
		status, err = provider.Failed, nil
	}
	if err != nil {
		return err
	}
	if status == provider.Processing {
		return jobs.Postpone(errPending, refundWait)
	}
	return s.finishRefund(ctx, r, status)
}

// refundWait is how long to wait before asking again about a refund that a bank has not made yet.
const refundWait = time.Hour

var errPending = errors.New("the bank has not made the refund yet")

// RefundedEvent is published when a refund has been made, or has failed for good.
type RefundedEvent struct {
	RefundID string
	Failed   bool
}

// EventName is the name under which the event is published.
func (RefundedEvent) EventName() string { return "payment.refunded" }

// finishRefund records the end of a refund, once. The row of the order is locked first, as it is by all that changes refunds.
func (s *Service) finishRefund(ctx context.Context, r Refund, status string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := s.deps.Orders.LockRefundable(ctx, tx, r.OrderID); err != nil {
			return err
		}
		return s.finish(ctx, tx, r, status)
	})
}

// finish is finishRefund with a transaction in which the row of the order is locked.
func (s *Service) finish(ctx context.Context, tx bun.IDB, r Refund, status string) error {
	now := s.deps.Clock.Now()
	first, err := setRefundStatus(ctx, tx, r.ID, status, now)
	if err != nil || !first {
		return err
	}
	if r.Origin != "dispute" { // what becomes of these is published as the dispute's
		if err := events.Publish(ctx, tx, now, RefundedEvent{r.ID, status == provider.Failed}); err != nil {
			return err
		}
	}
	p, err := payment(ctx, tx, r.PaymentID)
	if err != nil {
		return err
	}
	if status == provider.Succeeded {
		if err := s.bookRefund(ctx, tx, p, r); err != nil {
			return err
		}
	}
	if p.Surplus || r.Origin == "surplus" {
		return nil
	}
	if status == provider.Failed {
		return s.deps.Orders.ReleaseRefund(ctx, tx, r.OrderID, r.Amount)
	}
	if err := s.deps.Orders.CompleteRefund(ctx, tx, r.OrderID, r.Amount, r.EndsAccess); err != nil {
		return err
	}
	return s.deps.Receipts.IssueCreditNote(ctx, tx, r.OrderID, r.ID, r.Amount, r.Reason, s.isTest(p.Provider))
}

// followRefunds records refunds as their provider has them, those that were made in its dashboard among them. It returns false if an amount is reserved for another
// refund. The rows of attempt and order are locked.
func (s *Service) followRefunds(ctx context.Context, tx bun.IDB, p Payment, states []provider.RefundState) (complete bool, err error) {
	complete = true
	for _, state := range states {
		r, err := s.known(ctx, tx, p, state)
		if err != nil {
			return false, err
		}
		if r == nil && state.Status == provider.Failed {
			continue
		}
		if r == nil {
			if r, err = s.adopt(ctx, tx, p, state); err != nil {
				return false, err
			}
		}
		if r == nil {
			complete = false
			continue
		}
		switch {
		case state.Status == provider.Failed && r.Status == provider.Succeeded:
			if err := s.reverse(ctx, tx, p, *r); err != nil {
				return false, err
			}
		case state.Status != provider.Processing:
			if err := s.finish(ctx, tx, *r, state.Status); err != nil {
				return false, err
			}
		}
	}
	return complete, nil
}

// known returns our refund that a provider speaks of; nil for one that we have not asked for and do not know yet.
func (s *Service) known(ctx context.Context, tx bun.IDB, p Payment, state provider.RefundState) (*Refund, error) {
	if state.ID != "" {
		r, err := refundOfPayment(ctx, tx, p.ID, state.ID)
		if r != nil || err != nil {
			return r, err
		}
	}
	return refundByRef(ctx, tx, p.ID, state.Ref)
}

// adopt stores a refund that was made at the provider. One that leaves nothing of the order ends access, as nobody could be asked. It returns nil if the amount is
// reserved for another refund.
func (s *Service) adopt(ctx context.Context, tx bun.IDB, p Payment, state provider.RefundState) (*Refund, error) {
	now := s.deps.Clock.Now()
	r := Refund{ID: db.NewID(), OrderID: p.OrderID, PaymentID: p.ID, Amount: state.Amount, Origin: "provider", Status: provider.Processing, ProviderRef: state.Ref, CreatedAt: now, UpdatedAt: now}
	if p.Surplus {
		return &r, insertRefund(ctx, tx, r)
	}
	left, err := s.deps.Orders.LockRefundable(ctx, tx, p.OrderID)
	if err != nil || left < state.Amount {
		return nil, err
	}
	r.EndsAccess = left == state.Amount
	if err := s.deps.Orders.ReserveRefund(ctx, tx, p.OrderID, state.Amount); err != nil {
		return nil, err
	}
	return &r, insertRefund(ctx, tx, r)
}
