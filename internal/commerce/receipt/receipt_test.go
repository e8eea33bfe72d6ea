package receipt_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
)

// Fifty payments at once, one in four rolled back after its number was taken, get the numbers 1 to n without a gap, dates do not fall when
// a server's clock is late, and nothing of a document can be changed unseen.
func TestSeriesHaveNoGaps(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann, now := app.User(access.Student), app.Clock.Now()
	order := db.NewID()
	app.Exec(`INSERT INTO orders (id, number, buyer_id, cart_key, status, currency, prices_include_tax, net, tax, rounding, total, paid, refund_reserved, refunded, billing, expires_at, created_at, updated_at)
		VALUES (?, 'LEC-1', ?, 'cart', 'paid', 'EUR', FALSE, 500, 0, 0, 500, 500, 0, 0, '{"name":"Ann"}', ?, ?, ?)`, order, ann.ID, now, now, now)
	issue := func(payment string, fails bool) {
		err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
			if err := app.Receipts.IssueReceipt(t.Context(), tx, order, payment, false); err != nil {
				return err
			}
			if fails {
				return fmt.Errorf("the transaction fails")
			}
			return nil
		})
		if (err != nil) != fails {
			t.Error(err)
		}
	}
	var crowd sync.WaitGroup
	for i := range 50 {
		crowd.Go(func() { issue(fmt.Sprint("payment-", i), i%4 == 3) })
	}
	crowd.Wait()
	app.Clock.Advance(-5 * time.Minute) // of another server
	issue("late clock", false)
	n := app.Count("SELECT count(*) FROM receipts")
	if last := app.Count("SELECT max(number) FROM receipts"); n != 39 || last != n || app.Count("SELECT count(DISTINCT number) FROM receipts") != n {
		t.Errorf("%d receipts, the last of which is %d", n, last)
	}
	if falls := app.Count("SELECT count(*) FROM receipts AS a JOIN receipts AS b ON b.series = a.series AND b.number = a.number + 1 WHERE b.issued_at < a.issued_at"); falls != 0 {
		t.Errorf("%d dates fall", falls)
	}
	damages := func() (all []string) {
		t.Helper()
		series, err := app.Receipts.Verify(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range series {
			all = append(all, s.Damages...)
		}
		return all
	}
	if found := damages(); len(found) != 0 {
		t.Errorf("%q", found)
	}
	for _, statement := range []string{"UPDATE receipts SET total = 1", "DELETE FROM receipts"} {
		if err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
			_, err := tx.NewRaw(statement).Exec(t.Context())
			return err
		}); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	app.Exec("UPDATE receipt_buyers SET buyer = '{\"name\":\"Eve\"}' WHERE receipt_id = (SELECT id FROM receipts WHERE number = 7)")
	if found := damages(); len(found) != 1 || found[0] != "The buyer of RC/2026/7 was changed" {
		t.Errorf("%q", found)
	}
}
