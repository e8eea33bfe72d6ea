package payment_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/commerce/payment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

func (s till) failedRefunds() []payment.FailedRefund {
	s.t.Helper()
	return testapp.Read[rest.List[payment.FailedRefund]](s.t, s.admin.Do("GET", "/payments/refunds/failed", "", 200)).Data
}

func (s till) waiting() bool {
	return strings.Contains(s.admin.Do("GET", "/dashboard/today?role=admin", "", 200), "failed_refunds")
}

// C14: a refund that fails days after it had succeeded. Its credit note is reversed by a document of its own, the books balance, the order counts as paid again, and access that has ended
// stays so until an administrator decides.
func TestRefundsThatFailLater(t *testing.T) {
	t.Parallel()
	for _, z := range []office{newStripe(t), newRazorpay(t)} {
		t.Run(z.name(), func(t *testing.T) {
			t.Parallel()
			s := newTill(t, z)
			s.failsLater(z)
			s.sentAgain(z)
			s.intact()
		})
	}
}

func (s *till) failsLater(z office) {
	t := s.t
	who, id, _ := s.bought()
	s.sendBack(id, 4000, 201)
	s.Work()
	s.admin.Do("POST", "/payments/orders/"+id+"/refunds", `{"amount":5000,"reason":"Cancelled","ends_access":true}`, 201)
	s.Work()
	s.is(who, id, "refunded", false)
	resolve := "/payments/refunds/" + s.refundsOf(id)[0].ID + "/resolve"
	s.admin.Do("POST", resolve, `{"note":"Nothing has failed"}`, 409)

	s.Clock.Advance(72 * time.Hour)
	s.admin = s.User(access.Admin) // whose session is fresh
	z.fails(-1)
	s.hear()
	s.is(who, id, "partially_refunded", false)
	if o := s.get(who, id); o.Refunded != 4000 || s.Count("SELECT refund_reserved FROM orders WHERE id = ?", id) != 4000 {
		t.Errorf("%+v", o)
	}
	rs := s.refundsOf(id)
	if len(rs) != 2 || rs[0].Status != "failed" || rs[0].ReversedAt == nil || rs[1].Status != "succeeded" || rs[1].ReversedAt != nil {
		t.Errorf("%+v", rs)
	}
	var labels []string
	if err := s.DB.Reader().NewRaw("SELECT label || ' ' || total FROM receipts WHERE order_id = ? ORDER BY issued_at, id", id).Scan(t.Context(), &labels); err != nil || strings.Join(labels, ", ") != "RC/2026/1 9000, CN/2026/1 4000, CN/2026/2 5000, CR/2026/1 5000" {
		t.Errorf("%v %v", labels, err)
	}
	s.intact()
	for user, kinds := range map[string]string{s.admin.ID: "admin.refund_failed", who.ID: "account.refund_reversed"} {
		if n := s.Count("SELECT count(*) FROM notifications WHERE kind = ? AND user_id = ?", kinds, user); n != 1 {
			t.Errorf("%d notifications of %s", n, kinds)
		}
	}
	open := s.failedRefunds()
	if len(open) != 1 || open[0].OrderID != id || !open[0].CanReopen || open[0].Currency != "EUR" || open[0].BuyerName == "" || !s.waiting() {
		t.Errorf("%+v", open)
	}

	who.Do("GET", "/payments/refunds/failed", "", 403)
	who.Do("POST", resolve, `{"note":"Mine"}`, 403)
	s.admin.Do("POST", resolve, `{"note":" "}`, 400)
	s.admin.Do("POST", resolve, `{"send_again":true,"reopen_access":true}`, 400)
	s.admin.Do("POST", "/payments/refunds/none/resolve", `{"note":"Nobody's"}`, 404)
	if len(s.failedRefunds()) != 1 || s.enrolled(who) {
		t.Error("a refused decision has changed something")
	}
	s.admin.Do("POST", resolve, `{"note":"She stays","reopen_access":true}`, 200)
	s.is(who, id, "partially_refunded", true)
	s.admin.Do("POST", resolve, `{"note":"Twice"}`, 409)
	if len(s.failedRefunds()) != 0 || s.waiting() || s.Count("SELECT count(*) FROM audit_log WHERE action = 'refund.resolved'") != 1 {
		t.Error("it still waits")
	}
}

