// Package refundrequest lets buyers ask for a refund of what they have paid, and administrators approve or refuse it. What is approved is sent back by package payment, as any
// other refund.
package refundrequest

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ratelimit"
)

// Statuses of requests.
const (
	open      = "open"
	approved  = "approved"
	refused   = "refused"
	withdrawn = "withdrawn"
)

// RefundRequest is a buyer's wish to have an order refunded.
type RefundRequest struct {
	bun.BaseModel `bun:"table:refund_requests,alias:q" json:"-"`

	ID        string     `bun:",pk" json:"id"`
	OrderID   string     `json:"order_id"`
	AskedBy   string     `json:"-"`
	Reason    string     `json:"reason" doc:"Of the buyer. Empty once their account has been deleted."`
	Status    string     `json:"status" enum:"open,approved,refused,withdrawn"`
	Answer    string     `json:"answer" doc:"Why it was refused, for the buyer; empty for others."`
	RefundID  *string    `json:"-"` // of an approved one
	Amount    int64      `bun:",scanonly" json:"amount" doc:"What is sent back of an approved one, in the minor unit of the currency; 0 for others."`
	DecidedBy *string    `json:"-"`
	DecidedAt *time.Time `json:"decided_at" doc:"When it was approved, refused or withdrawn; null while it is open."`
	CreatedAt time.Time  `json:"created_at"`
}

// OpenRefundRequest is a request that waits for a decision, for administrators.
type OpenRefundRequest struct {
	RefundRequest `bun:",extend"`
	OrderNumber   string `bun:",scanonly" json:"order_number"`
	BuyerName     string `bun:",scanonly" json:"buyer_name" doc:"Who asks."`
	Title         string `bun:",scanonly" json:"title" doc:"Of the first course of the order, when it was ordered."`
	Currency      string `bun:",scanonly" json:"currency"`
	Paid          int64  `bun:",scanonly" json:"paid" doc:"In the minor unit of the currency, as refundable."`
	Refundable    int64  `bun:",scanonly" json:"refundable" doc:"What of the order can still be sent back."`
}

// OrderRefundRequests says whether the caller can ask for a refund of an order, and what became of earlier requests.
type OrderRefundRequests struct {
	CanAsk     bool            `json:"can_ask"`
	WhyNot     string          `json:"why_not,omitempty" enum:"not_buyer,not_paid,already_asked,decided,not_offered,nothing_left,disputed,gift_redeemed,window_over" doc:"Why the caller can't ask. decided: an earlier request was approved or refused. not_offered: the school takes no requests."`
	LastDay    string          `json:"last_day" doc:"On which a refund can be asked for, such as 2026-12-12, in the time zone of the school; empty for an order that is not paid, or where the school takes no requests."`
	Currency   string          `json:"currency"`
	Refundable int64           `json:"refundable" doc:"What of the order can still be sent back, in the minor unit of the currency."`
	Requests   []RefundRequest `json:"requests" doc:"Newest first."`
}

// NewRefundRequest is why a buyer wants their money back.
type NewRefundRequest struct {
	Reason string `json:"reason" minLength:"1" pattern:"\\S" maxLength:"1000" msg:"Please enter a reason;maxLength=The reason must be at most 1,000 characters" doc:"For the administrators of the school."`
}

// RefundApproval is what of an order is sent back on request.
type RefundApproval struct {
	Amount     int64  `json:"amount" minimum:"1" msg:"Please enter an amount" doc:"In the minor unit of the currency."`
	Reason     string `json:"reason" minLength:"1" pattern:"\\S" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters" doc:"On the credit note."`
	EndsAccess bool   `json:"ends_access" doc:"Whether the learner loses access to what was bought."`
}

// RefundRefusal is why a request is refused.
type RefundRefusal struct {
	Reason string `json:"reason" minLength:"1" pattern:"\\S" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters" doc:"For the buyer."`
}

// Order is what this package needs to know of an order. Amounts are in the minor unit of its currency.
type Order struct {
	ID, Number, BuyerID, Currency string
	CompanyID                     *string // for which it was ordered; nil: for the buyer
	Paid, Refundable              int64
	PaidAt                        *time.Time
}

// ChangedEvent is published when a refund is asked for, approved or refused.
type ChangedEvent struct {
	RequestID string
	Status    string // as of RefundRequest
}

// EventName is the name under which the event is published.
func (ChangedEvent) EventName() string { return "refund_request.changed" }

// paymentRefunded is published by package payment.
type paymentRefunded struct {
	RefundID string
	Failed   bool
}

func (paymentRefunded) EventName() string { return "payment.refunded" }

// paymentDisputed is published by package payment, also when a dispute is decided.
type paymentDisputed struct {
	DisputeID string
	Status    string
}

func (paymentDisputed) EventName() string { return "payment.disputed" }

// askRule limits how often a buyer asks and withdraws: administrators are notified each time.
var askRule = ratelimit.Rule{Name: "refund requests", Limit: 10, Window: 24 * time.Hour}

var (
	errNoRequest = fault.New(fault.NotFound, "refund_request_not_found", "This refund request doesn't exist.")
	errNotOpen   = fault.New(fault.Conflict, "refund_request_closed", "This request has already been decided or withdrawn.")
	errNotBuyer  = fault.New(fault.Forbidden, "not_buyer", "Only the buyer of an order can ask for a refund or withdraw the request. For an order of a company, its managers and those who look after its bills can.")
)

// refusals are why a buyer can't ask for a refund, by the member why_not.
var refusals = map[string]error{
	errNotBuyer.Code: errNotBuyer,
	"not_paid":       fault.New(fault.Conflict, "not_paid", "Nothing has been paid for this order, so there is nothing to refund."),
	"already_asked":  fault.New(fault.Conflict, "already_asked", "A refund of this order has been asked for already. Wait for the answer, or withdraw the request."),
	"decided":        fault.New(fault.Conflict, "decided", "The school has decided on a refund of this order already. Write to the school if you disagree."),
	"not_offered":    fault.New(fault.Conflict, "not_offered", "The school takes no refund requests here. Write to the school instead."),
	"nothing_left":   fault.New(fault.Conflict, "nothing_left", "All that was paid for this order is refunded already or on its way back."),
	"disputed":       fault.New(fault.Conflict, "disputed", "The payment of this order is disputed at your bank. Wait until that is decided."),
	"gift_redeemed":  fault.New(fault.Conflict, "gift_redeemed", "The gift has been redeemed. Write to the school if it should be refunded nevertheless."),
	"window_over":    fault.New(fault.Conflict, "window_over", "The time in which you could ask for a refund of this order is over. Write to the school instead."),
}

// lastDay returns the day on which a refund of an order can be asked for at the latest, by the number of days that the school gives for it.
func lastDay(o Order, days int64, calendar clock.Calendar) int64 {
	return calendar.Day(*o.PaidAt) + days
}
