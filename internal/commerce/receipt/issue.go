package receipt

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/ledger"
	"lectern/internal/platform/db"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/money"
	"lectern/internal/platform/settings"
)

// IssueReceipt issues the receipt for a payment, with the transaction of the payment. Once for each payment.
func (s *Service) IssueReceipt(ctx context.Context, tx bun.IDB, orderID, paymentID string, test bool) error {
	o, before, err := s.withDocuments(ctx, tx, orderID)
	if err != nil {
		return err
	}
	d := o.sold(receiptKind)
	d.Test = test
	for _, b := range before {
		if b.Kind == invoiceKind {
			d.Invoice = b.Label
		}
	}
	return s.issue(ctx, tx, o, d, paymentID)
}

// withDocuments returns an order with the documents that were issued for it.
func (s *Service) withDocuments(ctx context.Context, tx bun.IDB, orderID string) (Order, []Document, error) {
	o, err := s.deps.Orders.ForReceipt(ctx, tx, orderID)
	if err != nil {
		return Order{}, nil, err
	}
	before, err := documentsOf(ctx, tx, orderID)
	return o, before, err
}

// sold is a document about all of an order.
func (o Order) sold(kind string) Document {
	return Document{Kind: kind, Coupon: o.Coupon, PONumber: o.PONumber, Lines: o.Lines, Taxes: o.Taxes, Net: o.Net, Tax: o.Tax, Rounding: o.Rounding, Total: o.Total}
}

// IssueInvoice issues the invoice for an order, with the transaction in which it is placed. Once for each order.
func (s *Service) IssueInvoice(ctx context.Context, tx bun.IDB, orderID string) error {
	o, err := s.deps.Orders.ForReceipt(ctx, tx, orderID)
	if err != nil {
		return err
	}
	current, err := s.deps.Settings.Current(ctx, tx)
	if err != nil {
		return err
	}
	d := o.sold(invoiceKind)
	d.Account, d.Reference = current.Sales.BankAccount, o.Reference
	return s.issue(ctx, tx, o, d, orderID)
}

// IssueCreditNote issues the credit note for a refund, with the transaction of the refund. Taxes are credited by the share of the total that
// is sent back; the last refund credits exactly what is left of each.
func (s *Service) IssueCreditNote(ctx context.Context, tx bun.IDB, orderID, refundID string, amount int64, reason string, test bool) error {
	o, before, err := s.withDocuments(ctx, tx, orderID)
	if err != nil {
		return err
	}
	d := credit(o, before, amount)
	d.Reason, d.Test = reason, test
	return s.issue(ctx, tx, o, d, refundID)
}

// ReverseCreditNote issues the reversal of the credit note for a refund that has failed after all, with the transaction in which that becomes known. It says what the credit note
// says, which stays as it is.
func (s *Service) ReverseCreditNote(ctx context.Context, tx bun.IDB, orderID, refundID string) error {
	o, err := s.deps.Orders.ForReceipt(ctx, tx, orderID)
	if err != nil {
		return err
	}
	credited, err := bySource(ctx, tx, creditKind, refundID)
	if err != nil {
		return err
	}
	d := Document{Kind: reversalKind, Corrects: credited.Label, Test: credited.Test, Lines: []Line{}, Taxes: credited.Taxes, Net: credited.Net, Tax: credited.Tax, Total: credited.Total}
	return s.issue(ctx, tx, o, d, refundID)
}

// credit shares an amount over net and taxes of an order by what earlier credit notes have left of them.
func credit(o Order, before []Document, amount int64) Document {
	d := Document{Kind: creditKind, Total: amount, Lines: []Line{}, Taxes: make([]Tax, len(o.Taxes))}
	left := make([]int64, len(o.Taxes)+1)
	fill := func() {
		left[0] = o.Net + o.Rounding
		for i, t := range o.Taxes {
			left[i+1] = t.Amount
		}
	}
	fill()
	for _, b := range before {
		switch b.Kind {
		case receiptKind, invoiceKind:
			d.Corrects = b.Label
			fill() // a receipt also follows on an invoice that was credited: the order was paid late
		case creditKind:
			left[0] -= b.Net
			for i, t := range b.Taxes {
				left[i+1] -= t.Amount
			}
		case reversalKind:
			left[0] += b.Net
			for i, t := range b.Taxes {
				left[i+1] += t.Amount
			}
		}
	}
	parts := money.Share(amount, left)
	d.Net = parts[0]
	for i, t := range o.Taxes {
		d.Taxes[i] = Tax{Name: t.Name, RatePPM: t.RatePPM, Base: parts[0], Amount: parts[i+1]}
		d.Tax += parts[i+1]
	}
	return d
}