// sentAgain: the provider fails the whole amount, and an administrator has it sent once more.
func (s till) sentAgain(z office) {
	t := s.t
	who, id, _ := s.bought()
	s.sendBack(id, 10000, 201)
	s.Work()
	z.fails(-1)
	s.take() // all messages are lost
	if err := s.Payments.Missed(t.Context()); err != nil {
		t.Error(err)
	}
	s.Work()
	s.is(who, id, "paid", true)
	s.sendBack(id, 1000, 201) // so that less is left than had failed
	s.Work()
	resolve := "/payments/refunds/" + s.failedRefunds()[0].ID + "/resolve"
	s.admin.Do("POST", resolve, `{"send_again":true}`, 409)
	if len(s.failedRefunds()) != 1 {
		t.Error("a refused decision has changed something")
	}
	z.fails(-1)
	s.hear()
	s.admin.Do("POST", resolve, `{"send_again":true}`, 200)
	s.Work()
	s.is(who, id, "refunded", true)
	if o := s.get(who, id); o.Refunded != 10000 {
		t.Errorf("%+v", o)
	}
}

// C14: refunds in parallel, of parts, of too much, in the provider's dashboard, failing at once or later, in any order: never more than was paid goes back, the order has what is sent back, and
// the credit notes less their reversals are that too, after every step.
func TestRefundsInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, z := range []office{newStripe(t), newRazorpay(t)} {
		t.Run(z.name(), func(t *testing.T) {
			t.Parallel()
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			s := newTill(t, z)
			for n := range soak.Rounds(2, 40) {
				s.refundsInAnyOrder(z, rand.New(rand.NewPCG(seed, uint64(n))))
			}
			s.intact()
		})
	}
}

func (s till) refundsInAnyOrder(z office, r *rand.Rand) {
	_, id, attempt := s.bought()
	first := len(z.refunded())
	for step := range 12 {
		switch r.IntN(4) {
		case 0:
			var all sync.WaitGroup
			for range 1 + r.IntN(6) {
				body := fmt.Sprintf(`{"amount":%d,"reason":"Part","ends_access":%v}`, 1+r.IntN(6000), r.IntN(2) == 0)
				all.Go(func() { s.admin.Send("POST", "/api/v1/payments/orders/"+id+"/refunds", body) })
			}
			all.Wait()
		case 1:
			if left := z.left(attempt); left > 0 {
				z.dashboard(attempt, 1+r.Int64N(left), r.IntN(2) == 0)
			}
		case 2:
			if n := len(z.refunded()) - first; n > 0 {
				z.fails(first + r.IntN(n))
			}
		default:
			s.Work()
		}
		s.hear()
		s.sound(id, fmt.Sprintf("step %d of order %s", step, id))
	}
}

// sound compares an order with its refunds and its documents.
func (s till) sound(id, after string) {
	s.t.Helper()
	sum := func(from string) int64 { return s.Count("SELECT CAST(coalesce(sum("+from, id) }
	sent := sum("amount), 0) AS BIGINT) FROM refunds WHERE status = 'succeeded' AND order_id = ?")
	reserved := sum("amount), 0) AS BIGINT) FROM refunds WHERE status <> 'failed' AND order_id = ?")
	credited := sum("CASE kind WHEN 'credit_note' THEN total WHEN 'credit_note_reversal' THEN -total ELSE 0 END), 0) AS BIGINT) FROM receipts WHERE order_id = ?")
	o := s.get(s.admin, id)
	if o.Refunded != sent || sent != credited || sent > o.Paid || s.Count("SELECT refund_reserved FROM orders WHERE id = ?", id) != reserved || reserved > o.Paid {
		s.t.Fatalf("after %s: the order says %d, the refunds %d of %d, the documents %d", after, o.Refunded, sent, reserved, credited)
	}
	status := "partially_refunded"
	if sent == 0 {
		status = "paid"
	} else if sent == o.Paid {
		status = "refunded"
	}
	if o.Status != status {
		s.t.Fatalf("after %s: %d of %d are refunded, and the order is %s", after, sent, o.Paid, o.Status)
	}
	if owed := s.Count("SELECT coalesce(sum(amount), 0) FROM postings WHERE order_id = ? AND account = 'receivable'", id); owed != 0 {
		s.t.Fatalf("after %s: the buyer owes %d", after, owed)
	}
}
