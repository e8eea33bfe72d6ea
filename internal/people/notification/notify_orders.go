package notification

import (
	"context"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/notificationkind"
	"lectern/internal/people/orderfacts"
)

// notifyTransfer notifies the administrators of the proof of a bank transfer, or its buyer that the proof was declined.
func (s *Service) notifyTransfer(ctx context.Context, dedupKey string, kind notificationkind.Kind, id string) error {
	t, err := orderfacts.TransferOf(ctx, s.db.Reader(), id)
	if err != nil || t == nil {
		return err
	}
	data := Data{"order": t.OrderID, "order_number": t.OrderNumber, "reason": t.Reason}
	if kind == notificationkind.TransferReceived {
		return s.notifyAdministrators(ctx, dedupKey, kind, data.by(t.BuyerID))
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{t.BuyerID}, Data: data})
}

// notifyCompanyOrder notifies those who look after the bills of a company of what has become of an order by invoice.
func (s *Service) notifyCompanyOrder(ctx context.Context, dedupKey string, kind notificationkind.Kind, id string) error {
	o, people, err := orderfacts.CompanyOrderOf(ctx, s.db.Reader(), id)
	if err != nil || o == nil || o.DueAt == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: people,
		Data: Data{"company": o.CompanyID, "company_name": o.CompanyName, "order_number": o.Number, "until": instant(*o.DueAt)}})
}

// moneyData are those of a sum of money that belongs to an order.
func moneyData(m *orderfacts.Money) Data {
	return Data{"order": m.OrderID, "order_number": m.OrderNumber, "amount": strconv.FormatInt(m.Amount, 10), "currency": m.Currency, "course_title": m.Title}.by(m.BuyerID)
}

// notifyPaid notifies the buyer of an order that was paid, or those who look after the bills of their company. An order that cost nothing was not paid.
func (s *Service) notifyPaid(ctx context.Context, dedupKey, id string) error {
	o, err := orderfacts.PaidOrderOf(ctx, s.db.Reader(), id)
	if err != nil || o == nil {
		return err
	}
	if o.IsCompanys {
		return s.notifyCompanyOrder(ctx, dedupKey, notificationkind.CompanyPaid, id)
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.OrderPaid, To: []string{o.BuyerID}, Data: moneyData(o)})
}

// notifyBuyer notifies the buyer of an order of what has become of a sum of money, as fact reads it.
func (s *Service) notifyBuyer(ctx context.Context, dedupKey string, kind notificationkind.Kind, fact func(context.Context, bun.IDB, string) (*orderfacts.Money, error), id string) error {
	m, err := fact(ctx, s.db.Reader(), id)
	if err != nil || m == nil {
		return err
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{m.BuyerID}, Data: moneyData(m)})
}

// graceOfDues is how long after it was due an instalment can be paid before its course is closed: as package order has it.
const graceOfDues = 7 * 24 * time.Hour

// notifyDue notifies a learner of an instalment, unless it has been paid since.
func (s *Service) notifyDue(ctx context.Context, dedupKey string, kind notificationkind.Kind, id string) error {
	d, err := orderfacts.DueOf(ctx, s.db.Reader(), id)
	if err != nil || d == nil {
		return err
	}
	until := d.DueAt
	if kind != notificationkind.DueSoon {
		until = until.Add(graceOfDues)
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{d.UserID},
		Data: Data{"course_title": d.Title, "amount": strconv.FormatInt(d.Amount, 10), "currency": d.Currency, "until": instant(until)}})
}

// notifyWrittenOff notifies a learner that the rest of their instalments need not be paid, and of what that means for the course.
func (s *Service) notifyWrittenOff(ctx context.Context, dedupKey, id string) error {
	d, err := orderfacts.WrittenOffOf(ctx, s.db.Reader(), id)
	if err != nil || d == nil {
		return err
	}
	kind := notificationkind.PlanKept
	if d.IsClosed {
		kind = notificationkind.PlanClosed
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kind, To: []string{d.UserID}, Data: Data{"course_title": d.Title, "amount": strconv.FormatInt(d.Amount, 10), "currency": d.Currency}})
}

// notifyHeld notifies the administrators of money that fits no order.
func (s *Service) notifyHeld(ctx context.Context, dedupKey, id string) error {
	h, err := orderfacts.HeldPaymentOf(ctx, s.db.Reader(), id)
	if err != nil || h == nil {
		return err
	}
	return s.notifyAdministrators(ctx, dedupKey, notificationkind.PaymentHeld, moneyData(h))
}

// notifyDisputed notifies the administrators of a dispute and of what has become of it.
func (s *Service) notifyDisputed(ctx context.Context, dedupKey string, e paymentDisputed) error {
	d, err := orderfacts.DisputeOf(ctx, s.db.Reader(), e.DisputeID)
	if err != nil || d == nil {
		return err
	}
	kind := notificationkind.PaymentDisputed
	if e.Status == "won" || e.Status == "lost" {
		kind = notificationkind.DisputeDecided
	}
	return s.notifyAdministrators(ctx, dedupKey, kind, moneyData(d))
}

// notifyRefunded notifies the buyer of a refund, also if it failed after it had succeeded; and the administrators, if it was made at the provider or has failed.
func (s *Service) notifyRefunded(ctx context.Context, dedupKey string, e paymentRefunded) error {
	r, err := orderfacts.RefundOf(ctx, s.db.Reader(), e.RefundID)
	if err != nil || r == nil {
		return err
	}
	if e.Failed && r.IsReversed {
		if err := s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.RefundReversed, To: []string{r.BuyerID}, Data: moneyData(r)}); err != nil {
			return err
		}
	}
	if e.Failed {
		return s.notifyAdministrators(ctx, dedupKey, notificationkind.RefundFailed, moneyData(r))
	}
	if r.Origin == "provider" {
		if err := s.notifyAdministrators(ctx, dedupKey, notificationkind.RefundedElsewhere, moneyData(r)); err != nil {
			return err
		}
	}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: notificationkind.OrderRefunded, To: []string{r.BuyerID}, Data: moneyData(r)})
}

// notifyRefundRequest notifies the administrators that a buyer asks for a refund, unless it was decided or withdrawn since, or the one who asks of the decision.
func (s *Service) notifyRefundRequest(ctx context.Context, dedupKey string, e refundRequest) error {
	r, err := orderfacts.RefundRequestOf(ctx, s.db.Reader(), e.RequestID)
	if err != nil || r == nil || r.Status != e.Status {
		return err
	}
	data := Data{"order": r.OrderID, "order_number": r.OrderNumber, "amount": strconv.FormatInt(r.Amount, 10), "currency": r.Currency, "reason": r.Answer}.by(r.AskedBy)
	if e.Status == "open" {
		return s.notifyAdministrators(ctx, dedupKey, notificationkind.RefundRequested, data)
	}
	kinds := map[string]notificationkind.Kind{"approved": notificationkind.RefundApproved, "refused": notificationkind.RefundRefused}
	return s.Notify(ctx, Notice{DedupKey: dedupKey, Kind: kinds[e.Status], To: []string{r.AskedBy}, Data: data})
}
