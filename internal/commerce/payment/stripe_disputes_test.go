package payment_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/payment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type stripeDispute struct {
	ID       string           `json:"id"`
	Intent   string           `json:"payment_intent"`
	Amount   int64            `json:"amount"`
	Reason   string           `json:"reason"`
	Status   string           `json:"status"`
	Evidence map[string]int64 `json:"evidence_details"`
}

func (z *stripeServer) listDisputes(w http.ResponseWriter, r *http.Request) {
	found := []*stripeDispute{}
	for _, d := range z.disputes {
		if d.Intent == r.FormValue("payment_intent") {
			found = append(found, d)
		}
	}
	stripeAnswer(w, 200, map[string]any{"object": "list", "data": found})
}

// listEvents gives two events a page and ignores the limit.
func (z *stripeServer) listEvents(w http.ResponseWriter, r *http.Request) {
	since, _ := strconv.ParseInt(r.FormValue("created[gte]"), 10, 64)
	found := []map[string]any{}
	for _, e := range z.events {
		if at, _ := e["created"].(int64); at >= since && slices.Contains(r.Form["types[]"], e["type"].(string)) {
			found = append(found, e)
		}
	}
	after := 1 + slices.IndexFunc(found, func(e map[string]any) bool { return e["id"] == r.FormValue("starting_after") })
	page := found[after:min(after+2, len(found))]
	stripeAnswer(w, 200, map[string]any{"object": "list", "data": page, "has_more": after+2 < len(found)})
}

func (z *stripeServer) intent(attempt string) *stripeIntent {
	for _, s := range z.sessions {
		if s.Metadata["attempt_id"] == attempt {
			return s.PaymentIntent
		}
	}
	return nil
}

// dashboard refunds a part of a payment as the school does in Stripe's dashboard: without our metadata.
func (z *stripeServer) dashboard(attempt string, amount int64, status string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	i := z.intent(attempt)
	i.left -= amount
	made := stripeRefund{ID: z.id("re"), Status: status, Intent: i.ID, Amount: amount, Metadata: map[string]string{}}
	z.refunds = append(z.refunds, made)
	z.tellOf("refund.created", map[string]any{"id": made.ID, "object": "refund", "metadata": map[string]any{}, "payment_intent": i.ID})
}

// fails lets the last refund fail.
func (z *stripeServer) fails() {
	z.mu.Lock()
	defer z.mu.Unlock()
	last := &z.refunds[len(z.refunds)-1]
	last.Status = "failed"
	for _, s := range z.sessions {
		if s.PaymentIntent != nil && s.PaymentIntent.ID == last.Intent {
			s.PaymentIntent.left += last.Amount
		}
	}
	z.tellOf("refund.failed", map[string]any{"id": last.ID, "object": "refund", "metadata": map[string]any{}, "payment_intent": last.Intent})
}

