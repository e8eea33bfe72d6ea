package payment_test

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/paymentstats"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func (s shop) stats(query string) paymentstats.PaymentStats {
	s.t.Helper()
	return testapp.Read[rest.Answer[paymentstats.PaymentStats]](s.t, s.admin.Do("GET", "/payments/admin/stats?"+query, "", 200)).Data
}

// booked is what the ledger has of a currency, in a period or in all.
func (s shop) booked(currency string, test bool, from, to time.Time) paymentstats.PaymentSums {
	s.t.Helper()
	prefix := ""
	if test {
		prefix = "test:"
	}
	sum := func(where string, args ...any) int64 {
		return s.Count("SELECT coalesce(sum(amount), 0) FROM postings WHERE currency = ? AND at >= ? AND at < ? AND "+where, append([]any{currency, from, to}, args...)...)
	}
	return paymentstats.PaymentSums{
		Revenue: -sum("account = ?", prefix+"revenue"), Tax: -sum("account LIKE ?", prefix+"tax:%"), Fees: sum("account = ?", prefix+"fees"),
		Received: sum("ref LIKE 'payment:%' AND (account LIKE ? OR account = ?)", prefix+"provider:%", prefix+"fees"),
		Refunded: -sum("ref LIKE 'refund:%' AND (account LIKE ? OR account = ?)", prefix+"provider:%", prefix+"disputes"),
	}
}

func totals(groups []paymentstats.PaymentGroup) (sum paymentstats.PaymentSums) {
	for _, g := range groups {
		sum.Revenue += g.Revenue
		sum.Tax += g.Tax
		sum.Received += g.Received
		sum.Refunded += g.Refunded
		sum.Fees += g.Fees
	}
	return sum
}

// agree compares each of some ways to add up with the ledger.
func (s shop) agree(from, to time.Time, ways ...string) {
	s.t.Helper()
	for _, by := range ways {
		stats := s.stats("from=" + from.Format(time.DateOnly) + "&to=" + to.AddDate(0, 0, -1).Format(time.DateOnly) + "&by=" + by)
		if len(stats.Currencies) == 0 {
			s.t.Errorf("no figures by %s", by)
		}
		for _, c := range stats.Currencies {
			if want := s.booked(c.Currency, c.Test, from, to); c.Total != want || totals(c.Groups) != want {
				s.t.Errorf("%s, %s: %+v by %+v, want %+v", by, c.Currency, c.Total, c.Groups, want)
			}
		}
	}
}

