package payment

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
	"lectern/internal/platform/rest"
)

// Decisions about held payments.
const (
	settled  = "settled"
	returned = "returned"
)

var (
	errNoHeld        = fault.New(fault.NotFound, "held_payment_not_found", "This payment doesn't exist.")
	errHeldDecided   = fault.New(fault.Conflict, "held_payment_decided", "This payment has been settled or returned already.")
	errOtherCurrency = fault.New(fault.Conflict, "other_currency", "This order is in another currency. Return the payment.")
	errNotPayable    = fault.New(fault.Conflict, "order_not_payable", "This order is paid already, or one of its courses doesn't exist any more. Return the payment.")
)

// HeldEvent is published when money has arrived that fits no order.
type HeldEvent struct{ HeldID string }

// EventName is the name under which the event is published.
func (HeldEvent) EventName() string { return "payment.held" }

// Held lists payments that fit no order and wait for a decision, newest first. For administrators.
func (s *Service) Held(ctx context.Context, limit, offset int64) ([]HeldPayment, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := countHeld(ctx, q)
	if err != nil {
		return nil, n, err
	}
	found, err := held(ctx, q, limit, offset)
	return found, n, err
}

// hold keeps a payment that fits no order until people decide about it.
func (s *Service) hold(ctx context.Context, tx bun.IDB, h HeldPayment) error {
	fresh, err := insertHeld(ctx, tx, h)
	if err != nil || !fresh {
		return err
	}
	return events.Publish(ctx, tx, h.ReceivedAt, HeldEvent{h.ID})
}

// SettleHeld lets a held payment pay an order: what is more than the order needs is sent back, what is less was kept by a bank on the way. For administrators
// whose session is fresh. fault.NotFound, fault.Forbidden, fault.Invalid for an unknown order, fault.Conflict.
func (s *Service) SettleHeld(ctx context.Context, who access.Caller, id string, n HeldSettlement) (HeldPayment, error) {
	return s.decideHeld(ctx, who, id, settled, func(tx bun.IDB, h HeldPayment) (Payment, error) {
		orderID, err := orderByNumber(ctx, tx, n.OrderNumber)
		if err != nil {
			return Payment{}, err
		}
		o, err := s.deps.Orders.Lock(ctx, tx, who, orderID)
		if err != nil {
			return Payment{}, err
		}
		if o.Currency != h.Currency {
			return Payment{}, errOtherCurrency
		}
		p := h.payment(orderID)
		if h.Amount < o.Total {
			p.Amount, p.Fee = o.Total, new(o.Total-h.Amount)
		}
		paid, err := s.pay(ctx, tx, p)
		if err == nil && !paid {
			err = errNotPayable
		}
		if err == nil && h.Amount > o.Total {
			_, err = s.send(ctx, tx, Refund{OrderID: orderID, PaymentID: p.ID, Amount: h.Amount - o.Total, Origin: "surplus"})
		}
		return p, err
	})
}

// ReturnHeld sends a held payment back. For administrators whose session is fresh. fault.NotFound, fault.Forbidden, fault.Conflict.
func (s *Service) ReturnHeld(ctx context.Context, who access.Caller, id string) (HeldPayment, error) {
	return s.decideHeld(ctx, who, id, returned, func(tx bun.IDB, h HeldPayment) (Payment, error) {
		p := h.payment(h.OrderID)
		p.Surplus = true
		if _, err := insertPayment(ctx, tx, p); err != nil {
			return p, err
		}
		if err := s.bookPayment(ctx, tx, p, 0); err != nil {
			return p, err
		}
		_, err := s.send(ctx, tx, Refund{OrderID: p.OrderID, PaymentID: p.ID, Amount: p.Amount, Origin: "surplus"})
		return p, err
	})
}

func (h HeldPayment) payment(orderID string) Payment {
	return Payment{ID: db.NewID(), OrderID: orderID, AttemptID: h.AttemptID, Provider: h.Provider, ProviderRef: h.ProviderRef, Amount: h.Amount, Currency: h.Currency, ReceivedAt: h.ReceivedAt}
}

func (s *Service) decideHeld(ctx context.Context, who access.Caller, id, decision string, do func(tx bun.IDB, h HeldPayment) (Payment, error)) (h HeldPayment, err error) {
	if err := s.deps.Sessions.Fresh(ctx, s.deps.DB.Reader(), who); err != nil {
		return h, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		changed, err := setDecision(ctx, tx, id, decision, who.ID, s.deps.Clock.Now())
		if err != nil {
			return err
		}
		if h, err = heldPayment(ctx, tx, id); err != nil {
			return err
		}
		if !changed {
			return errHeldDecided
		}
		p, err := do(tx, h)
		if err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "held_payment." + decision, TargetKind: "order", TargetID: p.OrderID,
			After: map[string]any{"provider_ref": h.ProviderRef, "amount": money.Decimal(h.Amount, h.Currency), "currency": h.Currency, "meant_for": h.OrderNumber}})
	})
	if err != nil {
		return HeldPayment{}, err
	}
	return h, nil
}
