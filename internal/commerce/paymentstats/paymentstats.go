// Package paymentstats has the figures of payments for administrators: what was earned, taxed, received, sent back and kept by providers, as the ledger has it, so that they are what
// the books are. It writes nothing.
package paymentstats

import (
	"slices"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

// PaymentStatsFilter says which payments, and by what they are added up.
type PaymentStatsFilter struct {
	From     string `query:"from" maxLength:"40" msg:"from must be a day such as 2026-11-20" doc:"First day, in the time zone of the school, or an RFC 3339 instant on it. Absent: of twelve months, or by day of thirty days."`
	To       string `query:"to" maxLength:"40" msg:"to must be a day such as 2026-11-20" doc:"Last day. Absent: today."`
	Currency string `query:"currency" pattern:"^([A-Za-z]{3})?$" msg:"currency must be a three-letter code such as EUR" doc:"Only this one. ISO 4217."`
	By       string `query:"by" enum:"month,day,course,provider,coupon" default:"month" msg:"by must be month, day, course, provider or coupon"`
}

// PaymentSums are amounts in the minor unit of one currency.
type PaymentSums struct {
	Revenue  int64 `json:"revenue" doc:"Of the documents of the period: what was sold, without taxes, less what was credited."`
	Tax      int64 `json:"tax" doc:"Taxes in these documents."`
	Received int64 `json:"received" doc:"What buyers have paid, with taxes."`
	Refunded int64 `json:"refunded" doc:"What was sent back of it, lost disputes included."`
	Fees     int64 `json:"fees" doc:"What providers and banks have kept of it, as far as it is known."`
}

func (s PaymentSums) isZero() bool { return s == PaymentSums{} }

func (s *PaymentSums) add(o PaymentSums) {
	s.Revenue += o.Revenue
	s.Tax += o.Tax
	s.Received += o.Received
	s.Refunded += o.Refunded
	s.Fees += o.Fees
}

// PaymentGroup is what belongs to one month, day, course, provider or coupon.
type PaymentGroup struct {
	Key   string `json:"key" doc:"2026-11, 2026-11-20, the id of a course, the name of a provider, or a code. Empty: of courses that were deleted and of what is no course; without a coupon; what was invoiced."`
	Title string `json:"title" doc:"Of a course; otherwise empty."`
	PaymentSums
}

// CurrencyStats are the figures of one currency.
type CurrencyStats struct {
	Currency string         `json:"currency"`
	Test     bool           `json:"test" doc:"Nobody's money: payments at the test provider, which never count with others."`
	Total    PaymentSums    `json:"total"`
	Groups   []PaymentGroup `json:"groups" doc:"Months and days in their order, without gaps; of others the one with the most revenue first."`
	Dues     DueSums        `json:"dues"`
}

// DueSums are instalments that are not paid, whatever the period.
type DueSums struct {
	Open          int64 `json:"open" doc:"How many are not due yet, or within their grace."`
	OpenAmount    int64 `json:"open_amount"`
	Overdue       int64 `json:"overdue" doc:"How many have closed a course."`
	OverdueAmount int64 `json:"overdue_amount"`
}

// PaymentStats are the figures of a period. Currencies are never added up.
type PaymentStats struct {
	From       string          `json:"from"`
	To         string          `json:"to"`
	TimeZone   string          `json:"time_zone"`
	By         string          `json:"by" enum:"month,day,course,provider,coupon"`
	Orders     int64           `json:"orders" doc:"Made in the period, in all currencies."`
	OrdersPaid int64           `json:"orders_paid" doc:"Of these: paid by now."`
	Currencies []CurrencyStats `json:"currencies"`
}

const (
	mostSteps = 120        // months or days
	mostDays  = 10*365 + 3 // ten years
	months    = "month"    // as of PaymentStatsFilter.By
	days      = "day"
	courses   = "course"
	providers = "provider"
	coupons   = "coupon"
)

var errTooLong = fault.InvalidField("from", "out_of_range", "Choose a shorter period: at most ten years, 120 months or 120 days")

// span is a period that was understood: its days, in the calendar of the school.
type span struct {
	calendar clock.Calendar
	from, to int64
	steps    []step
}

// step is a month or a day.
type step struct {
	key    string
	begins time.Time
}

func (s span) begins() time.Time { return s.calendar.Start(s.from) }
func (s span) ends() time.Time   { return s.calendar.Start(s.to + 1) }

// spanOf returns fault.Invalid for what is no period or too long a one.
func (f PaymentStatsFilter) spanOf(calendar clock.Calendar, now time.Time) (s span, err error) {
	s = span{calendar: calendar, to: calendar.Day(now)}
	var broken fault.Fields
	if f.To != "" {
		day, ok := dayOf(f.To, calendar)
		broken.Require(ok, "to", "invalid_format", "to must be a day such as 2026-11-20")
		s.to = day
	}
	s.from = firstDay(s.to, f.By)
	if f.From != "" {
		day, ok := dayOf(f.From, calendar)
		broken.Require(ok, "from", "invalid_format", "from must be a day such as 2026-11-20")
		s.from = day
	}
	broken.Require(len(broken) > 0 || s.from <= s.to, "to", "out_of_range", "The last day must not be before the first one")
	broken.Require(slices.Contains([]string{months, days, courses, providers, coupons}, f.By), "by", "not_allowed", "by must be month, day, course, provider or coupon")
	if err := broken.Err(); err != nil {
		return s, err
	}
	if s.to-s.from >= mostDays {
		return s, errTooLong
	}
	s.steps = s.stepsBy(f.By)
	if len(s.steps) > mostSteps {
		return s, errTooLong
	}
	return s, nil
}

// firstDay is that of twelve months, or of thirty days.
func firstDay(to int64, by string) int64 {
	if by == days {
		return to - 29
	}
	date := time.Unix(to*24*60*60, 0).UTC()
	return time.Date(date.Year(), date.Month()-11, 1, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
}

func dayOf(text string, calendar clock.Calendar) (int64, bool) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		text = clock.FormatDay(calendar.Day(at))
	}
	day, err := clock.ParseDay(text)
	return day, err == nil && text > "1970" && text < "9000"
}

// stepsBy are the months or the days of a period; none of other groups.
func (s span) stepsBy(by string) (steps []step) {
	if by != months && by != days {
		return nil
	}
	for day := s.from; day <= s.to; {
		at, key := day, clock.FormatDay(day)
		day++
		if by == months {
			key = key[:len("2026-11")]
			for day <= s.to && clock.FormatDay(day)[:len(key)] == key {
				day++
			}
		}
		steps = append(steps, step{key, s.calendar.Start(at)})
	}
	return steps
}
