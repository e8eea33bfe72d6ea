package payment

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
	"lectern/internal/platform/rest"
)

// FailedRefund is a refund that failed, at once or after it had succeeded, and about which something is left to do.
type FailedRefund struct {
	Refund      `bun:",extend"`
	OrderNumber string `bun:",scanonly" json:"order_number"`
	BuyerName   string `bun:",scanonly" json:"buyer_name"`
	Currency    string `bun:",scanonly" json:"currency"`
	Provider    string `bun:",scanonly" json:"provider"`
	CanReopen   bool   `bun:"-" json:"can_reopen" doc:"The refund has ended access to courses that can be opened again here."`
}

// RefundResolution is what becomes of a refund that failed.
type RefundResolution struct {
	SendAgain    bool   `json:"send_again,omitempty" doc:"Ask the payment provider once more, by a new refund of the same amount."`
	ReopenAccess bool   `json:"reopen_access,omitempty" doc:"Open the courses again to which the refund had ended access. Only without send_again."`
	Note         string `json:"note,omitempty" maxLength:"500" msg:"The note must be at most 500 characters" doc:"What was done instead, for other administrators. Required without send_again."`
}

var (
	errNoRefund      = fault.New(fault.NotFound, "refund_not_found", "This refund doesn't exist.")
	errResolved      = fault.New(fault.Conflict, "refund_resolved", "This refund hasn't failed, or it is done already.")
	errNotReopenable = fault.New(fault.Conflict, "access_not_reopenable", "The access of this order can't be opened again here. Enrol the learner, or grant the seats, and leave this box unchecked.")
)

// check returns fault.Invalid for a resolution that does not say what was done.
func (r RefundResolution) check() error {
	var broken fault.Fields
	broken.Require(r.SendAgain || strings.TrimSpace(r.Note) != "", "note", "required", "Please enter what you have done instead")
	broken.Require(!r.SendAgain || !r.ReopenAccess, "reopen_access", "conflict", "Access can be opened again only if the money isn't sent again")
	return broken.Err()
}

// reverse records that a refund which had succeeded has failed after all: the books take it back, the order counts as paid again, and the reversal of its credit note is issued. Access that
// the refund has ended stays so until administrators decide. The rows of attempt and order are locked.
func (s *Service) reverse(ctx context.Context, tx bun.IDB, p Payment, r Refund) error {
	now := s.deps.Clock.Now()
	first, err := setReversed(ctx, tx, r.ID, now)
	if err != nil || !first {
		return err
	}
	if err := s.bookReturn(ctx, tx, p, r); err != nil {
		return err
	}
	if err := events.Publish(ctx, tx, now, RefundedEvent{r.ID, true}); err != nil {
		return err
	}
	if p.Surplus || r.Origin == "surplus" {
		return nil // of what no order needed, no document was issued
	}
	if err := s.deps.Orders.ReverseRefund(ctx, tx, r.OrderID, r.Amount); err != nil {
		return err
	}
	return s.deps.Receipts.ReverseCreditNote(ctx, tx, r.OrderID, r.ID)
}

// FailedRefunds lists the refunds that failed and about which something is left to do, newest first. For administrators.
func (s *Service) FailedRefunds(ctx context.Context, limit, offset int64) ([]FailedRefund, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := countFailedRefunds(ctx, q)
	if err != nil {
		return nil, n, err
	}
	found, err := failedRefunds(ctx, q, limit, offset)
	for i := range found {
		if err == nil {
			found[i].CanReopen, err = s.canReopen(ctx, q, found[i].Refund)
		}
	}
	return found, n, err
}

func (s *Service) canReopen(ctx context.Context, q bun.IDB, r Refund) (bool, error) {
	if r.ReversedAt == nil || !r.EndsAccess {
		return false, nil
	}
	return s.deps.Orders.CanReopen(ctx, q, r.OrderID)
}

