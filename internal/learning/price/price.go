// Package price is shared by the features that deal with the cost of courses: price rows, currencies, and the
// arithmetic of quotes.
package price

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
)

// Defaults from the specification.
const (
	defaultMinBatch = 2
	defaultMaxBatch = 10
)

// NewPrice is the cost of a course in one currency, as its author enters it.
type NewPrice struct {
	Currency          string     `json:"currency" pattern:"^\\s*[A-Za-z]{3}\\s*$" msg:"Currency is required, as a three-letter code such as EUR" doc:"ISO 4217."`
	Individual        int64      `json:"individual" minimum:"0" maximum:"1000000000000" msg:"The individual price must be at least 0" doc:"Taught alone, in the minor unit of the currency. 0 beside a batch price: not offered."`
	Batch             int64      `json:"batch" minimum:"0" maximum:"1000000000000" msg:"The group price must be at least 0" doc:"A place in a group, in the minor unit of the currency. 0 beside an individual price: not offered."`
	MinBatchSize      int64      `json:"min_batch_size,omitempty" minimum:"2" maximum:"10000" default:"2" msg:"The smallest group must have at least 2 people" doc:"From how many places on the group discount holds."`
	MaxBatchSize      int64      `json:"max_batch_size,omitempty" minimum:"2" maximum:"10000" msg:"The largest group can't be smaller than the smallest" doc:"Default: 10, or min_batch_size where that is more."`
	EarlyBirdDiscount int64      `json:"early_bird_discount,omitempty" minimum:"0" maximum:"100" msg:"The early-bird discount must be from 0 to 100" doc:"Percent."`
	EarlyBirdUntil    *time.Time `json:"early_bird_until,omitempty" msg:"The end of the early-bird discount must be a time such as 2026-11-20T10:00:00Z" doc:"When the discount ends; absent: it does not end."`
	GroupDiscount     int64      `json:"group_discount,omitempty" minimum:"0" maximum:"100" msg:"The group discount must be from 0 to 100" doc:"Percent."`
	Instalments       int64      `json:"instalments,omitempty" minimum:"0" maximum:"24" msg:"Instalments must be from 2 to 24, or none" doc:"In how many monthly instalments one learner can pay; 0: only at once."`
	IsActive          *bool      `json:"is_active,omitempty" msg:"is_active must be true or false" doc:"Whether people can pay by it. Default: true."`
}

// Normalise fills in defaults.
func (p NewPrice) Normalise() NewPrice {
	p.Currency = strings.ToUpper(strings.TrimSpace(p.Currency))
	if p.MinBatchSize == 0 {
		p.MinBatchSize = defaultMinBatch
	}
	if p.MaxBatchSize == 0 {
		p.MaxBatchSize = max(defaultMaxBatch, p.MinBatchSize)
	}
	if p.IsActive == nil {
		p.IsActive = new(true)
	}
	if p.EarlyBirdUntil != nil {
		p.EarlyBirdUntil = new(p.EarlyBirdUntil.UTC().Truncate(time.Microsecond))
	}
	return p
}

// Check adds what is wrong with normalised prices to broken.
func Check(ps []NewPrice, broken *fault.Fields) {
	seen := map[string]bool{}
	for i, p := range ps {
		at := func(member string) string { return fmt.Sprintf("prices[%d].%s", i, member) }
		broken.Require(money.Known(p.Currency), at("currency"), "unknown_value", "There is no currency "+p.Currency+". Use a code such as EUR")
		broken.Require(!seen[p.Currency], at("currency"), "duplicate", "There are two prices in "+p.Currency+". Each currency can have one")
		broken.Require(p.MaxBatchSize >= p.MinBatchSize, at("max_batch_size"), "out_of_range", "The largest group can't be smaller than the smallest")
		broken.Require(p.Instalments != 1, at("instalments"), "out_of_range", "Instalments must be from 2 to 24, or none")
		seen[p.Currency] = true
	}
}

// Price is the cost of a course in one currency.
type Price struct {
	bun.BaseModel `bun:"table:course_prices,alias:p" json:"-"`

	CourseID          string     `bun:",pk" json:"-"`
	Currency          string     `bun:",pk" json:"currency" doc:"ISO 4217."`
	Position          int64      `json:"-"`
	Individual        int64      `json:"individual" doc:"Taught alone, in the minor unit of the currency."`
	Batch             int64      `json:"batch" doc:"A place in a group, in the minor unit of the currency."`
	MinBatchSize      int64      `json:"min_batch_size"`
	MaxBatchSize      int64      `json:"max_batch_size"`
	EarlyBirdDiscount int64      `json:"early_bird_discount" doc:"Percent."`
	EarlyBirdUntil    *time.Time `json:"early_bird_until" doc:"null: it does not end."`
	GroupDiscount     int64      `json:"group_discount" doc:"Percent."`
	Instalments       int64      `json:"instalments" doc:"In how many monthly instalments one learner can pay; 0: only at once."`
	IsActive          bool       `json:"is_active"`
}

