// Package coupon keeps codes that take a part off the price of an order: what they are worth, for what, until when, and how often.
package coupon

import (
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
	"lectern/internal/platform/text"
)

// Kinds of coupons.
const (
	percent = "percent"
	fixed   = "amount"
)

// NewCoupon is what administrators choose of a coupon.
type NewCoupon struct {
	Code          string     `json:"code" minLength:"3" maxLength:"40" msg:"The code must have 3 to 40 characters" doc:"What buyers enter. Upper and lower case, accents and spaces don't matter."`
	Kind          string     `json:"kind" enum:"percent,amount" msg:"kind must be percent or amount"`
	RatePPM       int64      `json:"rate_ppm,omitempty" minimum:"1" maximum:"1000000" msg:"Please enter a discount;maximum=The discount must be at most 100 percent" doc:"Of percent, in parts per million: 12.5 percent is 125000."`
	Amount        int64      `json:"amount,omitempty" minimum:"1" maximum:"100000000000" msg:"Please enter an amount;maximum=The amount is too large" doc:"Of amount, in the minor unit of the currency."`
	Currency      string     `json:"currency,omitempty" pattern:"^([A-Za-z]{3})?$" msg:"The currency must be a three-letter code such as EUR" doc:"Only orders in it; empty: in any. Required with an amount, a minimum or a budget."`
	CourseIDs     []string   `json:"course_ids,omitempty" maxItems:"100" msg:"At most 100 courses are possible" doc:"To which it applies; empty: to all."`
	MinTotal      int64      `json:"min_total,omitempty" minimum:"0" maximum:"100000000000" msg:"The minimum can't be negative;maximum=The minimum is too large" doc:"What the courses to which it applies must cost at least, in the minor unit of the currency."`
	Most          *int64     `json:"most,omitempty" minimum:"1" maximum:"1000000" msg:"The number of uses must be from 1 to 1,000,000" doc:"Uses by all buyers together; absent: any number."`
	MostEach      *int64     `json:"most_each,omitempty" minimum:"1" maximum:"1000" msg:"The number of uses by one buyer must be from 1 to 1,000" doc:"Absent: any number."`
	Budget        *int64     `json:"budget,omitempty" minimum:"1" maximum:"100000000000" msg:"Please enter a budget, or leave it empty;maximum=The budget is too large" doc:"What it takes off all orders together at most, in the minor unit of the currency; absent: any amount."`
	WithEarlyBird bool       `json:"with_early_bird,omitempty" doc:"Whether it also applies to courses with an early-bird discount."`
	StartsAt      *time.Time `json:"starts_at,omitempty"`
	EndsAt        *time.Time `json:"ends_at,omitempty"`
	Active        bool       `json:"active" doc:"Whether buyers can use it."`
	Note          string     `json:"note,omitempty" maxLength:"500" msg:"The note must be at most 500 characters" doc:"For administrators."`
}

// normalise returns n as it is stored, or fault.Invalid.
func (n NewCoupon) normalise() (NewCoupon, error) {
	n.Code, n.Currency, n.Note = text.OneLine(n.Code), strings.ToUpper(n.Currency), strings.TrimSpace(n.Note)
	if n.CourseIDs == nil {
		n.CourseIDs = []string{}
	}
	var broken fault.Fields
	broken.Require(len(keyOf(n.Code)) >= 3, "code", "too_short", "The code must have 3 to 40 characters")
	if n.Kind == percent {
		n.Amount = 0
		broken.Require(n.RatePPM > 0, "rate_ppm", "required", "Please enter a discount")
	} else {
		n.RatePPM = 0
		broken.Require(n.Amount > 0, "amount", "required", "Please enter an amount")
	}
	broken.Require(n.Currency != "" || n.Amount == 0 && n.MinTotal == 0 && n.Budget == nil, "currency", "required", "Please choose the currency of the amounts")
	broken.Require(n.Currency == "" || money.Known(n.Currency), "currency", "unknown", "This currency doesn't exist")
	broken.Require(n.StartsAt == nil || n.EndsAt == nil || n.StartsAt.Before(*n.EndsAt), "ends_at", "too_early", "The end must be after the start")
	return n, broken.Err()
}

// Coupon is a coupon as administrators see it.
type Coupon struct {
	bun.BaseModel `bun:"table:coupons,alias:c" json:"-"`

	ID            string            `bun:",pk" json:"id"`
	Code          string            `json:"code"`
	CodeKey       string            `json:"-"`
	Kind          string            `json:"kind" enum:"percent,amount"`
	RatePPM       int64             `bun:"rate_ppm" json:"rate_ppm" doc:"Parts per million."`
	Amount        int64             `json:"amount"`
	Currency      string            `json:"currency" doc:"Empty: any."`
	CourseIDs     []string          `bun:"-" json:"course_ids" doc:"Empty: all."`
	Courses       []CouponCourse    `bun:"-" json:"courses,omitempty" doc:"Those of course_ids that exist, with their titles."`
	CoursesRow    db.JSON[[]string] `bun:"courses" json:"-"`
	MinTotal      int64             `json:"min_total"`
	Most          *int64            `json:"most"`
	MostEach      *int64            `json:"most_each"`
	Budget        *int64            `json:"budget"`
	Taken         int64             `json:"taken" doc:"How often it is used, or held for an order that can still be paid."`
	Spent         int64             `json:"spent" doc:"What these uses take off the orders in its currency; 0 without one."`
	WithEarlyBird bool              `json:"with_early_bird"`
	StartsAt      *time.Time        `json:"starts_at"`
	EndsAt        *time.Time        `json:"ends_at"`
	Active        bool              `json:"active"`
	Note          string            `json:"note"`
	Version       int64             `json:"-"`
	CreatedAt     time.Time         `json:"created_at"`
	UpdatedAt     time.Time         `json:"-"`
}