// ResolveRefund sends the money of a refund that failed again, or records what was done instead, once; it opens the access again that the refund had ended, if that is asked for. For
// administrators whose session is fresh. It returns fault.NotFound, fault.Forbidden, fault.Invalid, or fault.Conflict for a refund about which nothing is left to do, an access that
// cannot be opened again, or more than is left of the order.
func (s *Service) ResolveRefund(ctx context.Context, who access.Caller, id string, n RefundResolution) (r Refund, err error) {
	if err := s.deps.Sessions.Fresh(ctx, s.deps.DB.Reader(), who); err != nil {
		return r, err
	}
	if err := n.check(); err != nil {
		return r, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		found, err := refundToResolve(ctx, tx, id)
		if err != nil {
			return err
		}
		o, err := s.deps.Orders.Lock(ctx, tx, who, found.OrderID)
		if err != nil {
			return err
		}
		first, err := setResolved(ctx, tx, id, strings.TrimSpace(n.Note), who.ID, s.deps.Clock.Now())
		if err != nil {
			return err
		}
		if !first {
			return errResolved
		}
		if n.SendAgain {
			err = s.sendAgain(ctx, tx, who, found)
		} else if n.ReopenAccess {
			err = s.reopen(ctx, tx, found)
		}
		if err != nil {
			return err
		}
		if r, err = refundOf(ctx, tx, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "refund.resolved", TargetKind: "order", TargetID: r.OrderID,
			After: map[string]any{"number": o.Number, "amount": money.Decimal(r.Amount, o.Currency), "currency": o.Currency, "send_again": n.SendAgain, "reopen_access": n.ReopenAccess, "note": r.Resolution}})
	})
	return r, err
}

// sendAgain begins another refund of the same money.
func (s *Service) sendAgain(ctx context.Context, tx bun.IDB, who access.Caller, failed Refund) error {
	p, err := payment(ctx, tx, failed.PaymentID)
	if err != nil {
		return err
	}
	again := Refund{OrderID: failed.OrderID, PaymentID: failed.PaymentID, Amount: failed.Amount, Reason: failed.Reason, EndsAccess: failed.EndsAccess, Origin: "staff", AskedBy: &who.ID}
	if p.Surplus || failed.Origin == "surplus" {
		again.Origin, again.AskedBy = "surplus", nil
	} else if err := s.deps.Orders.ReserveRefund(ctx, tx, failed.OrderID, failed.Amount); err != nil {
		return err
	}
	_, err = s.send(ctx, tx, again)
	return err
}

// reopen gives back what a refund that failed after all has ended.
func (s *Service) reopen(ctx context.Context, tx bun.IDB, failed Refund) error {
	can, err := s.canReopen(ctx, tx, failed)
	if err != nil {
		return err
	}
	if !can {
		return errNotReopenable
	}
	if err := keepAccess(ctx, tx, failed.ID); err != nil {
		return err
	}
	closed, err := staysClosed(ctx, tx, failed.OrderID)
	if err != nil {
		return err
	}
	if closed {
		return errNotReopenable // another refund has ended it too, or a dispute suspends it
	}
	return s.deps.Orders.Resume(ctx, tx, failed.OrderID)
}

type resolveInput struct {
	ID   string `path:"refundId"`
	Body RefundResolution
}

// registerFailedRefunds mounts what administrators do about refunds that failed.
func (s *Service) registerFailedRefunds(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/payments/refunds/failed", "List refunds that failed, also after they had succeeded, and wait for a decision"),
		func(ctx context.Context, _ access.Caller, in *rest.Page) (rest.List[FailedRefund], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.FailedRefunds(ctx, limit, offset)
			return rest.Counted(*in, items, n, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Post("/payments/refunds/{refundId}/resolve", "Send the money of a failed refund again, or record what was done instead", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *resolveInput) (rest.Answer[Refund], error) {
			r, err := s.ResolveRefund(ctx, who, in.ID, in.Body)
			return rest.One("Refund resolved", r, err)
		})
}
