// Package order turns what a buyer has chosen into an order: what it costs, who is billed, who gets access, and what has become of it.
// How it is paid for is the business of package payment, what is issued about it of package receipt.
package order

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// validity is how long a price that was named holds.
const validity = 30 * time.Minute

// Statuses of orders.
const (
	Pending           = "pending"
	Paid              = "paid"
	PartiallyRefunded = "partially_refunded"
	Refunded          = "refunded"
	Cancelled         = "cancelled"
	Expired           = "expired"
)

// NewLine is a place in a course that a buyer has chosen for themselves.
type NewLine struct {
	CourseID string `json:"course_id" minLength:"1" maxLength:"36" msg:"Please choose a course"`
	Plan     string `json:"plan,omitempty" enum:"individual,batch" default:"batch" msg:"plan must be individual or batch"`
}

// Cart is what a buyer has chosen.
type Cart struct {
	Lines       []NewLine `json:"lines" minItems:"1" maxItems:"20" msg:"Please choose a course;maxItems=An order can have at most 20 courses"`
	Currency    string    `json:"currency" pattern:"^[A-Za-z]{3}$" msg:"Currency is required, as a three-letter code such as EUR" doc:"ISO 4217. All lines are in it."`
	Country     string    `json:"country,omitempty" pattern:"^([A-Za-z]{2})?$" msg:"Country must be a two-letter code such as DE" doc:"Of the buyer, ISO 3166: taxes follow from it. Absent: that of the school."`
	Region      string    `json:"region,omitempty" maxLength:"60" msg:"The region must be at most 60 characters" doc:"State or province, where taxes follow from it."`
	TaxID       string    `json:"tax_id,omitempty" maxLength:"30" msg:"The tax id must be at most 30 characters" doc:"Of the buyer, where taxes follow from it: companies in other countries of the EU."`
	Coupon      string    `json:"coupon,omitempty" maxLength:"60" msg:"The coupon code must be at most 60 characters" doc:"A code. One that is not accepted is no error: the answer says why."`
	IsGift      bool      `json:"is_gift,omitempty" doc:"Whether it is for another person: what the caller has already then doesn't matter."`
	PaymentPlan string    `json:"payment_plan,omitempty" enum:"one_time,installments" default:"one_time" msg:"payment_plan must be one_time or installments" doc:"installments: in the monthly parts that the quote offers, of which the first is paid now. Only one course, not as a gift."`
}

// Line is what a place in a course costs, or seats in it.
type Line struct {
	bun.BaseModel `bun:"table:order_lines,alias:l" json:"-"`

	ID            string  `bun:",pk" json:"-"`
	OrderID       string  `json:"-"`
	Position      int64   `json:"position"`
	Kind          string  `json:"kind" enum:"course,seats,other" doc:"course: a place for the buyer. seats: places that a company gives to its people. other: what a company and the school have agreed on."`
	Quantity      int64   `json:"quantity" doc:"Of seats: how many. All amounts are of all of them."`
	CourseID      *string `json:"course_id" doc:"null once the course has been deleted."`
	Title         string  `json:"title" doc:"Of the course, when it was ordered."`
	Plan          string  `json:"plan" enum:"individual,batch"`
	List          int64   `json:"list" doc:"Before discounts."`
	EarlyBird     int64   `json:"early_bird"`
	Coupon        int64   `json:"coupon" doc:"What the coupon takes off."`
	Charged       int64   `json:"charged"`
	Gift          bool    `json:"gift" doc:"Whether it is for another person."`
	DueID         *string `json:"due_id" doc:"The instalment that it pays; null: the whole price."`
	BeneficiaryID string  `json:"-"`
}

// Tax is one component of the taxes of an order.
type Tax struct {
	bun.BaseModel `bun:"table:order_taxes,alias:t" json:"-"`

	OrderID  string `bun:",pk" json:"-"`
	Position int64  `bun:",pk" json:"-"`
	Name     string `json:"name"`
	RatePPM  int64  `bun:"rate_ppm" json:"rate_ppm" doc:"Parts per million."`
	Base     int64  `json:"base"`
	Amount   int64  `json:"amount"`
}

