// Package banktransfer lets orders be paid by transfer to the school's account: the buyer sees the account, uploads a proof of payment, and an
// administrator confirms that the money has arrived. To package payment it is a provider like any other.
package banktransfer

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Name is the provider's in addresses and rows.
const Name = "bank_transfer"

// FilePath is the prefix of the signed URLs of proofs.
const FilePath = "/api/v1/payments/transfer-proofs"

// validity is how long an order waits for its transfer.
const validity = 7 * 24 * time.Hour

const (
	maxProof       = 10 << 20 // bytes
	longestBankRef = 140      // characters, as of the remittance information of SEPA

	farthestEast = 14 * time.Hour // ahead of UTC: there it is tomorrow already
)

// States of transfers.
const (
	open      = "open"
	submitted = "submitted"
	approved  = "approved"
	declined  = "declined"
	cancelled = "cancelled"
)

// Transfer is a bank transfer that a buyer is asked for. Its id is that of the attempt to pay.
type Transfer struct {
	bun.BaseModel `bun:"table:bank_transfers,alias:t" json:"-"`

	ID          string    `bun:",pk" json:"id"`
	Reference   string    `json:"reference" doc:"To be given with the transfer: a creditor reference by ISO 11649."`
	Account     string    `json:"account" doc:"Of the school, to which the money goes, in lines."`
	Amount      int64     `json:"amount"`
	Currency    string    `json:"currency"`
	State       string    `json:"state" enum:"open,submitted,approved,declined,cancelled" doc:"submitted: the buyer has uploaded a proof of payment."`
	ProofID     string    `json:"-"`
	ProofName   string    `json:"proof_name" doc:"Of the file; empty for none."`
	ProofType   string    `json:"-"`
	ProofURL    string    `bun:"-" json:"proof_url" doc:"A signed URL; empty for none."`
	Received    int64     `json:"received" doc:"Of approved: what has arrived."`
	ValueDate   string    `json:"value_date" doc:"Of approved: the day of the money on the school's account, YYYY-MM-DD."`
	BankRef     string    `json:"bank_ref" doc:"Of approved: what the bank calls it; may be empty."`
	Reason      string    `json:"reason" doc:"Of declined."`
	DecidedBy   *string   `json:"-"`
	ExpiresAt   time.Time `json:"expires_at" doc:"Until when the order waits for it."`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"-"`
	OrderID     string    `bun:",scanonly" json:"order_id"`
	OrderNumber string    `bun:",scanonly" json:"order_number"`
	BuyerID     string    `bun:",scanonly" json:"-"`
	BuyerName   string    `bun:",scanonly" json:"buyer_name"`
}

// Approval records money that has arrived.
type Approval struct {
	Amount    int64  `json:"amount" minimum:"1" msg:"Please enter the amount that has arrived" doc:"In the minor unit of the currency. Another amount than was asked for pays no order: it is held."`
	ValueDate string `json:"value_date" format:"date" msg:"Please enter the day on which the money arrived" doc:"The day of the money on the school's account, YYYY-MM-DD, not in the future."`
	BankRef   string `json:"bank_ref,omitempty" maxLength:"140" msg:"The bank's reference must be at most 140 characters" doc:"What the bank calls it."`
}

// Rejection says why a transfer is rejected.
type Rejection struct {
	Reason string `json:"reason" minLength:"1" maxLength:"500" msg:"Please enter a reason;maxLength=The reason must be at most 500 characters" doc:"For the buyer."`
}

// TransferSubmitted is published when a buyer has uploaded a proof of payment.
type TransferSubmitted struct{ TransferID string }

// EventName is the name under which the event is published.
func (TransferSubmitted) EventName() string { return "transfer.submitted" }

// TransferDeclined is published when an administrator has rejected a transfer.
type TransferDeclined struct{ TransferID string }

// EventName is the name under which the event is published.
func (TransferDeclined) EventName() string { return "transfer.declined" }

var (
	errNoTransfer = fault.New(fault.NotFound, "transfer_not_found", "This bank transfer doesn't exist.")
	errDecided    = fault.New(fault.Conflict, "transfer_decided", "This bank transfer has been decided or cancelled already.")
	errNoAccount  = fault.New(fault.Conflict, "no_account", "The school takes no bank transfers at the moment. Choose another way to pay.")
)

// Reference is the number of an order as a creditor reference (ISO 11649), whose two check digits tell most typing errors.
func Reference(orderNumber string) string {
	body := strings.ReplaceAll(orderNumber, "-", "")
	var digits strings.Builder
	for _, r := range body + "RF00" {
		if r >= 'A' {
			fmt.Fprint(&digits, r-'A'+10)
			continue
		}
		digits.WriteRune(r)
	}
	n, _ := new(big.Int).SetString(digits.String(), 10)
	return fmt.Sprintf("RF%02d%s", 98-new(big.Int).Mod(n, big.NewInt(97)).Int64(), body)
}
