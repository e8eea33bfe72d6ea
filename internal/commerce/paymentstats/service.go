package paymentstats

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/money"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/sheet"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Stats returns the figures of a period, as they are at one moment. For administrators. fault.Invalid for what is no period or too long a one.
func (s *Service) Stats(ctx context.Context, f PaymentStatsFilter) (stats PaymentStats, err error) {
	current, err := s.deps.Settings.Current(ctx, s.deps.DB.Reader())
	if err != nil {
		return stats, err
	}
	p, err := f.spanOf(clock.Calendar{Zone: current.School.Zone()}, s.deps.Clock.Now())
	if err != nil {
		return stats, err
	}
	stats = PaymentStats{From: clock.FormatDay(p.from), To: clock.FormatDay(p.to), TimeZone: p.calendar.Zone.String(), By: f.By}
	err = s.deps.DB.Snapshot(ctx, func(q bun.IDB) error {
		cells, err := cellsBy(ctx, q, f, p)
		if err != nil {
			return err
		}
		dues, err := dueCells(ctx, q, f.Currency)
		if err != nil {
			return err
		}
		stats.Currencies = currenciesOf(cells, dues, p)
		stats.Orders, stats.OrdersPaid, err = countOrders(ctx, q, f.Currency, p)
		return err
	})
	return stats, err
}

// cellsBy returns the sums of each group of each currency; a group may come in parts.
func cellsBy(ctx context.Context, q bun.IDB, f PaymentStatsFilter, p span) ([]cell, error) {
	switch f.By {
	case courses:
		return courseCells(ctx, q, f.Currency, p)
	case providers:
		return providerCells(ctx, q, f.Currency, p)
	case coupons:
		return couponCells(ctx, q, f.Currency, p)
	}
	return stepCells(ctx, q, f.Currency, p)
}

// currenciesOf puts cells together: real money first, by currency.
func currenciesOf(cells []cell, dues []dueCell, p span) []CurrencyStats {
	found := []CurrencyStats{}
	at := func(currency string, test bool) *CurrencyStats {
		for i := range found {
			if found[i].Currency == currency && found[i].Test == test {
				return &found[i]
			}
		}
		c := CurrencyStats{Currency: currency, Test: test, Groups: []PaymentGroup{}}
		for _, s := range p.steps {
			c.Groups = append(c.Groups, PaymentGroup{Key: s.key})
		}
		found = append(found, c)
		return &found[len(found)-1]
	}
	for _, c := range cells {
		if !c.isZero() {
			at(c.Currency, c.Test).add(c)
		}
	}
	for _, d := range dues {
		at(d.Currency, d.Test).Dues = d.DueSums
	}
	for _, c := range found {
		if p.steps == nil {
			slices.SortFunc(c.Groups, func(a, b PaymentGroup) int {
				return cmp.Or(cmp.Compare(b.Revenue, a.Revenue), cmp.Compare(b.Received, a.Received), cmp.Compare(a.Title, b.Title), cmp.Compare(a.Key, b.Key))
			})
		}
	}
	slices.SortFunc(found, func(a, b CurrencyStats) int {
		if a.Test != b.Test {
			if a.Test {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.Currency, b.Currency)
	})
	return found
}

func (c *CurrencyStats) add(part cell) {
	c.Total.add(part.PaymentSums)
	i := slices.IndexFunc(c.Groups, func(g PaymentGroup) bool { return g.Key == part.Key })
	if i < 0 {
		i = len(c.Groups)
		c.Groups = append(c.Groups, PaymentGroup{Key: part.Key, Title: part.Title})
	}
	c.Groups[i].add(part.PaymentSums)
}

// shared divides the sums of an order among its lines by what they were charged, without a rest.
func (s PaymentSums) shared(charged []int64) []PaymentSums {
	parts := make([]PaymentSums, len(charged))
	share := func(amount int64, put func(p *PaymentSums, part int64)) {
		sign := int64(1)
		if amount < 0 {
			sign = -1
		}
		for i, part := range money.Share(sign*amount, charged) {
			put(&parts[i], sign*part)
		}
	}
	share(s.Revenue, func(p *PaymentSums, part int64) { p.Revenue = part })
	share(s.Tax, func(p *PaymentSums, part int64) { p.Tax = part })
	share(s.Received, func(p *PaymentSums, part int64) { p.Received = part })
	share(s.Refunded, func(p *PaymentSums, part int64) { p.Refunded = part })
	share(s.Fees, func(p *PaymentSums, part int64) { p.Fees = part })
	return parts
}

// Export returns a function that writes the groups of a period as a sheet, a row for each and its currency. For administrators. fault.Invalid as of Stats.
func (s *Service) Export(ctx context.Context, f PaymentStatsFilter) (func(w io.Writer) error, error) {
	stats, err := s.Stats(ctx, f)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		columns := []string{"currency", "test", f.By, "title", "revenue", "tax", "received", "refunded", "fees"}
		out, err := sheet.NewWriter(w, columns...)
		if err != nil {
			return err
		}
		for _, c := range stats.Currencies {
			amount := func(minor int64) string { return money.Decimal(minor, c.Currency) }
			for _, g := range c.Groups {
				if err := out.Write(c.Currency, strconv.FormatBool(c.Test), g.Key, g.Title, amount(g.Revenue), amount(g.Tax), amount(g.Received), amount(g.Refunded), amount(g.Fees)); err != nil {
					return err
				}
			}
		}
		return out.Close()
	}, nil
}
