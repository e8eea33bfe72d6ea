package testpay

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// TestRefund is money that the test provider has sent back.
type TestRefund struct {
	bun.BaseModel `bun:"table:test_refunds,alias:r" json:"-"`

	ID         string     `bun:",pk" json:"id"`
	CheckoutID string     `json:"-"`
	Amount     int64      `json:"amount"`
	FailedAt   *time.Time `json:"failed_at" doc:"When it turned out not to have arrived; null: it has."`
}

// TestDispute is a payment at the test provider that its payer has their bank take back.
type TestDispute struct {
	bun.BaseModel `bun:"table:test_disputes,alias:d" json:"-"`

	ID         string    `bun:",pk" json:"-"`
	CheckoutID string    `json:"-"`
	Amount     int64     `json:"amount"`
	Status     string    `json:"status" enum:"needs_response,won,lost" doc:"won: the money stays with the school."`
	RespondBy  time.Time `json:"-"`
}

// TestDealings are what has become of a payment at the test provider, where administrators play its buyer, its bank and the provider.
type TestDealings struct {
	Checkout
	Refunds []TestRefund `json:"refunds"`
	Dispute *TestDispute `json:"dispute,omitempty" doc:"Absent where there is none."`
}

// TestDeed is what an administrator lets happen to a payment at the test provider.
type TestDeed struct {
	Deed     string `json:"deed" enum:"fail_payment,fail_refund,dispute,dispute_won,dispute_lost" msg:"deed must be fail_payment, fail_refund, dispute, dispute_won or dispute_lost"`
	RefundID string `json:"refund_id,omitempty" maxLength:"40" msg:"refund_id must be an id" doc:"Of fail_refund."`
}

var errNotNow = fault.New(fault.Conflict, "test_deed_impossible", "That can't happen to this payment now. Reload the page.")

// respondFor is how long the school of a demo can answer a dispute.
const respondFor = 7 * 24 * time.Hour

// Dealings returns a payment with its refunds and its dispute. For administrators. fault.NotFound.
func (s *Service) Dealings(ctx context.Context, id string) (TestDealings, error) {
	return s.dealings(ctx, s.deps.DB.Reader(), id)
}

func (s *Service) dealings(ctx context.Context, q bun.IDB, id string) (d TestDealings, err error) {
	if !s.deps.Enabled {
		return d, errNoCheckout
	}
	if d.Checkout, err = s.read(ctx, q, id); err != nil {
		return d, err
	}
	if d.Refunds, err = refundsOf(ctx, q, id); err != nil {
		return d, err
	}
	d.Dispute, err = disputeOf(ctx, q, id)
	return d, err
}

// Do lets something happen to a payment, and sends the message about it: twice, and never not at all, for an administrator waits to see it. For administrators. It returns fault.NotFound, or
// fault.Conflict for what cannot happen to the payment as it is.
func (s *Service) Do(ctx context.Context, id string, n TestDeed) (d TestDealings, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.dealings(ctx, tx, id)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		done, err := s.happen(ctx, tx, before, n, now)
		if err != nil {
			return err
		}
		if !done {
			return errNotNow
		}
		if err := s.deliver(ctx, tx, id, n.Deed, now, 0); err != nil {
			return err
		}
		d, err = s.dealings(ctx, tx, id)
		return err
	})
	return d, err
}

// happen returns false for what cannot happen to the payment.
func (s *Service) happen(ctx context.Context, tx bun.IDB, d TestDealings, n TestDeed, now time.Time) (bool, error) {
	switch n.Deed {
	case "fail_payment":
		if d.State != "processing" {
			return false, nil
		}
		return failPayment(ctx, tx, d.ID)
	case "fail_refund":
		return failRefund(ctx, tx, d.ID, n.RefundID, now)
	case "dispute":
		left := d.Amount - d.Refunded
		if d.State != "paid" || d.Dispute != nil || left == 0 {
			return false, nil
		}
		return insertDispute(ctx, tx, TestDispute{ID: db.NewID(), CheckoutID: d.ID, Amount: left, Status: "needs_response", RespondBy: now.Add(respondFor)})
	case "dispute_won":
		return decideDispute(ctx, tx, d.ID, "won")
	default:
		return decideDispute(ctx, tx, d.ID, "lost")
	}
}
