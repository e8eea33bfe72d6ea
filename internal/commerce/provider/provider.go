// Package provider is the interface between payments and payment providers such as Stripe, bank transfers and the test provider.
package provider

import (
	"context"
	"time"

	"lectern/internal/platform/fault"
)

// States of a payment or a refund at its provider.
const (
	Open       = "open" // it can still be paid
	Processing = "processing"
	Succeeded  = "succeeded"
	Failed     = "failed"
	Cancelled  = "cancelled"
	Expired    = "expired"
)

// Declined is the failure of a card that was refused: its owner can try another.
const Declined = "declined"

// Provider takes payments. Everything that changes something is idempotent by the id that it is given. An error that is no fault means that the
// provider does not answer or answers nonsense: whether it has done what was asked is unknown, and is asked again.
type Provider interface {
	// Name stands in addresses and rows: stripe.
	Name() string
	// IsTest reports that it moves nobody's money.
	IsTest() bool
	// IsOffered reports whether buyers can choose it now.
	IsOffered(ctx context.Context) (bool, error)
	// Validity is how long an order waits for a payment that was begun; 0: as long as its price holds.
	Validity() time.Duration
	// Offers returns a fault for an amount that the provider cannot take.
	Offers(currency string, amount int64) error
	// Start begins a payment; with the id of one that was begun it returns that one. fault.Conflict if the provider refuses it for good.
	Start(ctx context.Context, s Start) (Started, error)
	// FetchState returns what is true now.
	FetchState(ctx context.Context, ref string) (State, error)
	// Cancel ends an open payment. The state says if it was paid before that.
	Cancel(ctx context.Context, ref string) (State, error)
	// Refund sends money back and returns Processing, Succeeded or Failed; with the id of a refund that was made it makes no other. fault.Conflict
	// if the provider refuses it for good.
	Refund(ctx context.Context, r Refund) (status string, err error)
	// Hints checks the signature of a message and returns what it is about; none for a message that concerns no payment. fault.Invalid.
	Hints(m Message) ([]Hint, error)
	// Missed returns what the provider has tried to send since then without success.
	Missed(ctx context.Context, since time.Time) ([]Hint, error)
}

// Start is what a provider needs to take a payment.
type Start struct {
	AttemptID, OrderNumber, Title, ReturnURL string
	Amount                                   int64 // in the minor unit of ISO 4217
	Currency                                 string
	BegunAt                                  time.Time // the same whenever it is asked again
	ExpiresAt                                time.Time
}

// Started is where a buyer pays, and how the provider names it.
type Started struct{ Ref, RedirectURL string }

// State is what a provider says of a payment now.
type State struct {
	Status     string
	Failure    string
	PaymentRef string // of Succeeded: by which the provider knows the payment
	Amount     int64
	Currency   string
	Method     string
	Fee        *int64 // what the provider keeps of the amount; nil: unknown, or in another currency
	Refunds    []RefundState
	Disputes   []DisputeState
}

// RefundState is a refund as its provider has it, wherever it was asked for.
type RefundState struct {
	Ref    string
	ID     string // ours; empty for a refund that was made in the dashboard of the provider
	Amount int64
	Status string // Processing, Succeeded or Failed
}

// States of a dispute.
const (
	NeedsResponse = "needs_response"
	UnderReview   = "under_review"
	Won           = "won"
	Lost          = "lost"
)

// DisputeState is a payment that its payer has their bank take back.
type DisputeState struct {
	Ref, Reason string
	Status      string
	Amount      int64
	Withdrawn   bool // the bank has taken the money; an inquiry only asks
	RespondBy   *time.Time
}

// Refund is money that goes back.
type Refund struct {
	ID, PaymentRef string
	Amount         int64
	Currency       string
}

// Message is what a provider has sent.
type Message struct {
	Header func(name string) string
	Body   []byte
}

// Hint is what a message is about: an attempt, or a payment by the provider's name.
type Hint struct{ EventID, Kind, AttemptID, PaymentRef string }

// ErrSignature refuses a message that the provider has not signed.
var ErrSignature = fault.New(fault.Invalid, "bad_signature", "The signature of this message is not valid.")
