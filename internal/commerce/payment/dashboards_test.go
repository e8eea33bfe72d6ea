package payment_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/payment"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// stage is how far a dispute has come.
type stage int

const (
	asked stage = iota // an inquiry, without taking the money
	taken
	reviewed
	won
	lost
)

// office is a provider with a dashboard and with banks that dispute payments.
type office interface {
	wire
	// dashboard refunds a part of what was paid, at once or when the bank has done so.
	dashboard(attempt string, amount int64, isMade bool)
	// fails lets a refund fail, in their order; the last one for -1.
	fails(n int)
	disputed(attempt string, s stage)
	// left is what of a payment can still be refunded.
	left(attempt string) int64
}

// bought is a course with its buyer.
func (s till) bought() (buyer testapp.User, orderID, attempt string) {
	s.t.Helper()
	buyer, orderID, attempt = s.begin()
	s.buyer(attempt, pays)
	s.take()
	s.sync(buyer, orderID)
	s.is(buyer, orderID, "paid", true)
	return buyer, orderID, attempt
}

// hear delivers each message twice.
func (s till) hear() {
	s.t.Helper()
	for _, m := range s.take() {
		for range 2 {
			if code := s.deliver(m); code != 200 {
				s.t.Errorf("a message is answered %d", code)
			}
			s.Work()
		}
	}
}

func (s till) refundsOf(id string) []payment.Refund {
	s.t.Helper()
	return testapp.Read[rest.Answer[payment.Progress]](s.t, s.admin.Do("GET", "/payments/orders/"+id+"/progress", "", 200)).Data.Refunds
}

// C14: what is refunded in a provider's dashboard takes the same road as what is refunded here, once, even if no message of it arrives; a refund that fails gives the
// amount back, and one that has to wait for another is not forgotten.
func TestRefundsInTheDashboard(t *testing.T) {
	t.Parallel()
	for _, z := range []office{newStripe(t), newRazorpay(t)} {
		t.Run(z.name(), func(t *testing.T) {
			t.Parallel()
			refundsInTheDashboard(t, newTill(t, z), z)
		})
	}
}

func refundsInTheDashboard(t *testing.T, s till, z office) {
	who, id, attempt := s.bought()
	if s.Count("SELECT fee FROM payments") != 155 {
		t.Error("the fee is not recorded")
	}
	z.dashboard(attempt, 1000, true)
	s.hear()
	s.is(who, id, "partially_refunded", true)
	if rs := s.refundsOf(id); len(rs) != 1 || rs[0].Origin != "provider" || rs[0].Status != "succeeded" || rs[0].EndsAccess || s.Count("SELECT count(*) FROM receipts WHERE kind = 'credit_note'") != 1 {
		t.Errorf("%+v", rs)
	}
	z.dashboard(attempt, 2000, false)
	s.hear()
	s.sendBack(id, 7000, 409) // of the 8000 that are left, 2000 are on their way
	z.fails(-1)
	s.hear()
	if o := s.get(who, id); o.Refunded != 1000 || s.refundsOf(id)[0].Status != "failed" {
		t.Errorf("%+v", o)
	}
	z.dashboard(attempt, 8000, true)
	s.take() // all messages are lost
	if err := s.Payments.Missed(t.Context()); err != nil {
		t.Error(err)
	}
	s.Work()
	s.is(who, id, "refunded", false)

	second, order2, attempt2 := s.bought()
	s.suffers(broken)
	s.sendBack(order2, 9000, 201)
	s.suffers(works)
	z.dashboard(attempt2, 5000, true)
	s.Exec("UPDATE jobs SET due_at = ? WHERE kind = 'payment.refund'", s.Clock.Now().Add(30*time.Minute))
	s.hear()
	s.is(second, order2, "paid", true)
	s.later(95) // ours was refused, because nothing like it is left; then there is room for theirs
	s.is(second, order2, "partially_refunded", true)
	if o := s.get(second, order2); o.Refunded != 5000 {
		t.Errorf("%+v", o)
	}
	s.intact()
}