// CouponCourse is a course to which a coupon applies.
type CouponCourse struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// EditVersion implements rest.Versioned.
func (c Coupon) EditVersion() int64 { return c.Version }

// with returns c as an administrator wants it.
func (c Coupon) with(n NewCoupon, now time.Time) Coupon {
	c.Code, c.CodeKey, c.Kind, c.RatePPM, c.Amount, c.Currency = n.Code, keyOf(n.Code), n.Kind, n.RatePPM, n.Amount, n.Currency
	c.CourseIDs, c.CoursesRow, c.MinTotal = n.CourseIDs, db.JSON[[]string]{V: n.CourseIDs}, n.MinTotal
	c.Most, c.MostEach, c.Budget, c.WithEarlyBird = n.Most, n.MostEach, n.Budget, n.WithEarlyBird
	c.StartsAt, c.EndsAt, c.Active, c.Note, c.UpdatedAt, c.Version = n.StartsAt, n.EndsAt, n.Active, n.Note, now, c.Version+1
	return c
}

// keyOf is what two spellings of a code have in common.
func keyOf(code string) string {
	return text.Fold(strings.Join(strings.Fields(code), ""))
}

// CouponUse is an order for which a coupon was used.
type CouponUse struct {
	OrderID     string    `json:"order_id"`
	OrderNumber string    `json:"order_number"`
	BuyerName   string    `json:"buyer_name"`
	Amount      int64     `json:"amount" doc:"What it took off."`
	Currency    string    `json:"currency"`
	State       string    `json:"state" enum:"held,used,released,over" doc:"held: the order can still be paid. released: it was not. over: it was paid when the coupon was used up."`
	CreatedAt   time.Time `json:"created_at"`
}

// Line is a place in a course to which a coupon may apply.
type Line struct {
	CourseID  string
	Left      int64 // what it costs after other discounts
	EarlyBird bool  // whether there is one
}

// Reasons why a coupon takes nothing off.
const (
	Unknown       = "unknown"
	NotYet        = "not_yet"
	Expired       = "expired"
	UsedUp        = "used_up"
	UsedByYou     = "used_by_you"
	OtherCurrency = "other_currency"
	NotForThis    = "not_for_this"
	BelowMinimum  = "below_minimum"
)

// whyNot returns why a coupon is not taken for an order, empty if it is; usedByCaller is how often its buyer has used it.
func (c Coupon) whyNot(now time.Time, currency string, weights []int64, usedByCaller int64) string {
	switch {
	case !c.Active || c.EndsAt != nil && !now.Before(*c.EndsAt):
		return Expired
	case c.StartsAt != nil && now.Before(*c.StartsAt):
		return NotYet
	case c.Most != nil && c.Taken >= *c.Most:
		return UsedUp
	case c.MostEach != nil && usedByCaller >= *c.MostEach:
		return UsedByYou
	case c.Currency != "" && c.Currency != currency:
		return OtherCurrency
	case sum(weights) == 0:
		return NotForThis
	case sum(weights) < c.MinTotal:
		return BelowMinimum
	case c.Budget != nil && c.off(weights) > *c.Budget-c.Spent:
		return UsedUp
	}
	return ""
}

// weights are what the lines cost to which a coupon applies, 0 for the others.
func (c Coupon) weights(lines []Line) []int64 {
	weights := make([]int64, len(lines))
	for i, l := range lines {
		if c.appliesTo(l) {
			weights[i] = l.Left
		}
	}
	return weights
}

func (c Coupon) appliesTo(l Line) bool {
	return (len(c.CourseIDs) == 0 || slices.Contains(c.CourseIDs, l.CourseID)) && (c.WithEarlyBird || !l.EarlyBird)
}

// shares returns what a coupon takes off each line: a percentage of all together, rounded once, or its amount, and never more than they cost.
func (c Coupon) shares(weights []int64) []int64 {
	return money.Share(c.off(weights), weights)
}

// off is what a coupon takes off all lines together.
func (c Coupon) off(weights []int64) int64 {
	all := sum(weights)
	if c.Kind == percent {
		return money.MulDiv(all, c.RatePPM, money.Whole)
	}
	return min(c.Amount, all)
}

func sum(amounts []int64) (total int64) {
	for _, a := range amounts {
		total += a
	}
	return total
}

var errNoCoupon = fault.New(fault.NotFound, "coupon_not_found", "This coupon doesn't exist.")