// issue numbers, chains and stores a document. The row of its series is locked until the transaction ends; a rollback gives the number back.
func (s *Service) issue(ctx context.Context, tx bun.IDB, o Order, d Document, sourceID string) error {
	current, err := s.deps.Settings.Current(ctx, tx)
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(current.School.TimeZone)
	if err != nil {
		return err
	}
	salt := make([]byte, 16)
	rand.Read(salt) // never fails: crypto/rand ends the process instead
	buyer, err := json.Marshal(o.Buyer)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	series := seriesOf(d, now.In(zone))
	last, err := take(ctx, tx, series, now)
	if err != nil {
		return err
	}
	d.Label, d.OrderNumber, d.Currency, d.PricesIncludeTax = fmt.Sprintf("%s/%d", series, last.Last), o.Number, o.Currency, o.PricesIncludeTax
	d.IssuedAt, d.IssuedOn = last.LastIssuedAt, last.LastIssuedAt.In(zone).Format(time.DateOnly)
	d.BuyerDigest = digest(hex.EncodeToString(salt), string(buyer))
	d.Seller = sellerOf(current)
	if d.Kind == invoiceKind && o.DueAt != nil {
		d.DueOn = o.DueAt.In(zone).Format(time.DateOnly)
	}
	locale, _, err := s.deps.Preferences.LanguageAndZone(ctx, tx, o.BuyerID)
	if err != nil {
		return err
	}
	d.Language = mail.Language(locale)
	snapshot, err := json.Marshal(d)
	if err != nil {
		return err
	}
	r := record{ID: db.NewID(), Series: series, Number: last.Last, Label: d.Label, Kind: d.Kind, OrderID: o.ID, BuyerID: o.BuyerID, SourceID: sourceID,
		IssuedAt: d.IssuedAt, Currency: d.Currency, Total: d.Total, Snapshot: string(snapshot), Digest: digest(last.LastDigest, string(snapshot))}
	if err := insert(ctx, tx, r, hex.EncodeToString(salt), string(buyer)); err != nil {
		return err
	}
	if err := book(ctx, tx, r, d); err != nil {
		return err
	}
	return setDigest(ctx, tx, series, r.Digest)
}

// book posts what a document says that the buyer owes and the school has earned. A receipt for an invoice that is in the books posts nothing: the invoice has done so.
func book(ctx context.Context, tx bun.IDB, r record, d Document) error {
	if d.Kind == receiptKind {
		owed, err := ledger.Owed(ctx, tx, r.OrderID)
		if err != nil || owed != 0 {
			return err
		}
	}
	sign := int64(1)
	if d.Kind == creditKind {
		sign = -1
	}
	entries := []ledger.Entry{{Account: ledger.Receivable, Amount: sign * d.Total}, {Account: ledger.Revenue, Amount: -sign * (d.Net + d.Rounding)}}
	for _, t := range d.Taxes {
		entries = append(entries, ledger.Entry{Account: ledger.Tax(t.Name), Amount: -sign * t.Amount})
	}
	return ledger.Post(ctx, tx, ledger.Journal{Ref: ledger.DocumentRef(r.ID), OrderID: r.OrderID, Currency: d.Currency, At: d.IssuedAt, Test: d.Test, Entries: entries})
}

func sellerOf(current settings.Settings) Seller {
	s := Seller{Name: current.Sales.SellerName, Address: current.Sales.SellerAddress, Country: current.Sales.Country, TaxID: current.Sales.TaxID}
	if s.Name == "" {
		s.Name = current.School.Name
	}
	return s
}

// seriesOf names the series of a document by its kind and year: RC/2026. Tests of payments have their own, so that the books have no gaps.
func seriesOf(d Document, at time.Time) string {
	name := map[string]string{receiptKind: "RC", creditKind: "CN", invoiceKind: "IN", reversalKind: "CR"}[d.Kind]
	if d.Test {
		name = "T" + name
	}
	return fmt.Sprintf("%s/%d", name, at.Year())
}

// digest chains two texts.
func digest(before, text string) string {
	sum := sha256.Sum256([]byte(before + "\n" + text))
	return hex.EncodeToString(sum[:])
}