// A buyer who disputes a payment loses access until it is decided, and nothing of it can be refunded until then. What is won opens again; what is lost is credited.
func TestDisputes(t *testing.T) {
	t.Parallel()
	for _, z := range []office{newStripe(t), newRazorpay(t)} {
		t.Run(z.name(), func(t *testing.T) {
			t.Parallel()
			disputes(t, newTill(t, z), z)
		})
	}
}

func disputes(t *testing.T, s till, z office) {
	who, id, attempt := s.bought()
	list := func() []payment.Dispute {
		return testapp.Read[rest.List[payment.Dispute]](t, s.admin.Do("GET", "/payments/disputes", "", 200)).Data
	}
	who.Do("GET", "/payments/disputes", "", 403)
	z.disputed(attempt, asked)
	s.hear()
	s.is(who, id, "paid", true)
	if ds := list(); len(ds) != 1 || ds[0].Withdrawn || ds[0].Status != "needs_response" {
		t.Errorf("an inquiry: %+v", ds)
	}
	z.disputed(attempt, taken)
	s.hear()
	s.is(who, id, "paid", false)
	if ds := list(); len(ds) != 1 || !ds[0].Withdrawn || ds[0].Reason != "fraudulent" || ds[0].OrderID != id || ds[0].RespondBy == nil {
		t.Errorf("%+v", ds)
	}
	evidence := "/payments/disputes/" + list()[0].ID + "/evidence"
	who.Do("GET", evidence, "", 403)
	s.admin.Do("GET", "/payments/disputes/none/evidence", "", 404)
	s.Exec(`INSERT INTO lesson_progress (user_id, lesson_id, course_id, status, percent, time_spent, last_at, updated_at, completed_at)
		SELECT ?, id, course_id, 'completed', 100, 600, ?, ?, ? FROM lessons WHERE course_id = ?`, who.ID, s.Clock.Now(), s.Clock.Now(), s.Clock.Now(), s.course)
	if pdf := s.admin.Send("GET", "/api/v1"+evidence, ""); pdf.Code != 200 || !strings.HasPrefix(pdf.Body.String(), "%PDF-") || !strings.Contains(pdf.Header().Get("Content-Disposition"), "evidence-lec-") {
		t.Errorf("%d %s", pdf.Code, pdf.Header())
	}
	if p := testapp.Read[rest.Answer[payment.Progress]](t, who.Do("GET", "/payments/orders/"+id+"/progress", "", 200)).Data; len(p.Disputes) != 0 {
		t.Errorf("the buyer sees %+v", p.Disputes)
	}
	s.sendBack(id, 1, 409)
	z.disputed(attempt, reviewed)
	z.disputed(attempt, won)
	s.hear()
	s.is(who, id, "paid", true)
	if o := s.get(who, id); o.Refunded != 0 || list()[0].Status != "won" {
		t.Errorf("%+v", o)
	}
	s.sendBack(id, 1000, 201)
	s.Work()

	loser, order2, attempt2 := s.bought()
	request := func() (status string) {
		answer := loser.Do("GET", "/payments/orders/"+order2+"/refund-requests", "", 200)
		return testapp.Read[rest.Answer[struct{ Requests []struct{ Status string } }]](t, answer).Data.Requests[0].Status
	}
	loser.Do("POST", "/payments/orders/"+order2+"/refund-requests", `{"reason":"I have no time"}`, 201)
	z.disputed(attempt2, taken)
	s.hear()
	if status := request(); status != "open" {
		t.Errorf("before its dispute is decided, a request for a refund is %s", status)
	}
	z.disputed(attempt2, lost)
	s.hear()
	s.is(loser, order2, "refunded", false)
	if status := request(); status != "approved" {
		t.Errorf("after the dispute was lost, a request for a refund is %s", status)
	}
	if n := s.Count("SELECT count(*) FROM receipts WHERE kind = 'credit_note' AND order_id = ? AND total = 9000", order2); n != 1 {
		t.Errorf("%d credit notes", n)
	}
	if n := s.Count("SELECT count(*) FROM notifications WHERE kind IN ('admin.payment_disputed', 'admin.dispute_decided') AND user_id = ?", s.admin.ID); n != 5 { // the first is an inquiry, then a dispute, and won; the second begins, and is lost
		t.Errorf("%d notifications", n)
	}
	s.intact()
}
