package order

import (
	"context"
	"io"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/money"
	"lectern/internal/platform/sheet"
)

// position is the last order that was read of a list.
type position struct {
	created time.Time
	id      string
}

var exportColumns = []string{"number", "ordered_at", "status", "paid_at", "buyer", "company", "country", "tax_id", "courses", "coupon", "currency", "net", "tax", "total", "paid", "refunded"}

// Export returns a function that writes the orders of a filter as a sheet, newest first, in constant memory. For administrators. fault.Invalid for an invalid period.
func (s *Service) Export(ctx context.Context, who access.Caller, f AdminFilter) (func(w io.Writer) error, error) {
	if err := f.parse(); err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		var at position
		next := func() ([]Order, error) {
			q := s.deps.DB.Reader()
			found, err := before(ctx, q, f, at, sheet.PageRows)
			if err != nil || len(found) == 0 {
				return nil, err
			}
			last := found[len(found)-1]
			at = position{last.CreatedAt, last.ID}
			return found, s.completeAll(ctx, q, who, found)
		}
		return sheet.Export(w, exportColumns, next, Order.cells)
	}, nil
}

func (o Order) cells() []string {
	titles := make([]string, len(o.Lines))
	for i, l := range o.Lines {
		titles[i] = l.Title
	}
	paidAt := ""
	if o.PaidAt != nil {
		paidAt = o.PaidAt.UTC().Format(time.RFC3339)
	}
	amount := func(minor int64) string { return money.Decimal(minor, o.Currency) }
	return []string{o.Number, o.CreatedAt.UTC().Format(time.RFC3339), o.Status, paidAt, o.BuyerName, o.Billing.Company, o.Billing.Country, o.Billing.TaxID,
		strings.Join(titles, "; "), o.CouponCode, o.Currency, amount(o.Net), amount(o.Tax), amount(o.Total), amount(o.Paid), amount(o.Refunded)}
}
