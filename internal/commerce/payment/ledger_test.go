package payment_test

import (
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/consistency"
)

// ledger is what `lectern doctor` says of the books; "" if they balance.
func (s shop) ledger() (said string) {
	s.t.Helper()
	for _, check := range s.Payments.Checks() {
		found, err := check(s.t.Context(), consistency.Options{})
		if err != nil {
			s.t.Fatal(err)
		}
		for _, f := range found {
			said += f.Text
		}
	}
	return said
}

func (s shop) account(name string) int64 {
	s.t.Helper()
	return s.Count("SELECT coalesce(sum(amount), 0) FROM postings WHERE account = ?", name)
}

// The books hold what a provider has, what it keeps, what is earned, taxed, sent back, disputed and lost; they cannot be changed.
func TestTheBooks(t *testing.T) {
	t.Parallel()
	z := newStripe(t)
	s := newTill(t, z)
	s.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"","seller_address":"","country":"DE","region":"","tax_id":"","bank_account":"","registered":true,"prices_include_tax":true,"reverse_charge":true,
		"tax_rates":[{"country":"DE","region":"","name":"VAT","rate_ppm":190000}]}`, 200)
	want := func(after string, amounts map[string]int64) {
		t.Helper()
		for account, amount := range amounts {
			if got := s.account(account); got != amount {
				t.Errorf("after %s: %s holds %d, want %d", after, account, got, amount)
			}
		}
		s.intact()
	}
	_, id, _ := s.bought()
	want("a payment", map[string]int64{"provider:stripe": 8845, "fees": 155, "revenue": -7563, "tax:VAT": -1437, "receivable": 0})
	s.sendBack(id, 3000, 201)
	s.Work()
	want("a refund", map[string]int64{"provider:stripe": 5845, "revenue": -7563 + 2521, "tax:VAT": -1437 + 479, "receivable": 0})
	_, _, attempt := s.bought()
	z.disputed(attempt, taken)
	s.hear()
	want("a dispute", map[string]int64{"provider:stripe": 5845 + 8845 - 9000, "disputes": 9000, "receivable": 0})
	z.disputed(attempt, lost)
	s.hear()
	want("a dispute that was lost", map[string]int64{"provider:stripe": 5845 + 8845 - 9000, "disputes": 0, "receivable": 0, "revenue": -7563 + 2521, "tax:VAT": -1437 + 479})
	_, _, attempt = s.bought()
	z.disputed(attempt, taken)
	s.hear()
	z.disputed(attempt, won)
	s.hear()
	want("a dispute that was won", map[string]int64{"provider:stripe": 5845 + 8845 - 9000 + 8845, "disputes": 0, "receivable": 0})
	for _, change := range []string{"UPDATE postings SET amount = amount + 1", "DELETE FROM postings"} {
		err := s.DB.InTx(t.Context(), func(tx bun.IDB) error {
			_, err := tx.NewRaw(change).Exec(t.Context())
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// C28: what does not agree is named, by the nightly check to administrators and by `lectern doctor` to operators.
func TestBooksThatDoNotBalance(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ann := s.User(access.Student)
	o := s.place(ann, "1")
	s.card(s.start(ann, o.ID).ID, goodCard, 200)
	s.sync(ann, o.ID)
	balance := func() {
		if err := s.Payments.Balance(t.Context()); err != nil {
			t.Error(err)
		}
		s.Work()
	}
	balance()
	if said := s.ledger(); said != "" || s.Count("SELECT count(*) FROM notifications WHERE kind = 'admin.ledger_unbalanced'") != 0 {
		t.Errorf("whole books: %s", said)
	}
	now := s.Clock.Now()
	s.Exec("INSERT INTO postings (ref, account, at, currency, amount, order_id) VALUES ('payment:forged', 'test:receivable', ?, 'EUR', 7, ?)", now, o.ID)
	s.Exec(`INSERT INTO payments (id, order_id, attempt_id, provider, provider_ref, amount, currency, method, surplus, received_at)
		SELECT 'unbooked', order_id, attempt_id, provider, 'unbooked', 11, currency, method, TRUE, ? FROM payments`, now)
	s.Exec(`INSERT INTO refunds (id, order_id, payment_id, amount, reason, ends_access, origin, status, provider_ref, created_at, updated_at)
		VALUES ('unbooked-refund', ?, 'unbooked', 13, '', FALSE, 'surplus', 'succeeded', '', ?, ?)`, o.ID, now, now)
	s.Exec(`INSERT INTO receipts (id, series, number, label, kind, order_id, buyer_id, source_id, issued_at, currency, total, snapshot, digest)
		VALUES ('unbooked', 'CN/2026', 1, 'CN/2026/1', 'credit_note', ?, ?, 'x', ?, 'EUR', 17, '{}', '')`, o.ID, ann.ID, now)
	said := s.ledger()
	for _, want := range []string{"journal payment:forged is out of balance by 7 EUR", "payment unbooked of 11 EUR", "refund unbooked-refund of 13 EUR", "document CN/2026/1 over 17 EUR",
		"order " + o.Number + " is paid, but its buyer owes 7 EUR"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in: %s", want, said)
		}
	}
	balance()
	if n := s.Count("SELECT count(*) FROM notifications WHERE kind = 'admin.ledger_unbalanced' AND user_id = ?", s.admin.ID); n != 1 {
		t.Errorf("%d notifications", n)
	}
}
