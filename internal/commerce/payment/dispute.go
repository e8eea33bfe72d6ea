package payment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/rest"
)

// Dispute is a payment that its payer has their bank take back. While it is not decided, the amount is reserved as a refund is, and what was bought is closed.
type Dispute struct {
	bun.BaseModel `bun:"table:disputes,alias:d" json:"-"`

	ID          string     `bun:",pk" json:"id"`
	OrderID     string     `json:"order_id"`
	PaymentID   string     `json:"-"`
	Provider    string     `json:"provider"`
	ProviderRef string     `json:"provider_ref"`
	Amount      int64      `json:"amount"`
	Currency    string     `json:"currency"`
	Reason      string     `json:"reason" doc:"The provider's word, such as fraudulent or product_not_received."`
	Status      string     `json:"status" enum:"needs_response,under_review,won,lost" doc:"won: the money stays with the school."`
	Withdrawn   bool       `json:"withdrawn" doc:"The bank has taken the money back until it is decided; false for an inquiry."`
	RespondBy   *time.Time `json:"respond_by" doc:"Until when the provider takes evidence."`
	CreatedAt   time.Time  `json:"created_at"`
	UpdatedAt   time.Time  `json:"-"`
	OrderNumber string     `bun:",scanonly" json:"order_number"`
	BuyerName   string     `bun:",scanonly" json:"buyer_name"`
}

func (d Dispute) isOpen() bool {
	return d.Status == provider.NeedsResponse || d.Status == provider.UnderReview
}

// DisputedEvent is published when a dispute begins and when it is decided.
type DisputedEvent struct {
	DisputeID string
	Status    string // as of Dispute
}

// EventName is the name under which the event is published.
func (DisputedEvent) EventName() string { return "payment.disputed" }

// Disputes lists the disputes, newest first. For administrators.
func (s *Service) Disputes(ctx context.Context, limit, offset int64) ([]Dispute, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := countDisputes(ctx, q)
	if err != nil {
		return nil, n, err
	}
	found, err := disputes(ctx, q, limit, offset)
	return found, n, err
}

// HasOpenDispute reports whether a payment of an order is disputed, and that is not decided.
func (s *Service) HasOpenDispute(ctx context.Context, q bun.IDB, orderID string) (bool, error) {
	return hasOpenDispute(ctx, q, orderID)
}

// followDisputes records what the provider knows of the disputes of a payment. The rows of its attempt and its order are locked.
func (s *Service) followDisputes(ctx context.Context, tx bun.IDB, p Payment, states []provider.DisputeState) error {
	for _, state := range states {
		if err := s.followDispute(ctx, tx, p, state); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) followDispute(ctx context.Context, tx bun.IDB, p Payment, state provider.DisputeState) error {
	now := s.deps.Clock.Now()
	before, err := disputeByRef(ctx, tx, p.Provider, state.Ref)
	if err != nil {
		return err
	}
	if before != nil && !before.isOpen() {
		return nil // decided disputes stay so
	}
	d := Dispute{ID: db.NewID(), OrderID: p.OrderID, PaymentID: p.ID, Provider: p.Provider, ProviderRef: state.Ref, Currency: p.Currency, CreatedAt: now}
	if before != nil {
		d = *before
	}
	d.Amount, d.Reason, d.Status, d.Withdrawn, d.RespondBy, d.UpdatedAt = state.Amount, state.Reason, state.Status, d.Withdrawn || state.Withdrawn, state.RespondBy, now
	if err := putDispute(ctx, tx, d); err != nil {
		return err
	}
	if d.Withdrawn && (before == nil || !before.Withdrawn) {
		if err := s.withdraw(ctx, tx, p, d); err != nil {
			return err
		}
	}
	if !d.isOpen() {
		if err := s.decide(ctx, tx, p, d); err != nil {
			return err
		}
	}
	if before == nil || before.isOpen() != d.isOpen() || before.Withdrawn != d.Withdrawn {
		return events.Publish(ctx, tx, now, DisputedEvent{d.ID, d.Status})
	}
	return nil
}

// withdraw reserves what a bank has taken back, as far as it was not sent back before, and closes what was bought.
func (s *Service) withdraw(ctx context.Context, tx bun.IDB, p Payment, d Dispute) error {
	if err := s.bookWithdrawal(ctx, tx, p, d, d.Amount); err != nil || p.Surplus {
		return err
	}
	left, err := s.deps.Orders.LockRefundable(ctx, tx, p.OrderID)
	if err != nil {
		return err
	}
	if amount := min(left, d.Amount); amount > 0 {
		r := Refund{ID: db.NewID(), OrderID: p.OrderID, PaymentID: p.ID, Amount: amount, Reason: d.Reason, EndsAccess: true, Origin: "dispute", Status: provider.Processing,
			ProviderRef: d.ProviderRef, CreatedAt: d.UpdatedAt, UpdatedAt: d.UpdatedAt}
		if err := s.deps.Orders.ReserveRefund(ctx, tx, p.OrderID, amount); err != nil {
			return err
		}
		if err := insertRefund(ctx, tx, r); err != nil {
			return err
		}
	}
	return s.deps.Orders.Suspend(ctx, tx, p.OrderID)
}

// decide gives back what was reserved and closed for a dispute that was won, and makes it final for one that was lost.
func (s *Service) decide(ctx context.Context, tx bun.IDB, p Payment, d Dispute) error {
	if !d.Withdrawn {
		return nil
	}
	status := provider.Succeeded
	if d.Status == provider.Won {
		status = provider.Failed
		if err := s.bookWithdrawal(ctx, tx, p, d, -d.Amount); err != nil {
			return err
		}
	}
	r, err := refundByRef(ctx, tx, d.PaymentID, d.ProviderRef)
	if err != nil {
		return err
	}
	if r != nil {
		if err := s.finish(ctx, tx, *r, status); err != nil {
			return err
		}
	}
	if d.Status != provider.Won {
		return nil
	}
	closed, err := staysClosed(ctx, tx, d.OrderID)
	if err != nil || closed {
		return err
	}
	return s.deps.Orders.Resume(ctx, tx, d.OrderID)
}
