package refundrequest

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

// Orders is what this package needs of orders.
type Orders interface {
	// Order returns an order, for its buyer, those who look after the bills of its company, and administrators. fault.NotFound.
	Order(ctx context.Context, q bun.IDB, who access.Caller, id string) (Order, error)
	// Lock is Order, with its row locked until the transaction ends.
	Lock(ctx context.Context, tx bun.IDB, who access.Caller, id string) (Order, error)
	// LockRefundable locks the row of an order for the program itself, and returns what of it can still be sent back.
	LockRefundable(ctx context.Context, tx bun.IDB, id string) (int64, error)
	// LooksAfterBills reports whether a user is one of those who look after the bills of a company.
	LooksAfterBills(ctx context.Context, q bun.IDB, user, company string) (bool, error)
	// HasRedeemedGift reports whether a recipient has accepted a gift of an order.
	HasRedeemedGift(ctx context.Context, q bun.IDB, id string) (bool, error)
}

// Payments is what this package needs of payments.
type Payments interface {
	// HasOpenDispute reports whether a payment of an order is disputed, and that is not decided.
	HasOpenDispute(ctx context.Context, q bun.IDB, orderID string) (bool, error)
	// Refund begins a refund of an order and returns its id. fault.Conflict for more than is left.
	Refund(ctx context.Context, tx bun.IDB, who access.Caller, orderID string, a RefundApproval) (string, error)
}

// Sessions is what this package needs of sessions.
type Sessions interface {
	// Fresh returns a fault unless the caller has proven who they are within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Audit    *audit.Log
	Limits   *ratelimit.Limiter
	Orders   Orders
	Payments Payments
	Sessions Sessions
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// OfOrder returns whether the caller can ask for a refund of an order, until when, and what has become of earlier requests. For its buyer, those who look after the bills of its
// company, and administrators. fault.NotFound.
func (s *Service) OfOrder(ctx context.Context, who access.Caller, orderID string) (OrderRefundRequests, error) {
	q := s.deps.DB.Reader()
	o, err := s.deps.Orders.Order(ctx, q, who, orderID)
	if err != nil {
		return OrderRefundRequests{}, err
	}
	return s.ofOrder(ctx, q, who, o)
}

func (s *Service) ofOrder(ctx context.Context, q bun.IDB, who access.Caller, o Order) (OrderRefundRequests, error) {
	found := OrderRefundRequests{Currency: o.Currency, Refundable: o.Refundable}
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return found, err
	}
	if found.Requests, err = requestsOf(ctx, q, o.ID); err != nil {
		return found, err
	}
	calendar, days := clock.Calendar{Zone: current.School.Zone()}, current.Sales.RefundDays
	if days > 0 && o.PaidAt != nil {
		found.LastDay = clock.FormatDay(lastDay(o, days, calendar))
	}
	found.WhyNot, err = s.whyNot(ctx, q, who, o, found.Requests, days)
	if err == nil && found.WhyNot == "" && calendar.Day(s.deps.Clock.Now()) > lastDay(o, days, calendar) {
		found.WhyNot = "window_over"
	}
	found.CanAsk = found.WhyNot == ""
	return found, err
}

// whyNot returns why a caller can't ask for a refund, apart from the time that is over; "" if they can.
func (s *Service) whyNot(ctx context.Context, q bun.IDB, who access.Caller, o Order, before []RefundRequest, days int64) (string, error) {
	isBuyer, err := s.isBuyer(ctx, q, who, o)
	has := func(statuses ...string) bool {
		return slices.ContainsFunc(before, func(r RefundRequest) bool { return slices.Contains(statuses, r.Status) })
	}
	switch {
	case err != nil:
		return "", err
	case !isBuyer:
		return errNotBuyer.Code, nil
	case o.PaidAt == nil || o.Paid == 0:
		return "not_paid", nil
	case has(open):
		return "already_asked", nil
	case has(approved, refused):
		return "decided", nil
	case days == 0:
		return "not_offered", nil
	case o.Refundable == 0:
		return "nothing_left", nil
	}
	disputed, err := s.deps.Payments.HasOpenDispute(ctx, q, o.ID)
	if err != nil || disputed {
		return "disputed", err
	}
	redeemed, err := s.deps.Orders.HasRedeemedGift(ctx, q, o.ID)
	if err != nil || redeemed {
		return "gift_redeemed", err
	}
	return "", nil
}

