package payment

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/ledger"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/events"
)

// UnbalancedEvent is published each night in which the books do not balance.
type UnbalancedEvent struct{ Damages int64 }

// EventName is the name under which the event is published.
func (UnbalancedEvent) EventName() string { return "ledger.unbalanced" }

// bookPayment posts a payment of which an order needs total; the rest is surplus.
func (s *Service) bookPayment(ctx context.Context, tx bun.IDB, p Payment, total int64) error {
	var fee int64
	if p.Fee != nil {
		fee = *p.Fee
	}
	return s.post(ctx, tx, p, ledger.PaymentRef(p.ID), []ledger.Entry{{Account: ledger.Provider(p.Provider), Amount: p.Amount - fee}, {Account: ledger.Fees, Amount: fee},
		{Account: ledger.Receivable, Amount: -total}, {Account: ledger.Surplus, Amount: total - p.Amount}})
}

// bookRefund posts a refund that was made.
func (s *Service) bookRefund(ctx context.Context, tx bun.IDB, p Payment, r Refund) error {
	from, to := ledger.Provider(p.Provider), ledger.Receivable
	switch {
	case p.Surplus || r.Origin == "surplus":
		to = ledger.Surplus
	case r.Origin == "dispute":
		from = ledger.Disputes // where the money has been since it was withdrawn
	}
	return s.post(ctx, tx, p, ledger.RefundRef(r.ID), []ledger.Entry{{Account: from, Amount: -r.Amount}, {Account: to, Amount: r.Amount}})
}

// bookReturn posts what has come back of a refund that was made.
func (s *Service) bookReturn(ctx context.Context, tx bun.IDB, p Payment, r Refund) error {
	from := ledger.Receivable
	if p.Surplus || r.Origin == "surplus" {
		from = ledger.Surplus
	}
	return s.post(ctx, tx, p, ledger.ReturnedRefundRef(r.ID), []ledger.Entry{{Account: ledger.Provider(p.Provider), Amount: r.Amount}, {Account: from, Amount: -r.Amount}})
}

// bookWithdrawal posts what a bank has taken back for a dispute; a negative amount is what it returns once the dispute is won.
func (s *Service) bookWithdrawal(ctx context.Context, tx bun.IDB, p Payment, d Dispute, amount int64) error {
	event := "withdrawn"
	if amount < 0 {
		event = "returned"
	}
	return s.post(ctx, tx, p, ledger.DisputeRef(d.ID, event), []ledger.Entry{{Account: ledger.Provider(p.Provider), Amount: -amount}, {Account: ledger.Disputes, Amount: amount}})
}

func (s *Service) post(ctx context.Context, tx bun.IDB, p Payment, ref string, entries []ledger.Entry) error {
	return ledger.Post(ctx, tx, ledger.Journal{Ref: ref, OrderID: p.OrderID, Currency: p.Currency, At: s.deps.Clock.Now(), Test: s.isTest(p.Provider), Entries: entries})
}

// Balance proves the books and lets administrators be notified if they do not balance.
func (s *Service) Balance(ctx context.Context) error {
	damages, err := s.verifyBooks(ctx)
	if err != nil || len(damages) == 0 {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		return events.Publish(ctx, tx, s.deps.Clock.Now(), UnbalancedEvent{int64(len(damages))})
	})
}

func (s *Service) verifyBooks(ctx context.Context) (damages []string, err error) {
	err = s.deps.DB.Snapshot(ctx, func(q bun.IDB) (err error) {
		damages, err = ledger.Verify(ctx, q)
		return err
	})
	return damages, err
}

// Checks are run by `lectern doctor`.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, _ consistency.Options) ([]consistency.Finding, error) {
		damages, err := s.verifyBooks(ctx)
		return []consistency.Finding{consistency.List("ledger", false, "The books do not balance; compare these rows with the payment provider and with a backup. ", damages)}, err
	}}
}