// What the statistics say is what the books have, by whatever it is added up, in every currency, for payments, refunds and disputes in any order.
func TestStatisticsAgreeWithTheLedger(t *testing.T) {
	t.Parallel()
	z := newStripe(t)
	s := newTill(t, z)
	s.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"","seller_address":"","country":"DE","region":"","tax_id":"","bank_account":"","registered":true,"prices_include_tax":true,"reverse_charge":true,
		"tax_rates":[{"country":"DE","region":"","name":"VAT","rate_ppm":190000}]}`, 200)
	s.admin.Do("POST", "/payments/coupons", `{"code":"SPRING","kind":"percent","rate_ppm":100000,"active":true}`, 201)
	courses := []string{s.course}
	for i := range 2 {
		courses = append(courses, s.User(access.Instructor).PublishCourse(fmt.Sprintf(`,"prices":[{"currency":"EUR","individual":0,"batch":%d},{"currency":"JPY","individual":0,"batch":%d}]`, 3333+i, 1001+i)).ID)
	}
	seed := rand.Uint64()
	t.Log("seed", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	start := day(testapp.Start)
	for range 12 {
		s.Clock.Advance(time.Duration(chance.IntN(60*24)) * time.Hour)
		lines, currency := s.someLines(chance, courses)
		who, id, attempt := s.buy(lines, currency, []string{"", "SPRING", "spring"}[chance.IntN(3)])
		switch chance.IntN(4) {
		case 0:
			s.sendBack(id, 1+chance.Int64N(500), 201)
			s.Work()
		case 1:
			z.dashboard(attempt, 100, true)
			s.hear()
		case 2:
			if currency == "EUR" && s.get(who, id).Total == 9000 {
				z.disputed(attempt, taken)
				z.disputed(attempt, lost)
				s.hear()
			}
		}
	}
	s.Clock.Advance(24 * time.Hour)
	s.intact()
	now := day(s.Clock.Now()).AddDate(0, 0, 1)
	s.agree(start, now, "month", "course", "provider", "coupon")
	s.agree(now.AddDate(0, 0, -60), now, "day")
	stats := s.stats("from=" + start.Format(time.DateOnly))
	if all := s.Count("SELECT count(*) FROM orders"); stats.Orders != all || stats.OrdersPaid != s.Count("SELECT count(*) FROM orders WHERE paid_at IS NOT NULL") {
		t.Errorf("%d of %d orders are paid, of %d", stats.OrdersPaid, stats.Orders, all)
	}
}

// day is midnight in UTC, which is the zone of schools in tests.
func day(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }

func (s till) someLines(chance *rand.Rand, courses []string) (lines []string, currency string) {
	currency = []string{"EUR", "EUR", "JPY"}[chance.IntN(3)]
	for i, c := range courses {
		if (i > 0 || currency == "EUR") && (chance.IntN(2) == 0 || i == len(courses)-1 && len(lines) == 0) {
			lines = append(lines, `{"course_id":"`+c+`"}`)
		}
	}
	return lines, currency
}

// buy orders some courses for a new user and pays for them.
func (s till) buy(lines []string, currency, coupon string) (who testapp.User, id, attempt string) {
	s.t.Helper()
	who = s.User(access.Student)
	cart := `"currency":"` + currency + `","coupon":"` + coupon + `","lines":[` + strings.Join(lines, ",") + `]`
	digest := testapp.Read[rest.Answer[struct{ Digest string }]](s.t, who.Do("POST", "/payments/quote", `{"country":"DE",`+cart+`}`, 200)).Data.Digest
	id = testapp.Read[rest.Answer[struct{ ID string }]](s.t, who.Do("POST", "/payments/orders",
		fmt.Sprintf(`{"cart_key":"cart-of-the-buyer-x","digest":%q,"billing":{"name":"Ann","country":"DE"},%s}`, digest, cart), 201)).Data.ID
	return who, id, s.payNow(who, id)
}

// Months and days are those of the school's time zone; test payments stand apart; what is due is counted; a sheet has the same rows.
func TestPaymentStatistics(t *testing.T) {
	t.Parallel()
	s := newSchool(t, newStripe(t))
	ann := s.User(access.Student)
	ann.Do("GET", "/payments/admin/stats", "", 403)
	ann.Do("GET", "/payments/admin/stats/export", "", 403)
	for _, query := range []string{"from=x", "from=2026-12-01&to=2026-11-01", "by=day&from=2026-01-01&to=2026-11-01", "by=course&from=2000-01-01", "by=buyer", "currency=EURO", "to=0000-01-01"} {
		s.admin.Do("GET", "/payments/admin/stats?"+query, "", 400)
	}
	if empty := s.stats(""); len(empty.Currencies) != 0 || empty.Orders != 0 || empty.TimeZone != "UTC" {
		t.Errorf("%+v", empty)
	}
	s.Clock.Advance(time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC).Sub(s.Clock.Now()))
	s.payNow(ann, s.placeParts(ann).ID)
	bob := s.User(access.Student)
	s.place(bob, "1")
	s.Exec("UPDATE payment_plans SET status = 'past_due'")
	s.Exec("UPDATE dues SET status = 'overdue' WHERE number = 2")
	stats := s.stats("to=2027-01-01&from=2026-11-01&currency=eur")
	if len(stats.Currencies) != 1 || stats.Orders != 2 || stats.OrdersPaid != 1 {
		t.Fatalf("%+v", stats)
	}
	c := stats.Currencies[0]
	if len(c.Groups) != 3 || c.Groups[1].Key != "2026-12" || c.Groups[1].Received != 33334 || c.Test || c.Dues != (paymentstats.DueSums{Open: 1, OpenAmount: 33333, Overdue: 1, OverdueAmount: 33333}) {
		t.Errorf("%+v", c)
	}
	s.User(access.Admin).Do("PUT", "/settings/school", `{"name":"Bees","support_email":"","time_zone":"Asia/Kolkata"}`, 200)
	s.Clock.Advance(time.Minute)
	if c = s.stats("to=2027-01-01&from=2026-11-01").Currencies[0]; c.Groups[1].Received != 0 || c.Groups[2].Received != 33334 {
		t.Errorf("in Kolkata: %+v", c)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(s.admin.Do("GET", "/payments/admin/stats/export?to=2027-01-01&from=2026-11-01", "", 200), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 4 || rows[0][2] != "month" || rows[3][2] != "2027-01" || rows[3][6] != "333.34" {
		t.Errorf("%v %v", rows, err)
	}
}

// Payments at the test provider are no revenue.
func TestTestPaymentsStandApart(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	o := s.place(ann, "1")
	s.card(s.start(ann, o.ID).ID, goodCard, 200)
	s.sync(ann, o.ID)
	for _, by := range []string{"month", "course", "provider", "coupon"} {
		cs := s.stats("by=" + by).Currencies
		if len(cs) != 1 || !cs[0].Test || cs[0].Total.Received != 9000 || totals(cs[0].Groups) != cs[0].Total {
			t.Errorf("%s: %+v", by, cs)
		}
	}
}
