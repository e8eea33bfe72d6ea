// Package payment lets orders be paid at providers. A provider's message, the return of a browser and the clock are only reasons to ask the
// provider what is true; the answer is recorded in one transaction, whichever of them comes first and however often.
package payment

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/fault"
)

// creating is the status of an attempt of which its provider has not yet answered; the others are those of package provider. Creating, open and processing
// ones are live: an order has at most one of them.
const creating = "creating"

// Attempt is one try to pay an order at a provider. Its id is the idempotency key there.
type Attempt struct {
	bun.BaseModel `bun:"table:payment_attempts,alias:a" json:"-"`

	ID          string     `bun:",pk" json:"id"`
	OrderID     string     `json:"-"`
	Provider    string     `json:"provider"`
	ProviderRef *string    `json:"-"`
	Amount      int64      `json:"amount"`
	Currency    string     `json:"currency"`
	Status      string     `json:"status" enum:"creating,open,processing,succeeded,failed,cancelled,expired"`
	RedirectURL string     `bun:"redirect_url" json:"redirect_url" doc:"Where the buyer pays; empty until the provider has answered."`
	Failure     string     `json:"failure" doc:"Why it failed: declined, of a card; transfer_declined, of a proof; or empty."`
	Checks      int64      `json:"-"`
	NextCheckAt *time.Time `json:"-"`
	ExpiresAt   time.Time  `json:"expires_at"`
	CreatedAt   time.Time  `json:"created_at"`
}

func (a Attempt) live() bool {
	return a.Status == creating || a.Status == provider.Open || a.Status == provider.Processing
}

// Payment is money that has arrived.
type Payment struct {
	bun.BaseModel `bun:"table:payments,alias:p" json:"-"`

	ID          string    `bun:",pk" json:"id"`
	OrderID     string    `json:"-"`
	AttemptID   string    `json:"-"`
	Provider    string    `json:"provider"`
	ProviderRef string    `json:"provider_ref"`
	Amount      int64     `json:"amount"`
	Currency    string    `json:"currency"`
	Method      string    `json:"method"`
	Fee         *int64    `json:"-"` // what the provider, or a bank on the way, has kept of the amount; nil: unknown
	Surplus     bool      `json:"surplus" doc:"It was too much, and is sent back."`
	ReceivedAt  time.Time `json:"received_at"`
}

// HeldPayment is money that has arrived and fits no order.
type HeldPayment struct {
	bun.BaseModel `bun:"table:held_payments,alias:h" json:"-"`

	ID          string     `bun:",pk" json:"id"`
	AttemptID   string     `json:"-"`
	Provider    string     `json:"provider"`
	ProviderRef string     `json:"provider_ref"`
	Amount      int64      `json:"amount"`
	Currency    string     `json:"currency"`
	ReceivedAt  time.Time  `json:"received_at"`
	Decision    *string    `json:"decision" enum:"settled,returned" doc:"null: none yet."`
	DecidedBy   *string    `json:"-"`
	DecidedAt   *time.Time `json:"-"`
	OrderID     string     `bun:",scanonly" json:"order_id" doc:"For which it was meant."`
	OrderNumber string     `bun:",scanonly" json:"order_number"`
	OrderTotal  int64      `bun:",scanonly" json:"order_total" doc:"In the currency of the order, which may be another."`
	BuyerName   string     `bun:",scanonly" json:"buyer_name"`
}

// HeldSettlement says which order a held payment pays.
type HeldSettlement struct {
	OrderNumber string `json:"order_number" minLength:"1" maxLength:"40" msg:"Please enter the number of the order"`
}

// Refund is money that is sent back.
type Refund struct {
	bun.BaseModel `bun:"table:refunds,alias:r" json:"-"`

	ID          string    `bun:",pk" json:"id"`
	OrderID     string    `json:"order_id"`
	PaymentID   string    `json:"payment_id"`
	Amount      int64     `json:"amount"`
	Reason      string    `json:"reason"`
	EndsAccess  bool      `json:"ends_access"`
	Origin      string    `json:"origin" enum:"staff,surplus,provider,dispute" doc:"surplus: the program sends back what was paid too much. provider: made in the provider's dashboard. dispute: the buyer's bank has taken it back, for good once it has succeeded."`
	Status      string    `json:"status" enum:"processing,succeeded,failed"`
	ProviderRef string    `json:"-"`
	AskedBy     *string   `json:"-"`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"updated_at"`
	// ReversedAt is when a refund that had succeeded failed after all.
	ReversedAt *time.Time `json:"reversed_at" doc:"When a refund that had succeeded turned out to have failed: its credit note is reversed, and the order counts as paid again. null for others."`
	ResolvedAt *time.Time `json:"resolved_at" doc:"Since when nothing is left to do about a refund that failed."`
	ResolvedBy *string    `json:"-"`
	Resolution string     `json:"-"` // what was done instead, in words for other administrators
}

// NewRefund is what an administrator sends back of an order.
type NewRefund struct {
	Amount     int64  `json:"amount" minimum:"1" msg:"Please enter an amount" doc:"In the minor unit of the currency."`
	Reason     string `json:"reason" minLength:"1" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters"`
	EndsAccess bool   `json:"ends_access" doc:"Whether the learner loses access to what was bought."`
}

// NewAttempt says where an order is to be paid.
type NewAttempt struct {
	Provider string `json:"provider" minLength:"1" maxLength:"40" msg:"Please choose how to pay"`
}

// Progress is how far the payment of an order has come.
type Progress struct {
	OrderID  string    `json:"order_id"`
	Status   string    `json:"status" enum:"draft,pending,paid,partially_refunded,refunded,failed,cancelled,expired" doc:"Of the order."`
	Attempts []Attempt `json:"attempts" doc:"Newest first."`
	Payments []Payment `json:"payments"`
	Refunds  []Refund  `json:"refunds" doc:"Newest first."`
	Disputes []Dispute `json:"disputes" doc:"Newest first, for administrators; empty for others."`
}

// Payable is what is to be paid, where only the ways to pay it are asked for.
type Payable struct {
	Currency string `query:"currency" pattern:"^([A-Za-z]{3})?$" msg:"currency must be a three-letter code such as EUR" doc:"Only providers that take amount in it. ISO 4217."`
	Amount   int64  `query:"amount" minimum:"0" msg:"amount must not be negative" doc:"In the minor unit of the currency."`
}

// ProviderInfo is a way to pay.
type ProviderInfo struct {
	Name string `json:"name"`
	Test bool   `json:"test" doc:"Nobody's money: for trying it out."`
}

var (
	errUnknownProvider = fault.New(fault.NotFound, "provider_not_found", "This way to pay isn't offered here. Choose another one.")
	errAway            = fault.New(fault.Unavailable, "provider_away", "The payment provider doesn't answer. Try again in a minute; nothing has been charged.")
)
