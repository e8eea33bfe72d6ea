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

// TestPaymentDetail is a payment at the test provider as it is now, with its refunds and its dispute.
type TestPaymentDetail struct {
	Checkout
	Refunds []TestRefund `json:"refunds"`
	Dispute *TestDispute `json:"dispute,omitempty" doc:"Absent where there is none."`
}

// TestEvent is what happens to a payment at the test provider, where administrators play its buyer and its bank.
type TestEvent struct {
	Event    string `json:"event" enum:"payment_failed,refund_failed,dispute_opened,dispute_won,dispute_lost" msg:"event must be payment_failed, refund_failed, dispute_opened, dispute_won or dispute_lost"`
	RefundID string `json:"refund_id,omitempty" maxLength:"40" msg:"refund_id must be an id" doc:"Which refund has failed."`
}

var errNotNow = fault.New(fault.Conflict, "test_event_impossible", "That can't happen to this payment now. Reload the page.")

// respondFor is how long the school of a demo can answer a dispute.
const respondFor = 7 * 24 * time.Hour

// Detail returns a payment with its refunds and its dispute. For administrators. fault.NotFound.
func (s *Service) Detail(ctx context.Context, id string) (TestPaymentDetail, error) {
	return s.detail(ctx, s.deps.DB.Reader(), id)
}

func (s *Service) detail(ctx context.Context, q bun.IDB, id string) (d TestPaymentDetail, err error) {
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

// Do lets an event happen to a payment, and sends the message about it: twice, and never not at all, because an administrator waits for it. For
// administrators. It returns fault.NotFound, and fault.Conflict for what cannot happen to the payment as it is.
func (s *Service) Do(ctx context.Context, id string, n TestEvent) (d TestPaymentDetail, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.detail(ctx, tx, id)
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
		if err := s.deliver(ctx, tx, id, n.Event, now, 0); err != nil {
			return err
		}
		d, err = s.detail(ctx, tx, id)
		return err
	})
	return d, err
}

// happen returns false for what cannot happen to the payment.
func (s *Service) happen(ctx context.Context, tx bun.IDB, d TestPaymentDetail, n TestEvent, now time.Time) (bool, error) {
	switch n.Event {
	case "payment_failed":
		if d.State != "processing" {
			return false, nil
		}
		return failPayment(ctx, tx, d.ID)
	case "refund_failed":
		return failRefund(ctx, tx, d.ID, n.RefundID, now)
	case "dispute_opened":
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