// Rows returns the rows for normalised prices, in their order.
func Rows(courseID string, news []NewPrice) []Price {
	ps := make([]Price, len(news))
	for i, p := range news {
		ps[i] = Price{CourseID: courseID, Currency: p.Currency, Position: int64(i + 1), Individual: p.Individual, Batch: p.Batch,
			MinBatchSize: p.MinBatchSize, MaxBatchSize: p.MaxBatchSize, EarlyBirdDiscount: p.EarlyBirdDiscount,
			EarlyBirdUntil: p.EarlyBirdUntil, GroupDiscount: p.GroupDiscount, Instalments: p.Instalments, IsActive: *p.IsActive}
	}
	return ps
}

// asksForPayment is false for a price of zero and for an inactive one.
func (p Price) asksForPayment() bool { return p.IsActive && (p.Batch > 0 || p.Individual > 0) }

// Fee is the price shown in lists: the batch price of the first row that asks for payment, or the individual price where the course
// is not offered in groups.
func Fee(ps []Price) (isFree bool, amount int64, code string) {
	i := slices.IndexFunc(ps, Price.asksForPayment)
	if i < 0 {
		return true, 0, ""
	}
	return false, cmp.Or(ps[i].Batch, ps[i].Individual), ps[i].Currency
}

type PriceRequest struct {
	Currency string `json:"currency,omitempty" maxLength:"3" msg:"Currency must be a three-letter code such as EUR" doc:"Default: that of course_fee."`
	Plan     string `json:"plan,omitempty" enum:"individual,batch" default:"batch" msg:"plan must be individual or batch"`
	Places   int64  `json:"places,omitempty" minimum:"1" maximum:"10000" default:"1" msg:"places must be 1 or more" doc:"For how many people."`
}

// notOffered says of each plan that a course is not offered so.
var notOffered = map[string]string{
	"batch":      "This course has no groups. Choose individual teaching",
	"individual": "This course has no individual teaching. Choose a group",
}

// PriceQuote is the amount due at this moment. All amounts are in the minor unit of the currency.
type PriceQuote struct {
	CourseID          string    `json:"course_id"`
	Currency          string    `json:"currency"`
	MinorDigits       int       `json:"minor_digits" doc:"How many digits of an amount stand behind the point."`
	Plan              string    `json:"plan" enum:"individual,batch"`
	Places            int64     `json:"places"`
	UnitPrice         int64     `json:"unit_price"`
	Subtotal          int64     `json:"subtotal"`
	EarlyBirdPercent  int64     `json:"early_bird_percent" doc:"That holds now."`
	EarlyBirdDiscount int64     `json:"early_bird_discount"`
	GroupPercent      int64     `json:"group_percent" doc:"That holds for so many places."`
	GroupDiscount     int64     `json:"group_discount"`
	Total             int64     `json:"total"`
	Instalments       int64     `json:"instalments" doc:"In how many monthly instalments one learner can pay; 0: only at once."`
	At                time.Time `json:"at"`
}

// Quote is the only place where discounts are computed. Each is a share of the undiscounted sum, rounded half up;
// together they never exceed that sum. It returns fault.Invalid for more places than a batch has, and for a plan at 0 beside one that
// costs something: it is not offered.
func (p Price) Quote(plan string, places int64, now time.Time) (PriceQuote, error) {
	q := PriceQuote{CourseID: p.CourseID, Currency: p.Currency, MinorDigits: money.MinorDigits(p.Currency), Plan: plan, Places: places, UnitPrice: p.Individual, At: now}
	if plan == "batch" {
		q.UnitPrice = p.Batch
	}
	if q.UnitPrice == 0 && p.asksForPayment() {
		return q, fault.Fields{{Name: "plan", Code: "not_offered", Message: notOffered[plan]}}.Err()
	}
	if plan == "batch" {
		if places > p.MaxBatchSize {
			return q, fault.Fields{{Name: "places", Code: "out_of_range", Message: fmt.Sprintf("A group for this course can have at most %d people", p.MaxBatchSize)}}.Err()
		}
		if places >= p.MinBatchSize {
			q.GroupPercent = p.GroupDiscount
		}
	}
	if places == 1 {
		q.Instalments = p.Instalments
	}
	q.EarlyBirdPercent = p.earlyBird(now)
	q.Subtotal = q.UnitPrice * places
	q.EarlyBirdDiscount = percentOf(q.Subtotal, q.EarlyBirdPercent)
	q.GroupDiscount = min(percentOf(q.Subtotal, q.GroupPercent), q.Subtotal-q.EarlyBirdDiscount)
	q.Total = q.Subtotal - q.EarlyBirdDiscount - q.GroupDiscount
	return q, nil
}

// earlyBird returns the percentage of the early-bird discount that holds now.
func (p Price) earlyBird(now time.Time) int64 {
	if p.EarlyBirdUntil != nil && !now.Before(*p.EarlyBirdUntil) {
		return 0
	}
	return p.EarlyBirdDiscount
}

func percentOf(amount, percent int64) int64 { return money.MulDiv(amount, percent, 100) }
