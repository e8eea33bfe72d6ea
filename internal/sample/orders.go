package sample

import (
	"context"
	"time"

	"lectern/internal/commerce/coupon"
	"lectern/internal/commerce/order"
	"lectern/internal/commerce/payment"
	"lectern/internal/commerce/refundrequest"
	"lectern/internal/commerce/testpay"
	"lectern/internal/platform/access"
)

// purchase is an order of the demo.
type purchase struct {
	at       time.Time
	buyer    person
	course   string
	unpaid   bool
	refunded int64 // what is sent back a day later, in cents; -1: all
	returned bool  // the bank returns the refund a day after that
	gift     *order.NewGift
	inParts  bool // month by month
	asks     *refundAsk
}

// refundAsk is a buyer's request for a refund.
type refundAsk struct {
	at              time.Time
	reason, refusal string // refusal: a day later; empty: it is still open
}

// planOrders plans what learners buy with the provider of the demo: orders that are paid, refunded in part or whole, also with a refund that the bank returns, expired, and not paid yet, a gift, a course in instalments, and two requests for
// refunds, of which one is open.
func (m *schoolMonth) planOrders() {
	if !m.in.TestPayments.IsEnabled() {
		return
	}
	day := func(n int) time.Time { return m.start.AddDate(0, 0, n).Add(90 * time.Minute) }
	mina := person{key: "mina", name: "Mina Okafor"}
	for _, p := range []purchase{
		{at: day(4), buyer: learners[2], course: "Negotiation for engineers"},
		{at: day(10), buyer: mina, course: "TypeScript from the types up", refunded: 2000},
		{at: day(13), buyer: learners[5], course: "Reading a balance sheet", refunded: -1},
		{at: day(14), buyer: learners[6], course: "Reading a balance sheet", refunded: -1, returned: true},
		{at: day(19), buyer: mina, course: "Negotiation for engineers", gift: &order.NewGift{Email: "sofia@family.example", RecipientName: "Sofia", SenderName: "Mina",
			Message: "For your new job. I learned a lot in this course!"}},
		{at: day(16), buyer: mina, course: "Go services that stay up", inParts: true},
		{at: day(17), buyer: learners[3], course: "German for your first month", asks: &refundAsk{at: m.now.Add(-20 * time.Hour),
			reason: "I start a new job in another city next week, and the sessions fall into my working hours. I have watched the first lesson only."}},
		{at: day(18), buyer: learners[0], course: "German for your first month", asks: &refundAsk{at: day(22), reason: "I thought that we would meet in a classroom.",
			refusal: "The course page says that we meet online, and you have learned with it for four days. Write to us if something in it doesn't work for you."}},
		{at: day(21), buyer: learners[4], course: "German for your first month", unpaid: true},
		{at: m.now.Add(-5 * time.Minute), buyer: mina, course: "German for your first month", unpaid: true},
	} {
		m.planPurchase(p)
	}
	m.add(day(22), m.in.Orders.Expire)
	m.add(day(3), m.addCoupon)
}

// addCoupon adds a code that buyers can try at the checkout, once.
func (m *schoolMonth) addCoupon(ctx context.Context) error {
	added, _, err := m.in.Coupons.List(ctx, 1, 0)
	if err != nil || len(added) > 0 {
		return err // or added before the fill was interrupted
	}
	_, err = m.in.Coupons.Create(ctx, m.callers["asha"], coupon.NewCoupon{Code: "WINTER10", Kind: "percent", RatePPM: 100_000, Currency: "EUR", Budget: new(int64(50_000)),
		Active: true, Note: "For readers of the newsletter"})
	return err
}

func (m *schoolMonth) planPurchase(p purchase) {
	who, id := m.callers[p.buyer.key], m.find(p.course).id
	lines := []order.NewLine{{CourseID: id, Plan: "batch"}}
	var placed order.Order
	var plan string
	if p.inParts {
		plan = "installments"
	}
	m.add(p.at, func(ctx context.Context) error {
		q, err := m.in.Orders.Quote(ctx, who, order.Cart{Lines: lines, Currency: "EUR", IsGift: p.gift != nil, PaymentPlan: plan})
		if err != nil {
			return err
		}
		n := order.NewOrder{CartKey: eventID("order", p.buyer.key, p.course), Digest: q.Digest, Lines: lines, Currency: "EUR", Billing: order.Billing{Name: p.buyer.name}, Gift: p.gift, PaymentPlan: plan}
		if placed, err = m.in.Orders.Place(ctx, who, n); err != nil || p.unpaid {
			return err
		}
		return m.pay(ctx, who, placed.ID)
	})
	if p.asks != nil {
		m.planRefundRequest(who, &placed, *p.asks)
	}
	if p.refunded == 0 {
		return
	}
	m.add(p.at.Add(24*time.Hour), func(ctx context.Context) error {
		if placed.ID == "" {
			return nil // bought before the fill was interrupted
		}
		refund := payment.NewRefund{Amount: p.refunded, Reason: "Part of the first session was cancelled"}
		if p.refunded < 0 {
			refund = payment.NewRefund{Amount: placed.Total, Reason: "The dates no longer suit the learner", EndsAccess: true}
		}
		_, err := m.in.Payments.SendBack(ctx, m.callers["asha"], placed.ID, refund)
		return err
	})
	if p.returned {
		m.add(p.at.Add(48*time.Hour), func(ctx context.Context) error { return m.returnRefund(ctx, who, placed.ID) })
	}
}

// planRefundRequest lets a buyer ask for a refund of an order that is placed before, and an administrator refuse it.
func (m *schoolMonth) planRefundRequest(who access.Caller, placed *order.Order, ask refundAsk) {
	var asked refundrequest.RefundRequest
	m.add(ask.at, func(ctx context.Context) (err error) {
		if placed.ID == "" {
			return nil // bought before the fill was interrupted
		}
		asked, err = m.in.RefundRequests.Ask(ctx, who, placed.ID, refundrequest.NewRefundRequest{Reason: ask.reason})
		return err
	})
	if ask.refusal == "" {
		return
	}
	m.add(ask.at.Add(24*time.Hour), func(ctx context.Context) error {
		if asked.ID == "" {
			return nil
		}
		_, err := m.in.RefundRequests.Decline(ctx, m.callers["asha"], asked.ID, refundrequest.RefundRefusal{Reason: ask.refusal})
		return err
	})
}

// returnRefund lets the bank of a buyer return a refund that had arrived, as happens with accounts that are closed.
func (m *schoolMonth) returnRefund(ctx context.Context, who access.Caller, orderID string) error {
	if orderID == "" {
		return nil // bought before the fill was interrupted
	}
	progress, err := m.in.Payments.Progress(ctx, who, orderID)
	if err != nil || len(progress.Refunds) == 0 {
		return err
	}
	attempt := progress.Attempts[0].ID
	if _, err := m.in.TestPayments.Do(ctx, attempt, testpay.TestEvent{Event: "refund_failed", RefundID: progress.Refunds[0].ID}); err != nil {
		return err
	}
	return m.in.Payments.Refresh(ctx, attempt)
}

// pay pays an order with a card that is accepted.
func (m *schoolMonth) pay(ctx context.Context, who access.Caller, orderID string) error {
	a, err := m.in.Payments.Start(ctx, who, orderID, payment.NewAttempt{Provider: testpay.Name})
	if err != nil {
		return err
	}
	if _, err := m.in.TestPayments.Pay(ctx, a.ID, testpay.Card{Number: "4242 4242 4242 4242"}); err != nil {
		return err
	}
	_, err = m.in.Payments.Sync(ctx, who, orderID)
	return err
}