// CouponResult is what has become of a code.
type CouponResult struct {
	Code    string `json:"code"`
	Applied bool   `json:"applied"`
	WhyNot  string `json:"why_not,omitempty" enum:"unknown,not_yet,expired,used_up,used_by_you,other_currency,not_for_this,below_minimum" doc:"not_for_this: it does not apply to these courses."`
	Amount  int64  `json:"amount" doc:"What it takes off all lines together."`
}

// Quote is what a cart costs at this moment. All amounts are in the minor unit of the currency.
type Quote struct {
	Currency         string        `json:"currency"`
	MinorDigits      int           `json:"minor_digits"`
	PricesIncludeTax bool          `json:"prices_include_tax"`
	Lines            []Line        `json:"lines"`
	Coupon           *CouponResult `json:"coupon,omitempty" doc:"Of the code that was asked for."`
	Taxes            []Tax         `json:"taxes"`
	Net              int64         `json:"net"`
	Tax              int64         `json:"tax"`
	Rounding         int64         `json:"rounding"`
	Total            int64         `json:"total"`
	Instalments      int64         `json:"instalments" doc:"In how many monthly instalments the cart can be paid; 0: only at once."`
	Dues             []QuotedDue   `json:"dues" doc:"What is due when, of a cart that is to be paid in instalments: all other members are of the first."`
	ExpiresAt        time.Time     `json:"expires_at" doc:"Until when the price holds once it is ordered."`
	Digest           string        `json:"digest" doc:"Sent back with the order, which is refused if the price has changed since."`

	title string // of the course, of a cart that is to be paid in instalments
}

// Billing is who is billed, as receipts say it.
type Billing struct {
	Name    string `json:"name" minLength:"1" maxLength:"200" msg:"Please enter a name"`
	Company string `json:"company,omitempty" maxLength:"200" msg:"The company must be at most 200 characters"`
	Address string `json:"address,omitempty" maxLength:"500" msg:"The address must be at most 500 characters" doc:"Lines, without the country."`
	Country string `json:"country,omitempty" pattern:"^([A-Za-z]{2})?$" msg:"Country must be a two-letter code such as DE" doc:"ISO 3166."`
	Region  string `json:"region,omitempty" maxLength:"60" msg:"The region must be at most 60 characters"`
	TaxID   string `json:"tax_id,omitempty" maxLength:"30" msg:"The tax id must be at most 30 characters"`
}

// NewOrder is a cart that its buyer wants to pay for.
type NewOrder struct {
	CartKey     string    `json:"cart_key" minLength:"16" maxLength:"64" msg:"cart_key must have 16 to 64 characters" doc:"Chosen by the client, a UUID. The same cart is ordered once: sent again, the answer is the same order."`
	Digest      string    `json:"digest" minLength:"1" maxLength:"64" msg:"digest is required" doc:"Of the quote that the buyer has seen."`
	Lines       []NewLine `json:"lines" minItems:"1" maxItems:"20" msg:"Please choose a course;maxItems=An order can have at most 20 courses"`
	Currency    string    `json:"currency" pattern:"^[A-Za-z]{3}$" msg:"Currency is required, as a three-letter code such as EUR"`
	Coupon      string    `json:"coupon,omitempty" maxLength:"60" msg:"The coupon code must be at most 60 characters"`
	Billing     Billing   `json:"billing"`
	Gift        *NewGift  `json:"gift,omitempty" doc:"For whom it is, of a gift."`
	PaymentPlan string    `json:"payment_plan,omitempty" enum:"one_time,installments" default:"one_time" msg:"payment_plan must be one_time or installments" doc:"installments: in the monthly parts that the quote offers, of which the first is paid now. Only one course, not as a gift."`
}

func (n NewOrder) cart() Cart {
	return Cart{Lines: n.Lines, Currency: n.Currency, Country: n.Billing.Country, Region: n.Billing.Region, TaxID: n.Billing.TaxID, Coupon: n.Coupon, IsGift: n.Gift != nil, PaymentPlan: n.PaymentPlan}
}