// isBuyer reports whether a caller has bought an order, or looks after the bills of the company for which it was ordered.
func (s *Service) isBuyer(ctx context.Context, q bun.IDB, who access.Caller, o Order) (bool, error) {
	if o.CompanyID == nil {
		return o.BuyerID == who.ID, nil
	}
	return s.deps.Orders.LooksAfterBills(ctx, q, who.ID, *o.CompanyID)
}

// Ask records that the caller wants an order refunded, and has the administrators notified. For its buyer and those who look after the bills of its company. It returns
// fault.NotFound for an order that the caller cannot see, fault.Forbidden for administrators who have not bought it, fault.Conflict with the reason why it can't be asked for, and
// fault.TooMany.
func (s *Service) Ask(ctx context.Context, who access.Caller, orderID string, n NewRefundRequest) (r RefundRequest, err error) {
	if _, err := s.deps.Orders.Order(ctx, s.deps.DB.Reader(), who, orderID); err != nil {
		return r, err
	}
	if err := s.deps.Limits.Allow(ctx, ratelimit.Hit{Rule: askRule, Subject: who.ID}); err != nil {
		return r, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		o, err := s.deps.Orders.Lock(ctx, tx, who, orderID)
		if err != nil {
			return err
		}
		can, err := s.ofOrder(ctx, tx, who, o)
		if err != nil {
			return err
		}
		if !can.CanAsk {
			return refusals[can.WhyNot]
		}
		now := s.deps.Clock.Now()
		r = RefundRequest{ID: db.NewID(), OrderID: orderID, AskedBy: who.ID, Reason: strings.TrimSpace(n.Reason), Status: open, CreatedAt: now}
		if err := insert(ctx, tx, r); err != nil {
			return err
		}
		return events.Publish(ctx, tx, now, ChangedEvent{r.ID, open})
	})
	return r, err
}

// lock returns a request and its order, whose row is locked until the transaction ends: all that ends a request, and all that refunds its order, waits for that.
func (s *Service) lock(ctx context.Context, tx bun.IDB, who access.Caller, id string) (r RefundRequest, o Order, err error) {
	if r, err = find(ctx, tx, id); err != nil {
		return r, o, err
	}
	if o, err = s.deps.Orders.Lock(ctx, tx, who, r.OrderID); err != nil {
		if fault.Is(err, fault.NotFound) {
			err = errNoRequest // strangers learn nothing of it
		}
		return r, o, err
	}
	r, err = find(ctx, tx, id)
	return r, o, err
}

// Withdraw ends an open request. For those who could have asked. fault.NotFound for strangers, fault.Forbidden for administrators who have not bought the order, fault.Conflict for a request that was decided or
// withdrawn.
func (s *Service) Withdraw(ctx context.Context, who access.Caller, id string) (r RefundRequest, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		found, o, err := s.lock(ctx, tx, who, id)
		if err != nil {
			return err
		}
		isBuyer, err := s.isBuyer(ctx, tx, who, o)
		if err != nil {
			return err
		}
		if !isBuyer {
			return errNotBuyer
		}
		if err := decide(ctx, tx, found.ID, decision{status: withdrawn, at: s.deps.Clock.Now()}); err != nil {
			return err
		}
		r, err = find(ctx, tx, id)
		return err
	})
	return r, err
}

// Waiting lists the open requests, oldest first, and their number. For administrators.
func (s *Service) Waiting(ctx context.Context, limit, offset int64) ([]OpenRefundRequest, rest.Count, error) {
	q := s.deps.DB.Reader()
	n, err := countWaiting(ctx, q)
	if err != nil {
		return nil, n, err
	}
	found, err := waiting(ctx, q, limit, offset)
	return found, n, err
}

