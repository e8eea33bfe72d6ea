package payment_test

import (
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"lectern/internal/platform/access"
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
func (z *stripeServer) dashboard(attempt string, amount int64, isMade bool) {
	z.mu.Lock()
	defer z.mu.Unlock()
	status := "pending"
	if isMade {
		status = "succeeded"
	}
	i := z.intent(attempt)
	i.left -= amount
	made := stripeRefund{ID: z.id("re"), Status: status, Intent: i.ID, Amount: amount, Metadata: map[string]string{}}
	z.refunds = append(z.refunds, made)
	z.tellOf("refund.created", map[string]any{"id": made.ID, "object": "refund", "metadata": map[string]any{}, "payment_intent": i.ID})
}

func (z *stripeServer) left(attempt string) int64 {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.intent(attempt).left
}

func (z *stripeServer) fails(n int) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if n < 0 {
		n = len(z.refunds) - 1
	}
	last := &z.refunds[n]
	if last.Status == "failed" {
		return
	}
	last.Status = "failed"
	for _, s := range z.sessions {
		if s.PaymentIntent != nil && s.PaymentIntent.ID == last.Intent {
			s.PaymentIntent.left += last.Amount
		}
	}
	z.tellOf("refund.failed", map[string]any{"id": last.ID, "object": "refund", "metadata": map[string]any{}, "payment_intent": last.Intent})
}

// disputed begins the dispute of a payment, or brings it to another state.
func (z *stripeServer) disputed(attempt string, s stage) {
	z.mu.Lock()
	defer z.mu.Unlock()
	status := map[stage]string{asked: "warning_needs_response", taken: "needs_response", reviewed: "under_review", won: "won", lost: "lost"}[s]
	i, kind := z.intent(attempt), "charge.dispute.updated"
	n := slices.IndexFunc(z.disputes, func(d *stripeDispute) bool { return d.Intent == i.ID })
	if n < 0 {
		n, kind = len(z.disputes), "charge.dispute.created"
		z.disputes = append(z.disputes, &stripeDispute{ID: z.id("du"), Intent: i.ID, Amount: 9000, Reason: "fraudulent", Evidence: map[string]int64{"due_by": z.now().Add(7 * 24 * time.Hour).Unix()}})
	}
	z.disputes[n].Status = status
	z.tellOf(kind, map[string]any{"id": z.disputes[n].ID, "object": "dispute", "metadata": map[string]any{}, "payment_intent": i.ID})
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