// Order is an order as its buyer and administrators see it.
type Order struct {
	bun.BaseModel `bun:"table:orders,alias:o" json:"-"`

	ID               string           `bun:",pk" json:"id"`
	Number           string           `json:"number"`
	BuyerID          string           `json:"-"`
	CartKey          string           `json:"-"`
	Status           string           `json:"status" enum:"draft,pending,paid,partially_refunded,refunded,failed,cancelled,expired"`
	Currency         string           `json:"currency"`
	MinorDigits      int              `bun:"-" json:"minor_digits"`
	PricesIncludeTax bool             `json:"prices_include_tax"`
	Lines            []Line           `bun:"-" json:"lines"`
	Taxes            []Tax            `bun:"-" json:"taxes"`
	CouponCode       string           `json:"coupon_code,omitempty" doc:"The coupon that was accepted."`
	Net              int64            `json:"net"`
	Tax              int64            `json:"tax"`
	Rounding         int64            `json:"rounding"`
	Total            int64            `json:"total"`
	Paid             int64            `json:"paid"`
	RefundReserved   int64            `json:"-"`
	Refunded         int64            `json:"refunded"`
	BillingRow       db.JSON[Billing] `bun:"billing" json:"-"`
	Billing          Billing          `bun:"-" json:"billing"`
	CompanyID        *string          `json:"company_id" doc:"For which it was ordered; null: for the buyer."`
	PONumber         string           `bun:"po_number" json:"po_number" doc:"Of the company's own order; may be empty."`
	DueAt            *time.Time       `json:"due_at" doc:"Of an order by invoice, which does not expire."`
	ApprovedAt       *time.Time       `json:"approved_at" doc:"Of an order by invoice: when an administrator gave its seats before it was paid."`
	RemindedAt       *time.Time       `json:"-"`
	ExpiresAt        time.Time        `json:"expires_at" doc:"Until when an unpaid order can be paid."`
	PaidAt           *time.Time       `json:"paid_at"`
	CreatedAt        time.Time        `json:"created_at"`
	UpdatedAt        time.Time        `json:"-"`
	BuyerName        string           `bun:",scanonly" json:"buyer_name,omitempty" doc:"For administrators."`
	Can              []string         `bun:"-" json:"can" enum:"pay,cancel,approve,refund" doc:"What the caller can do with it now."`
}

// Refundable is what of an order can still be sent back.
func (o Order) Refundable() int64 { return o.Paid - o.RefundReserved }

// Open reports whether an order can still be paid.
func (o Order) Open(now time.Time) bool { return o.Status == Pending && now.Before(o.ExpiresAt) }

// OrderFilter narrows a list of orders.
type OrderFilter struct {
	Status string `query:"status" enum:"pending,paid,partially_refunded,refunded,cancelled,expired" msg:"status must be one of an order"`
}

// AdminFilter narrows the list of all orders.
type AdminFilter struct {
	OrderFilter
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The number of an order, or the start of a name or email address of its buyer."`
	From   string `query:"from" maxLength:"40" msg:"from must be a day such as 2026-11-20" doc:"Ordered on this day in UTC or later, or since an RFC 3339 instant."`
	To     string `query:"to" maxLength:"40" msg:"to must be a day such as 2026-11-20" doc:"Ordered on this day in UTC or earlier, or before an RFC 3339 instant."`

	start, end time.Time
	company    string
}

// parse returns fault.Invalid for what is no period.
func (f *AdminFilter) parse() error {
	var broken fault.Fields
	f.start, f.end = broken.Period("from", f.From, "to", f.To)
	return broken.Err()
}

// PriceChanged holds both prices, for a buyer who has seen the old one.
type PriceChanged struct {
	Current Quote `json:"current"`
}

// PaidEvent is published when an order has been paid for.
type PaidEvent struct{ OrderID, BuyerID string }

func (PaidEvent) EventName() string { return "order.paid" }

var errNoOrder = fault.New(fault.NotFound, "order_not_found", "This order doesn't exist.")

// ApprovedEvent is published when an administrator has given a company what it has ordered by invoice, before it has paid.
type ApprovedEvent struct{ OrderID string }

// EventName is the name under which the event is published.
func (ApprovedEvent) EventName() string { return "order.approved" }

// OverdueEvent is published each week in which an order by invoice is overdue, five times at most.
type OverdueEvent struct{ OrderID string }

// EventName is the name under which the event is published.
func (OverdueEvent) EventName() string { return "order.overdue" }