// disputed begins the dispute of a payment, or brings it to another state.
func (z *stripeServer) disputed(attempt, status string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	i, kind := z.intent(attempt), "charge.dispute.updated"
	n := slices.IndexFunc(z.disputes, func(d *stripeDispute) bool { return d.Intent == i.ID })
	if n < 0 {
		n, kind = len(z.disputes), "charge.dispute.created"
		z.disputes = append(z.disputes, &stripeDispute{ID: z.id("du"), Intent: i.ID, Amount: 9000, Reason: "fraudulent", Evidence: map[string]int64{"due_by": z.now().Add(7 * 24 * time.Hour).Unix()}})
	}
	z.disputes[n].Status = status
	z.tellOf(kind, map[string]any{"id": z.disputes[n].ID, "object": "dispute", "metadata": map[string]any{}, "payment_intent": i.ID})
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

// C14: what is refunded in Stripe's dashboard takes the same road as what is refunded here, once, even if no message of it arrives; a refund that fails gives the
// amount back, and one that has to wait for another is not forgotten.
func TestRefundsInTheDashboard(t *testing.T) {
	t.Parallel()
	z := newStripe(t)
	s := newTill(t, z)
	who, id, attempt := s.bought()
	if s.Count("SELECT fee FROM payments") != 155 {
		t.Error("the fee is not recorded")
	}
	z.dashboard(attempt, 1000, "succeeded")
	s.hear()
	s.is(who, id, "partially_refunded", true)
	if rs := s.refundsOf(id); len(rs) != 1 || rs[0].Origin != "provider" || rs[0].Status != "succeeded" || rs[0].EndsAccess || s.Count("SELECT count(*) FROM receipts WHERE kind = 'credit_note'") != 1 {
		t.Errorf("%+v", rs)
	}
	z.dashboard(attempt, 2000, "pending")
	s.hear()
	s.sendBack(id, 7000, 409) // of the 8000 that are left, 2000 are on their way
	z.fails()
	s.hear()
	if o := s.get(who, id); o.Refunded != 1000 || s.refundsOf(id)[0].Status != "failed" {
		t.Errorf("%+v", o)
	}
	z.dashboard(attempt, 8000, "succeeded")
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
	z.dashboard(attempt2, 5000, "succeeded")
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
	z := newStripe(t)
	s := newTill(t, z)
	who, id, attempt := s.bought()
	list := func() []payment.Dispute {
		return testapp.Read[rest.List[payment.Dispute]](t, s.admin.Do("GET", "/payments/disputes", "", 200)).Data
	}
	who.Do("GET", "/payments/disputes", "", 403)
	z.disputed(attempt, "warning_needs_response")
	s.hear()
	s.is(who, id, "paid", true)
	if ds := list(); len(ds) != 1 || ds[0].Withdrawn || ds[0].Status != "needs_response" {
		t.Errorf("an inquiry: %+v", ds)
	}
	z.disputed(attempt, "needs_response")
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
	z.disputed(attempt, "under_review")
	z.disputed(attempt, "won")
	s.hear()
	s.is(who, id, "paid", true)
	if o := s.get(who, id); o.Refunded != 0 || list()[0].Status != "won" {
		t.Errorf("%+v", o)
	}
	s.sendBack(id, 1000, 201)
	s.Work()

	loser, order2, attempt2 := s.bought()
	z.disputed(attempt2, "needs_response")
	z.disputed(attempt2, "lost")
	s.hear()
	s.is(loser, order2, "refunded", false)
	if n := s.Count("SELECT count(*) FROM receipts WHERE kind = 'credit_note' AND order_id = ? AND total = 9000", order2); n != 1 {
		t.Errorf("%d credit notes", n)
	}
	if n := s.Count("SELECT count(*) FROM notifications WHERE kind IN ('admin.payment_disputed', 'admin.dispute_decided') AND user_id = ?", s.admin.ID); n != 4 {
		t.Errorf("%d notifications", n)
	}
	s.intact()
}

// C03: after a crash between Stripe's answer and our row, the job alone goes on with the same session.
func TestAnAttemptThatLostItsAnswer(t *testing.T) {
	t.Parallel()
	z := newStripe(t)
	s := newTill(t, z)
	who := s.User(access.Student)
	id := s.place(who, "1").ID
	s.suffers(loses)
	who.Do("POST", "/payments/orders/"+id+"/attempts", `{"provider":"stripe"}`, 503)
	s.suffers(works)
	attempt := s.sync(who, id).Attempts[0] // which asks at once; the job does so in a minute
	s.Exec("UPDATE payment_attempts SET status = 'creating', provider_ref = NULL, redirect_url = ''")
	s.later(2)
	if got := s.sync(who, id).Attempts; len(got) != 1 || got[0].Status != "open" || got[0].RedirectURL != attempt.RedirectURL || z.pages(attempt.ID) != 1 {
		t.Errorf("%+v, %d pages", got, z.pages(attempt.ID))
	}
	z.buyer(attempt.ID, pays)
	s.take()
	s.later(10)
	s.is(who, id, "paid", true)
}

// A restricted key that was made before fees and disputes were asked for takes payments as before.
func TestARestrictedKey(t *testing.T) {
	t.Parallel()
	z := newStripe(t)
	z.closed = []string{"balance_transaction", "/v1/disputes", "/v1/events"}
	s := newTill(t, z)
	who, id, _ := s.bought()
	if err := s.Payments.Missed(t.Context()); err != nil || s.Count("SELECT count(*) FROM payments WHERE fee IS NULL") != 1 {
		t.Errorf("%v", err)
	}
	s.sendBack(id, 9000, 201)
	s.Work()
	s.is(who, id, "refunded", true)
}
