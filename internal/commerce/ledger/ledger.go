// Package ledger keeps the books: what every payment, refund, dispute and document moves between accounts, as journals that balance and are never changed. Documents post
// what is owed and earned, payments what has come in and gone out; between them stands the account of what buyers owe.
package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"
)

// Accounts. What a provider holds for the school is Provider of its name, and what is collected of a tax Tax of its name.
const (
	Receivable = "receivable" // what buyers owe
	Revenue    = "revenue"
	Fees       = "fees"     // what providers and banks keep
	Disputes   = "disputes" // what banks have taken back; what stays here is lost
	Surplus    = "surplus"  // what has arrived and is sent back
)

// Provider is the account of what a provider holds for the school.
func Provider(name string) string { return "provider:" + name }

// Tax is the account of what is collected of a tax.
func Tax(name string) string { return "tax:" + name }

// Entry is what a journal adds to an account: positive amounts are what the school has or has spent, negative ones what it owes or has earned.
type Entry struct {
	Account string
	Amount  int64 // in the minor unit of the currency
}

// Journal is one thing that has happened. Its reference names it: payment, refund, dispute or document, with its id.
type Journal struct {
	Ref, OrderID, Currency string
	At                     time.Time
	Test                   bool // nobody's money: it has accounts of its own
	Entries                []Entry
}

// References of journals.
const (
	paymentRef  = "payment:"
	refundRef   = "refund:"
	documentRef = "document:"
)

// PaymentRef names the journal of a payment.
func PaymentRef(id string) string { return paymentRef + id }

// RefundRef names the journal of a refund.
func RefundRef(id string) string { return refundRef + id }

// ReturnedRefundRef names the journal of the return of a refund that has failed after all.
func ReturnedRefundRef(id string) string { return refundRef + id + ":returned" }

// DocumentRef names the journal of a receipt, an invoice or a credit note.
func DocumentRef(id string) string { return documentRef + id }

// DisputeRef names a journal of a dispute, by what has happened.
func DisputeRef(id, event string) string { return "dispute:" + id + ":" + event }

// posting is a row: an entry of a journal.
type posting struct {
	bun.BaseModel `bun:"table:postings"`

	Ref      string `bun:",pk"`
	Account  string `bun:",pk"`
	At       time.Time
	Currency string
	Amount   int64
	OrderID  string
}

// Post writes a journal with the transaction of what it is about. One that does not balance, or is there already, is an error: nothing of the transaction then happens.
func Post(ctx context.Context, tx bun.IDB, j Journal) error {
	prefix := ""
	if j.Test {
		prefix = "test:"
	}
	sums, order, total := map[string]int64{}, []string{}, int64(0)
	for _, e := range j.Entries {
		if _, there := sums[e.Account]; !there {
			order = append(order, e.Account)
		}
		sums[e.Account] += e.Amount
		total += e.Amount
	}
	if total != 0 {
		return fmt.Errorf("the journal %s is out of balance by %d %s", j.Ref, total, j.Currency)
	}
	rows := make([]posting, len(order))
	for i, account := range order {
		rows[i] = posting{Ref: j.Ref, Account: prefix + account, At: j.At, Currency: j.Currency, Amount: sums[account], OrderID: j.OrderID}
	}
	return insert(ctx, tx, rows)
}

// Owed returns what the buyer of an order owes by the documents and payments so far.
func Owed(ctx context.Context, q bun.IDB, orderID string) (int64, error) {
	return owed(ctx, q, orderID)
}

// Verify proves the books, for a transaction in which nothing else is seen to change: that every journal balances in each currency, that every payment, refund and document
// since the first journal has one that says the same, and that buyers whose order is paid owe nothing. It returns what is wrong, in sentences.
func Verify(ctx context.Context, q bun.IDB) (damages []string, err error) {
	for _, check := range checks {
		found, err := check.find(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, d := range found {
			damages = append(damages, fmt.Sprintf(check.sentence, d.What, d.Amount, d.Currency))
		}
	}
	return damages, nil
}