// Approve refunds an order on request: the amount is reserved, and the provider is asked for it, once. For administrators whose session is fresh. fault.NotFound, fault.Forbidden,
// fault.Conflict for a request that was decided or withdrawn, and for more than is left of the order.
func (s *Service) Approve(ctx context.Context, who access.Caller, id string, a RefundApproval) (RefundRequest, error) {
	if err := s.deps.Sessions.Fresh(ctx, s.deps.DB.Reader(), who); err != nil {
		return RefundRequest{}, err
	}
	a.Reason = strings.TrimSpace(a.Reason)
	return s.close(ctx, who, id, approved, func(tx bun.IDB, o Order) (decision, error) {
		refund, err := s.deps.Payments.Refund(ctx, tx, who, o.ID, a)
		return decision{refund: &refund}, err
	})
}

// Refuse ends a request with a reason that the buyer reads. For administrators whose session is fresh. fault.NotFound, fault.Forbidden, fault.Conflict for a request that was decided
// or withdrawn.
func (s *Service) Refuse(ctx context.Context, who access.Caller, id string, n RefundRefusal) (RefundRequest, error) {
	if err := s.deps.Sessions.Fresh(ctx, s.deps.DB.Reader(), who); err != nil {
		return RefundRequest{}, err
	}
	return s.Decline(ctx, who, id, n)
}

// Decline is Refuse for the program itself, which has nobody's session.
func (s *Service) Decline(ctx context.Context, who access.Caller, id string, n RefundRefusal) (RefundRequest, error) {
	return s.close(ctx, who, id, refused, func(bun.IDB, Order) (decision, error) { return decision{answer: strings.TrimSpace(n.Reason)}, nil })
}

// close ends an open request with the decision of an administrator, and has the buyer notified.
func (s *Service) close(ctx context.Context, who access.Caller, id, status string, decided func(tx bun.IDB, o Order) (decision, error)) (r RefundRequest, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		found, o, err := s.lock(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if found.Status != open {
			return errNotOpen
		}
		d, err := decided(tx, o)
		if err != nil {
			return err
		}
		d.status, d.by, d.at = status, &who.ID, s.deps.Clock.Now()
		if err := decide(ctx, tx, id, d); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, d.at, ChangedEvent{id, status}); err != nil {
			return err
		}
		if r, err = find(ctx, tx, id); err != nil {
			return err
		}
		after := map[string]any{"number": o.Number}
		if r.Answer != "" {
			after["reason"] = r.Answer
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "refund_request." + status, TargetKind: "order", TargetID: o.ID, After: after})
	})
	return r, err
}

// Listeners close the open request of an order of which all has been sent back without it: by an administrator, at the provider, or by a bank whose dispute the school has
// lost. Its buyer is notified of the refund or the dispute.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{
		events.On("refund requests", func(ctx context.Context, d events.Delivery[paymentRefunded]) error {
			if d.Event.Failed {
				return nil
			}
			return s.closeRefunded(ctx, d.Event.RefundID)
		}),
		events.On("refund requests after disputes", func(ctx context.Context, d events.Delivery[paymentDisputed]) error {
			if d.Event.Status != provider.Lost {
				return nil
			}
			refund, err := refundOfDispute(ctx, s.deps.DB.Reader(), d.Event.DisputeID)
			if err != nil || refund == "" {
				return err
			}
			return s.closeRefunded(ctx, refund)
		}),
	}
}

func (s *Service) closeRefunded(ctx context.Context, refundID string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		orderID, by, err := refundedOrder(ctx, tx, refundID)
		if err != nil {
			return err
		}
		left, err := s.deps.Orders.LockRefundable(ctx, tx, orderID)
		if err != nil || left > 0 {
			return err
		}
		all, err := requestsOf(ctx, tx, orderID)
		for _, r := range all {
			if err == nil && r.Status == open {
				err = decide(ctx, tx, r.ID, decision{status: approved, refund: &refundID, by: by, at: s.deps.Clock.Now()})
			}
		}
		return err
	})
}

// Erase removes what a user has written in requests, and withdraws those that are open.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user, s.deps.Clock.Now())
}
