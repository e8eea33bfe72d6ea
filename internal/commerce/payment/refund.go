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
func (s *Service) SendBack(ctx context.Context, who access.Caller, orderID string, n NewRefund) (progress Progress, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		o, err := s.deps.Orders.Lock(ctx, tx, who, orderID)
		if err != nil {
			return err
		}
		if err := s.deps.Orders.ReserveRefund(ctx, tx, orderID, n.Amount); err != nil {
			return err
		}
		p, err := paymentOf(ctx, tx, orderID)
		if err != nil {
			return err
		}
		r := Refund{OrderID: orderID, PaymentID: p.ID, Amount: n.Amount, Reason: n.Reason, EndsAccess: n.EndsAccess, Origin: "staff", AskedBy: &who.ID}
		if err := s.send(ctx, tx, r); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "order.refunded", TargetKind: "order", TargetID: orderID,
			After: map[string]any{"number": o.Number, "amount": money.Decimal(n.Amount, o.Currency), "currency": o.Currency, "reason": n.Reason, "ends_access": n.EndsAccess}})
	})
	if err != nil {
		return Progress{}, err
	}
	return s.Progress(ctx, who, orderID)
}

// send stores a refund with the job that makes it.
func (s *Service) send(ctx context.Context, tx bun.IDB, r Refund) error {
	now := s.deps.Clock.Now()
	r.ID, r.Status, r.CreatedAt, r.UpdatedAt = db.NewID(), provider.Processing, now, now
	if err := insertRefund(ctx, tx, r); err != nil {
		return err
	}
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: refundKind, Ref: r.ID, Payload: refundPayload{r.ID}, MaxAttempts: 20})
	return err
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

// finishRefund records the end of a refund, once.
func (s *Service) finishRefund(ctx context.Context, r Refund, status string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		first, err := setRefundStatus(ctx, tx, r.ID, status, s.deps.Clock.Now())
		if err != nil || !first || r.Origin == "surplus" {
			return err
		}
		if status == provider.Failed {
			return s.deps.Orders.ReleaseRefund(ctx, tx, r.OrderID, r.Amount)
		}
		if err := s.deps.Orders.CompleteRefund(ctx, tx, r.OrderID, r.Amount, r.EndsAccess); err != nil {
			return err
		}
		p, err := payment(ctx, tx, r.PaymentID)
		if err != nil {
			return err
		}
		return s.deps.Receipts.IssueCreditNote(ctx, tx, r.OrderID, r.ID, r.Amount, r.Reason, s.isTest(p.Provider))
	})
}
