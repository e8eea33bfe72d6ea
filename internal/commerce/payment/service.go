package payment

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/ratelimit"
)

// Order is what this package needs to know of an order.
type Order struct {
	ID, Number, BuyerID, Status, Currency, Title string
	Total, Paid                                  int64
	ExpiresAt                                    time.Time
}

// Orders is what this package needs of orders.
type Orders interface {
	// Order returns an order, for its buyer and administrators. fault.NotFound.
	Order(ctx context.Context, q bun.IDB, who access.Caller, id string) (Order, error)
	// OrderOf is Order for the program itself.
	OrderOf(ctx context.Context, q bun.IDB, id string) (Order, error)
	// Lock is Order, with its row locked until the transaction ends.
	Lock(ctx context.Context, tx bun.IDB, who access.Caller, id string) (Order, error)
	// Extend lets an order wait for a payment for longer than its price holds.
	Extend(ctx context.Context, tx bun.IDB, id string, until time.Time) error
	// MarkPaid returns false if the order does not need the money.
	MarkPaid(ctx context.Context, tx bun.IDB, id string) (bool, error)
	// ReserveRefund returns fault.Conflict for more than is left.
	ReserveRefund(ctx context.Context, tx bun.IDB, id string, amount int64) error
	ReleaseRefund(ctx context.Context, tx bun.IDB, id string, amount int64) error
	CompleteRefund(ctx context.Context, tx bun.IDB, id string, amount int64, endsAccess bool) error
	// ReverseRefund takes back what CompleteRefund has recorded, but for the access.
	ReverseRefund(ctx context.Context, tx bun.IDB, id string, amount int64) error
	// CanReopen reports whether Resume gives back all that an order gave.
	CanReopen(ctx context.Context, q bun.IDB, id string) (bool, error)
	// LockRefundable locks the row of an order until the transaction ends, and returns what of it can still be sent back.
	LockRefundable(ctx context.Context, tx bun.IDB, id string) (int64, error)
	// Suspend closes what was bought while a dispute is not decided, and Resume opens it again.
	Suspend(ctx context.Context, tx bun.IDB, id string) error
	Resume(ctx context.Context, tx bun.IDB, id string) error
}

// Receipts issues documents with the transaction of what they are about.
type Receipts interface {
	IssueReceipt(ctx context.Context, tx bun.IDB, orderID, paymentID string, test bool) error
	IssueCreditNote(ctx context.Context, tx bun.IDB, orderID, refundID string, amount int64, reason string, test bool) error
	// ReverseCreditNote reverses the credit note of a refund.
	ReverseCreditNote(ctx context.Context, tx bun.IDB, orderID, refundID string) error
}

// Sessions is what this package needs of sessions.
type Sessions interface {
	// Fresh returns a fault unless the caller has proven who they are within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Queue     *jobs.Queue
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Orders    Orders
	Receipts  Receipts
	Sessions  Sessions
	Providers []provider.Provider `optional:"none are configured: courses are paid for by arrangement"`
	Address   string              `optional:"unknown: the provider returns to a path"`
}

type Service struct {
	deps      Deps
	providers map[string]provider.Provider
}

func New(d Deps) *Service {
	deps.Require(d)
	s := &Service{deps: d, providers: map[string]provider.Provider{}}
	for _, p := range d.Providers {
		s.providers[p.Name()] = p
	}
	return s
}

// Providers lists the ways to pay an amount, or all of them; none where courses are paid for by arrangement. For everybody.
func (s *Service) Providers(ctx context.Context, a Payable) ([]ProviderInfo, error) {
	infos := []ProviderInfo{}
	for _, p := range s.deps.Providers {
		offered, err := p.IsOffered(ctx)
		if err != nil {
			return nil, err
		}
		if offered && (a.Currency == "" || p.Offers(strings.ToUpper(a.Currency), a.Amount) == nil) {
			infos = append(infos, ProviderInfo{p.Name(), p.IsTest()})
		}
	}
	return infos, nil
}

// isTest reports that a provider moves nobody's money. One that is not configured any more is taken for a real one.
func (s *Service) isTest(name string) bool {
	p, there := s.providers[name]
	return there && p.IsTest()
}

// Progress returns how far the payment of an order has come. For its buyer and administrators. fault.NotFound.
func (s *Service) Progress(ctx context.Context, who access.Caller, orderID string) (p Progress, err error) {
	q := s.deps.DB.Reader()
	o, err := s.deps.Orders.Order(ctx, q, who, orderID)
	if err != nil {
		return p, err
	}
	p = Progress{OrderID: o.ID, Status: o.Status}
	if p.Attempts, err = attemptsOf(ctx, q, orderID); err != nil {
		return p, err
	}
	if p.Payments, err = paymentsOf(ctx, q, orderID); err != nil {
		return p, err
	}
	if p.Refunds, err = refundsOf(ctx, q, orderID); err != nil {
		return p, err
	}
	p.Disputes = []Dispute{}
	if who.HasRole(access.Admin) {
		p.Disputes, err = disputesOf(ctx, q, orderID)
	}
	return p, err
}

// syncRule limits how often a buyer has a provider asked.
var syncRule = ratelimit.Rule{Name: "payment sync", Limit: 60, Window: time.Minute}

// Sync asks the provider of an order's newest attempt now. For its buyer and administrators. fault.NotFound, fault.TooMany,
// fault.Unavailable.
func (s *Service) Sync(ctx context.Context, who access.Caller, orderID string) (Progress, error) {
	before, err := s.Progress(ctx, who, orderID)
	if err != nil || len(before.Attempts) == 0 {
		return before, err
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: syncRule, Subject: who.ID}); err != nil {
		return before, err
	}
	newest := before.Attempts[0]
	if !newest.live() && newest.Status != provider.Failed {
		return before, nil
	}
	if err := s.Refresh(ctx, newest.ID); err != nil {
		return before, errAway.WithCause(err)
	}
	return s.Progress(ctx, who, orderID)
}

const (
	refreshKind = "payment.refresh"
	refundKind  = "payment.refund"
)

type attemptPayload struct{ AttemptID string }

type refundPayload struct{ RefundID string }

// Handlers ask providers: after a message, from time to time, and for refunds.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		refreshKind: {Do: func(ctx context.Context, js []jobs.Job) error {
			p, err := jobs.Payload[attemptPayload](js[0])
			if err != nil {
				return err
			}
			return s.Refresh(ctx, p.AttemptID)
		}},
		refundKind: {Do: func(ctx context.Context, js []jobs.Job) error {
			p, err := jobs.Payload[refundPayload](js[0])
			if err != nil {
				return err
			}
			return s.makeRefund(ctx, p.RefundID)
		}},
		"payment.check":   {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Check(ctx) }},
		"payment.balance": {Every: 24 * time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Balance(ctx) }},
		"payment.missed":  {Every: time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Missed(ctx) }},
	}
}

const atOnce = 200 // attempts that are looked at in one go

// Check looks at the attempts that are due, so that no payment rests on a message that may never come.
func (s *Service) Check(ctx context.Context) error {
	ids, err := due(ctx, s.deps.DB.Reader(), s.deps.Clock.Now(), atOnce)
	if err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, id := range ids {
			if err := postpone(ctx, tx, id, s.deps.Clock.Now().Add(time.Hour)); err != nil {
				return err
			}
			if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: refreshKind, Ref: id, Payload: attemptPayload{id}}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Sweeps deletes the names of old messages: providers repeat none after 30 days.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"payment.events": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteEvents(ctx, tx, s.deps.Clock.Now().AddDate(0, 0, -30)) })
	}}
}
